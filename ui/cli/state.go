package cli

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"example.org/fray/ui"
)

// places are where screens stood when they were left, by the table's path.
type places map[string]ui.Place

// stateFile is where places are kept.
func (s sitting) stateFile() string {
	dir := s.env("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.StateHome
	}
	return filepath.Join(dir, "fray", "screen.json")
}

// readPlaces reads them. Without the file, or with a broken one, a screen
// begins as it does the first time.
func (s sitting) readPlaces() places {
	p := places{}
	if b, err := os.ReadFile(s.stateFile()); err == nil {
		_ = json.Unmarshal(b, &p)
	}
	if p == nil { // the file says null
		p = places{}
	}
	return p
}

// keepPlace keeps where a screen stands. It is read anew first: another
// program may have written meanwhile. Failing costs a cursor and no more.
func (s sitting) keepPlace(table string, at ui.Place) {
	p := s.readPlaces()
	p[table] = at
	if b, err := json.Marshal(p); err == nil {
		writeState(s.stateFile(), b)
	}
}

// tasteFile is where what was changed at the screen is kept for all tables.
func (s sitting) tasteFile() string { return filepath.Join(filepath.Dir(s.stateFile()), "taste.json") }

// crashFile is where a crash of the screen is written, in a folder that is
// there; "" when it cannot be made.
func (s sitting) crashFile() string {
	dir := filepath.Dir(s.stateFile())
	if os.MkdirAll(dir, 0o755) != nil {
		return ""
	}
	return filepath.Join(dir, "crash.log")
}

// kept is a taste, and what it was chosen against: once the environment or
// config.toml says something else, that counts again.
type kept struct {
	ui.Taste
	Over ui.Taste `json:"over"`
}

// firstTaste is the taste of whoever has changed nothing at the screen.
func (s sitting) firstTaste() ui.Taste { return ui.Taste{Theme: s.theme(), Mouse: s.conf().mouse} }

// taste is the theme, and whether the mouse is on: as they were left.
func (s sitting) taste() ui.Taste {
	begin := s.firstTaste()
	var k kept
	if b, err := os.ReadFile(s.tasteFile()); err != nil || json.Unmarshal(b, &k) != nil || k.Over != begin {
		return begin
	}
	if _, known := s.conf().findTheme(k.Theme); !known {
		k.Theme = begin.Theme
	}
	return k.Taste
}

// keepTaste keeps it. Failing costs a colour and no more.
func (s sitting) keepTaste(t ui.Taste) {
	if b, err := json.Marshal(kept{t, s.firstTaste()}); err == nil {
		writeState(s.tasteFile(), b)
	}
}

// writeState writes a file of state, whole or not at all.
func writeState(file string, b []byte) {
	if os.MkdirAll(filepath.Dir(file), 0o755) != nil {
		return
	}
	temp := file + ".new"
	if os.WriteFile(temp, b, 0o644) == nil {
		_ = os.Rename(temp, file)
	}
}
