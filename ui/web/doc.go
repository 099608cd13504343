// Package web serves tables as HTML pages: for phones, browsers and screen readers, with
// nothing installed.
//
// A [Site] answers requests that a [serve.Host] accepts, for one table at the root of the
// site; or those that a [serve.Host] accepts, for any number of tables below a prefix
// each, /t/ID/, with a list of the browser's own tables at the root. The pages of a table
// are the same in both cases, since all their links are relative. People without a seat get the
// door page and nothing about the table. People with a seat get the same view as on a
// terminal over SSH, written by markup. Parts of the first page are updated by
// server-sent events. Everything works without scripts, by forms and links.
//
// # What strangers and guests can do
//
// A stranger can look at the door page, give a name and wait, or open an invite. The link
// of an invite shows a page with one button: messengers open links by themselves, so only
// the form uses up the invite. It gives the browser a cookie. The guest list stores its
// hash beside the keys, and can revoke it like a key.
//
// At the root of many tables a cookie stands for a person, as a key does over SSH: each
// invite that the browser uses gives the person another seat, and another device of theirs
// has all of them. A stranger there can only use an invite, and sees no name of any table. A
// table where somebody has no seat is answered as one that there is not. Those whose keys may
// make tables can make, delete and invite to them here as well, in a browser that they have
// made another device of theirs; to revoke seats and to close a table they come over SSH.
// Where several hosts have the same tables, each of them knows the cookie: a page
// whose host is stopped connects to another by itself and is at its seat again.
//
// Every form contains a token derived from its cookie, and its Origin must be this site.
// Pages contain no scripts or styles and load none from other sites, no other site may
// frame them, and no answer has a CORS header. Bodies are limited to 32 KiB, headers to 12
// KiB. Connections of strangers end with their answer; a browser with a seat may have 24
// connections and six streams. A client that does not read for ten seconds is disconnected.
// The server limits how often strangers may connect, as over SSH.
//
// # Why
//
// Pages are rendered on the server because what a seat may not know must not be in the
// bytes that it gets: the view is redacted before a template sees it. The form of an action
// is a URL that contains all its values, so it works without scripts, and showing it again
// costs only the odds.
//
// Text from people is escaped by the templates only. A stream sends HTML that a template
// has rendered, as JSON.
//
// A cookie that a browser had before it used an invite could be known to somebody else, so
// an invite gives a new one. Form tokens are derived from the cookie rather than from a
// secret of the program, so pages stay valid when the host restarts.
package web
