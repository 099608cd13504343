package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// version is the edition of the schema that this program writes.
const version int32 = 3

// migrations make the schema of each edition from the one before. Every statement of a
// migration is one that an older program bears: it may go on reading meanwhile.
var migrations = [version]string{`
CREATE SCHEMA fray;

CREATE TABLE fray.edition (version int NOT NULL);
INSERT INTO fray.edition VALUES (0);

CREATE TABLE fray.tables (
	id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	name  text NOT NULL,
	made  timestamptz NOT NULL DEFAULT now(),
	desk  bigint NOT NULL DEFAULT 0 -- how often one of its records has changed
);
CREATE UNIQUE INDEX ON fray.tables (lower(name));

-- One row a line. That two programs append behind the same line is what the primary key
-- refuses; nothing else keeps them apart.
CREATE TABLE fray.lines (
	table_id bigint NOT NULL REFERENCES fray.tables,
	line     bigint NOT NULL, -- from 1
	seq      bigint NOT NULL, -- number of the event; 0 for a line that is none
	body     bytea,           -- JSON; NULL for a line that is no event: it stands among the seeds
	hash     bytea NOT NULL,  -- SHA-256 of the line, which holds that of the line before
	saved    timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (table_id, line)
);
CREATE UNIQUE INDEX ON fray.lines (table_id, seq) WHERE seq > 0;

CREATE TABLE fray.seeds (
	table_id bigint NOT NULL,
	line     bigint NOT NULL,
	body     bytea NOT NULL,
	PRIMARY KEY (table_id, line),
	FOREIGN KEY (table_id, line) REFERENCES fray.lines DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE fray.records (
	table_id bigint NOT NULL REFERENCES fray.tables,
	kind     text NOT NULL,
	id       text NOT NULL,
	body     text NOT NULL,
	until    timestamptz, -- NULL: until it is taken
	PRIMARY KEY (table_id, kind, id)
);
`, `
CREATE INDEX ON fray.records (kind, id); -- at which tables somebody has a seat
`, `
-- What each append paid for and nobody needs: that no event comes twice follows from the
-- chain of lines, and a table is never deleted by the role that plays.
ALTER TABLE fray.lines DROP CONSTRAINT lines_table_id_fkey;
DROP INDEX fray.lines_table_id_seq_idx;
`}

// rights are what the role that plays may do: add tables and lines, and never change or
// delete one. Only the records, which are no log, change.
const rights = `
GRANT USAGE ON SCHEMA fray TO %[1]s;
GRANT SELECT ON fray.edition TO %[1]s;
GRANT SELECT, INSERT ON fray.tables, fray.lines, fray.seeds TO %[1]s;
GRANT UPDATE (desk) ON fray.tables TO %[1]s;
GRANT SELECT, INSERT, UPDATE, DELETE ON fray.records TO %[1]s;
REVOKE ALL ON fray.seeds FROM CURRENT_USER; -- nobody else reads them, be it the role that owns them
`

// Init makes the schema in a database, or brings one of an earlier edition up to date,
// and gives a role the rights to play: it may add to tables and cannot change what
// stands. url is of a role that may make schemas; player is the name of the other, which
// must exist already. Doing it again changes nothing. The errors are those of the
// database, and that the schema is newer than this program.
func Init(ctx context.Context, url, player string) error {
	config, err := pgx.ParseConfig(url)
	if err == nil && !isAddress(url) {
		err = errAddress
	}
	if err != nil {
		return unusable(err)
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return unusable(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('fray schema'))`); err != nil {
			return err
		}
		from, err := edition(ctx, tx)
		switch {
		case err != nil:
			return err
		case from > version:
			return wrong("the store has edition %d and this program writes edition %d: use a newer fray", from, version)
		}
		var exists bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, player).Scan(&exists); err != nil {
			return err
		}
		if !exists {
			return wrong("the database has no role %.80q: make it first, for example with: createuser %[1]q", player)
		}
		if from > 0 && from < version { // who appends meanwhile sees which edition it is
			if _, err := tx.Exec(ctx, `LOCK TABLE fray.lines IN SHARE ROW EXCLUSIVE MODE`); err != nil {
				return err
			}
		}
		for _, m := range migrations[from:] {
			if _, err := tx.Exec(ctx, m); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `UPDATE fray.edition SET version = $1`, version); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, fmt.Sprintf(rights, pgx.Identifier{player}.Sanitize())); err != nil {
			return err
		}
		rewrites, err := mayRewrite(ctx, tx, player)
		if err != nil {
			return err
		}
		if rewrites {
			return wrong("the role %.80q could change what was played: name one that is no superuser and owns nothing here, for example made with: createuser fray", player)
		}
		return nil
	})
	var own *worded
	if err == nil || errors.As(err, &own) {
		return err
	}
	return fmt.Errorf("the database could not be prepared: %w", inWords(err))
}

// mayRewrite reports whether a role could change or delete what was played.
func mayRewrite(ctx context.Context, q querier, role string) (may bool, err error) {
	err = q.QueryRow(ctx, `
		SELECT bool_or(has_table_privilege($1, t, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
			OR has_any_column_privilege($1, t, 'UPDATE')
			OR (SELECT pg_has_role($1, relowner, 'MEMBER') FROM pg_class WHERE oid = t))
		FROM unnest(ARRAY['fray.lines'::regclass, 'fray.seeds'::regclass]) t`, role).Scan(&may)
	return may, err
}

// edition is that of the schema in the database; 0 where there is none.
func edition(ctx context.Context, q querier) (v int32, err error) {
	var there bool
	if err := q.QueryRow(ctx, `SELECT to_regclass('fray.edition') IS NOT NULL`).Scan(&there); err != nil || !there {
		return 0, err
	}
	err = q.QueryRow(ctx, `SELECT version FROM fray.edition`).Scan(&v)
	return v, err
}
