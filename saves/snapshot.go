package saves

import (
	"encoding/json"
	"maps"
	"slices"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

const (
	// edition is of what a snapshot says. It goes up when the model folds or
	// writes tables in another way; older snapshots are then passed over.
	edition = 3

	snapshotEvery = 256 // events
	snapshotsKept = 3
)

// writeSnapshot keeps the table as it stands, and forgets old snapshots.
func (b *book) writeSnapshot(t model.Table) error {
	body, err := t.Snapshot()
	if err != nil {
		return err
	}
	return b.putSnapshot(t.Seq(), body)
}

// keepState keeps a table that was folded without the events that are undone.
func (b *book) keepState(t model.Table, undone map[uint64]bool) error {
	body, err := t.Snapshot()
	if err != nil {
		return err
	}
	var parts struct {
		Table  json.RawMessage `json:"table"`
		Rolls  json.RawMessage `json:"rolls"`
		Undone []uint64        `json:"undone"`
	}
	if err := json.Unmarshal(body, &parts); err != nil {
		return err
	}
	if len(undone) > 0 {
		parts.Undone = slices.Sorted(maps.Keys(undone))
	}
	if body, err = json.Marshal(parts); err != nil {
		return err
	}
	return b.putSnapshot(t.Seq(), body)
}

func (b *book) putSnapshot(seq uint64, body []byte) error {
	err := query(b.conn, `INSERT OR REPLACE INTO snapshots (seq, edition, body) VALUES (?, ?, ?)`, nil, seq, edition, body)
	if err != nil {
		return err
	}
	return query(b.conn, `DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)`, nil, snapshotsKept)
}

// newestSnapshot gives the newest snapshot up to an event; seq is 0 when
// there is none.
func (b *book) newestSnapshot(upTo uint64) (seq uint64, body []byte, err error) {
	err = query(b.conn, `SELECT seq, body FROM snapshots WHERE edition = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`, func(s *sqlite3.Stmt) bool {
		seq, body = uint64(s.ColumnInt64(0)), s.ColumnBlob(1, nil)
		return false
	}, edition, upTo)
	return seq, body, err
}

// load folds the table: from the newest snapshot where that is enough, else
// from the first event.
func (b *book) load(rules model.Rules) (model.Table, error) {
	seq, body, err := b.newestSnapshot(b.seq)
	if err != nil {
		return model.Table{}, explain(b.path, err)
	}
	if seq == 0 {
		return b.fold(rules)
	}
	t, err := model.Restore(rules, body, seq)
	if err != nil {
		return b.fold(rules) // the log knows better
	}
	behind := false
	err = b.lines(seq, func(l line) bool {
		behind = reachesBack(l.event)
		if !behind {
			t = t.Apply(l.event)
		}
		return !behind
	})
	if err != nil {
		return model.Table{}, err
	}
	if behind {
		return b.fold(rules)
	}
	return t, nil
}

// reachesBack reports whether folding the event may need older events than
// a snapshot has.
func reachesBack(e model.Event) bool {
	for _, f := range e.Facts {
		switch f.(type) {
		case model.Undone, model.Redone, model.SetRight:
			return true
		}
	}
	return false
}

// fold folds the table from its first event.
func (b *book) fold(rules model.Rules) (model.Table, error) {
	t := model.New(rules)
	err := b.lines(0, func(l line) bool {
		t = t.Apply(l.event)
		return true
	})
	return t, err
}
