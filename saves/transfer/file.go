package transfer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"example.org/fray/saves"
	"example.org/fray/saves/unfinished"
)

// WriteFile writes a file whole or not at all, for its owner alone. Without over it
// leaves one that is there, and says so with fs.ErrExist. A link at the path, symbolic or
// hard, is replaced and not followed.
func WriteFile(path string, over bool, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !over {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	f, err := unfinished.Create(filepath.Dir(path), filepath.Ext(path))
	if err != nil {
		return saves.Explain(path, err)
	}
	out := bufio.NewWriter(f)
	err = write(out)
	if err = errors.Join(err, out.Flush(), f.Sync()); err != nil {
		unfinished.Drop(f)
	} else {
		err = unfinished.Finish(f, path, over)
	}
	if err != nil {
		return saves.Explain(path, err)
	}
	return nil
}

// Bytes writes b, for [WriteFile].
func Bytes(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}
