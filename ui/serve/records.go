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

// forever is how long a record lasts that is kept until it is taken.
const forever = time.Duration(0)

// idOf is an id from which the text that it stands for cannot be derived.
func idOf(of string) string {
	sum := sha256.Sum256([]byte(of))
	return hex.EncodeToString(sum[:])
}

// record reads a record of a desk. The error is saves.ErrNoRecord where there is none.
func record[T any](d saves.Desk, kind saves.Kind, id string) (v T, err error) {
	return decoded[T](d.Get(context.Background(), kind, id))
}

// takeRecord reads and removes a record, so that nobody else gets it.
func takeRecord[T any](d saves.Desk, kind saves.Kind, id string) (v T, err error) {
	return decoded[T](d.Take(context.Background(), kind, id))
}

func decoded[T any](body []byte, err error) (v T, _ error) {
	if err == nil {
		err = json.Unmarshal(body, &v)
	}
	return v, err
}

// records reads the records of a kind by their ids, without those that cannot be read.
func records[T any](d saves.Desk, kind saves.Kind) (map[string]T, error) {
	all, err := d.List(context.Background(), kind)
	out := map[string]T{}
	for id, body := range all {
		if v, err := decoded[T](body, nil); err == nil {
			out[id] = v
		}
	}
	return out, err
}

// keepRecord keeps a record for a time, or forever.
func keepRecord(d saves.Desk, kind saves.Kind, id string, what any, lasts time.Duration) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return d.Put(context.Background(), kind, id, body, lasts)
}

// removeRecord removes a record. It is no error if there is none.
func removeRecord(d saves.Desk, kind saves.Kind, id string) error {
	if _, err := d.Take(context.Background(), kind, id); !errors.Is(err, saves.ErrNoRecord) {
		return err
	}
	return nil
}
