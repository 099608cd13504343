package saves

import "os"

// Remove takes a table away for good, with all that stands beside it. The
// errors are *NotFound, *InUse while some program writes it, and *Unwritable.
func Remove(path string) error {
	if !exists(path) {
		return &NotFound{Name: path}
	}
	l, err := takeLock(path)
	if err != nil {
		return err
	}
	defer l.release()
	// The table itself goes first: when that fails, nothing has happened.
	if err := os.Remove(path); err != nil {
		return &Unwritable{path, err}
	}
	removeFiles(path)
	for _, name := range keptFiles(path) {
		_ = os.Remove(name)
	}
	_ = os.RemoveAll(path + backupSuffix)
	return nil
}
