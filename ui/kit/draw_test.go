package kit_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

func look(t kit.Theme, g *kit.Glyphs) *kit.Look {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI256)
	return kit.NewLook(r, t, g)
}

// golden compares lines, as plain text, with a golden file. What the colours of the
// themes are is kept by the golden screens of package ui.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	uitest.Golden(t, name+".golden", uitest.Plain(lines))
}

var blocks = []engine.Block{
	engine.Meter{ID: "vp", Label: "VP", Now: 43, Full: 43},
	engine.Meter{ID: "ep", Label: "EP", Now: 61, Full: 74, Field: "ep_lost", Losses: []engine.Loss{{Label: "back by the round", N: 10}, {Label: "back by the hour", N: 3}}},
	engine.Heading{Text: "Abilities"},
	engine.Stat{Label: "Strength", Value: "11", Field: "strength"},
	engine.Stat{Label: "Agility", Value: "22", Field: "agility"},
	engine.Stat{Label: "Constitution", Value: "18", Field: "constitution"},
	engine.Stat{Label: "Learning", Value: "9", Field: "learning", Changed: true},
	engine.Stat{Label: "Speed", Value: "11", Unit: "dm/segment", Working: []string{"11 = row of Quality 18", "no load"}, Chapter: "Movement"},
	engine.Stat{Label: "Combat Roll", Value: "14 = Sphere(2 x 22)", Working: []string{"agility 22 counts twice"}, Chapter: "Combat"},
	engine.Track{Label: "Mana", Boxes: []engine.Box{{Full: true}, {Full: true}, {}}},
	engine.Track{Label: "Purse", Boxes: []engine.Box{{Label: "red", Full: true, Count: 3}, {Label: "blue", Count: 2}}},
	engine.Costs{Title: "EP rows", Rows: []engine.CostRow{
		{Label: "9", Price: "5 EP", Present: true, Mark: "move"}, {Label: "6", Price: "2 EP", Gain: "Q 3"},
		{Label: "5", Price: "80 EP", Gain: "Q 4", WhyNot: "only 61 EP are left"},
	}},
	engine.Grid{Title: "Powers", Head: []string{"Power", "PR", "Row"}, Rows: [][]string{{"Electricity", "12", "9"}, {"Healing", "9", "10"}}, Paths: []string{"powers/r1/name", "powers/r2/name"}},
	engine.Words{Label: "Home", Text: "The lighthouse at the end of the northern pier, where the gulls are loud."},
}

func panels(k *kit.Look, w int) []string {
	lines, _ := k.Panel(kit.Panel{Blocks: blocks, On: "Speed", Open: func(key string) bool { return key == "Speed" }, Focused: true}, w)
	return k.Framed(kit.Frame{Title: "Seraph", Number: 2, W: w + 2, H: len(lines) + 2, Focused: true}, lines)
}

var question = engine.Question{
	Ask: engine.Ask{ID: "share", Words: "Share 26 Quality"}, Wants: engine.Sharing, Total: 26,
	Uses: []engine.Use{
		{ID: "speed", Label: "Speed", Effect: func(int) string { return "10 dm/segment" }},
		{ID: "turn", Label: "Turning", Most: 3, Effect: func(int) string { return "135 degrees" }},
		{ID: "ep", Label: "EP", WhyNot: "nothing is paid"},
	},
}

