package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"example.org/fray/saves"
)

// Records are those of one table of a [Store]; see [saves.Records]. The clock of lifetimes is
// the database's.
type Records struct {
	store  *Store
	db     querier
	id     int64
	handle *saves.Handle
}

var _ saves.Records = (*Records)(nil)

func newRecords(s *Store, id int64) *Records {
	return &Records{store: s, db: s.pool, id: id, handle: saves.NewHandle(saves.ErrRecordsClosed)}
}

// Get gives a record; see [saves.Records].
func (d *Records) Get(ctx context.Context, kind saves.Kind, id string) ([]byte, error) {
	return d.one(ctx, `
		SELECT body FROM fray.records
		WHERE table_id = $1 AND kind = $2 AND id = $3 AND (until IS NULL OR until > clock_timestamp())`, kind, id)
}

// Take gives a record and removes it; see [saves.Records].
func (d *Records) Take(ctx context.Context, kind saves.Kind, id string) ([]byte, error) {
	body, err := d.one(ctx, `
		WITH taken AS (
			DELETE FROM fray.records WHERE table_id = $1 AND kind = $2 AND id = $3
			RETURNING body, until IS NULL OR until > clock_timestamp() AS lasts),
		told AS (UPDATE fray.tables SET desk = desk + 1 WHERE id = $1 AND EXISTS (SELECT FROM taken))
		SELECT body FROM taken WHERE lasts`, kind, id)
	if err == nil {
		d.store.news.changed(d.id, ofRecords)
	}
	return body, err
}

// one asks for the body of one record.
func (d *Records) one(ctx context.Context, sql string, kind saves.Kind, id string) ([]byte, error) {
	ctx, cancel, err := d.store.begin(ctx, d.handle)
	if err != nil {
		return nil, err
	}
	defer cancel()
	var body string
	err = d.db.QueryRow(ctx, sql, d.id, string(kind), id).Scan(&body)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, saves.ErrNoRecord
	}
	return []byte(body), d.store.failed(err)
}

// List gives the records of a kind; see [saves.Records].
func (d *Records) List(ctx context.Context, kind saves.Kind) (map[string][]byte, error) {
	ctx, cancel, err := d.store.begin(ctx, d.handle)
	if err != nil {
		return nil, err
	}
	defer cancel()
	rows, err := d.db.Query(ctx, `
		SELECT id, body FROM fray.records
		WHERE table_id = $1 AND kind = $2 AND (until IS NULL OR until > clock_timestamp())`, d.id, string(kind))
	if err != nil {
		return nil, d.store.failed(err)
	}
	out := map[string][]byte{}
	var id, body string
	_, err = pgx.ForEachRow(rows, []any{&id, &body}, func() error {
		out[id] = []byte(body)
		return nil
	})
	return out, d.store.failed(err)
}

// Put keeps a record; see [saves.Records].
func (d *Records) Put(ctx context.Context, kind saves.Kind, id string, body []byte, lasts time.Duration) error {
	ctx, cancel, err := d.store.begin(ctx, d.handle)
	if err != nil {
		return err
	}
	defer cancel()
	if err := saves.CheckRecord(kind, id, body); err != nil {
		return err
	}
	_, err = d.db.Exec(ctx, `
		WITH told AS (UPDATE fray.tables SET desk = desk + 1 WHERE id = $1),
		swept AS (DELETE FROM fray.records WHERE table_id = $1 AND kind = $2 AND id <> $3 AND until < clock_timestamp())
		INSERT INTO fray.records (table_id, kind, id, body, until)
		VALUES ($1, $2, $3, $4, CASE WHEN $5::bigint > 0 THEN clock_timestamp() + $5 * interval '1 microsecond' END)
		ON CONFLICT (table_id, kind, id) DO UPDATE SET body = excluded.body, until = excluded.until`,
		d.id, string(kind), id, string(body), micros(lasts))
	if err != nil {
		return d.store.failed(err)
	}
	d.store.news.changed(d.id, ofRecords)
	return nil
}

// Add keeps a record where there is none; see [saves.Records].
func (d *Records) Add(ctx context.Context, kind saves.Kind, id string, body []byte) error {
	ctx, cancel, err := d.store.begin(ctx, d.handle)
	if err != nil {
		return err
	}
	defer cancel()
	if err := saves.CheckRecord(kind, id, body); err != nil {
		return err
	}
	done, err := d.db.Exec(ctx, `
		WITH added AS (
			INSERT INTO fray.records (table_id, kind, id, body) VALUES ($1, $2, $3, $4)
			ON CONFLICT (table_id, kind, id) DO NOTHING RETURNING 1)
		UPDATE fray.tables SET desk = desk + 1 WHERE id = $1 AND EXISTS (SELECT FROM added)`,
		d.id, string(kind), id, string(body))
	switch {
	case err != nil:
		return d.store.failed(err)
	case done.RowsAffected() == 0:
		return saves.ErrRecordThere
	}
	d.store.news.changed(d.id, ofRecords)
	return nil
}

// micros is a duration as the database has it: at least one microsecond, unless it is 0.
func micros(lasts time.Duration) int64 {
	if lasts <= 0 {
		return 0
	}
	return max(1, lasts.Microseconds())
}

// Watch tells of changes; see [saves.Records].
func (d *Records) Watch(ctx context.Context) (<-chan struct{}, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	w, leave := d.store.news.watch(d.id)
	changed := w.records.Until(ctx, d.handle.Closed())
	go func() {
		select {
		case <-ctx.Done():
		case <-d.handle.Closed():
		}
		leave()
	}()
	return changed, nil
}

// Close ends watching; the records stay.
func (d *Records) Close() error { return d.handle.Close() }
