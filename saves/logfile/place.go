package logfile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.org/fray/saves/remember"
)

// syncing are the names that programs which sync folders give to theirs.
var syncing = []string{"Dropbox", "OneDrive", "Google Drive", "GoogleDrive", "Nextcloud", "ownCloud", "iCloud Drive", "com~apple~CloudDocs", "Syncthing"}

// syncedBy is the name of the program that seems to sync the folder of path; "" for none.
func syncedBy(path string) string {
	for _, part := range strings.FieldsFunc(filepath.Dir(path), func(r rune) bool { return r == '/' || r == filepath.Separator }) {
		for _, name := range syncing {
			if strings.EqualFold(part, name) || strings.HasPrefix(strings.ToLower(part), strings.ToLower(name)+" ") { // "OneDrive - Club"
				return name
			}
		}
	}
	return ""
}

// PlaceHint says of a table whose folder is another machine's, or is synced by another
// program, what that means. It is said once of each place, which is remembered in the
// folder state; "" where there is nothing to say.
func PlaceHint(state, path string) string {
	path = fullPath(path)
	words := ""
	name := filepath.Base(path)
	if kind := networkOf(path); kind != "" {
		words = fmt.Sprintf("%s is on a network folder (%s), where locks and syncs may not hold: a folder of this machine is safer, and a copy can go to the network.", name, kind)
	} else if program := syncedBy(path); program != "" {
		words = fmt.Sprintf("%s seems to be synced by %s. If it is changed or replaced from there while you play, fray writes it again and keeps what it found: play on one machine at a time.", name, program)
	}
	if state == "" || words == "" {
		return words
	}
	said := placeSaid(state, path)
	if before, err := os.ReadFile(said); err == nil && string(before) == words {
		return ""
	}
	if (system{}).mkdir(state) == nil {
		_ = replace(system{}, said, func(w io.Writer) error { // failing, it is said again
			_, err := io.WriteString(w, words)
			return err
		})
	}
	return words
}

// placeSaid is where it is remembered what was said of a table's place.
func placeSaid(state, path string) string {
	return strings.TrimSuffix(remember.File(state, path), ".json") + ".place"
}
