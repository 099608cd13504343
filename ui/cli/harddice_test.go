package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// Dice whose odds are hard, or too many to count, have whole odds or none, with the reason, by
// every command and at a table; and they can be thrown all the same.
func TestHardDice(t *testing.T) {
	h := newHome(t)
	for line, counted := range map[string]bool{
		"40d6rr1": true, "10d10k5": true, "4d10!k2": true, "{3d8!+d6!}kh1": true,
		"1000d10000": false, "1000d5000": false,
	} {
		r := h.fray("", "odds", line, "--json")
		var doc map[string]any
		if err := json.Unmarshal([]byte(r.out), &doc); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, r.out)
		}
		_, totals := doc["totals"]
		why, refused := doc["refused"].(string)
		if totals != counted || refused == counted || refused && (r.status != failed || !strings.Contains(why, "no odds: ")) || counted && r.status != done {
			t.Errorf("odds %s: status %d, %.200s", line, r.status, r.out)
		}
		if x := h.fray("", "roll", line, "--seed", "1"); x.status != done && !strings.HasPrefix(x.out, "Failure") && x.status != failed || x.out == "" {
			t.Errorf("roll %s: status %d, %s%s", line, x.status, x.out, x.err)
		}
		x := h.fray("odds "+line+"\n\nroll "+line+"\nquit\n", "play", "Vault", "--new", "--plain")
		if strings.Contains(x.out, "Not now") || strings.Contains(x.out, "No odds: ") == counted || !strings.Contains(x.out, line+": ") {
			t.Errorf("%s at a table:\n%s%s", line, x.out, x.err)
		}
	}
}
