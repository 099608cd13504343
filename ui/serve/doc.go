// Package serve serves a table over SSH and to browsers: each player types one command and
// gets the table on the screen, as their seat may see it, with nothing installed.
//
// A [Host] serves the tables of a store, or one that somebody plays, at one address, over SSH and
// to browsers, whose cookie stands for a person as a key does. A connection passes the rate limit
// (how many, and from where), the login (a key or an invite), and then the guest list of a table
// ([GuestList]: which key has which seat).
//
// Where there is one table, whoever comes goes there. People without a seat stay in a waiting
// room, which holds nothing about the table, until the gamemaster admits them or they use an
// invite.
//
// Where there are many, whoever comes with a key sees the tables where that key has a seat, and
// nothing of others; whoever has one seat begins there. A [Table] is opened when somebody enters
// it, and closed five minutes after the last has left. Invites lead to their table. Makers, whose
// keys the host names, make tables and are their gamemasters. An invite for another device makes a
// second key or browser one of the same person's: it is given each seat of the first when it
// enters that table. Whoever has no seat at a table can ask for one by the table's whole name: its
// gamemaster is asked if it is being played, and nobody learns whether there is such a table
// before they are let in.
//
// # Where what is
//
// The files are best read in the order in which somebody comes in:
//
//   - ratelimit.go, share.go: the door, which connections it keeps
//   - host.go, session.go, pages.go: what is served there, over SSH and to browsers
//   - login.go: a key or an invite
//   - guest.go: who has come
//   - guests.go, invites.go, accounts.go: which key has which seat, and which keys are one person's
//   - tables.go, list.go: the tables, and what somebody can do at the list of theirs
//   - entry.go: who comes in
//   - waitingroom.go: who waits
//   - admissions.go: what the gamemaster decides about it
//   - ending.go: who is put out
//   - table.go, game.go: a table that is open, and what a seat can do there
//   - screen.go, lines.go, pageguest.go: the guest's screen, lines or pages
//
// # What strangers and guests can do
//
// Anybody can connect, log in with an unknown key, and wait. Whatever there is too little of is
// shared: among networks (/24 of IPv4, /64 of IPv6), which is what one household or machine
// has, and within a network among its addresses. No network is ever closed for a noisy member,
// since a whole table may sit behind one address. Every connection is accepted, and if there
// are too many, one must go: whoever has shown the key of a seat last, slow ones first, of them
// those of the address with most, and the oldest. Those that have begun a login do not compete
// with those that have not. Logins begin in turns, and strangers' requests of pages are
// answered in turns, 200 a second; whoever has a seat or an invite needs none for a page.
//
// 64 people can wait, and 32 of them ask the gamemaster at a time. A newcomer always finds
// room: if the room is full, somebody of the address with most, who has typed nothing, must
// leave; and whoever asks takes the place of somebody whose address has more, or who was shown
// for a minute. Whoever types nothing must leave after 3 minutes, and whoever has asked to be
// admitted after 30. The gamemaster can see and clear all who wait.
//
// An invite can be typed in three places: as the login name (ssh WORDS@host), also by
// somebody who has a seat; in the waiting room, as the name or as the invite; or when SSH
// asks for it because there is no key. It works once, and for a day unless it was made with
// another time. Without a key the seat ends with the connection.
//
// A guest acts for their own characters and sees what their seat may see. Each seat has a
// quota of acts ([Quota], 60 a minute and 1,000 an hour): the player and the gamemaster are
// told when four fifths are used, and acts beyond it are refused after a second. All at a
// table together have a quota, too, as have the events of a table and the tables of one
// maker. What
// guests set on their screens is stored here beside their key when a screen ends, and the
// place of a seat's screen beside that. None of it reaches the host's own configuration.
//
// There is no shell, no command, no file transfer, no forwarding and no agent, and no
// algorithm with SHA-1; RSA keys need at least 2048 bits. A screen that ends normally
// restores the terminal. After a broken connection nobody can do that, so the banner names
// the command reset.
//
// # Why
//
// Logging in proves a key and nothing else. So every key may log in, and none is known
// before its owner has signed: keys that a client only offers are counted but not believed.
// Names are only suggestions, too: the guest list decides about the seat.
//
// A seat is an id that the table makes once, and its name is only a label. So nobody is
// mistaken for somebody who had the same name before, and a gamemaster can rename a player,
// who keeps characters and keys. If somebody unknown gives a name that is taken, or looks
// like one, only the gamemaster can tell who it is, and is asked.
//
// The guest list is stored at the table's [saves.Records], never in its log, so copying,
// exporting or restoring a table includes nobody's key. Several hosts may serve one table
// from the same records. Each stores there who is connected to it, renews that regularly, and reads
// what the others store: a seat that is revoked at one of them ends at all. An invite is
// removed from the records before it admits anybody, so it works once.
//
// The waiting room makes room instead of being full, since nobody can tell a friend from a
// stranger before the friend has typed an invite. For the same reason connections are not
// refused as they come, but make room for each other, and whoever goes on with a login is
// preferred to whoever is silent. An invite that is used as the login name is known after the
// login, which costs about a millisecond; so few begin in a second that they cost the table
// nothing. Invites need no protection against guessing: they have 64 random bits.
//
// A screen over SSH is the same model as the gamemaster's, with a fixed seat and without
// anything that names a file of this machine. The local socket speaks SSH too, so a second
// terminal on the gamemaster's own machine is one more client, authorised by the
// permissions of the socket's folder.
//
// All screens are drawn by one scheduler. Keys come first; if there are many screens,
// changes by others are drawn one screen after the other. Each screen has a writer of its
// own that keeps only the newest frame, so a client that stops reading delays nobody. It is
// closed when for half a minute it has neither sent anything nor answered the keep-alive
// requests that SSH clients answer by themselves, but never for being idle. Meanwhile
// nothing is drawn for it. A page answers the beats of its stream in the same way. As soon as a
// client misses one answer, its seat counts as not answering: the gamemaster is told, nobody at
// that seat is asked anything new, and no clock runs for it.
//
// The cost of a client is limited where it enters: the rate limit closes excess connections
// and spreads the key exchanges, a connection may send a limited number of bytes a second, and
// input is accepted as fast as people type and paste. Counting odds ends by itself, and
// yields to other work.
//
// # Load
//
// Anybody can measure it, on the loopback network and for as long as -load says:
//
//	go test ./ui/serve -run XXX -bench 'Load|Table|Strangers' -benchtime 1x -load 60s
//	go test ./ui/serve -run XXX -bench FirstFrame -benchtime 60x
//	go test ./ui/serve -run FriendAmongStrangers -long -v
//	go test ./ui/serve -run TestNoSecretIsSent -long -frames 20000 -timeout 3h
//
// The server is a process of its own. BenchmarkLoad is 25 tables of 8 players: each screen
// sends two keys a second, and each table has an act a second, alternately a message and a
// loss. BenchmarkTable is one table, also with a screen that does not read.
// BenchmarkStrangers is a table while a thousand strangers a second connect. The goals are
// 10 ms from key to frame (p99) at half a core, 300 kB a connection, 15 ms to the first
// frame, and with strangers at most 1.5 times the values without. -load-profile FOLDER
// stores profiles of the server. The times mean something only on an idle machine. Two
// cores, which the clients share, gave for BenchmarkLoad 8 to 11 ms from key to frame (p99),
// at 71 to 87 % of a core and with 282 kB a connection; an act was on 99 of 100 screens
// within 22 to 45 ms. Much of the time is spent in garbage collection: while it runs no
// processor is idle, so Go polls for input only every 10 ms. That is why the screens of many
// clients take turns in a [screen.Scheduler], where whoever draws comes before whoever works
// something out, and why there is one thread more than processors.
package serve
