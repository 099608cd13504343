package saves

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// What is read of somebody's file, at most.
const (
	mostImported  = 256 << 20 // bytes of a whole table
	mostSheet     = 1 << 20   // bytes of one character
	mostText      = 20_000    // characters of one text
	mostCharacter = 1000      // characters of an imported table without a log
)

// BadImport says what is wrong with an imported file.
type BadImport struct {
	Words   string
	Damaged bool // it was a right one once
}

// Error says what is wrong and where.
func (e *BadImport) Error() string { return e.Words }

func bad(format string, args ...any) error { return &BadImport{Words: fmt.Sprintf(format, args...)} }

func hurt(format string, args ...any) error {
	return &BadImport{Words: fmt.Sprintf(format, args...), Damaged: true}
}

// exported is what ExportJSON writes.
type exported struct {
	Fray  *int            `json:"fray"`
	Table json.RawMessage `json:"table"`
	Log   json.RawMessage `json:"log"`
}

// Import makes a table, in a new file in the folder, of exported JSON or of
// the readable copy that stands beside a table. Text in it is cleaned. notes
// tell what was left out or looks odd. The errors are *BadImport and those of
// Make.
func Import(r io.Reader, folder string, rules model.Rules, deps Deps) (path string, notes []string, err error) {
	b, err := io.ReadAll(io.LimitReader(r, mostImported+1))
	if err != nil {
		return "", nil, err
	}
	if len(b) > mostImported {
		return "", nil, bad("the file is longer than %d MB", mostImported>>20)
	}
	var first json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&first); err != nil {
		return "", nil, hurt("the file is no JSON: %v", err)
	}
	im := &importing{draft: draft{deps: deps, table: model.New(rules)}}
	var l copyLine
	if json.Unmarshal(first, &l) == nil && len(l.Event) > 0 && l.Hash != "" {
		err = im.readCopy(b)
	} else {
		err = im.readExport(b)
	}
	if err != nil {
		return "", nil, err
	}
	path, err = im.save(folder, rules)
	return path, im.notes, err
}

type importing struct {
	draft
	hash  digest
	notes []string
}

func (im *importing) note(format string, args ...any) {
	im.notes = append(im.notes, fmt.Sprintf(format, args...))
}

// readCopy takes the log from the lines of the copy.
func (im *importing) readCopy(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	for n := 1; ; n++ {
		var l copyLine
		err := dec.Decode(&l)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			im.note("line %d cannot be read: the table ends before it", n)
			if n == 1 {
				return hurt("the copy cannot be read: %v", err)
			}
			return nil
		}
		if im.hash = chain(im.hash, uint64(n), l.Event); l.Hash != im.hash.String() {
			return hurt("line %d is not what was written: its hash differs", n)
		}
		if err := im.take(l.Event); err != nil {
			return err
		}
	}
}

func (im *importing) readExport(b []byte) error {
	var x exported
	if err := json.Unmarshal(b, &x); err != nil {
		return bad("the file is no exported table: %v", err)
	}
	switch {
	case x.Fray == nil && x.Table == nil:
		return bad(`the file is no exported table: it has neither "fray" nor "table". A single character is brought in at the table`)
	case x.Fray != nil && *x.Fray > exportForm:
		return bad("the file was exported by a newer fray: its form is %d, this program reads %d", *x.Fray, exportForm)
	case len(x.Log) == 0 || string(x.Log) == "null":
		return im.rebuild(x.Table)
	}
	var log []json.RawMessage
	if err := json.Unmarshal(x.Log, &log); err != nil {
		return bad("the log is no list of events: %v", err)
	}
	for _, e := range log {
		if err := im.take(e); err != nil {
			return err
		}
	}
	return nil
}

// take takes one event of an imported log.
func (im *importing) take(raw json.RawMessage) (err error) {
	n := im.table.Seq() + 1
	defer func() {
		// The fold believes the log of its own table; this one is a stranger's.
		if broken := recover(); broken != nil {
			err = bad("event %d makes no sense: %v", n, broken)
		}
	}()
	body, err := cleanJSON(raw)
	if err != nil {
		return bad("event %d: %v", n, err)
	}
	var e model.Event
	if err := json.Unmarshal(body, &e); err != nil {
		return bad("event %d: %v", n, err)
	}
	if e.Seq != n {
		return hurt("event %d comes where event %d should: the log has a gap", e.Seq, n)
	}
	if n == 1 && !slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, ok := f.(model.Made); return ok }) {
		return bad("the log does not begin with the making of the table")
	}
	// What this version writes of it is what counts from now on.
	if body, err = json.Marshal(e); err != nil {
		return bad("event %d: %v", n, err)
	}
	im.lines = append(im.lines, line{event: e, body: body})
	im.table = im.table.Apply(e)
	return nil
}

