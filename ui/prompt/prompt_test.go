package prompt_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/ui/act"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	"example.org/fray/ui/prompt"
	"example.org/fray/ui/uitest"
)

// What a line would do stands first, in words, with how likely it is.
var sayings = []struct{ line, does string }{
	{"d20+5 vs 12", "throw d20+5 vs 12   70 %"}, {"2d10 <= 14", "throw 2d10 <= 14   79 %"}, {"4d6 drop lowest", "throw 4d6 drop lowest   about 12.2"}, {"d20", "throw d20   about 10.5"},
	{"seraph d20+5", "Seraph throws d20+5"}, {"hidden d20", "throw d20, hidden"}, {"2d6r1", "a bare r means either"},
	{"sphinx attacks seraph", "Sphinx: Combat Roll with Khopesh against Seraph   3 to 4 EP  hit"}, {"sphinx attack seraph", "Sphinx: Combat Roll with Khopesh against Seraph   3 to 4 EP  hit"}, {"sphnx strikes serapf", "Sphinx: Combat Roll with Khopesh against Seraph   3 to 4 EP  hit"},
	{"attack sphinx", "Seraph: Combat Roll with Baton against Sphinx"}, {"sphinx hits seraph with khopesh", "Sphinx: Combat Roll with"}, {"hidden sphinx attacks seraph", "against Seraph, hidden"},
	{"sphinx jumps", "Sphinx: Jump"}, {"sphinx moves", "Sphinx: Move"}, {"sphinx", "select Sphinx"},
	{"5 dmg vp \"fell\"", "Seraph loses 5 VP, then 38 of 43: fell"}, {"sphinx 3 damage", "Sphinx loses 3 VP"}, {"5 damage to sphinx", "Sphinx loses 5 VP"}, {"sphinx loses 4 ep", "Sphinx loses 4 EP"},
	{"sphinx -4 ep because cold", "Sphinx loses 4 EP: cold"}, {"5 dmg body", "Seraph loses 5 VP, then 38 of 43"}, {"60 dmg body", "loses 43 VP, then 0 of 43 and loses 17 Body"},
	{"6 footpads", "bring 6 copies of Footpad"}, {"another footpad", "bring Footpad"}, {"6 thugs", "bring 6 copies of Thug, with the sheet of Footpad"}, {"3 goons", "bring 3 copies of Goon"}, {"3 new gantrys", "bring 3 copies of Gantry"},
	{"note the alarm goes off", "note: the alarm goes off"}, {"theme light", "show the theme light"}, {"theme lihgt", "show the theme light"}, {"find alarm", "find in the log: alarm"},
	{"scene the roof", "begin a new scene: the roof"}, {"go 55", "go to segment 55"}, {"segment 55", "go to segment 55"},
	{"undo", "undo"}, {"initiative", "order"}, {"healing", "Healing Power"},
}

func TestSayings(t *testing.T) {
	memory := act.NewMemory(nil)
	keys := slices.Concat(act.Keys(memory), people.Keys(form.Drafts{}, func() people.Files { return people.Files{} }, func() people.Hosting { return people.Hosting{} }))
	for _, x := range sayings {
		r := uitest.NewOverlays(t, uitest.Vault(t), uitest.GM, keys...)
		r.Obey(prompt.Open(r.Frame, "", prompt.Config{
			Acts: memory, Keys: func(pane.Frame) []pane.Binding { return keys }, Themes: []string{"dark", "light"},
		}))
		r.Type("'" + x.line)
		if live := uitest.Plain(r.Lines()[2:5]); !strings.Contains(live, x.does) {
			t.Errorf("%q is not %q:\n%s", x.line, x.does, r.Text())
		}
	}
}
