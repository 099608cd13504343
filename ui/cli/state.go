package cli

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"example.org/fray/ui"
	"example.org/fray/ui/kit"
)

// places are where screens stood when they were left, by the table's path.
type places map[string]ui.Place

// stateFile is where places are kept.
func stateFile(a *app) string {
	dir := a.env("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.StateHome
	}
	return filepath.Join(dir, "fray", "screen.json")
}

// readPlaces reads them. Without the file, or with a broken one, a screen
// begins as it does the first time.
func readPlaces(a *app) places {
	p := places{}
	if b, err := readSmall(stateFile(a)); err == nil {
		_ = json.Unmarshal(b, &p)
	}
	if p == nil { // the file says null
		p = places{}
	}
	return p
}

// keepPlace keeps where a screen stands. It is read anew first: another
// program may have written meanwhile. Failing costs a cursor and no more.
func keepPlace(a *app, table string, at ui.Place) {
	p := readPlaces(a)
	p[table] = at
	if b, err := json.Marshal(p); err == nil {
		writeState(stateFile(a), b)
	}
}

// preferencesFile is where what was changed at the screen is kept for all tables.
func preferencesFile(a *app) string {
	return filepath.Join(filepath.Dir(stateFile(a)), "preferences.json")
}

// crashFile is where a crash of the screen is written, in a folder that is
// there; "" when it cannot be made.
func crashFile(a *app) string {
	dir := filepath.Dir(stateFile(a))
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
func firstPreferences(a *app) ui.Preferences {
	return ui.Preferences{Theme: firstTheme(a), Mouse: a.conf().mouse, Keys: a.conf().keys}
}

// readPreferences gives the theme, whether the mouse is on, and the keys: as they
// were left.
func readPreferences(a *app) ui.Preferences {
	p := chosenPreferences(a)
	if p.Theme == kit.Auto { // the terminal is asked
		p.Theme = ""
	}
	return p
}

func chosenPreferences(a *app) ui.Preferences {
	begin := firstPreferences(a)
	var k kept
	if b, err := readSmall(preferencesFile(a)); err != nil || json.Unmarshal(b, &k) != nil || !k.Over.Same(begin) {
		return begin
	}
	if _, known := a.conf().findTheme(k.Theme); !known {
		k.Theme = begin.Theme
	}
	return k.Preferences
}

// keepPreferences keeps them. Failing costs a colour and no more.
func keepPreferences(a *app, p ui.Preferences) {
	if b, err := json.Marshal(kept{p, firstPreferences(a)}); err == nil {
		writeState(preferencesFile(a), b)
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