// pieces draws everything that is not a block.
func pieces(k *kit.Look, w int) []string {
	add := func(out []string, title string, lines []string) []string {
		return append(out, k.Framed(kit.Frame{Title: title, Number: 0, W: w + 2, H: len(lines) + 2, Focused: false}, lines)...)
	}
	var out []string
	items := []kit.Item{{Label: "Movement", Head: true}, {Label: "Move", Aside: "m", Ticked: true}, {Label: "Jump", Aside: "j"},
		{Label: "Throw", Aside: "t", WhyNot: "nothing is held"}, {Label: "Lift", Aside: "l"}, {Label: "Swim", Aside: "s"}}
	out = add(out, "List", k.List(items, 2, w, 4))
	out = add(out, "Share", k.ShareRows(question, engine.Shares{"speed": 17, "turn": 3}, 0, w))
	out = add(out, "Options", k.List([]kit.Item{{Label: "Nothing", Aside: "46.30%"},
		{Label: "A Character Point", Price: "1 of 5", Aside: "94.60%"}, {Label: "A Fate Point", WhyNot: "none is left"}}, 1, w, 3))
	fields, _ := k.Fields([]kit.Field{{Label: "Difficulty", Value: "15", On: true, Caret: 1, Help: "What the total has to reach.", Unit: "points"},
		{Label: "Luck", Value: "none", Choice: true, Caret: -1},
		{Label: "Dice", Value: "99", Error: "dice cannot be \"99\": it is a whole number from 0 to 20", Caret: -1}}, w)
	out = add(out, "Form", fields)
	out = add(out, "Dice", k.DiceRows([]engine.Thrown{
		{Label: "dice", Dice: "2d10", Faces: engine.Faces{5, 1}, Fates: []engine.Fate{engine.FateStands, engine.FateSpecial}},
		{Label: "wild", Dice: "1d6", Faces: engine.Faces{6, 6, 2}, Fates: []engine.Fate{engine.FateAgain, engine.FateAgain, engine.FateStands}},
		{Label: "regular", Dice: "3d6", Faces: engine.Faces{4, 3, 6}, Fates: []engine.Fate{0, 0, engine.FateCancelled}},
	}, 1, w))
	odds := engine.Chances{Success: 0.5, Grades: []engine.GradeChance{{Grade: "success", P: 0.5}, {Grade: "failure", P: 0.4}, {Grade: "failure", Flags: []string{"critical"}, P: 0.1}}}
	for n := 2; n <= 12; n++ {
		p := float64(6-max(n-7, 7-n)) / 36
		odds.Totals = append(odds.Totals, engine.TotalChance{Total: n, P: p, Success: map[bool]float64{true: p}[n >= 8]})
	}
	out = add(out, "Odds", append(k.Endings(odds, "success", "failure", w), k.OddsBars(odds, "success", w, 20)...))
	return add(out, "Odds in less room", k.OddsBars(odds, "hit", w, 6))
}

var looks = []struct {
	name string
	look *kit.Look
}{
	{"dark", look(kit.Dark, kit.Unicode)}, {"light", look(kit.Light, kit.Unicode)}, {"high-contrast", look(kit.HighContrast, kit.Unicode)},
	{"mono", look(kit.Mono, kit.Unicode)}, {"ascii", look(kit.Mono, kit.ASCII)},
}

func TestDrawings(t *testing.T) {
	for name, k := range map[string]*kit.Look{"unicode": look(kit.Dark, kit.Unicode), "ascii": look(kit.Mono, kit.ASCII)} {
		golden(t, "panel-61-"+name, panels(k, 61))
		golden(t, "panel-30-"+name, panels(k, 30))
		golden(t, "pieces-46-"+name, pieces(k, 46))
	}
}

// Every line of a drawing has the width it was given, whatever that is.
func TestWidths(t *testing.T) {
	for _, l := range looks {
		for w := 2; w < 90; w++ {
			for i, line := range append(panels(l.look, w), pieces(l.look, w)...) {
				if got := kit.Width(line); got != w+2 {
					t.Fatalf("%s: line %d is %d cells wide in %d: %q", l.name, i, got, w+2, line)
				}
			}
		}
	}
}

