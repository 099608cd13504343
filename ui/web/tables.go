package web

import (
	"cmp"
	"net/http"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/serve"
)

// prefix is what the paths of a table begin with where a site has many, before its id.
const prefix = "/t/"

// routeTables registers the paths of a site with many tables, which lie below a prefix each.
func (s *Site) routeTables() {
	s.routes.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.showTables(w, r, http.StatusOK, tablesPage{}) })
	s.routes.HandleFunc("POST /door", s.form(func(w http.ResponseWriter, r *http.Request) {
		s.redeemAtAll(w, r, strings.TrimSpace(r.PostForm.Get("words")), "")
	}))
	s.routes.HandleFunc("POST /device", s.form(s.addDevice))
	s.routes.HandleFunc("POST /make", s.form(s.makeTable))
	s.routes.HandleFunc(prefix+"{table}/", s.table)
}

// PagesOf returns the pages of one table of a site with many.
func (s *Site) PagesOf(server *serve.Server) http.Handler {
	t := newSite(s.cfg, server, s.cookie)
	t.routeTable()
	return t
}

// table answers with a page of one of the tables. For who has no seat there, it is the same as
// a table that there is not.
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

func (s *Site) browser(r *http.Request) *serve.Browser {
	return s.cfg.All.Browser(serve.PageOf(r), s.cookieOf(r), device(r))
}

// tablesPage is the list of the tables where a browser has a seat.
type tablesPage struct {
	outside
	Words    string // an error
	Rows     []tableRow
	May      bool // make tables
	MayWords string
	Systems  []choice
	Name     string // of the table to be made, as it was typed

	Invite, Link string // for another device
}

type tableRow struct{ URL, Name, State, Evening, Problem string }

// showTables answers with the list of tables. Who has none gets the door.
func (s *Site) showTables(w http.ResponseWriter, r *http.Request, status int, p tablesPage) {
	b := s.browser(r)
	known, err := b.IsKnown()
	if err != nil {
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	if !known {
		s.showDoor(w, r, status, door{Words: p.Words})
		return
	}
	tables, err := b.Tables()
	if err != nil {
		s.error(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	p.outside, p.Words = outside{Title: "Your tables", Token: tokenOf(s.cookieOf(r)), All: true}, model.Capitalize(p.Words)
	for _, t := range tables {
		p.Rows = append(p.Rows, tableRow{prefix + serve.TableID(t.Path) + "/", kit.Clean(t.Name), t.State, t.Evening, t.Problem})
	}
	if p.May, p.MayWords = b.MayMake(); p.May {
		for i, x := range b.Systems() {
			p.Systems = append(p.Systems, choice{x.ID, x.Name, cmp.Or(r.PostForm.Get("book"), x.ID) == x.ID && (i == 0 || r.PostForm.Has("book"))})
		}
	}
	s.write(w, status, "tables", p)
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
		b = s.cfg.All.Browser(serve.PageOf(r), cookie, device(r))
	}
	table, err := b.Redeem(words, name)
	switch {
	case err != nil && (r.PathValue("words") != "" || serve.NeedsName(err)):
		s.showDoor(w, r, http.StatusUnprocessableEntity, door{Words: err.Error(), Invite: words, Name: name, Names: serve.NeedsName(err)})
		return
	case err != nil:
		s.showTables(w, r, http.StatusUnprocessableEntity, tablesPage{Words: err.Error()})
		return
	}
	s.setCookie(w, r, cookie, cookieLifetime)
	to := "/" // the browser has all tables of its person now
	if table != "" {
		to = prefix + table + "/"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// addDevice shows an invite for another device of the same person.
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
	address, _ := s.cfg.All.WebAddress()
	s.showTables(w, r, http.StatusOK, tablesPage{Invite: words, Link: serve.InviteLink(address, words)})
}

// makeTable makes a table whose gamemaster the browser is, and goes there.
func (s *Site) makeTable(w http.ResponseWriter, r *http.Request) {
	name := r.PostForm.Get("name")
	table, err := s.browser(r).Make(name, r.PostForm.Get("book"))
	if err != nil {
		s.showTables(w, r, http.StatusUnprocessableEntity, tablesPage{Words: err.Error(), Name: name})
		return
	}
	http.Redirect(w, r, prefix+table+"/", http.StatusSeeOther)
}
