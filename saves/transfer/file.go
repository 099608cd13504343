package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file whole or not at all, for its owner alone. Without over it
// leaves one that is there, and says so with fs.ErrExist. A symbolic link at the path is
// replaced and not followed.
func WriteFile(path string, b []byte, over bool) error {
	if _, err := os.Lstat(path); err == nil && !over {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".fray-*") // by a name that nobody knew before
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		if over {
			err = os.Rename(f.Name(), path)
		} else if err = os.Link(f.Name(), path); err == nil { // fails where there is one by now
			err = os.Remove(f.Name())
		} else if !errors.Is(err, fs.ErrExist) { // a file system without hard links
			err = os.Rename(f.Name(), path)
		}
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the file cannot be written: %w", err), os.Remove(f.Name()))
	}
	return nil
}