func TestMeterIsHonest(t *testing.T) {
	k := look(kit.Mono, kit.Unicode)
	for _, c := range []struct {
		now, full, w int
		want         string
	}{
		{0, 10, 4, "▁▁▁▁"}, {-3, 10, 4, "▁▁▁▁"}, {10, 10, 4, "▆▆▆▆"}, {12, 10, 4, "▆▆▆▆"}, {5, 10, 4, "▆▆▁▁"},
		{1, 1000, 4, "▆▁▁▁"}, {999, 1000, 4, "▆▆▆▁"}, {0, 0, 4, "▁▁▁▁"}, {5, 8, 1, "▆"},
	} {
		if got := ansi.Strip(k.Row(c.w).Meter(kit.Life, c.now, 0, c.full, c.w).String()); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.now, c.full, got, c.want)
		}
	}
}

// A loss takes a cell at least, and what is left is never shown as nothing.
func TestLossIsSeen(t *testing.T) {
	k := look(kit.Mono, kit.Unicode)
	for _, c := range []struct {
		now, lost, full int
		want            string
	}{{5, 3, 10, "▆▆▃▃▁"}, {999, 1, 1000, "▆▆▆▆▃"}, {1, 1, 1000, "▆▃▁▁▁"}, {0, 3, 10, "▃▁▁▁▁"}, {0, 10, 10, "▃▃▃▃▃"}} {
		if got := ansi.Strip(k.Row(5).Meter(kit.Life, c.now, c.lost, c.full, 5).String()); got != c.want {
			t.Errorf("%d of %d, %d lost: %q, want %q", c.now, c.full, c.lost, got, c.want)
		}
	}
}

