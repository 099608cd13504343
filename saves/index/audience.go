package index

import (
	"encoding/binary"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"example.org/fray/saves"
)

// perRow is the number of events whose audiences are in one row.
const perRow = 1024

// Audiences returns the last event whose audience is known; see [saves.Index].
func (x *Index) Audiences() (at saves.Reached, err error) {
	err = x.asked(func() error { at = x.own.about.known; return nil })
	return at, err
}

// AddAudiences adds the audiences of the next events; see [saves.Index].
func (x *Index) AddAudiences(all []saves.EventAudience) error {
	if len(all) == 0 {
		return nil
	}
	return x.written(func() error {
		if err := x.readNumbers(); err != nil {
			return err
		}
		first, row, err := x.lastRow(all[0].Seq)
		if err != nil {
			return err
		}
		for _, a := range all {
			n, err := x.number(a)
			if err != nil {
				return err
			}
			for _, kind := range a.Kinds {
				if err := x.own.query(`INSERT OR IGNORE INTO kind (kind, seq) VALUES (?, ?)`, nil, kind, a.Seq); err != nil {
					return err
				}
			}
			if len(row) == 4*perRow {
				if err := x.putRow(first, row); err != nil {
					return err
				}
				first, row = a.Seq, row[:0]
			}
			row = binary.LittleEndian.AppendUint32(row, n)
		}
		if err := x.putRow(first, row); err != nil {
			return err
		}
		now := x.own.about
		now.known = all[len(all)-1].Reached
		return x.own.setAbout(now)
	})
}

// number returns the number that stands for an audience; 0 for a lost event.
func (x *Index) number(a saves.EventAudience) (uint32, error) {
	if a.Who == "" {
		return 0, nil
	}
	if n := x.numbers[a.Who]; n > 0 {
		return n, nil
	}
	n := uint32(len(x.numbers) + 1)
	x.numbers[a.Who] = n
	return n, x.own.query(`INSERT INTO audience (n, who) VALUES (?, ?)`, nil, int(n), a.Who)
}

// readNumbers reads which number stands for which audience, once.
func (x *Index) readNumbers() error {
	if x.numbers != nil {
		return nil
	}
	numbers := map[string]uint32{}
	if err := x.eachNumber(func(n uint32, who string) { numbers[who] = n }); err != nil {
		return err
	}
	x.numbers = numbers
	return nil
}

func (x *Index) eachNumber(yield func(n uint32, who string)) error {
	for _, s := range x.stores() {
		err := s.query(`SELECT n, who FROM audience ORDER BY n`, func(row *sqlite3.Stmt) bool {
			yield(uint32(row.ColumnInt64(0)), row.ColumnText(1))
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lastRow returns the newest row if there is room in it, else a new one that begins with
// the event next.
func (x *Index) lastRow(next uint64) (first uint64, row []byte, err error) {
	first = next
	err = x.own.query(`SELECT first, audiences FROM known ORDER BY first DESC LIMIT 1`, func(r *sqlite3.Stmt) bool {
		if blob := r.ColumnRawBlob(1); len(blob) < 4*perRow && uint64(r.ColumnInt64(0))+uint64(len(blob)/4) == next {
			first, row = uint64(r.ColumnInt64(0)), append(row, blob...)
		}
		return false
	})
	return first, row, err
}

func (x *Index) putRow(first uint64, row []byte) error {
	return x.own.query(`INSERT OR REPLACE INTO known (first, audiences) VALUES (?, ?)`, nil, first, row)
}

// EachAudience yields the audiences of the events up to one; see [saves.Index].
func (x *Index) EachAudience(upTo uint64, words func(n uint32, who string), each func([]uint32)) error {
	return x.asked(func() error {
		if err := x.eachNumber(words); err != nil {
			return err
		}
		next := uint64(1)
		stores := x.stores()
		for i := len(stores) - 1; i >= 0; i-- {
			most := upTo
			if x.base != nil && stores[i] == x.base.store {
				most = min(most, x.base.known)
			}
			some := make([]uint32, 0, perRow)
			err := stores[i].query(`SELECT first, audiences FROM known ORDER BY first`, func(row *sqlite3.Stmt) bool {
				if uint64(row.ColumnInt64(0)) != next {
					return false
				}
				some = some[:0]
				for raw := row.ColumnRawBlob(1); len(raw) >= 4 && next <= most; raw, next = raw[4:], next+1 {
					some = append(some, binary.LittleEndian.Uint32(raw))
				}
				each(some)
				return next <= most
			})
			if err != nil {
				return err
			}
		}
		if next <= min(upTo, x.own.about.known.Seq) {
			return errForeign // a part of it is missing
		}
		return nil
	})
}

// Last gives the newest event of a kind before one; see [saves.Index].
func (x *Index) Last(kind string, before uint64) (seq uint64, err error) {
	err = x.OfKinds([]string{kind}, before, func(of uint64) bool { seq = of; return false })
	return seq, err
}

// OfKinds goes through the events of some kinds; see [saves.Index].
func (x *Index) OfKinds(kinds []string, before uint64, yield func(seq uint64) bool) error {
	args := []any{}
	for _, kind := range kinds {
		args = append(args, kind)
	}
	return x.back(before, func(b *base) uint64 { return b.known }, `SELECT seq FROM kind WHERE kind IN (?`+strings.Repeat(`, ?`, len(kinds)-1)+`) AND seq < ? ORDER BY seq DESC`, args, yield)
}
