package d6

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
)

var (
	ofPool  = regexp.MustCompile(`^[^0-9]*?(\d+)D([+-]\d+)?(?: from (\d+)D(?:\+(\d))?)?(, .*)?$`)
	ofExtra = regexp.MustCompile(`([+-]\d+)(D(?:\+\d)?)?(?:, |$)`)
)

// The working names every number that is put on a pool, on both sides: what is added to the
// code comes to the pool. Whoever reads it can work it out again.
func TestWorkingNamesWhatIsPutOnAPool(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 8))
	template := templates[0].Page
	seen := map[string]int{}
	for range 3000 {
		a, _ := System.Action([]string{"check", "attack", "defend", "oppose", "damage", "related"}[rnd.IntN(6)])
		in := engine.Inputs{System: System, Action: a, Sheets: map[engine.Seat]engine.Page{
			engine.Actor: template.With("scale", engine.ValueOf(rnd.IntN(9)-4)).With("wound", engine.ValueOf(levelNames[rnd.IntN(4)])),
			engine.Other: template.With("prone", engine.ValueOf(rnd.IntN(2) == 0)).With("related_ready", engine.ValueOf(rnd.IntN(5)-2))}}
		for _, sp := range a.Params() {
			switch id := strings.TrimPrefix(sp.ID, "other."); {
			case id == "code":
				in.Params = in.Params.With(sp.ID, engine.ValueOf([]string{"5D", "4D+2", "7D+1"}[rnd.IntN(3)]))
			case id == "difficulty" && sp.Kind == engine.Text:
				in.Params = in.Params.With(sp.ID, engine.ValueOf("10"))
			case rnd.IntN(3) > 0 || id == "hidden" || id == "fate" || id == "cp" || id == "derived" || id == "trained_only":
			case sp.Kind == engine.Bool:
				in.Params = in.Params.With(sp.ID, engine.ValueOf(true))
			case sp.Options != nil:
				in.Params = in.Params.With(sp.ID, engine.ValueOf(sp.Options[rnd.IntN(len(sp.Options))]))
			case sp.Kind == engine.Int:
				in.Params = in.Params.With(sp.ID, engine.ValueOf(min(max(rnd.IntN(5)-1, sp.Least), sp.Most)))
			case id == "armour":
				in.Params = in.Params.With(sp.ID, engine.ValueOf("1D+1"))
			}
		}
		step, _, err := in.Finish(nil)
		if err != nil {
			continue
		}
		for _, note := range step.Notes {
			m := ofPool.FindStringSubmatch(note)
			if m == nil || strings.Contains(note, "doubles") {
				continue
			}
			number := func(s string) int { n, _ := strconv.Atoi(s); return n }
			dice, plus := number(m[3]), number(m[4])
			if m[3] == "" {
				dice, plus = number(m[1]), number(m[2])
			}
			for _, x := range ofExtra.FindAllStringSubmatch(m[5], -1) {
				code, pips, _ := strings.Cut(x[2], "+")
				if code == "D" {
					dice, plus = dice+number(x[1]), plus+number(pips)
				} else {
					plus += number(x[1])
				}
				seen[a.ID]++
			}
			// three pips of a code and of armour make a die
			if got, want := 3*number(m[1])+number(m[2]), 3*dice+plus; got != want || number(m[1]) < dice {
				t.Fatalf("%s %v: %q comes to %dD%+d", a.ID, in.Params, note, dice, plus)
			}
		}
	}
	for _, id := range []string{"check", "attack", "defend", "oppose", "damage", "related"} {
		if seen[id] < 20 {
			t.Errorf("%s: only %d numbers were named", id, seen[id])
		}
	}
}
