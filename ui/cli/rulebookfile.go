package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// rulebookSuffix is what the name of a rulebook's text ends with.
const rulebookSuffix = ".star"

// isRulebookFile reports whether a rulebook is named by the path of its text.
func isRulebookFile(name string) bool { return strings.HasSuffix(name, rulebookSuffix) }

// mostRulebook is more than the text of any rulebook has, in bytes.
const mostRulebook = 1 << 20

// readRulebook reads the text of a rulebook from a regular file of a sensible size.
func readRulebook(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", misusef("there is no file %s", path)
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", misusef("%s is no file with the text of a rulebook", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it is only read
	text, err := io.ReadAll(io.LimitReader(f, mostRulebook+1))
	if err == nil && len(text) > mostRulebook {
		err = fmt.Errorf("%s is too large for the text of a rulebook: %d bytes are the most", path, mostRulebook)
	}
	return string(text), err
}
