package web

import (
	"net/http"
	"strings"
	"time"

	"example.org/fray/ui/serve"
)

// door is what whoever has no seat is shown: nothing of the table.
type door struct {
	outside
	Words  string // what is wrong, or became of it
	Invite string // the words of the invite that led here; "" for none
	Name   string // that they gave
	Names  bool   // a name is asked for, to use the invite
	Waits  bool   // the gamemaster has been asked
}

// first is the first page: the table or, for whoever has no seat, its door.
func (s *Site) first(w http.ResponseWriter, r *http.Request) {
	v, err := s.visit(w, r)
	switch {
	case err != nil:
		s.error(w, r, http.StatusTooManyRequests, err.Error())
	case v != nil:
		s.show(w, r, v, s.home)
	default:
		s.atDoor(w, r, http.StatusOK, door{})
	}
}

// atDoor answers with the door. Its token goes with the cookie that the browser has or is
// given with it.
func (s *Site) atDoor(w http.ResponseWriter, r *http.Request, status int, d door) {
	cookie := s.known(w, r)
	d.outside = outside{Title: "Join a table", Token: tokenOf(cookie)}
	if w := s.waits(r); w != nil {
		d.Name, d.Waits = w.Asks(), w.Asks() != ""
		if told := w.Told(); told != "" {
			d.Words = told
		}
	}
	d.Words = capital(d.Words)
	s.write(w, status, "door", d)
}

// waits gives whoever asks from the waiting room; nil where they are not in it.
func (s *Site) waits(r *http.Request) *serve.Visitor {
	v, err := s.cfg.Server.Visit(serve.PageOf(r), s.cookieOf(r), device(r))
	if err != nil || v == nil || v.Seat().Role != "" {
		return nil
	}
	return v
}

// poll tells a page in the waiting room whether something has become of it.
func (s *Site) poll(w http.ResponseWriter, r *http.Request) {
	v := s.waits(r)
	if v == nil || v.Asks() == "" {
		w.WriteHeader(http.StatusOK) // look again: there is a seat, or nothing is waited for
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// knock asks to be let in under a name.
func (s *Site) knock(w http.ResponseWriter, r *http.Request) {
	cookie, name := s.cookieOf(r), strings.TrimSpace(r.PostForm.Get("name"))
	v := s.waits(r)
	if v == nil {
		var err error
		if v, err = s.cfg.Server.Enter(serve.PageOf(r), cookie, device(r)); err != nil {
			s.atDoor(w, r, http.StatusTooManyRequests, door{Words: err.Error(), Name: name})
			return
		}
	}
	if err := v.Ask(name); err != nil {
		s.atDoor(w, r, http.StatusUnprocessableEntity, door{Words: err.Error(), Name: name})
		return
	}
	if v.Seat().Role != "" { // an invite was typed in the place of a name
		s.give(w, r, cookie, stays)
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// invite is the page of an invite: it has one button. Looking at it does nothing, since
// messengers look at links by themselves, and says nothing of whether the invite works.
func (s *Site) invite(w http.ResponseWriter, r *http.Request) {
	s.atDoor(w, r, http.StatusOK, door{Invite: r.PathValue("words")})
}

// redeem uses an invite, and gives the browser a cookie for the seat: a new one, so that
// nobody else can have known it before.
func (s *Site) redeem(w http.ResponseWriter, r *http.Request) {
	words, name := r.PathValue("words"), r.PostForm.Get("name")
	if v, err := s.visit(w, r); err == nil && v != nil { // they have a seat, and want another
		if err := v.Redeem(words, name); err != nil {
			s.error(w, r, http.StatusUnprocessableEntity, err.Error())
			return
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	cookie := serve.NewCookie()
	if err := s.cfg.Server.EnterBy(serve.PageOf(r), cookie, device(r), words, name); err != nil {
		s.atDoor(w, r, http.StatusUnprocessableEntity, door{Words: err.Error(), Invite: words, Name: name, Names: serve.NeedsName(err)})
		return
	}
	s.give(w, r, cookie, stays)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// leave gives back the seat on this browser.
func (s *Site) leave(w http.ResponseWriter, r *http.Request, v *visit) {
	if err := v.Leave(); err != nil {
		s.refused(w, r, v, err)
		return
	}
	s.give(w, r, "", -time.Second)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