// rebuild makes a table without a log anew, by what its gamemaster would do.
func (im *importing) rebuild(raw json.RawMessage) error {
	var t struct {
		Name       string                 `json:"name"`
		System     string                 `json:"system"`
		Clock      model.Clock            `json:"clock"`
		House      map[string]engine.Page `json:"house"`
		Characters []model.Character      `json:"characters"`
		Pending    []model.Pending        `json:"pending"`
		Rolls      []json.RawMessage      `json:"rolls"`
	}
	if err := json.Unmarshal(raw, &t); err != nil {
		return bad("the table cannot be read: %v", err)
	}
	if len(t.Characters) > mostCharacter {
		return bad("the table has %d characters, more than %d", len(t.Characters), mostCharacter)
	}
	if err := im.order(model.Make{Name: t.Name, System: t.System}); err != nil {
		return bad("%v", err)
	}
	ids := map[string]string{}
	for _, c := range t.Characters {
		if err := im.order(model.Join{Character: c}); err != nil {
			return bad("%s: %v", model.Clean(c.Name, model.LongestName), err)
		}
		all := im.table.Characters()
		ids[c.ID] = all[len(all)-1].ID
		if c.Left {
			_ = im.order(model.Leave{Who: ids[c.ID]})
		}
	}
	im.setHouse(t.House)
	im.setClock(t.Clock, ids)
	if n := len(t.Pending) + len(t.Rolls); n > 0 {
		im.note("%d pending actions and open rolls were left out: without its log a table cannot take them along", n)
	}
	return nil
}

func (im *importing) setHouse(house map[string]engine.Page) {
	for _, system := range slices.Sorted(maps.Keys(house)) {
		page := house[system]
		for _, rule := range page.Paths() {
			v, _ := page.Get(rule)
			if err := im.order(model.SetHouse{System: system, Rule: rule, Value: v}); err != nil {
				im.note("the house rule %s was left out: %v", model.Clean(rule, 60), err)
			}
		}
	}
}

func (im *importing) setClock(c model.Clock, ids map[string]string) {
	var order []string
	for _, id := range c.Order {
		if ids[id] != "" {
			order = append(order, ids[id])
		}
	}
	var all []model.Command
	if c.Place != "" {
		all = append(all, model.Scene{Place: c.Place})
	}
	if len(order) > 0 {
		all = append(all, model.SetOrder{Order: order, Turn: ids[c.Turn]})
	}
	for _, command := range all {
		if err := im.order(command); err != nil {
			im.note("the clock was left out: %v", err)
		}
	}
}

// save writes the imported table into a new file.
func (im *importing) save(folder string, rules model.Rules) (string, error) {
	if len(im.lines) == 0 {
		return "", bad("the log is empty")
	}
	im.checkSheets(rules)
	path := PathFor(folder, slug(im.table.Name))
	b, err := makeBook(path, im.deps.Now())
	if err != nil {
		return "", err
	}
	if err := b.append(&im.draft); err != nil {
		_ = b.close()
		removeFiles(path)
		return "", err
	}
	l := newLive(opened{book: b, table: im.table}, rules, im.deps)
	l.lock, l.wrote, l.at = b.lock, true, b.ended
	go l.serve()
	return path, l.Close()
}

// checkSheets tells of values that the rulebooks would not have let in.
func (im *importing) checkSheets(rules model.Rules) {
	for _, c := range im.table.Characters() {
		for _, id := range c.Systems() {
			if s, ok := rules[id]; !ok {
				im.note("%s has a sheet of a rulebook that is not here: %s", c.Name, id)
			} else if err := s.Sheet.Check(c.Pages[id]); err != nil {
				im.note("%s, %s: %v", c.Name, s.Name, err)
			}
		}
	}
}

// ImportCharacter reads one exported character. Text in it is cleaned and its
// values are checked. The error is a *BadImport.
func ImportCharacter(r io.Reader, rules model.Rules) (model.Character, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostSheet+1))
	if err != nil {
		return model.Character{}, err
	}
	if len(b) > mostSheet {
		return model.Character{}, bad("the sheet is longer than %d MB", mostSheet>>20)
	}
	if b, err = cleanJSON(b); err != nil {
		return model.Character{}, bad("the sheet is no JSON: %v", err)
	}
	var in characterJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return model.Character{}, bad("the sheet cannot be read: %v", err)
	}
	name := model.Clean(in.Name, model.LongestName)
	if len(in.Systems) == 0 {
		return model.Character{}, bad(`the sheet has no "systems": it looks like {"name":"Kestrel","systems":{"supermen":{"strength":11}}}`)
	}
	c := model.Character{Name: name, Notes: model.CleanText(in.Notes, model.LongestNote), Pages: in.Systems}
	for _, id := range c.Systems() {
		if s, ok := rules[id]; ok {
			if err := s.Sheet.Check(c.Pages[id]); err != nil {
				return c, bad("%s, %s: %v", name, s.Name, err)
			}
		}
	}
	return c, nil
}

// cleanJSON cleans every string of a JSON document, keys too, and leaves all
// else as it is: numbers keep their form, by which decimals are known.
func cleanJSON(b []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		return nil, err
	}
	b = slices.Clone(out.Bytes())
	out.Reset()
	for i := 0; i < len(b); i++ {
		if b[i] != '"' {
			out.WriteByte(b[i])
			continue
		}
		end := i + 1
		for b[end] != '"' {
			if b[end] == '\\' {
				end++
			}
			end++
		}
		var s string
		if err := json.Unmarshal(b[i:end+1], &s); err != nil {
			return nil, err
		}
		clean, err := json.Marshal(model.CleanText(s, mostText))
		if err != nil {
			return nil, err
		}
		out.Write(clean)
		i = end
	}
	return out.Bytes(), nil
}
