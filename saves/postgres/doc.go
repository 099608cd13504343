// Package postgres keeps the logs of tables in PostgreSQL, so that several machines can
// serve the same tables and none is lost with a machine.
//
// A [Store] is a database. Its tables have a [Log] and a [Desk] each, which pass the same
// exams as those in files (package logtest).
//
// # Why
//
// A line of a log is a row, and its place in the log is the primary key. Of two programs
// that append behind the same line, the database refuses one; that one reads what came
// between and decides again. So there is no leader, and no lock that could outlive who
// holds it.
//
// The role that plays may add rows and nothing else: it can neither change nor delete a
// line. Another role makes the schema ([Init]). Each line holds the hash of the one
// before, and reading checks it: what was changed behind the program's back is found.
//
// The seeds of a session's dice stand in a table of their own. No notification holds
// one, and a role that is to read the logs for statistics or copies needs no right to
// that table.
//
// A program that has appended tells the others with NOTIFY: after the commit, several
// tables in one statement, since a NOTIFY inside a transaction holds a lock that all
// commits of the database share. A notification that is missed costs a second: so often
// one query asks how far all tables are that are open here.
//
// Every question waits two seconds for an answer. What lasts longer is refused with
// words, and the next one tries again: a database that has come back is used at once.
// When the database goes away between saving something and saying so, the person is told
// that it was not saved, and sees it a moment later all the same.
//
// # Operating it
//
// 'fray store init URL --role ROLE' prepares the database and gives ROLE its rights;
// done again, it brings an older schema up to date. A program that is older than the
// schema shows tables and writes nothing. Backups are PostgreSQL's own. For a standby
// that loses nothing, set synchronous_standby_names, and name both machines in the URL
// (postgres://fray@one,two/fray?target_session_attrs=read-write): programs find the one
// that was promoted by themselves. Tables can be spread over several databases without a
// change here: each table lies in one database, and nothing asks for two at a time.
package postgres
