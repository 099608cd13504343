package enginetest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// odds checks what must be likely once n answers are given.
func (c *check) odds(n int) {
	c.t.Helper()
	var chances engine.Chances
	known := false
	for _, o := range c.stanza.Odds {
		if o.After != n {
			continue
		}
		if !known {
			var err error
			c.glass.turn("the odds", c.in, c.tape)
			if chances, err = engine.Odds(c.in, c.tape, nil); err != nil {
				c.fail(o.Line, "the odds: %v", err)
				return
			}
			known = true
		}
		if got := likely(chances, o.What); !sameChance(got, o.P) {
			c.fail(o.Line, "odds of %s are %s, want %s", o.What, strconv.FormatFloat(got, 'f', 12, 64), o.P)
		}
	}
}

func likely(c engine.Chances, what string) float64 {
	kind, name, named := strings.Cut(what, " ")
	p := 0.0
	for _, g := range c.Grades {
		if !named && g.Grade == what || kind == "flag" && slices.Contains(g.Flags, name) {
			p += g.P
		}
	}
	for _, t := range c.Totals {
		if kind == "total" && strconv.Itoa(t.Total) == name {
			p += t.P
		}
	}
	if what == engine.Success {
		p = c.Success
	}
	return p
}

// sameChance compares with what is written, rounded as it is written: 94.60%
// is anything from 94.595% to 94.605%.
func sameChance(got float64, want string) bool {
	digits, percent := strings.CutSuffix(want, "%")
	if percent {
		got *= 100
	}
	n, err := strconv.ParseFloat(digits, 64)
	_, decimals, _ := strings.Cut(digits, ".")
	slack := max(0.5*math.Pow10(-len(decimals)), 0.5e-9) + 1e-12
	return err == nil && math.Abs(got-n) <= slack
}
