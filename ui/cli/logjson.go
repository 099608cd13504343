package cli

import (
	"encoding/json"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// entryJSON is one event of the log, with its lines.
type entryJSON struct {
	Seq    uint64          `json:"seq,omitzero"` // for the gamemaster only
	ID     string          `json:"id"`
	Time   time.Time       `json:"time"`
	By     model.Seat      `json:"by"`
	Undone bool            `json:"undone"`
	Was    []string        `json:"was,omitempty"` // its lines before it was corrected
	Words  []string        `json:"words"`
	Facts  json.RawMessage `json:"facts"`
}

func logDocument(a *app, t model.Table, lines []model.LogLine) error {
	out := []entryJSON{}
	for _, l := range lines {
		entry, err := entryOf(t, l)
		if err != nil {
			return err
		}
		out = append(out, entry)
	}
	return a.document(out)
}

func entryDocument(a *app, t model.Table, l model.LogLine) error {
	entry, err := entryOf(t, l)
	if err != nil {
		return err
	}
	return a.document(entry)
}

func entryOf(t model.Table, l model.LogLine) (entryJSON, error) {
	entry := entryJSON{Undone: l.Undone, Words: eventLines(t, l.Event)}
	if l.Was != nil {
		entry.Was = eventLines(t, *l.Was)
	}
	body, err := json.Marshal(l.Event)
	if err == nil {
		err = json.Unmarshal(body, &entry)
	}
	entry.ID, entry.By = model.EventID(l.Event), t.Named(entry.By)
	if err == nil && !view.IsWhole(t) {
		entry.Seq = 0
		entry.Facts, err = factsByID(t, l.Event.Facts)
	}
	return entry, err
}

// factsByID writes facts for a seat, in which references to other events are ids instead of
// numbers.
func factsByID(t model.Table, facts []model.Fact) (json.RawMessage, error) {
	type version struct {
		ID    string          `json:"id"`
		Facts json.RawMessage `json:"facts"`
	}
	type fact struct {
		Kind string `json:"kind"`
		Fact any    `json:"fact"`
	}
	out := []fact{}
	for _, f := range facts {
		as := fact{f.Kind(), f}
		switch f := f.(type) {
		case model.Undone:
			as.Fact = map[string]any{"id": t.EventIDAt(f.Seq)}
		case model.Redone:
			as.Fact = map[string]any{"id": t.EventIDAt(f.Seq)}
		case model.Amended:
			anew := []version{}
			for _, v := range f.Versions {
				facts, err := factsByID(t, v.Event.Facts)
				if err != nil {
					return nil, err
				}
				anew = append(anew, version{t.EventIDAt(v.Event.Seq), facts})
			}
			as.Fact = map[string]any{"id": t.EventIDAt(f.Event), "anew": anew}
		case model.RequestMade:
			as.Fact = map[string]any{"ask": t.RequestByID(f.Request)}
		case model.RequestSettled:
			as.Fact = map[string]any{"ask": t.RequestByID(f.Request), "granted": f.Granted, "why": f.Why}
		}
		out = append(out, as)
	}
	return json.Marshal(out)
}
