package phrase

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
)

// Names too long for a number are cut; nobody has a name that somebody has.
func TestFreeNames(t *testing.T) {
	table := model.New(nil).Apply(model.Event{Seq: 1, Facts: []model.Fact{model.Joined{Character: model.Character{ID: "c1", Name: "Seraph"}}}})
	long := strings.Repeat("ü", model.LongestName)
	for _, c := range []struct {
		name string
		n    int
		want []string
	}{
		{"Wren", 1, []string{"Wren"}},
		{"seraph", 1, []string{"seraph 2"}},
		{"Wren", 2, []string{"Wren 1", "Wren 2"}},
		{long, 2, []string{long[:2*58] + " 1", long[:2*58] + " 2"}},
	} {
		if got := FreeNames(table, c.name, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d of %q are %q, want %q", c.n, c.name, got, c.want)
		}
	}
}
