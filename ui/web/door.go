package web

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/serve"
)

// door is the page for people without a seat. It shows nothing about the table.
type door struct {
	outside
	Words  string // an error
	Told   string // what has happened
	Invite string // words of the invite whose link was opened; "" for none
	Name   string // the name that was typed
	Names  bool   // ask for a name to use with the invite
	Waits  bool   // the gamemaster was asked
	Sits   string // who the browser sits as already, if it opens an invite
}

// first is the first page: the table or, without a seat, the door.
func (s *Site) first(w http.ResponseWriter, r *http.Request) {
	v, err := s.visit(w, r)
	switch {
	case err != nil:
		s.error(w, r, http.StatusTooManyRequests, err.Error())
	case v != nil && v.MustRenew():
		s.renew(w, r, v)
	case v != nil:
		s.show(w, r, v, s.home)
	case s.ofMany():
		s.noSeat(w, r)
	default:
		s.showDoor(w, r, http.StatusOK, door{})
	}
}

// renew gives a browser that was let in by hand a cookie of its own, which lasts as long as that
// of an invite.
func (s *Site) renew(w http.ResponseWriter, r *http.Request, v *visit) {
	cookie, err := v.Renew()
	s.renewed(w, r, cookie, "./", err)
}

// renewed sets a cookie in the place of another, and leads on to a page.
func (s *Site) renewed(w http.ResponseWriter, r *http.Request, cookie, to string, err error) {
	if err != nil {
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	if cookie != "" { // else another request was faster
		s.setCookie(w, r, cookie, cookieLifetime)
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

// showDoor answers with the door page. Its form token belongs to the browser's cookie, which
// is created if there is none.
func (s *Site) showDoor(w http.ResponseWriter, r *http.Request, status int, d door) {
	cookie := s.cookieOrNew(w, r)
	d.outside = outside{Title: "Join a table", Token: tokenOf(cookie), All: s.ofMany()}
	if v := s.waitingVisitor(r); v != nil {
		d.Name, d.Waits = v.Asks(), v.Asks() != ""
		d.Words = cmp.Or(v.Told(), d.Words)
	} else if s.at == nil {
		d.Words = cmp.Or(s.browser(r).Told(), d.Words)
	}
	d.Words = model.Capitalize(d.Words)
	s.write(w, status, d)
}

// waitingVisitor returns the visitor if the request comes from the waiting room, otherwise nil.
func (s *Site) waitingVisitor(r *http.Request) *serve.Guest {
	if s.at == nil { // the waiting room is that of a table
		return nil
	}
	v, err := s.at.Visit(serve.PageOf(r), s.cookieOf(r), device(r))
	if err != nil || v == nil || v.Seat().Role != "" {
		return nil
	}
	return v
}

// poll tells a page in the waiting room whether anything has changed. Where there are many tables,
// it does not tell whether anybody was asked.
func (s *Site) poll(w http.ResponseWriter, r *http.Request) {
	waits := false
	if s.at == nil {
		known, err := s.browser(r).IsKnown()
		waits = err == nil && !known
	} else if v := s.waitingVisitor(r); v != nil {
		waits = v.Asks() != ""
	}
	if waits {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.WriteHeader(http.StatusOK) // reload: the browser has a seat, or no longer waits
}

// askToJoin asks to be admitted under a name.
func (s *Site) askToJoin(w http.ResponseWriter, r *http.Request) {
	cookie, name := s.cookieOf(r), strings.TrimSpace(r.PostForm.Get("name"))
	v := s.waitingVisitor(r)
	if v == nil {
		var err error
		if v, err = s.at.Enter(serve.PageOf(r), cookie, device(r)); err != nil {
			s.showDoor(w, r, http.StatusTooManyRequests, door{Words: err.Error(), Name: name})
			return
		}
	}
	if err := v.Ask(name); err != nil {
		s.showDoor(w, r, http.StatusUnprocessableEntity, door{Words: err.Error(), Name: name})
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// invite is the page of an invite, with one button. Showing it neither uses nor checks the
// invite, since messengers open links by themselves.
func (s *Site) invite(w http.ResponseWriter, r *http.Request) {
	d := door{Invite: r.PathValue("words")}
	if !s.ofMany() {
		d.Sits = s.sitsAs(w, r)
	}
	s.showDoor(w, r, http.StatusOK, d)
}

// sitsAs returns the name of the seat that a browser has at the table, or "".
func (s *Site) sitsAs(w http.ResponseWriter, r *http.Request) string {
	v, err := s.visit(w, r)
	switch {
	case err != nil || v == nil:
		return ""
	case v.seat.IsGamemaster():
		return "the gamemaster"
	}
	return clean.Text(v.game.Now().SeatName(v.seat))
}

// redeem uses an invite, and gives the browser a new cookie for the seat. An older cookie
// could be known to somebody else.
func (s *Site) redeem(w http.ResponseWriter, r *http.Request) {
	words, name := r.PathValue("words"), r.PostForm.Get("name")
	if s.ofMany() {
		s.redeemAtAll(w, r, words, name)
		return
	}
	if v, err := s.visit(w, r); err == nil && v != nil { // somebody with a seat wants another one
		if r.PostForm.Get("sure") == "" {
			s.showDoor(w, r, http.StatusUnprocessableEntity, door{Words: "say yes to give up the seat that you have", Invite: words, Name: name, Sits: s.sitsAs(w, r)})
			return
		}
		if err := v.Redeem(words, name); err != nil {
			s.error(w, r, http.StatusUnprocessableEntity, err.Error())
			return
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	cookie := serve.NewCookie()
	if err := s.at.EnterBy(serve.PageOf(r), cookie, device(r), words, name); err != nil {
		s.showDoor(w, r, http.StatusUnprocessableEntity, door{Words: err.Error(), Invite: words, Name: name, Names: serve.NeedsName(err)})
		return
	}
	s.setCookie(w, r, cookie, cookieLifetime)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// leave gives up the seat of this browser.
func (s *Site) leave(w http.ResponseWriter, r *http.Request, v *visit) {
	if s.ofMany() && v.seat.IsGamemaster() { // nobody could come to the table any more
		s.refused(w, r, v, errors.New("you are its gamemaster: somebody has to run the table"))
		return
	}
	if r.PostForm.Get("sure") == "" {
		s.refused(w, r, v, errors.New("say yes to forget the table"))
		return
	}
	if err := v.Leave(); err != nil {
		s.refused(w, r, v, err)
		return
	}
	if !s.ofMany() { // else it stands for other seats, too
		s.setCookie(w, r, "", -time.Second)
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
