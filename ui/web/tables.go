package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/serve"
)

// prefix begins the paths of a table on a site with many tables. The table's id follows it.
const prefix = "/t/"

// routeTables registers the paths of a site with many tables, which lie below a prefix each.
func (s *Site) routeTables() {
	s.routes.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.showTables(w, r, http.StatusOK, tablesPage{}) })
	s.routes.HandleFunc("POST /door", s.form(func(w http.ResponseWriter, r *http.Request) {
		s.redeemAtAll(w, r, strings.TrimSpace(r.PostForm.Get("words")), "")
	}))
	s.routes.HandleFunc("POST /ask", s.form(s.askAtTable))
	s.routes.HandleFunc("POST /device", s.form(s.addDevice))
	s.routes.HandleFunc("POST /make", s.form(s.makeTable))
	s.routes.HandleFunc("POST /delete", s.form(s.deleteTable))
	s.routes.HandleFunc(prefix+"{table}/", s.table)
}

// PagesOf returns the pages of one table of a site with many.
func (s *Site) PagesOf(at *serve.Table) http.Handler {
	t := newSite(s.cfg, at, s.cookie)
	t.routeTable()
	return t
}

// table answers with a page of one of the tables. The answer to somebody without a seat there
// is the same as for a table that does not exist.
func (s *Site) table(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("table")
	pages, letGo, err := s.browser(r).Table(id)
	switch {
	case err != nil:
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
	case pages == nil:
		s.noSeat(w, r)
	default:
		defer letGo() // after the answer, which may be a stream of events
		http.StripPrefix(prefix+id, pages).ServeHTTP(w, r)
	}
}

func (s *Site) browser(r *http.Request) *serve.Guest {
	return s.cfg.Host.Guest(serve.PageOf(r), s.cookieOf(r), device(r))
}

// tablesPage is the list of the tables where a browser has a seat.
type tablesPage struct {
	outside
	Words    string // an error
	Told     string // what has happened
	Rows     []tableRow
	May      bool // make tables
	MayWords string
	Systems  []choice
	Name     string // of the table to be made, as it was typed

	Own []choice // the tables that the browser's person can delete

	Invite, Link string // for another device
}

type tableRow struct{ URL, Name, State, Evening, Problem string }

