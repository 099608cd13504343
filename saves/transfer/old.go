package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"example.org/fray/saves"
	"example.org/fray/saves/transfer/earlier"
)

// IsEarlier reports whether a file begins as the tables of an earlier fray.
func IsEarlier(head []byte) bool { return bytes.HasPrefix(head, []byte(earlier.Header)) }

// ImportEarlier is Import of the file of a table of an earlier fray, which stays as it is.
func ImportEarlier(ctx context.Context, path string, to Target) (log saves.Log, notes []string, err error) {
	im := newImporting(ctx, to)
	for e, err := range earlier.Events(ctx, path) {
		var wrong *earlier.Wrong
		switch {
		case errors.As(err, &wrong) && im.seq > 0:
			im.note("behind event %d the file cannot be read: %v", im.seq, err)
		case errors.As(err, &wrong):
			return im.done(hurt("%s: %v", path, err))
		case err != nil:
			return im.done(fmt.Errorf("%s: %w", path, err))
		case len(e.Body) == 0: // it was lost before
		case !json.Valid(e.Body):
			im.note("event %d cannot be read, and was left out", e.Seq)
		default:
			err := im.take(bytes.Clone(e.Body))
			_, bad := errors.AsType[*BadImport](err)
			switch {
			case bad && !e.Sound:
				im.note("event %d is not what was written, and was left out: %v", e.Seq, err)
			case err != nil:
				return im.done(err)
			case !e.Sound:
				im.note("event %d is not what was written: its hash differs", e.Seq)
			}
		}
	}
	return im.done(nil)
}
