package logfile

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.org/fray/saves"
	"example.org/fray/saves/unfinished"
)

// Records keeps the records of a table in a folder that only this user can read, apart from
// the table's file, so that a copy of the table holds nobody's key. Each record is a file
// of its own, KIND/ID. Several programs may use them: a record is put and taken by
// renaming its file, which happens once.
type Records struct {
	folder string
	handle *saves.Handle
}

var _ saves.Records = (*Records)(nil)

// OpenRecords gives the records in a folder, which is made with the first record.
func OpenRecords(folder string) *Records {
	return &Records{folder: folder, handle: saves.NewHandle(saves.ErrRecordsClosed)}
}

// record is what a file holds.
type record struct {
	Until time.Time       `json:"until,omitzero"` // zero: until it is taken
	Body  json.RawMessage `json:"body"`
}

// longestRecord is how many bytes of a record are read.
const longestRecord = 1 << 20

// readRecord reads a file. The error is saves.ErrNoRecord where there is none.
func readRecord(name string) (r record, err error) {
	f, err := system{}.open(name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return r, saves.ErrNoRecord
	}
	if err != nil {
		return r, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.NewSectionReader(f, 0, longestRecord))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// bodyIn reads a record. The error is saves.ErrNoRecord where there is none, or its time
// is over.
func bodyIn(name string) ([]byte, error) {
	r, err := readRecord(name)
	if err == nil && r.endedBefore(time.Now()) {
		err = saves.ErrNoRecord
	}
	return r.Body, err
}

// endedBefore reports whether the time of a record was over by then.
func (r record) endedBefore(t time.Time) bool { return !r.Until.IsZero() && !t.Before(r.Until) }

// name is the file of a record. What is no id of a record names no file.
func (d *Records) name(kind saves.Kind, id string) (string, error) {
	if !saves.IsRecordName(id) {
		return "", saves.ErrNoRecord
	}
	return filepath.Join(d.folder, string(kind), id), nil
}

// Get gives a record; see [saves.Records].
func (d *Records) Get(ctx context.Context, kind saves.Kind, id string) ([]byte, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	name, err := d.name(kind, id)
	if err != nil {
		return nil, err
	}
	return bodyIn(name)
}

// List gives the records of a kind; see [saves.Records]. One that cannot be read is left
// out: it must not keep all others from coming in.
func (d *Records) List(ctx context.Context, kind saves.Kind) (map[string][]byte, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	folder := filepath.Join(d.folder, string(kind))
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, saves.ExplainRead(folder, err)
	}
	out := map[string][]byte{}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != "" {
			continue // it is being written or taken
		}
		if body, err := bodyIn(filepath.Join(folder, e.Name())); err == nil {
			out[e.Name()] = body
		}
	}
	return out, nil
}

// Put keeps a record; see [saves.Records].
func (d *Records) Put(ctx context.Context, kind saves.Kind, id string, body []byte, lasts time.Duration) error {
	return d.keep(ctx, kind, id, body, lasts, true)
}

// Add keeps a record where there is none; see [saves.Records]. A second name is given to a
// file only where nothing has it.
func (d *Records) Add(ctx context.Context, kind saves.Kind, id string, body []byte) error {
	err := d.keep(ctx, kind, id, body, 0, false)
	if errors.Is(err, fs.ErrExist) {
		return saves.ErrRecordThere
	}
	return err
}

// keep writes a record, over one that is there or not.
func (d *Records) keep(ctx context.Context, kind saves.Kind, id string, body []byte, lasts time.Duration, over bool) error {
	if err := d.handle.Usable(ctx); err != nil {
		return err
	}
	if err := saves.CheckRecord(kind, id, body); err != nil {
		return err
	}
	r := record{Body: body}
	if lasts > 0 {
		r.Until = time.Now().Add(lasts)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	name, err := d.name(kind, id)
	if err != nil {
		return err
	}
	if err := (system{}).mkdir(filepath.Dir(name)); err != nil {
		return saves.Explain(filepath.Dir(name), err)
	}
	if lasts > 0 {
		d.sweep(filepath.Dir(name))
	}
	f, err := unfinished.Create(filepath.Dir(name), "") // others may write the same record
	if err != nil {
		return saves.Explain(name, err)
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		unfinished.Drop(f)
		return saves.Explain(name, err)
	}
	if err := unfinished.Finish(f, name, over); err != nil {
		return err
	}
	d.tell()
	return nil
}

// sweptAfter is how long a file stays after the time of its record is over, so that no
// record is removed that was just put there again. Files of the same age that are being
// written or taken were left by a killed program.
const sweptAfter = time.Hour

// sweep removes the records of a folder whose time is long over.
func (d *Records) sweep(folder string) {
	entries, _ := os.ReadDir(folder) // what cannot be read now is swept later
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		if filepath.Ext(name) != "" {
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > sweptAfter {
				_ = os.Remove(name)
			}
			continue
		}
		if r, err := readRecord(name); err == nil && r.endedBefore(time.Now().Add(-sweptAfter)) {
			_ = os.Remove(name)
		}
	}
}

// Take gives a record and removes it; see [saves.Records].
func (d *Records) Take(ctx context.Context, kind saves.Kind, id string) ([]byte, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	name, err := d.name(kind, id)
	if err != nil {
		return nil, err
	}
	body, err := take(name)
	if err == nil {
		d.tell()
	}
	return body, err
}

// take renames the file of a record to a name of its own and reads it. Of several callers
// one succeeds.
func take(name string) ([]byte, error) {
	own := name + "." + rand.Text()
	if err := os.Rename(name, own); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = saves.ErrNoRecord
		}
		return nil, err
	}
	body, err := bodyIn(own)
	return body, errors.Join(err, os.Remove(own))
}

// changed is the name of a file that gets another content at each change, for those who
// watch.
func (d *Records) changed() string { return filepath.Join(d.folder, "changed") }

// tell tells those who watch, in this program and others. If it fails they see the change
// with the next one.
func (d *Records) tell() {
	_ = os.Remove(d.changed()) // nothing is written through a link
	if f, err := os.OpenFile(d.changed(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, private); err == nil {
		_, _ = f.WriteString(rand.Text())
		_ = f.Close()
	}
}

// recordsLookEvery is how often records that are watched are looked at.
const recordsLookEvery = time.Second

// Watch tells of changes; see [saves.Records].
func (d *Records) Watch(ctx context.Context) (<-chan struct{}, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	changed := make(chan struct{}, 1)
	seen, _ := os.ReadFile(d.changed()) // one that is not there is empty
	go func() {
		defer close(changed)
		every := time.NewTicker(recordsLookEvery)
		defer every.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.handle.Closed():
				return
			case <-every.C:
			}
			now, err := os.ReadFile(d.changed())
			if err != nil || string(now) == string(seen) {
				continue
			}
			seen = now
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	}()
	return changed, nil
}

// Close gives everything back; see [saves.Records].
func (d *Records) Close() error { return d.handle.Close() }
