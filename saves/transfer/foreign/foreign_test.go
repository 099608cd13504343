package foreign_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/saves/transfer/foreign"
)

var update = flag.Bool("update", false, "write the golden files anew")

// told is what was made of a file, for people who compare it with the file.
func told(t foreign.Taken) string {
	var b strings.Builder
	page := t.Character.Pages["d6"]
	fmt.Fprintf(&b, "%s, of %s\n", t.Character.Name, t.Program)
	for _, sp := range d6.System.Sheet.Fields() {
		if v, ok := page.Get(sp.ID); ok {
			fmt.Fprintf(&b, "%s: %s\n", sp.Label, v)
		}
	}
	for _, l := range d6.System.Sheet.Lists() {
		for _, id := range page.RowIDs(l.ID) {
			fmt.Fprintf(&b, "%s:", l.Label)
			for _, c := range l.Columns {
				if v, ok := page.Get(l.ID + "/" + id + "/" + c.ID); ok {
					fmt.Fprintf(&b, " %s=%s", c.ID, v)
				}
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "\n%s\n\nnot taken:\n", t.Character.Notes)
	for _, l := range t.Left {
		fmt.Fprintf(&b, "  %s\n", l)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"foundry", "toolkit"} {
		b, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		taken, ok, err := foreign.Read(b)
		if !ok || err != nil {
			t.Fatalf("%s: %v, %v", name, ok, err)
		}
		if err := d6.System.Sheet.Check(taken.Character.Pages["d6"]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(told(taken)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got := told(taken); got != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// What the files say a skill is worth is what is rolled with it: the numbers
// are those of the programs' own sheets.
func TestWorth(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"foundry": {"Dodge": "4D+2", "Firearms": "4D+2", "Firearms: blaster": "5D+2", "Starship engineering": "1D+2", "Gambling": "2D", "Riding": "2D+2"},
		"toolkit": {"dodge": "4D+1", "melee combat": "5D", "throwing": "4D", "lifting": "6D", "swords": "5D+2", "divination": "1D+2", "favor": "1D"},
	} {
		b, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		taken, _, _ := foreign.Read(b)
		a, _ := d6.System.Action("check")
		for skill, code := range want {
			page := taken.Character.Pages["d6"].With("wound", engine.Value{})
			var sums []string
			for _, key := range [][2]string{{"skill", skill}, {"code", code}} {
				in := engine.Inputs{System: d6.System, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: page}}
				in, err := in.Set(key[0], key[1])
				if err == nil {
					in, err = in.Set("difficulty", "12")
				}
				if err != nil {
					t.Fatal(err)
				}
				c, err := engine.Odds(in, nil, nil)
				if err != nil {
					t.Fatalf("%s %s: %v", name, skill, err)
				}
				sums = append(sums, fmt.Sprintf("%.12f", c.Success))
			}
			if sums[0] != sums[1] {
				t.Errorf("%s: %s succeeds with %s, a code of %s with %s", name, skill, sums[0], code, sums[1])
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		file, words string
		ok          bool
	}{
		{`{"type":"vehicle","system":{},"_stats":{"systemId":"od6s"}}`, "this is a vehicle, and no character", true},
		{`{"type":"character","system":{},"_stats":{"systemId":"dnd5e"}}`, `game system "dnd5e"`, true},
		{`{"type":"pc","system":{},"flags":{"exportSource":{"system":"od6s"}}}`, `a "pc", and no character`, true},
		{`{"name":"Kestrel","systems":{"d6":{}}}`, "", false},
		{`{"fray":1,"table":{},"log":[]}`, "", false},
		{`{"attributes":[{"name":"Might"}],"template":{}}`, "", false},
		{`[1,2]`, "", false},
		{`{`, "", false},
		{strings.Repeat("[", 10_000), "", false},
		{`{"type":"character","system":` + strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60) + `}`, "", false},
	} {
		_, ok, err := foreign.Read([]byte(c.file))
		if ok != c.ok || (err != nil) != (c.words != "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%.60s: %v, %v", c.file, ok, err)
		}
	}
}

// A world may call attributes its own names: they are those of the sheet, and
// the keys say which one resists damage.
func TestOwnNames(t *testing.T) {
	file := `{"name":"X","type":"npc","system":{"attributes":{
		"agi":{"label":"Deftness","base":9},"str":{"label":"Brawn","base":12},"per":{"label":"Wits","base":6}}},"items":[]}`
	taken, ok, err := foreign.Read([]byte(file))
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	page := taken.Character.Pages["d6"]
	for path, want := range map[string]string{"genre": "own", "attributes/a1/name": "Deftness", "attributes/a1/role": "",
		"attributes/a2/role": "strength", "attributes/a3/role": "perception"} {
		if v, _ := page.Get(path); v.String() != want {
			t.Errorf("%s is %q, want %q", path, v, want)
		}
	}
}

// FuzzRead: whatever stands in a file, what is taken fits a sheet and harms no
// terminal.
func FuzzRead(f *testing.F) {
	// Short ones: what is found of a long file takes minutes to make shorter.
	for _, seed := range []string{
		`{"type":"npc","system":{"attributes":{"agi":{"base":-5},"str":{"base":1e5}}},"items":[{"type":"skill","system":{"attribute":"agi","base":1e300}}]}`,
		`{"type":"npc","_stats":{"systemId":"od6s"},"system":{"attributes":{"agi":{"base":9,"label":"<b>A"}},"wounds":{"body_points":{"max":9,"current":-1}}},"items":[{"name":"x","type":"armor","system":{"pr":5}},{"type":"weapon","name":"y","system":{"damage":{"score":7,"str":true}}}]}`,
		`{"template":{"name":"Space"},"attributes":[{"name":"Agility","dice":"3","pips":-1,"skills":[{"name":"dodge","dice":1}]}],"specializations":[{"name":"z","skill":"dodge","pips":4}]}`,
		`{"template":{},"attributes":[{"name":"a","skills":[]}],"health":{"wounds":{"dead":true}},"equipment":[{"name":"e","quantity":2},"f"],"advantages":{"items":[{"name":"g","rank":1}]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		taken, ok, err := foreign.Read(b)
		if !ok || err != nil {
			return
		}
		page := taken.Character.Pages["d6"]
		if err := d6.System.Sheet.Check(page); err != nil {
			t.Error(err)
		}
		text, err := json.Marshal(taken.Character)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range append(taken.Left, taken.Character.Name, string(text)) {
			if strings.ContainsFunc(s, unicode.IsControl) {
				t.Errorf("%q", s)
			}
		}
	})
}
