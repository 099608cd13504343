// Package web is the table as HTML pages: for phones, browsers and screen readers, with
// nothing installed.
//
// A [Site] answers requests that a [serve.Server] lets through. Whoever has no seat is
// shown a door and nothing of the table; whoever has one gets the same seat view as a
// terminal over SSH, drawn by html/template. Parts of the first page are kept up to date
// by server-sent events. All of it works without scripts: forms are sent, and pages follow.
//
// # What strangers and guests can do
//
// A stranger can look at the door, say a name and wait, or open an invite. A link to an
// invite shows a page with one button: messengers look at links by themselves, so that
// only the form spends it. It gives the browser a cookie, which lies in the guest list
// beside the keys, as a hash, and is named and taken back there.
//
// Every form holds a token of its cookie, and its Origin must be this site's. A page has
// no script or style in it and takes none from elsewhere, no other site may frame it, and
// no answer has a CORS header. Bodies have 32 KiB at most, headers 12 KiB; connections of
// strangers end with their answer; a browser has 24 connections and six streams; one that
// does not take what is sent within ten seconds is let go. How often strangers may come
// is the server's to say, as it is over SSH.
//
// # Why
//
// The pages are drawn on the server, as what a seat may not know must not be in the bytes
// that it is sent: the view is redacted before a template sees it. The form of an action
// is an address with everything in it, so that it works without scripts, and looking at
// it again costs nothing but the odds.
//
// Text of people is escaped by the templates alone. What goes over a stream is HTML that
// a template has made, as JSON.
//
// A cookie that was in a browser before an invite was used could be known to somebody
// else, so the invite gives a new one. Forms are not told apart by a secret of the program
// but by the cookie, so that pages stay good when the host starts anew.
package web
