package saves_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// The name of a file is made once, is in the folder whatever the name says, and the next number
// is tried only where a file is there: any other error ends it at once.
func TestNewFile(t *testing.T) {
	for name, want := range map[string]string{
		"The Vault": "the-vault", "../../evil": "evil", `C:\x`: "c-x", "": "unnamed", "../..": "unnamed", "-rf": "rf", ".hidden.": "hidden", "CON": "file-con", "lpt1": "file-lpt1",
		"a\x00b": "a-b", "Ärger 漢字": "ärger-漢字", strings.Repeat("x", 300): strings.Repeat("x", 48),
	} {
		if got := model.FileName(name); got != want || model.FileName(got) != got {
			t.Errorf("%q becomes %q, and that %q", name, got, model.FileName(got))
		}
	}
	var tried []string
	path, err := saves.NewFile("folder", "../The Vault", "-session-3.json", func(path string) error {
		if tried = append(tried, path); len(tried) < 3 {
			return &saves.Taken{Path: path}
		}
		return nil
	})
	want := []string{"the-vault-session-3.json", "the-vault-session-3-2.json", "the-vault-session-3-3.json"}
	for i, name := range want {
		if want := filepath.Join("folder", name); len(tried) != 3 || tried[i] != want || err != nil || path != tried[2] {
			t.Errorf("%q are tried, and it is %s, %v", tried, path, err)
		}
	}
	tries := 0
	if _, err := saves.NewFile("folder", "x", ".fray", func(string) error { tries++; return fs.ErrPermission }); !errors.Is(err, fs.ErrPermission) || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
	if _, err := saves.NewFile("folder", "x", ".fray", func(string) error { return fs.ErrExist }); err == nil || !strings.Contains(err.Error(), "choose another name") {
		t.Errorf("where all names are taken: %v", err)
	}
}
