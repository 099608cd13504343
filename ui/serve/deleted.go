package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// deletion is the record among the records of a table that its gamemaster has deleted at a host.
// It hides the table from everybody. Nothing is destroyed, and [BringBack] removes the record.
type deletion struct {
	By   string    `json:"by"` // the id of the key; see idOf
	When time.Time `json:"when"`
}

// deletionID is the id of a deletion.
const deletionID = "table"

var errDeleted = errors.New("this table was deleted by its gamemaster: whoever runs this host can bring it back")

// with finds the records with a kind and an id among those of all tables that are served, by the
// paths of the tables, without those of deleted tables.
func (h *Host) with(kind saves.Kind, id string) (map[string][]byte, error) {
	if h.only != nil {
		switch body, err := h.only.cfg.Guests.kept.Get(context.Background(), kind, id); {
		case errors.Is(err, saves.ErrNoRecord):
			return nil, nil
		default:
			return map[string][]byte{h.only.Path(): body}, err
		}
	}
	all, err := h.cfg.Tables.Store.With(context.Background(), kind, id)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	deleted, err := h.deleted()
	for path := range deleted {
		delete(all, path)
	}
	return all, err
}

// all returns the paths of all tables that are served, without those of deleted tables.
func (h *Host) all() (out []string, err error) {
	if h.only != nil {
		return []string{h.only.Path()}, nil
	}
	all, err := h.cfg.Tables.Store.List(context.Background())
	if err != nil {
		return nil, err
	}
	deleted, err := h.deleted()
	for _, t := range all {
		if _, is := deleted[t.Path]; !is {
			out = append(out, t.Path)
		}
	}
	return out, err
}

// deleted returns the deletions of tables of the store by the paths of the tables.
func (h *Host) deleted() (map[string][]byte, error) {
	return h.cfg.Tables.Store.With(context.Background(), saves.DeletedRecords, deletionID)
}

// isDeleted reports whether the table of a guest list was deleted.
func (l *GuestList) isDeleted() (bool, error) {
	switch _, err := l.kept.Get(context.Background(), saves.DeletedRecords, deletionID); {
	case errors.Is(err, saves.ErrNoRecord):
		return false, nil
	default:
		return err == nil, err
	}
}

// BringBack makes a deleted table available again, given its records. It reports whether the table
// was deleted.
func BringBack(kept saves.Records) (was bool, err error) {
	_, err = kept.Take(context.Background(), saves.DeletedRecords, deletionID)
	if errors.Is(err, saves.ErrNoRecord) {
		return false, nil
	}
	return err == nil, err
}

// Delete hides a table from everybody, until [BringBack]. It is refused unless the key is one of
// the table's gamemaster, and while somebody is at the table.
func (h *Host) Delete(key, path string) error {
	s, letGo, err := h.enter(path)
	if err != nil {
		return err
	}
	defer letGo()
	if h.seatAt(s.cfg.Guests, key).Role != model.GM {
		return errNotTheirs
	}
	t := s.cfg.Table.Now()
	var there []string
	for _, p := range s.seated(false) {
		switch {
		case p.Screens == 0:
		case p.Seat.Role == model.GM:
			there = append(there, "the gamemaster")
		default:
			there = append(there, t.SeatName(p.Seat))
		}
	}
	if there != nil {
		return fmt.Errorf("not deleted, since somebody is at this table: %s", strings.Join(there, ", "))
	}
	if err := keepRecord(s.cfg.Guests.kept, saves.DeletedRecords, deletionID, deletion{idOf(key), h.cfg.Now().UTC()}, 0); err != nil {
		return shown(err)
	}
	h.cfg.Log.Info("a table was deleted by its gamemaster", tableAttr(s.cfg.Table.ID()), slog.String("key", idOf(key)[:12]))
	h.cfg.Tell(fmt.Sprintf("%s was deleted by its gamemaster. Nothing is lost: 'fray restore %s --deleted' brings it back", t.Name, saves.Typed(t.Name)))
	return nil
}

var errNotTheirs = errors.New("only the gamemaster of a table can delete it")

// deletedWords says what happens to a table that is deleted here.
const deletedWords = "Nobody comes to it any more. Whoever runs this host can bring it back."
