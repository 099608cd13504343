package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"example.org/fray/saves"
)

// forever means that a record stays until it is taken.
const forever = time.Duration(0)

// idOf returns an id from which the text cannot be derived.
func idOf(of string) string {
	sum := sha256.Sum256([]byte(of))
	return hex.EncodeToString(sum[:])
}

// record reads one record. The error is saves.ErrNoRecord if there is none.
func record[T any](d saves.Records, kind saves.Kind, id string) (v T, err error) {
	return decoded[T](d.Get(context.Background(), kind, id))
}

// takeRecord reads and removes a record, so that nobody else gets it.
func takeRecord[T any](d saves.Records, kind saves.Kind, id string) (v T, err error) {
	return decoded[T](d.Take(context.Background(), kind, id))
}

func decoded[T any](body []byte, err error) (v T, _ error) {
	if err == nil {
		err = json.Unmarshal(body, &v)
	}
	return v, err
}

// records returns the records of a kind by id. It skips those that cannot be read.
func records[T any](d saves.Records, kind saves.Kind) (map[string]T, error) {
	all, err := d.List(context.Background(), kind)
	out := map[string]T{}
	for id, body := range all {
		if v, err := decoded[T](body, nil); err == nil {
			out[id] = v
		}
	}
	return out, err
}

// keepRecord stores a record for a time, or forever.
func keepRecord(d saves.Records, kind saves.Kind, id string, what any, lasts time.Duration) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return d.Put(context.Background(), kind, id, body, lasts)
}

// removeRecord removes a record. A missing record is no error.
func removeRecord(d saves.Records, kind saves.Kind, id string) error {
	if _, err := d.Take(context.Background(), kind, id); !errors.Is(err, saves.ErrNoRecord) {
		return err
	}
	return nil
}
