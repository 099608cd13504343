package saves

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

// Restore makes a table of a backup of the one at path, in the same folder and
// called after the evening. The table itself is left alone. notes tell what was
// damaged in the backup. The errors are that there is no such backup, and those
// of Make.
func Restore(path, backup string, rules model.Rules, deps Deps) (to string, notes []string, err error) {
	var names []string
	var found *Backup
	for _, b := range Backups(path) {
		if b.Name == backup || filepath.Base(b.Path) == backup {
			found = &b
		}
		names = append(names, b.Name)
	}
	if found == nil {
		if len(names) == 0 {
			return "", nil, fmt.Errorf("%s has no backups yet: one is made at the end of each session", path)
		}
		return "", nil, fmt.Errorf("%s has no backup %q: it has %s", path, backup, strings.Join(names, ", "))
	}
	p := &pool{records: map[uint64][]record{}, stated: map[uint64][]digest{}}
	p.add(source{path: found.Path})
	p.seeds = nil // the dice of a session are of one table
	s := p.tell()
	if s.events() == 0 {
		return "", nil, &Damaged{Path: found.Path, What: "no event in it can be read", Fix: "Try another backup"}
	}
	if filepath.Ext(found.Path) == copySuffix {
		r := Report{}
		if checkBeside(found.Path, s, &r); len(r.Wrong) > 0 {
			notes = append(notes, r.Wrong...)
		}
	}
	for _, g := range s.gaps {
		notes = append(notes, g.String())
	}
	name := s.name(TableName(path)) + " (evening of " + found.Name + ")"
	to = PathFor(filepath.Dir(path), slug(name))
	if err := s.restore(to, p); err != nil {
		return "", nil, explain(to, err)
	}
	l, err := Open(to, rules, deps)
	if err != nil {
		return "", nil, err
	}
	_, err = l.Do(model.Seat{Role: model.Program}, model.Rename{Name: name, System: l.Now().System})
	return to, notes, errors.Join(err, l.Close())
}

// restore writes the log into the file of a new table.
func (s *tale) restore(to string, p *pool) error {
	l, err := takeLock(to)
	if err != nil {
		return err
	}
	defer l.release()
	if exists(to) {
		return &Taken{to}
	}
	return s.build(to, p)
}

// name is what the table was called at the end.
func (s *tale) name(otherwise string) string {
	name := otherwise
	for _, l := range s.lines {
		if !bytes.Contains(l.body, []byte(`"table-`)) {
			continue
		}
		var e struct {
			Facts []struct {
				Kind string
				Fact struct{ Name string }
			}
		}
		_ = json.Unmarshal(l.body, &e) // what cannot be read names nothing
		for _, f := range e.Facts {
			if f.Kind == "table-made" || f.Kind == "table-named" {
				name = f.Fact.Name
			}
		}
	}
	return name
}

// CheckExport checks what was exported of a table, by whoever may see all of it
// or by a player: that the log of the former leads to the hash that stands in
// it, and that the dice in it fall again as they did. hash, if it is not empty,
// must be the one in it.
func CheckExport(path string, rules model.Rules, hash string) (Report, error) {
	r := newReport(path)
	f, err := OpenImport(path, 1<<30)
	if err != nil {
		return r, err
	}
	defer func() { _ = f.Close() }()
	var x struct {
		Fray *int              `json:"fray"`
		Eyes model.Seat        `json:"seen_by"`
		Seq  uint64            `json:"seq"`
		Hash string            `json:"hash"`
		Log  []json.RawMessage `json:"log"`
	}
	if err := json.NewDecoder(f).Decode(&x); err != nil {
		return r, hurt("the file is not JSON: %v", err)
	}
	if x.Fray == nil {
		return r, bad(`the file is no exported table: it has no "fray"`)
	}
	r.Hash = x.Hash
	whole := x.Eyes.Role == model.GM || x.Eyes.Role == model.Program
	s := &tale{}
	var state digest
	for _, raw := range x.Log {
		body := unescape(raw)
		state = chain(state, uint64(len(s.lines))+1, body)
		s.lines = append(s.lines, told{uint64(len(s.lines)) + 1, body, bytes.Clone(state[:])})
	}
	r.Events = uint64(len(s.lines))
	switch {
	case x.Hash == "":
		r.Add("it holds no hash: it was exported by an older fray")
	case whole && state.String() != x.Hash:
		r.Add("its events do not lead to the hash that stands in it: it was changed, or is not whole")
	}
	if hash = strings.ToLower(strings.TrimSpace(hash)); hash != "" {
		if !isHash(hash) {
			return r, fmt.Errorf("%q is no hash", hash)
		}
		for _, l := range s.lines {
			if whole && hex.EncodeToString(l.hash) == hash {
				r.Vouched = l.seq
			}
		}
		if x.Hash == hash {
			r.Vouched = x.Seq
		}
		if r.Vouched == 0 {
			r.Add("the hash that was kept is not in it")
		}
	}
	c := fairdice.NewCheck(&r.Report, !whole, false)
	t := model.New(rules)
	for _, l := range s.lines {
		var e model.Event
		if err := json.Unmarshal(l.body, &e); err != nil {
			r.Add("event %d cannot be read: %v", l.seq, err)
			continue
		}
		before := t
		if whole {
			t = t.Apply(e)
		}
		c.Event(before, t, e)
	}
	c.Finish(t, nil)
	r.prove()
	return r, nil
}