// The number stands in its meter whatever is left, and where nothing shows colours.
func TestGaugeHoldsItsNumber(t *testing.T) {
	for _, theme := range kit.Themes {
		for _, glyphs := range []*kit.Glyphs{kit.Unicode, kit.ASCII} {
			k := look(theme, glyphs)
			for now := 0; now <= 43; now++ {
				m := engine.Meter{Label: "VP", Now: now, Full: 43, Kind: "life"}
				if got := ansi.Strip(k.Row(12).Gauge(kit.GaugeOf(m, 43-now, 12), 12).String()); !strings.HasPrefix(got, fmt.Sprintf(" VP %d/43", now)) || kit.Width(got) != 12 {
					t.Fatalf("%s, %s: %q", theme.Name, glyphs.Name, got)
				}
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for p, want := range map[float64][2]string{0: {"never", "never"}, 1: {"always", "always"}, 1 - 1e-15: {"always", "always"}, 0.946: {"95 %", "94.60%"},
		1e-7: {"<1 %", "<0.01%"}, 1 - 1e-7: {">99 %", ">99.99%"}, 0.5: {"50 %", "50.00%"}} {
		if got := [2]string{engine.Percent(p), kit.Exactly(p)}; got != want {
			t.Errorf("%v is %q, want %q", p, got, want)
		}
	}
}

func BenchmarkPanel(b *testing.B) {
	k := look(kit.Dark, kit.Unicode)
	b.ReportAllocs()
	for b.Loop() {
		panels(k, 61)
	}
}

// A price in force is read whole where it fits at all; its sign always stands.
func TestPriceInForceIsWhole(t *testing.T) {
	k := look(kit.Mono, kit.Unicode)
	c := engine.Costs{Rows: []engine.CostRow{
		{Label: "+2D ~8.4", Price: "2 CP", Present: true, Mark: "this roll"},
		{Label: "+1 melee combat", Price: "4 CP"},
	}}
	for _, w := range []int{22, 25, 27, 40} {
		line := ansi.Strip(k.Costs(c, -1, w)[0])
		if !strings.Contains(line, "2 CP") || !strings.Contains(line, k.Cursor) {
			t.Errorf("at %d cells: %q", w, line)
		}
	}
}

// The dice of the other side are told from one's own, and keep their fates.
func TestTheirDice(t *testing.T) {
	got := engine.ThrownOf([]engine.Answer{{ID: "other.wild-die", Dice: "1d6", Faces: engine.Faces{1}}},
		[]engine.DieFate{{Ask: "other.wild-die", Face: 1, Fate: "decisive"}})
	if got[0].Label != "their wild die" || len(got[0].Fates) != 1 || got[0].Fates[0] != engine.FateSpecial {
		t.Errorf("it is %+v", got)
	}
}

// Beside what a use has stands with how many more points it would do more.
func TestShareSaysWhatMoreWouldDo(t *testing.T) {
	theme, _ := kit.FindTheme("mono")
	k := look(theme, kit.Unicode)
	q := engine.Question{Wants: engine.Sharing, Total: 6, Uses: []engine.Use{{ID: "damage", Label: "Damage",
		Effect: func(n int) string { return fmt.Sprintf("damage 9 → %d", 9+n/2) }}}}
	line := ansi.Strip(k.ShareRows(q, engine.Shares{"damage": 1}, -1, 60)[0])
	for _, want := range []string{"damage 9 → 9", "2: 10", "4: 11"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q does not say %q", line, want)
		}
	}
}

// Where a table's words don't fit, its names are cut last.
func TestNarrowTablesKeepNames(t *testing.T) {
	g := engine.Grid{Head: []string{"Ability", "Kind", "*", "Sum", "a die succeeds", "Cost"}, Rows: [][]string{
		{"Spear attack", "attribute", "*4", "+7", "60 %", "none"}, {"Mind ward", "resistance", "*2", "+1", "50 %", "none"}}}
	lines, _ := look(kit.Dark, kit.Unicode).Panel(kit.Panel{Blocks: []engine.Block{g}}, 34)
	got := ansi.Strip(strings.Join(lines, "\n"))
	for _, want := range []string{"Ability", "Spear ", "attack ", "Mind ", "ward", "60 %", "none"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
}

// What a throw was for is told in words.
func TestDiceAreNamedInWords(t *testing.T) {
	for id, want := range map[string]string{"luck.bonus": "luck bonus", "other.regular": "their regular", "hit-place": "hit place"} {
		if got := engine.ThrownOf([]engine.Answer{{ID: id, Dice: "1d6", Faces: engine.Faces{3}}}, nil)[0].Label; got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
}

// The head of a narrow column of figures takes several lines, and pushes none of
// the other heads away from what stands below them.
func TestNarrowTablesWrapHeads(t *testing.T) {
	g := engine.Grid{Head: []string{"Skill", "Action Roll", "PT"}, Rows: [][]string{{"Acrobatics", "14", "10 segments"}, {"First Aid", "11", "20 segments"}}}
	lines, _ := look(kit.Dark, kit.Unicode).Panel(kit.Panel{Blocks: []engine.Block{g}}, 29)
	for i, want := range []string{"Skill       Action PT", "              Roll", "Acrobatics      14 10"} {
		if got := strings.TrimSpace(ansi.Strip(lines[i])); !strings.HasPrefix(got, strings.TrimSpace(want)) {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
}

// A table of many columns leaves out those that say nothing, then the last ones, and says
// so; no head is cut to nothing.
func TestWideTablesLeaveColumnsOut(t *testing.T) {
	g := engine.Grid{Title: "Weapons",
		Head: []string{"Name", "Reach", "Ability", "Proficient", "To hit", "Dice", "Die", "More", "Kind", "Range"},
		Rows: [][]string{{"Longsword", "melee", "strength", "yes", "0", "1", "8", "2", "slashing", ""}, {"Javelin", "thrown", "strength", "yes", "0", "1", "6", "0", "piercing", "30/120"}}}
	lines, _ := look(kit.Dark, kit.Unicode).Panel(kit.Panel{Blocks: []engine.Block{g}}, 44)
	all := ansi.Strip(strings.Join(lines, "\n"))
	for _, want := range []string{"columns left out", "Longsword", "Javelin", "stren"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing:\n%s", want, all)
		}
	}
	if strings.Contains(all, " … ") || strings.Contains(all, "To hit") {
		t.Errorf("a head is cut to nothing, or a column of zeros stands:\n%s", all)
	}
}
