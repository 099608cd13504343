package cli

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
)

// places holds where the screen of each table was when it was left, by the table's path.
type places map[string]ui.Place

// stateFile returns the path of that file.
func stateFile(a *app) string {
	dir := a.env("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.StateHome
	}
	return filepath.Join(dir, "fray", "screen.json")
}

// readPlaces reads the file. If it is missing or damaged, a screen begins as it does the
// first time.
func readPlaces(a *app) places {
	p := places{}
	if b, err := readSmall(stateFile(a)); err == nil {
		_ = json.Unmarshal(b, &p)
	}
	if p == nil { // the file contains null
		p = places{}
	}
	return p
}

// storePlace stores where a screen is. It reads the file again first, since another program
// may have changed it. An error is ignored: it only loses a cursor position.
func storePlace(a *app, table string, at ui.Place) {
	p := readPlaces(a)
	p[table] = at
	if b, err := json.Marshal(p); err == nil {
		writeState(a, stateFile(a), b)
	}
}

// preferencesFile returns the path of the preferences that were set on the screen.
func preferencesFile(a *app) string {
	return filepath.Join(filepath.Dir(stateFile(a)), "preferences.json")
}

// crashFile returns the path for a crash report, and creates its folder. It returns "" if
// that fails.
func crashFile(a *app) string {
	dir := filepath.Dir(stateFile(a))
	if os.MkdirAll(dir, 0o755) != nil {
		return ""
	}
	return filepath.Join(dir, "crash.log")
}

// storedPreferences holds preferences, and the defaults at the time they were set. They are ignored once
// the environment or config.toml sets other defaults.
type storedPreferences struct {
	ui.Preferences
	Over ui.Preferences `json:"over"`
}

// defaultPreferences returns the preferences before anything was changed on the screen.
func defaultPreferences(a *app) ui.Preferences {
	return ui.Preferences{Theme: defaultTheme(a), Mouse: a.conf().mouse, Keys: a.conf().keys}
}

// readPreferences returns the stored preferences, or the defaults.
func readPreferences(a *app) ui.Preferences {
	p := chosenPreferences(a)
	if p.Theme == kit.Auto { // the terminal is asked for its background
		p.Theme = ""
	}
	return p
}

func chosenPreferences(a *app) ui.Preferences {
	begin := defaultPreferences(a)
	var k storedPreferences
	if b, err := readSmall(preferencesFile(a)); err != nil || json.Unmarshal(b, &k) != nil || !k.Over.Same(begin) {
		return begin
	}
	if _, known := a.conf().findTheme(k.Theme); !known {
		k.Theme = begin.Theme
	}
	return k.Preferences
}

// storePreferences stores p. An error is ignored: it only loses settings of the screen.
func storePreferences(a *app, p ui.Preferences) {
	if b, err := json.Marshal(storedPreferences{p, defaultPreferences(a)}); err == nil {
		writeState(a, preferencesFile(a), b)
	}
}

// writeState writes a file atomically, and ignores errors. A link that it finds there is replaced,
// and told when the program ends.
func writeState(a *app, file string, b []byte) {
	if words := saves.LinkAt(file); words != "" {
		a.linked = append(a.linked, words)
	}
	if os.MkdirAll(filepath.Dir(file), 0o755) == nil {
		_ = transfer.WriteFile(file, true, transfer.Bytes(b))
	}
}