// showTables answers with the list of tables. A browser without any gets the door page.
func (s *Site) showTables(w http.ResponseWriter, r *http.Request, status int, p tablesPage) {
	b := s.browser(r)
	known, err := b.IsKnown()
	if err != nil {
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	if !known {
		s.showDoor(w, r, status, door{Words: p.Words, Told: p.Told})
		return
	}
	if cookie, err := b.Renew(); err != nil || cookie != "" {
		s.renewed(w, r, cookie, "/", err)
		return
	}
	tables, err := b.Tables()
	if err != nil {
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	p.outside, p.Words = outside{Title: "Your tables", Token: tokenOf(s.cookieOf(r)), All: true}, model.Capitalize(p.Words)
	for _, t := range tables {
		p.Rows = append(p.Rows, tableRow{prefix + serve.TableID(t.Path) + "/", clean.Text(t.Name), t.State, t.Evening, t.Problem})
		if t.NoDelete == "" && t.Problem == "" {
			p.Own = append(p.Own, choice{Value: serve.TableID(t.Path), Label: clean.Text(t.Name)})
		}
	}
	if p.May, p.MayWords = b.MayMake(); p.May {
		for i, x := range b.Systems() {
			p.Systems = append(p.Systems, choice{x.ID, x.Name, cmp.Or(r.PostForm.Get("book"), x.ID) == x.ID && (i == 0 || r.PostForm.Has("book"))})
		}
	}
	s.write(w, status, p)
}

// redeemAtAll uses an invite to one of many tables. A browser that has no seat yet gets a new
// cookie, since an older one could be known to somebody else.
func (s *Site) redeemAtAll(w http.ResponseWriter, r *http.Request, words, name string) {
	b, cookie := s.browser(r), s.cookieOf(r)
	known, err := b.IsKnown()
	if err != nil {
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	if !known {
		cookie = serve.NewCookie()
		b = s.cfg.Host.Guest(serve.PageOf(r), cookie, device(r))
	}
	path, err := b.Join(words, name, r.PostForm.Get("sure") != "")
	var gives *serve.GivesUp
	switch {
	case errors.As(err, &gives):
		s.showDoor(w, r, http.StatusUnprocessableEntity, door{Words: "say yes to give up the seat that you have", Invite: words, Name: name, Sits: clean.Text(gives.As)})
		return
	case err != nil && (r.PathValue("words") != "" || serve.NeedsName(err)):
		s.showDoor(w, r, http.StatusUnprocessableEntity, door{Words: err.Error(), Invite: words, Name: name, Names: serve.NeedsName(err)})
		return
	case err != nil:
		s.showTables(w, r, http.StatusUnprocessableEntity, tablesPage{Words: err.Error()})
		return
	}
	s.setCookie(w, r, cookie, cookieLifetime)
	to := "/" // it is another device of somebody, and the list has all their tables
	if path != "" {
		to = prefix + serve.TableID(path) + "/"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// askAtTable asks the gamemaster of a table to let the browser in.
func (s *Site) askAtTable(w http.ResponseWriter, r *http.Request) {
	table, name := strings.TrimSpace(r.PostForm.Get("table")), strings.TrimSpace(r.PostForm.Get("name"))
	err := errors.New("type the name of the table, and your own")
	if table != "" && name != "" {
		err = s.browser(r).AskAt(table, name)
	}
	if err != nil {
		s.showTables(w, r, http.StatusUnprocessableEntity, tablesPage{Words: err.Error()})
		return
	}
	s.showTables(w, r, http.StatusOK, tablesPage{Told: askedAt})
}

const askedAt = "If a table of that name is being played, its gamemaster has been asked. Look here again: it is among your tables once you are let in."

// addDevice creates and shows an invite for another device of the same person.
func (s *Site) addDevice(w http.ResponseWriter, r *http.Request) {
	b := s.browser(r)
	if known, err := b.IsKnown(); err != nil || !known {
		s.noSeat(w, r)
		return
	}
	words, err := b.Device()
	if err != nil {
		s.showTables(w, r, http.StatusServiceUnavailable, tablesPage{Words: err.Error()})
		return
	}
	address, _ := s.cfg.Host.WebAddress()
	s.showTables(w, r, http.StatusOK, tablesPage{Invite: words, Link: serve.InviteLink(address, words)})
}

// deleteTable deletes a table of which the person is the gamemaster.
func (s *Site) deleteTable(w http.ResponseWriter, r *http.Request) {
	err := errors.New("say yes to delete it")
	if r.PostForm.Get("sure") != "" {
		err = s.browser(r).Delete(r.PostForm.Get("table"))
	}
	if err != nil {
		s.showTables(w, r, http.StatusUnprocessableEntity, tablesPage{Words: err.Error()})
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// invitesLast is how long an invite that is made in a browser is valid.
const invitesLast = 24 * time.Hour

// invitedPage is an invite that was made.
type invitedPage struct {
	Link, Letter string
	Around       int    // modules across the QR code, with its border
	Code         string // its dark modules, as the path of a drawing
}

func (invitedPage) title() string { return "An invite" }

// makeInvite creates an invite for the gamemaster, and shows it once.
func (s *Site) makeInvite(w http.ResponseWriter, r *http.Request, v *visit) {
	admissions := v.Present().Admissions()
	if admissions == nil {
		s.refused(w, r, v, errors.New("only the gamemaster invites"))
		return
	}
	t := v.game.Now()
	as, err := model.CleanWithin("the name", r.PostForm.Get("as"), model.LongestName)
	if err != nil {
		s.refused(w, r, v, err)
		return
	}
	seat := model.Seat{Role: model.Player, Name: strings.TrimSpace(as)}
	if has, known := t.SeatOf(seat.Name); known && t.SeatName(has) == seat.Name && has.Role == seat.Role {
		seat = has // with another key
	}
	var plays []string
	if who := r.PostForm.Get("plays"); who != "" {
		plays = append(plays, who)
	}
	made, err := admissions.Invite(seat, plays, invitesLast)
	if err != nil {
		s.refused(w, r, v, err)
		return
	}
	page := invitedPage{Link: made.Link, Letter: made.Letter, Around: len(made.Code) + 8}
	var b strings.Builder
	for y, row := range made.Code {
		for x, dark := range row {
			if dark {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	page.Code = b.String()
	s.frame(w, http.StatusOK, v, page, "")
}

// makeTable creates a table with the person as its gamemaster, and redirects to it.
func (s *Site) makeTable(w http.ResponseWriter, r *http.Request) {
	name := r.PostForm.Get("name")
	path, err := s.browser(r).Make(name, r.PostForm.Get("book"))
	if err != nil {
		s.showTables(w, r, http.StatusUnprocessableEntity, tablesPage{Words: err.Error(), Name: name})
		return
	}
	http.Redirect(w, r, prefix+serve.TableID(path)+"/", http.StatusSeeOther)
}
