// Package postgres keeps the logs of tables in PostgreSQL, so that several machines can
// serve the same tables and none is lost with a machine.
//
// A [Store] is a database. Its tables have a [Log] and a [Records] each, which pass the same
// exams as those in files (package logtest).
//
// # How it works
//
// A line of a log is a row, and its place in the log is part of the primary key. If two
// programs append behind the same line, the database refuses one of them; that program
// reads what was added and decides its act again. So there is no leader, and no lock that
// could outlive its holder. An append also names the hash of the line that it follows. If
// that line is gone, because a standby that was behind has taken over, the program reads
// the table again instead of leaving a gap.
//
// The role that plays may add rows, and can neither change nor delete a line. Another role
// creates the schema ([Init]). Each line holds the hash of the line before it, and reading
// checks it, so that changes made behind the program's back are found.
//
// The seeds of a session's dice are in a table of their own, which only the role that plays
// may read; its owner gives up that right. No notification contains a seed. Reading a log
// also reads its seeds, because the hash of the next line depends on them.
//
// A program that has appended tells the others with NOTIFY, after the commit, on a
// connection of its own, and for several tables in one statement: a NOTIFY inside the
// transaction would take a lock that all commits of the database share. A lost notification
// costs at most a second, because one query a second asks how far all open tables are.
//
// A question to the database may last 1.9 seconds. If it lasts longer, the act is refused
// with words, and so is everything after it, at once, until a small question that is
// repeated every 200 ms is answered. If the database fails between saving an act and
// confirming it, the person is told that it is not known whether it was saved; nothing else is
// taken until that is known, and then it is told. A question that lasts too long is abandoned and not cancelled: cancelling a
// commit that waits for a synchronous standby would show others what the standby does not
// have.
//
// A row that is not what was written is met as a damaged line of a file is, by [saves.Recovery]:
// each row whose hash follows from its body stands, wherever it lies; one whose hash alone is
// damaged is proved by the row behind it, or by what this machine remembers; the others are told
// as missing, and the table goes on. The rows stay as they are, since who plays only adds: each
// opening says what it meets, until those who run the database have brought it back.
//
// # Operating it
//
// This example has two machines, called one and two, with a database and a host on each. The
// database on two is a synchronous standby of the one on one. Both databases must accept
// connections of the three roles from both machines (listen_addresses and pg_hba.conf). $DATA is
// the folder of a database's data. A test runs all of these commands.
//
//	one$ createuser keeper && createuser fray && createuser --replication replicator
//	one$ createdb -O keeper fray
//	two$ pg_basebackup -h one -U replicator -D $DATA -R -c fast    # then start it
//	one$ psql -d postgres -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c "SELECT pg_reload_conf()"
//	one$ fray store init postgres://keeper@one/fray --role fray
//	one$ export FRAY_STORE='postgres://fray@one,two/fray?target_session_attrs=read-write'
//	one$ fray host --listen 0.0.0.0:2222 --host-key KEY    # and the same on two
//
// KEY is a file that both hosts have, made once with 'ssh-keygen -t ed25519 -N "" -f KEY'. It is
// never in the database. Passwords belong in ~/.pgpass of whoever runs fray, not in an argument,
// which others on the machine can see. fray prints none.
//
// If machine one fails, promote the standby on two. Hosts find it by themselves. Then empty
// synchronous_standby_names until there is another standby: otherwise nothing can be saved,
// because nobody confirms it.
//
//	two$ pg_ctl promote -D $DATA
//	two$ psql -d postgres -c "ALTER SYSTEM SET synchronous_standby_names = ''" -c "SELECT pg_reload_conf()"
//
// No act that was acknowledged is lost, and none is shown and then lost. There is one exception,
// which is PostgreSQL's own: a primary that crashed while its standby was away shows what it saved
// alone when it starts again. Do not promote a standby that has not caught up since. A standby that
// is not synchronous may lack the last moments; all hosts then show what it has.
//
// For TLS the database needs a certificate and its key, server.crt and server.key in its data. In
// the address sslmode=verify-full checks it, against the authority in a file.
//
//	one$ psql -d postgres -c "ALTER SYSTEM SET ssl = on" -c "SELECT pg_reload_conf()"
//	one$ export FRAY_STORE='postgres://fray@one/fray?sslmode=verify-full&sslrootcert=AUTHORITY'
//
// To update a schema, run 'fray store init' of the new version again. A running program
// of an older version notices within a second: it goes on showing tables, writes nothing,
// and says why.
//
// A host uses up to 18 connections, 16 of them for questions; pool_max_conns=N in the URL
// changes that number. If the server logs statements, set log_parameter_max_length to
// 0: otherwise seeds appear in its log.
//
// Backups are PostgreSQL's own, made by a superuser, because no other role can read everything.
// They are restored into a new database, where the tables are played on.
//
//	one$ pg_dump -Fc -f fray.dump fray
//	one$ createdb -O keeper again && pg_restore -d again fray.dump
//	one$ export FRAY_STORE='postgres://fray@one/again'
//
// 'fray store export FOLDER' adds what was played since the last time to a readable copy.
//
// A gamemaster can delete a table at a host of all tables. That only hides it: its
// name stays taken, and 'fray restore NAME --deleted' brings it back. A superuser deletes a table
// for good, in one statement; the setting before it keeps the database from asking for a right
// that the owner of the seeds has given up.
//
//	one$ psql -d fray -c "SET session_replication_role = replica" -c "
//	       WITH gone AS (DELETE FROM fray.tables WHERE lower(name) = lower('Old Vault') RETURNING id),
//	       seeds AS (DELETE FROM fray.seeds WHERE table_id IN (SELECT id FROM gone)),
//	       lines AS (DELETE FROM fray.lines WHERE table_id IN (SELECT id FROM gone))
//	       DELETE FROM fray.records WHERE table_id IN (SELECT id FROM gone)"
//
// # What a stolen copy reveals
//
// A copy of the database contains everything that was played at all tables, including
// private notes and hidden characters, and the seeds of sessions that have not ended,
// from which their next dice can be computed. A gamemaster who hears of the theft ends the
// session; the next one has new seeds. It contains the names of people, the fingerprints of
// their keys and hashes of cookies, none of which lets anybody in. It contains invites as
// hashes of 64 random bits, which cannot be found by trying in the days for which they are
// valid. It contains no host key and no password.
//
// # Growth
//
// These figures were measured on two cores that ran the database, the hosts and the clients,
// the appends while they were busy with other work (load 15). A machine of its own does
// better.
//
//   - Appends: 2,300 a second from 8 programs, 3,700 from 32. That is between half and all of
//     what pgbench reaches with a bare insert and commit. An append takes 0.15 to 0.2 ms of
//     the database's processor. Appends that wait for the disk at the same time are committed
//     together, so a disk that syncs slowly makes each act slower but hardly fewer.
//   - Acts: an act at a table with four screens takes 12 to 16 ms of a host's processor,
//     nearly all for drawing screens and computing what they offer. With everything that
//     hosts ask because of it, it takes 0.8 ms of the database's processor with one host, 1.5
//     with two, 2.4 with three.
//   - Time: with 200 tables of four screens and an act every two seconds at each, an act is on
//     99 of 100 screens within 42 to 54 ms with one host, 90 to 100 with two and 170 with
//     three, which share the same two cores.
//   - Memory: a host of a store with 10,000 tables where nobody is needs 35 MB. A program
//     that watches the logs of all of them needs 63 MB. Listing them takes 0.1 s.
//   - Opening: a host that has never opened a table reads its whole log, 5,000 to 15,000 small
//     events a second on the busy machine. Later it starts from a snapshot in its local index.
//
// One PostgreSQL: each core carries 400 to 1,200 acts a second. If a table acts every two
// seconds, that is 800 to 2,400 tables that play at the same time. Hosts are what grows
// first: one core of a host carries 120 to 160 such tables, and any number of hosts can be
// added. A database ends where its processor does, where its disk cannot sync faster, or
// where its connections are used up. The default of 100 connections is enough for five
// hosts; raise max_connections for more. A connection pooler does not help, because
// notifications need connections that last.
//
// Several PostgreSQL: --store and FRAY_STORE take a list of URLs with blanks between them. A
// new table goes to the database that its name selects by rendezvous hashing, so all
// programs need the same list, in any order after the first URL. Existing tables are found
// wherever they are, so that a database can be added at any time and nothing has to be
// moved. Only the list of tables and the search for the tables of a person ask all
// databases; one that is away is left out there. What hosts store about people that belongs
// to no table is in the first database. Run 'fray store init' for each database.
//
// A million tables: an event takes about 1 kB, and a table of a hundred evenings about
// 10 MB, so a million such tables are 10 TB, nearly all of it old. If one table in a hundred
// plays at a time, that is 5,000 acts a second, which take 60 to 80 cores of hosts and 4 to 12
// cores of databases: for example 10 hosts of 8 cores, and 4 databases of 4 cores with
// 2.5 TB each and a standby each. Whoever comes in asks every database once for their
// tables, which is an index lookup in each.
//
// The benchmarks, for figures of another machine:
//
//	go test ./saves/postgres -postgres -run XXX -bench . -benchtime 1x
//	go test ./ui/serve -run XXX -bench '^BenchmarkStore$' -benchtime 1x -load 60s -load-tables 200 -timeout 30m
//
// and the long forms of the tests:
//
//	go test ./saves/postgres -postgres -kills 200 -acts 10000 -commands 10000 -timeout 60m -v
package postgres
