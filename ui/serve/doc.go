// Package serve is the table over SSH: each player types one line and has the
// table on the screen, as the seat may see it, with nothing installed.
//
// A [Server] stands between strangers and a table. A connection passes the rate limit
// (how many, and from where), the login (a key or an invite), and then the guest list
// ([GuestList]: whose key has which seat). Whoever is not on it sits in a waiting room,
// which holds nothing of the table, until the gamemaster lets them in or they use an
// invite.
//
// # What strangers and guests can do
//
// Anybody can connect, log in with a key that nobody knows, and wait. Addresses count
// by network (/24 of IPv4, /64 of IPv6), which is what one household or machine has. A
// network whose connections come to nothing has a penalty, which lasts up to ten minutes:
// nobody from it comes to the waiting room, but an invite and the key of a seat let in as
// ever. A network from which somebody came to a seat has none. 64 can wait, 8 of a network: whoever comes finds room, since one that has typed nothing
// goes for them, of the network with most. Who types nothing is out after 3 minutes, and
// who has asked to be let in after 30. The gamemaster is told of 16 who ask at a time,
// and sees and clears all who wait.
//
// An invite is taken wherever it is typed: in the place of a name (ssh WORDS@host), by
// whoever has a seat, too; in the waiting room as a name or an invite; or where SSH asks
// for it because there is no key. It works once, for a day unless it was made for longer
// or less. Without a key the seat is lost with the connection.
//
// A guest acts for the own characters and sees what their seat may see. Each seat has a
// quota of acts ([Quota], 60 a minute and 1,000 an hour): it is told when four fifths
// are used, as is the gamemaster, and what exceeds it is refused after a second. What
// guests set at their screens is kept here beside their key when a screen ends, and where
// the screen of a seat stood beside that: none of it reaches the host's own
// configuration.
//
// There is no shell, no command, no file transfer, no forwarding and no agent, and no
// algorithm with SHA-1; RSA keys have 2048 bits at least. A screen that ends orderly
// gives the terminal back as it was. Nobody can after a cut line: the banner names the
// command reset.
//
// # Why
//
// Logging in proves a key and nothing else, so every key may log in and none is
// known before its owner has signed: what a client only offers is counted,
// never believed. Names, too, are only suggested: the guest list gives the seat.
//
// A seat is an id that the table makes once, and the name that people read is
// said of it: so nobody is mistaken for somebody who was called the same, and a
// gamemaster may call somebody something else who then loses neither characters
// nor keys. Where somebody unknown gives a name that is taken, or looks like it,
// only the gamemaster can tell who it is, and is asked.
//
// The guest list lies at the table's [saves.Desk], never in its log: a table that is
// copied, exported or restored takes nobody's key along. Several hosts may serve one
// table from one desk. Each keeps there who is here with it, for as long as it says so
// again, and reads what the others do: a seat that is taken back at one of them ends at
// all. An invite is taken from the desk before it lets anybody in, so that it works once.
//
// The waiting room makes room instead of being full, since nobody can tell a friend
// from a stranger before the friend has typed an invite. For the same reason a penalty does
// not close the door to a network, but the waiting room: an invite in the place of a name
// is known after the login, which costs about a millisecond, and so few a second are let in
// to show one that they cost the table nothing.
//
// A screen over SSH is the same model as the gamemaster's, with a seat that is
// not its own to choose and without everything that names a file of this
// machine. The local socket speaks SSH too, so a second terminal on the
// gamemaster's own machine is one more client, let in by the rights of the
// socket's folder.
//
// All screens are drawn at one desk, where keys come first and what others have done
// is drawn for one after the other when there are many. Each has a writer of its own
// that keeps only the newest frame: a client that stops reading holds nobody up. It
// is let go when for half a minute it neither sent anything nor answered a question
// that SSH clients answer by themselves, and never for thinking. Nothing is drawn for
// it meanwhile.
//
// What a client may cost is bounded where it enters: the rate limit closes what exceeds
// it before the key exchange, a connection brings so many bytes a second, and what
// is typed and pasted is taken as fast as people type and paste. Odds end
// by themselves, and give way while they are counted.
//
// # Load
//
// Anybody can measure it, on the loopback range and for as long as -load says:
//
//	go test ./ui/serve -run XXX -bench 'Load|Table|Strangers' -benchtime 1x -load 60s
//	go test ./ui/serve -run XXX -bench FirstFrame -benchtime 60x
//	go test ./ui/serve -run FriendAmongStrangers -long -v
//	go test ./ui/serve -run TestNoSecretIsSent -long -frames 20000 -timeout 3h
//
// The server is a process of its own. BenchmarkLoad is 25 tables of 8, each screen
// with two keys and each table with an act a second, words and losses by turns;
// BenchmarkTable one table, also with a screen that reads nothing;
// BenchmarkStrangers a table while a thousand strangers a second connect. Aimed at:
// 10 ms from key to frame for 99 of 100 at half a core, 300 kB a connection, 15 ms to
// the first frame, and with strangers at most 1.5 times what it was without.
// -load-profile FOLDER keeps profiles of the server. The times mean something only
// on a machine that does nothing else. Two cores gave, for BenchmarkLoad, 0.3 ms from
// key to frame, 4 to 6 for 99 of 100, at 31 to 45 % of a core and with 278 to 288 kB
// a connection. What takes long is memory that is collected: meanwhile nobody is idle, so
// that Go looks for keys only every 10 ms, which is why the screens of many take turns
// of a [screen.Scheduler] and why there are more threads than processors.
package serve
