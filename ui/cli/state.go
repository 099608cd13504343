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

// preferencesFile is where what was changed at the screen is kept for all tables.
func (s sitting) preferencesFile() string {
	return filepath.Join(filepath.Dir(s.stateFile()), "preferences.json")
}

// crashFile is where a crash of the screen is written, in a folder that is
// there; "" when it cannot be made.
func (s sitting) crashFile() string {
	dir := filepath.Dir(s.stateFile())
	if os.MkdirAll(dir, 0o755) != nil {
		return ""
	}
	return filepath.Join(dir, "crash.log")
}

// kept are preferences, and what they were chosen against: once the environment or
// config.toml says something else, that counts again.
type kept struct {
	ui.Preferences
	Over ui.Preferences `json:"over"`
}

// firstPreferences are those of whoever has changed nothing at the screen.
func (s sitting) firstPreferences() ui.Preferences {
	return ui.Preferences{Theme: s.theme(), Mouse: s.conf().mouse, Keys: s.conf().keys}
}

// preferences are the theme, whether the mouse is on, and the keys: as they were
// left.
func (s sitting) preferences() ui.Preferences {
	begin := s.firstPreferences()
	var k kept
	if b, err := os.ReadFile(s.preferencesFile()); err != nil || json.Unmarshal(b, &k) != nil || !k.Over.Same(begin) {
		return begin
	}
	if _, known := s.conf().findTheme(k.Theme); !known {
		k.Theme = begin.Theme
	}
	return k.Preferences
}

// keepPreferences keeps them. Failing costs a colour and no more.
func (s sitting) keepPreferences(p ui.Preferences) {
	if b, err := json.Marshal(kept{p, s.firstPreferences()}); err == nil {
		writeState(s.preferencesFile(), b)
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
