package enginetest

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// A threshold that was moved changes grade or flags and often nothing else: a
// play that tells the old ones has to fail.
func TestAPlayTellsGradeAndFlagsExactly(t *testing.T) {
	const text = "system toy\naction check strength=4\n  dice 2d6 4 4\n  wild d6 3\n"
	for _, c := range []struct {
		name string
		harm func(*engine.Outcome)
		end  string
		want string // "": it must pass
	}{
		{"as it is", func(*engine.Outcome) {}, "= success total=15", ""},
		{"another grade that is a success", func(o *engine.Outcome) { o.Grade = "great-success" }, "= success total=15", "want success, got great-success"},
		{"another grade that is a failure", func(o *engine.Outcome) { o.Success, o.Grade = false, "fumble" }, "= failure total=15", "want failure, got fumble"},
		{"the grade of its own", func(o *engine.Outcome) { o.Grade = "great-success" }, "= great-success total=15", ""},
		{"a flag that nobody tells", func(o *engine.Outcome) { o.Flags = []string{"lucky"} }, "= success total=15", "want success without flags, got flags=lucky"},
		{"a flag that is told", func(o *engine.Outcome) { o.Flags = []string{"lucky"} }, "= success flags=lucky", ""},
		{"one flag of two", func(o *engine.Outcome) { o.Flags = []string{"lucky", "late"} }, "= success flags=lucky", "want flags=lucky, got flags=lucky,late"},
		{"a flag that is gone", func(*engine.Outcome) {}, "= success flags=lucky", "want flags=lucky, got flags="},
		{"values alone", func(o *engine.Outcome) { o.Grade, o.Flags = "great-success", []string{"lucky"} }, "= total=15", ""},
	} {
		y := newToy()
		after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) { c.harm(o) })(y)
		play, err := plays.Parse("toy.play", text+c.end)
		if err != nil {
			t.Fatal(err)
		}
		var h recorder
		runPlay(&h, nil, y.System, play)
		if c.want == "" && h.lines != nil || c.want != "" && !h.has(c.want) {
			t.Errorf("%s: got %q, want %q", c.name, h.lines, c.want)
		}
	}
}
