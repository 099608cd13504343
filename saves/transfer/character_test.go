package transfer_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves/transfer"
)

// toy is a rulebook with a sheet and nothing else.
var (
	sheet  = &engine.Schema{}
	body   = sheet.Group("Body")
	_      = body.Int("strength", "Strength", 0, 20).Default(3)
	_      = body.Decimal("mass", "Mass", 0, 500_000)
	_      = body.Text("motto", "Motto", 80)
	skills = sheet.List("skills", "Skills")
	_      = skills.Text("name", "Name", 40)
	_      = skills.Int("level", "Level", 0, 10)

	toy = &engine.System{ID: "toy", Name: "Toy", Sheet: sheet, House: &engine.Schema{}}
)

func init() { rules["toy"] = toy }

func character(name string) model.Character {
	return model.Character{Name: name, Pages: map[string]engine.Page{"toy": engine.PageOf("strength", 4, "mass", engine.Milli(81_500), "skills/r1/name", "Climb", "skills/r1/level", 3)}}
}

// A character that is written and read again is the same; what its rulebook would not let
// in is refused.
func TestCharacterFile(t *testing.T) {
	ash := character("Ash")
	ash.Side = engine.Foes
	text, err := transfer.ExportCharacter(&ash)
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := transfer.ImportCharacter(bytes.NewReader(text), rules)
	if err != nil || back.Name != "Ash" || back.Side != engine.Foes {
		t.Fatalf("%+v %v", back, err)
	}
	again, _ := transfer.ExportCharacter(&back)
	if string(again) != string(text) {
		t.Errorf("%s\nbecame\n%s", text, again)
	}
	for what, text := range map[string]string{
		"nothing":     "",
		"no systems":  `{"name":"Ash"}`,
		"too strong":  `{"name":"Ash","systems":{"toy":{"strength":21}}}`,
		"a wrong row": `{"name":"Ash","systems":{"toy":{"skills":[{"id":"a"},{"id":"a"}]}}}`,
		"too long":    strings.Repeat(" ", 2<<20),
	} {
		var no *transfer.BadImport
		if _, _, err := transfer.ImportCharacter(strings.NewReader(text), rules); !errors.As(err, &no) {
			t.Errorf("%s: %v", what, err)
		}
	}
	kept := `{"name":"A\u001bsh","systems":{"elsewhere":{"might":"1\u202e"},"toy":{"mass":2.0}}}`
	if back, _, err = transfer.ImportCharacter(strings.NewReader(kept), rules); err != nil || back.Name != "A␛sh" {
		t.Fatalf("%+v %v", back, err)
	}
	if v, _ := back.Pages["toy"].Get("mass"); v != engine.ValueOf(engine.Milli(2000)) {
		t.Errorf("the mass became %v", v)
	}
	if v, _ := back.Pages["elsewhere"].Get("might"); v.Text() != "1‹U+202E›" {
		t.Errorf("the unknown field became %q", v.Text())
	}
}

func FuzzCleanJSON(f *testing.F) {
	f.Add(`{"fray":1,"log":[{"seq":1,"facts":[{"kind":"table-made","fact":{"name":"x","system":"toy"}},{"kind":"undone","fact":{"seq":1}}]}]}`)
	f.Add(`{"fray":1,"table":{"name":"x","system":"toy","characters":[{"name":"a","systems":{"toy":{"strength":9}}}]}}`)
	f.Add(`{"a\"\\":"b\u001b","c":[1.0,2e5,"\\"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		clean, err := transfer.CleanJSON([]byte(text))
		if err != nil {
			return
		}
		again, err := transfer.CleanJSON(clean)
		if err != nil || string(again) != string(clean) {
			t.Fatalf("%q became %q and then %q (%v)", text, clean, again, err)
		}
		if strings.ContainsAny(string(clean), "\x1b\u202e") || strings.Contains(string(clean), `\u001b`) {
			t.Fatalf("an escape stayed in %q", clean)
		}
	})
}
