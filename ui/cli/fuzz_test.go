package cli

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// FuzzKeys passes arbitrary text as KEY=VALUE, --rule and --dice: the roll must finish or
// give a reason.
func FuzzKeys(f *testing.F) {
	f.Add(uint8(0), "strength=11", "supermen.half_strength=down", "5,1,4")
	f.Add(uint8(40), "other.code=4D+1", "d6.critical_failure=cancel", "")
	f.Add(uint8(60), "other.2.dice=3", "x", "1,,2")
	f.Add(uint8(80), "a/b/c=\x1b[2J", "=", "-1,99999999999999999999")
	f.Add(uint8(90), "situation=-99", "contest.spectacular=", "0 0 0")
	f.Fuzz(func(t *testing.T, pick uint8, key, rule, dice string) {
		sys, act := anyAction(pick)
		args := []string{"roll", sys.ID, act.ID, "--json", "--ask", "--seed", "1"}
		for _, more := range [][]string{{"--", key}, {"--rule", rule}, {"--dice", dice}} {
			r := newHomeless().fray("", append(args[:len(args):len(args)], more...)...)
			if r.status > asking || strings.Contains(r.err, "a bug in fray") {
				t.Errorf("%q: status %d, %s", more, r.status, r.err)
			}
			if strings.ContainsAny(r.err, "\x1b\x07") {
				t.Errorf("%q reaches the terminal: %q", more, r.err)
			}
		}
	})
}

// FuzzAnswers passes arbitrary text as --answer to each kind of question.
func FuzzAnswers(f *testing.F) {
	f.Add("share=speed:17,ep:9")
	f.Add("share=none")
	f.Add("critical-failure=cancel")
	f.Add("character-points=2")
	f.Add("dice=5,1,4")
	f.Add("share=speed:99999999999999999999,:,ep")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseAnswers([]string{text, text})
		if err != nil {
			return
		}
		for _, q := range []engine.Question{
			{Ask: engine.Ask{ID: "share"}, Wants: engine.Sharing, Total: 26, Uses: []engine.Use{{ID: "speed"}, {ID: "ep", Most: 9}}},
			{Ask: engine.Ask{ID: "critical-failure"}, Wants: engine.Picking, Options: []engine.Option{{ID: "cancel"}, {ID: "complication"}}},
			{Ask: engine.Ask{ID: "character-points"}, Wants: engine.Numbering, Most: 3},
		} {
			a, ok, err := r.next(q)
			if ok && err == nil && q.Check(a) != nil {
				t.Errorf("%q answers %s with %+v", text, q.ID, a)
			}
			if err == nil {
				_ = r.checkUsed([]engine.Question{q})
			}
		}
	})
}

// newHomeless returns a home whose folders do not exist.
func newHomeless() home { return home{saves: "nowhere", state: "nowhere"} }

func anyAction(pick uint8) (*engine.System, *engine.Action) {
	n := int(pick)
	for {
		for _, s := range systems.All() {
			if n < len(s.Actions) {
				return s, s.Actions[n]
			}
			n -= len(s.Actions)
		}
	}
}
