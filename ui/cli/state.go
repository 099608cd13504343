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
func (s *shell) stateFile() string {
	dir := s.env("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.StateHome
	}
	return filepath.Join(dir, "fray", "screen.json")
}

// readPlaces reads them. Without the file, or with a broken one, a screen
// begins as it does the first time.
func (s *shell) readPlaces() places {
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
func (s *shell) keepPlace(table string, at ui.Place) {
	p := s.readPlaces()
	p[table] = at
	b, err := json.Marshal(p)
	if err != nil {
		return
	}
	file := s.stateFile()
	if os.MkdirAll(filepath.Dir(file), 0o755) != nil {
		return
	}
	temp := file + ".new"
	if os.WriteFile(temp, b, 0o644) == nil {
		_ = os.Rename(temp, file)
	}
}
