package phrase_test

import (
	"testing"

	"example.org/fray/model/phrase"
)

func TestTheKindOfAPlayIsItsFirstWord(t *testing.T) {
	for text, want := range map[string]bool{
		"table d6": true, "\n# a comment\n\ntable d6": true,
		"": false, "#": false, "system d6\naction check": false, "# table d6": false, "tables": false,
	} {
		if got := phrase.IsTablePlay(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
