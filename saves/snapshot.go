package saves

import (
	"slices"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

const (
	// edition is of what a snapshot says. It goes up when the model folds or
	// writes tables in another way; older snapshots are then passed over.
	edition = 6

	snapshotEvery = 256  // events
	snapshotsKept = 3    // of the newest
	snapshotStep  = 4096 // events, of each of which one older snapshot stays
)

// writeSnapshot keeps the table as it stands, and forgets old snapshots.
func (b *book) writeSnapshot(t model.Table) error {
	body, err := t.Snapshot()
	if err != nil {
		return err
	}
	return b.putSnapshot(t.Seq(), body)
}

func (b *book) putSnapshot(seq uint64, body []byte) error {
	err := query(b.conn, `INSERT OR REPLACE INTO snapshots (seq, edition, body) VALUES (?, ?, ?)`, nil, seq, edition, body)
	if err != nil {
		return err
	}
	return query(b.conn, `DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)
		AND (edition <> ? OR seq NOT IN (SELECT min(seq) FROM snapshots WHERE edition = ? GROUP BY seq / ?))`, nil, snapshotsKept, edition, edition, snapshotStep)
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
	t = t.On(&archive{rules: rules, book: b})
	behind := false
	err = b.lines(seq, func(l line) bool {
		behind = reachesBack(l.event, seq)
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

// reachesBack reports whether an event makes others otherwise that a snapshot
// holds. Such snapshots are forgotten when it is written: see outdated.
func reachesBack(e model.Event, snapshot uint64) bool {
	return slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
		switch f := f.(type) {
		case model.Undone:
			return f.Seq <= snapshot
		case model.Redone:
			return f.Seq <= snapshot
		case model.SetRight:
			return f.Event <= snapshot
		}
		return false
	})
}

// outdated forgets the snapshots that hold an event which is otherwise now.
func (b *book) outdated(oldest uint64) error {
	if oldest == 0 {
		return nil
	}
	return query(b.conn, `DELETE FROM snapshots WHERE seq >= ?`, nil, oldest)
}

// fold folds the table from its first event.
func (b *book) fold(rules model.Rules) (model.Table, error) {
	t := model.New(rules).On(&archive{rules: rules, book: b, anew: true})
	err := b.lines(0, func(l line) bool {
		t = t.Apply(l.event).Short(within)
		return true
	})
	return t, err
}
