package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui/people"
)

// people are the files of single characters, as the screen reads and writes
// them.
func (s sitting) people() people.Files {
	return people.Files{Read: s.readPerson, Write: s.writePerson}
}

func (s sitting) readPerson(path string) (model.Character, error) {
	f, err := saves.OpenImport(s.atHome(path), saves.MostSheet)
	if err != nil {
		return model.Character{}, err
	}
	defer func() { _ = f.Close() }()
	return saves.ImportCharacter(f, rules())
}

// writePerson writes a file whole or not at all. Without over it leaves one
// that is there, and says so with fs.ErrExist.
func (s sitting) writePerson(path string, c *model.Character, over bool) error {
	path = s.atHome(path)
	if _, err := os.Lstat(path); err == nil && !over {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	b, err := saves.ExportCharacter(c)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".fray-*")
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the file cannot be written: %w", err), os.Remove(f.Name()))
	}
	return nil
}

// atHome puts the home folder in the place of ~.
func (s *shell) atHome(path string) string {
	home := s.env("HOME")
	if rest, ok := strings.CutPrefix(path, "~"); ok && home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return path
}
