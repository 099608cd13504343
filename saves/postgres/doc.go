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
// holds it. An append also names the line that it follows: where that line is gone, since
// a standby that was behind has taken over, the program reads the table anew instead of
// leaving a gap.
//
// The role that plays may add rows and nothing else: it can neither change nor delete a
// line. Another role makes the schema ([Init]). Each line holds the hash of the one
// before, and reading checks it: what was changed behind the program's back is found.
//
// The seeds of a session's dice stand in a table of their own, which only the role that
// plays may read; the one that owns it gives up that right. No notification holds a seed.
// Reading a log reads its seeds too, since the hash of the next line is made of them.
//
// A program that has appended tells the others with NOTIFY: after the commit, on a
// connection of its own, several tables in one statement, since a NOTIFY inside a
// transaction holds a lock that all commits of the database share. A notification that is
// missed costs a second: so often one query asks how far all tables are that are open here.
//
// Every question waits less than two seconds for an answer. What lasts longer is refused
// with words, and so is all that comes then, at once, until a small question that is asked
// again and again is answered. When the database goes away between saving something and
// saying so, the person is told that it was not saved, and sees it a moment later all the
// same. A question that lasts too long is left alone and not cancelled: to cancel a commit
// that waits for a synchronous standby would show others what the standby does not have.
//
// # Operating it
//
// Two machines with a database each, of which one follows the other, and a host on each:
//
//	one$ createuser keeper; createuser fray; createdb -O keeper fray
//	one$ psql -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c "SELECT pg_reload_conf()"
//	two$ pg_basebackup -h one -U replicator -D DATA -R    # then start it
//	one$ fray store init postgres://keeper@one/fray --role fray
//	one$ export FRAY_STORE='postgres://fray@one,two/fray?target_session_attrs=read-write'
//	one$ fray host --listen 0.0.0.0:2222 --host-key KEY    # and the same on two
//
// For browsers, add --web 127.0.0.1:8080 --web-proxy X-Forwarded-For and, for links, the
// address that both have in common, --web-name https://table.example.org: where one host is
// stopped, an open page is at its seat on the other a second later.
//
// Where machine one dies, 'pg_ctl promote' on two has its database take over, and hosts
// find it by themselves; synchronous_standby_names is then emptied until there is another
// standby, since nobody would confirm what is saved. Nothing that was acknowledged is lost,
// nor shown and lost. (One case is PostgreSQL's own: a primary that crashed while its
// standby was away shows what it had saved alone; promote no standby that was not caught up
// since.) A standby that is not synchronous may have lost the last moments, and all hosts
// then show what stands there.
//
// 'fray store init' done again brings an older schema up to date. A program that is older
// than the schema shows tables, writes nothing and says so, within a second also where it
// was running. A host uses up to 18 connections; pool_max_conns=N in the URL changes the
// 16 of them that ask. Backups are PostgreSQL's own, by a superuser, since nobody else
// reads all; 'fray store export FOLDER' adds to a readable copy what was played since.
// Whoever has the server write statements to its log sets log_parameter_max_length to 0,
// or seeds stand there. A table is deleted by a superuser: its rows of fray.seeds first.
//
// # What a stolen copy gives
//
// All that was played at all tables, private notes and hidden characters included, and the
// seeds of sessions that have not ended, with which their next dice can be foreseen: a
// gamemaster who knows of the theft ends the session, and the next one has seeds of its
// own. The names of people, the fingerprints of their keys and the hashes of cookies: none
// of them opens anything. Invites as hashes of 64 random bits, which cannot be tried out
// in the days for which they are valid. No host key and no password: those are in no
// database.
//
// # Growth
//
// Measured on two cores that had much else to do (load 15), database, hosts and clients
// together; take them as the least:
//
//   - 2,300 appends a second from 8 programs at a time, 3,700 from 32, between a half and
//     all of what pgbench gets done that only inserts such a row and commits. An append
//     takes 0.15 to 0.2 ms of the database's processor; a disk that syncs slowly is hidden
//     by those that commit together.
//   - An act at a table with four screens takes 10 to 25 ms of the hosts' processors, nearly
//     all of it for screens and what they offer, and 1 to 3 ms of the database's with all
//     that hosts ask.
//   - A host that serves a store of 10,000 tables where nobody is needs 35 MB; a program
//     that watches the logs of all of them 63 MB. Their list takes 0.1 s.
//
// One core of a database so carries some thousand acts a second: 2,000 or more tables that
// play at the same time, with an act every two seconds. Hosts are what grows first: a core
// for 80 to 200 such tables. Any number can be added. A database ends where its disk syncs
// no faster, or at its connections: 100, which is its default, are five hosts; beyond
// them a pooler cannot help, since notifications need connections that last.
//
// An event takes about a kilobyte, and a table of a hundred evenings about 10 MB. A million
// tables are then some terabytes, nearly all of it old. Where one in a hundred of them
// plays at a time that is 5,000 acts a second: 50 to 125 cores for hosts, and a handful of
// databases.
//
// Tables may lie in several databases: --store and FRAY_STORE take a list of URLs with
// blanks between them. A new table comes to the database that its name picks by rendezvous
// hashing, so all programs must have the same list; those that are there are found wherever
// they are, so a database can be added at any time and nothing has to move. Nothing asks
// for two tables at a time but the list of them and the question at which tables a person
// has a seat; there a database that is away is left out. What hosts keep of people beside
// their tables lies in the first database. 'fray store init' is done for each.
//
// The benchmarks, with full figures on a machine that does nothing else:
//
//	go test ./saves/postgres -postgres -run XXX -bench . -benchtime 1x
//	go test ./ui/serve -run XXX -bench '^BenchmarkStore$' -benchtime 1x -load 60s -load-tables 200 -timeout 30m
//
// and the long forms of the tests:
//
//	go test ./saves/postgres -postgres -kills 200 -acts 10000 -commands 10000 -timeout 60m -v
package postgres
