package logfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
)

func TestRecords(t *testing.T) {
	logtest.TestRecords(t, logtest.RecordsStore{
		New:  func(t *testing.T) saves.Records { return OpenRecords(filepath.Join(t.TempDir(), "records")) },
		Open: func(_ *testing.T, d saves.Records) saves.Records { return OpenRecords(d.(*Records).folder) },
	})
}

// What was left by a program that was killed, and what is long over, goes with the next
// record of its kind; one that cannot be read hides no other.
func TestRecordsSwept(t *testing.T) {
	d := OpenRecords(t.TempDir())
	folder := filepath.Join(d.folder, string(saves.InviteRecords))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * sweptAfter)
	for name, text := range map[string]string{
		"over":            `{"until":"` + long.UTC().Format(time.RFC3339) + `","body":1}`,
		"a.TAKEN":         `{"body":1}`,
		".unfinished-123": `{"bo`,
		"broken":          `{"bo`,
		"justtaken.":      `{"body":1}`,
		"sound":           `{"body":1}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), private); err != nil {
			t.Fatal(err)
		}
		if name != "justtaken." {
			if err := os.Chtimes(filepath.Join(folder, name), long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := d.Put(t.Context(), saves.InviteRecords, "more", []byte(`2`), time.Hour); err != nil {
		t.Fatal(err)
	}
	var left []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
		if info, err := e.Info(); err != nil || e.Name() == "more" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: others can read it: %v, %v", e.Name(), info.Mode(), err)
		}
	}
	if len(left) != 4 {
		t.Errorf("left are %q", left)
	}
	if all, err := d.List(t.Context(), saves.InviteRecords); err != nil || len(all) != 2 {
		t.Errorf("listed are %q, %v", all, err)
	}
	if _, err := d.Get(t.Context(), saves.InviteRecords, "broken"); err == nil || errors.Is(err, saves.ErrNoRecord) {
		t.Errorf("broken: %v", err)
	}
}
