package act

import (
	"testing"

	"example.org/fray/engine/systems"
)

// The letter of a parameter is neither that of another parameter of the action nor a key of
// the form.
func TestLettersOfParametersAreFree(t *testing.T) {
	letters := 0
	for _, sys := range systems.All() {
		for _, a := range sys.Actions {
			taken := map[string]string{}
			for _, b := range actionFormKeys {
				for _, k := range b.Keys {
					taken[k] = b.Label
				}
			}
			for _, sp := range a.Params() {
				if sp.Letter == "" {
					continue
				}
				letters++
				if other := taken[sp.Letter]; other != "" {
					t.Errorf("%s %s: %q of %s is taken by %s", sys.ID, a.ID, sp.Letter, sp.ID, other)
				}
				taken[sp.Letter] = sp.ID
			}
		}
	}
	if letters == 0 {
		t.Error("no parameter has a letter")
	}
}
