package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"example.org/fray/model"
)

// mostAlike is how many files of one folder may be called after one name.
const mostAlike = 10_000

// NewFile makes a new file in a folder, called after a name from anywhere: by
// [model.FileName], with suffix behind it. create makes the file at a path; where it says
// fs.ErrExist the next path is tried, which has a number, so that nothing is written over. Any
// other error of create ends it.
func NewFile(folder, name, suffix string, create func(path string) error) (path string, err error) {
	ending := filepath.Ext(suffix)
	stem := filepath.Join(folder, model.FileName(name)+strings.TrimSuffix(suffix, ending))
	for n := 1; n <= mostAlike; n++ {
		path = stem + ending
		if n > 1 {
			path = fmt.Sprintf("%s-%d%s", stem, n, ending)
		}
		if err := create(path); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
	return "", fmt.Errorf("%s has %d files called %s already: choose another name", folder, mostAlike, model.FileName(name))
}
