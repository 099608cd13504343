package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/saves/transfer"
)

// TestForeignCharacters uses a character of another program as a sheet, as an opponent and
// as an import. What was not imported is listed each time; beside a roll, on standard
// error.
func TestForeignCharacters(t *testing.T) {
	h := newHome(t)
	for _, c := range []struct{ file, skill, other, left, name string }{
		{"foundry", "skill=Dodge", "skill=lifting", "a wound of level 2", "Juno Marsh"},
		{"toolkit", "skill=swords", "skill=Dodge", `rune lore: a specialisation of "runes"`, "Bram"},
	} {
		path := filepath.Join("..", "..", "saves", "transfer", "foreign", "testdata", c.file+".json")
		r := h.fray("", "odds", "d6", "check", "--sheet", path, c.skill, "difficulty=12", "--json")
		if r.status != done || !strings.Contains(r.err, "not imported from "+c.name) || !strings.Contains(r.err, c.left) {
			t.Errorf("%s: %d %s", c.file, r.status, r.err)
		}
		r = h.fray("", "odds", "d6", "oppose", "code=4D", "--against", path, "other."+c.skill, "--json")
		if r.status != done || !strings.Contains(r.err, c.left) {
			t.Errorf("%s against: %d %s", c.file, r.status, r.err)
		}
		if r = h.fray("", "odds", "trip", "trip", "--sheet", path); r.status != misused || !strings.Contains(r.err, "only for d6") {
			t.Errorf("%s in another rulebook: %d %s", c.file, r.status, r.err)
		}

		r = h.fray("", "import", path)
		if r.status != done || !strings.Contains(r.out, c.name) || !strings.Contains(r.out, "on the shelf") || !strings.Contains(r.out, c.left) {
			t.Errorf("%s: %d %s %s", c.file, r.status, r.out, r.err)
		}
		doc := document[importJSON](t, h.fray("", "import", path, "--json"))
		if filepath.Dir(doc.Path) != transfer.ShelfFolder(h.saves) || !strings.Contains(strings.Join(doc.Notes, "\n"), c.left) {
			t.Errorf("%s: %+v", c.file, doc)
		}
		b, err := os.ReadFile(doc.Path)
		if err != nil || !strings.Contains(string(b), `"systems"`) {
			t.Errorf("%s: %s, %v", doc.Path, b, err)
		}
	}
	all, err := transfer.Shelf(h.saves, rules())
	if err != nil || len(all) != 2 {
		t.Errorf("on the shelf: %+v, %v", all, err)
	}
	ship := filepath.Join(t.TempDir(), "ship.json")
	if err := os.WriteFile(ship, []byte(`{"name":"Heron","type":"starship","system":{},"_stats":{"systemId":"od6s"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "import", ship); r.status != failed || !strings.Contains(r.err, "this is a starship, and no character") {
		t.Errorf("a starship: %d %s", r.status, r.err)
	}
	s := &app{env: h.env}
	if _, err := tableStore(s).Import(filepath.Join("..", "..", "saves", "transfer", "foreign", "testdata", "toolkit.json")); err == nil || !strings.Contains(err.Error(), "now on the shelf") {
		t.Errorf("at the start screen: %v", err)
	}
}
