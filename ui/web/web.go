package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"example.org/fray/model/markup"

	"example.org/fray/model"
	"example.org/fray/ui/game"
	"example.org/fray/ui/serve"
)

// Config is what a Site needs.
type Config struct {
	Host   *serve.Host
	Table  string   // the id of the table or of the host, which tells the cookies of several on one machine apart
	Secure bool     // browsers connect by TLS
	Proxy  bool     // behind a reverse proxy, which may provide TLS
	Names  []string // host names of the site besides addresses and localhost; none behind a proxy: any
	Now    func() time.Time
	Tell   func(words string) // reports something to the host; may be nil
}

// Site is the web pages of a host: those of its only table, or those that lead to its tables. It
// implements http.Handler.
type Site struct {
	cfg    Config
	at     *serve.Table // of the table; nil for pages that belong to none
	cookie string
	routes *http.ServeMux

	mu     sync.Mutex
	places map[model.Seat]*seatPages
}

//go:embed static
var files embed.FS

// New returns the web pages of a host: of its only table at the root of the site or, where it has
// many, the list of tables there and each table below a prefix.
func New(cfg Config) *Site {
	if cfg.Tell == nil {
		cfg.Tell = func(string) {}
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	sum := sha256.Sum256([]byte(cfg.Table))
	cookie := "fray-" + hex.EncodeToString(sum[:4])
	if cfg.Secure {
		cookie = "__Host-" + cookie
	}
	s := newSite(cfg, cfg.Host.Only(), cookie)
	s.routeStatic()
	s.routes.HandleFunc("GET /door", s.poll)
	if s.routeInvites(); s.ofMany() {
		s.routeTables()
		return s
	}
	s.routes.HandleFunc("POST /door", s.form(s.askToJoin))
	s.routeTable()
	return s
}

func newSite(cfg Config, at *serve.Table, cookie string) *Site {
	return &Site{cfg: cfg, at: at, cookie: cookie, routes: http.NewServeMux(), places: map[model.Seat]*seatPages{}}
}

// ofMany reports whether the host has many tables.
func (s *Site) ofMany() bool { return s.cfg.Host.Only() == nil }

// Every path of a site is registered by one of the following functions. All others are not
// found.

func (s *Site) routeStatic() {
	for name, f := range static() {
		s.routes.HandleFunc("GET /static/"+name, f.serve)
	}
	s.routes.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
}

func (s *Site) routeInvites() {
	s.routes.HandleFunc("GET /i/{words}", s.invite)
	s.routes.HandleFunc("POST /i/{words}", s.form(s.redeem))
}

// routeTable registers the paths of a table, which are relative to it.
func (s *Site) routeTable() {
	s.routes.HandleFunc("GET /{$}", s.first)
	get := func(path string, h func(*http.Request, *visit) (page, error)) {
		s.routes.HandleFunc("GET "+path, s.seated(func(w http.ResponseWriter, r *http.Request, v *visit) { s.show(w, r, v, h) }))
	}
	get("/act", s.actPage)
	get("/sheet", s.sheetPage)
	get("/log", s.logPage)
	get("/recap", s.recapPage)
	get("/dice", s.dicePage)
	get("/more", s.morePage)
	get("/shown", s.shownPage)
	get("/people", s.peoplePage)
	s.routes.HandleFunc("GET /events", s.seated(s.events))
	s.routes.HandleFunc("GET /beat", s.seated(s.heard))
	post := func(path string, h func(*http.Request, *visit) (to string, err error)) {
		s.routes.HandleFunc("POST "+path, s.form(s.seated(func(w http.ResponseWriter, r *http.Request, v *visit) { s.carryOut(w, r, v, h) })))
	}
	post("/throw", s.throw)
	post("/answer", s.answer)
	post("/undefended", s.declineDefence)
	post("/talk", s.talk)
	post("/do", s.do)
	post("/settle", s.settle)
	post("/people", s.letIn)
	post("/revoke", s.revoke)
	post("/shut", s.shut)
	s.routes.HandleFunc("POST /read", s.form(s.seated(s.takeRead)))
	s.routes.HandleFunc("POST /invite", s.form(s.seated(s.makeInvite)))
	s.routes.HandleFunc("POST /export", s.form(s.seated(s.export)))
	s.routes.HandleFunc("POST /leave", s.form(s.seated(s.leave)))
}

// policy is the Content-Security-Policy of every answer: nothing from other sites, no
// inline scripts or styles, no framing. The Referrer-Policy must not be stricter than
// same-origin, since browsers would then send no Origin with this site's forms.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Connection", "close") // for strangers; changed once somebody with a seat has asked
	defer func() {
		if v := recover(); v != nil {
			if err, is := v.(error); is && errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			s.cfg.Tell(fmt.Sprintf("a page stopped, which is a bug in fray: %v\n%s", v, debug.Stack()))
			plainError(w, http.StatusInternalServerError, "This page crashed, which is a bug in fray. The table goes on: go back and try again.")
		}
	}()
	if !s.isOwnName(r.Host) {
		plainError(w, http.StatusMisdirectedRequest, "This table is not known under that name.")
		return
	}
	inner := s.at != nil && s.ofMany() // the site around it has looked already
	if !inner && !strings.HasPrefix(r.URL.Path, "/static/") && !s.cfg.Host.Knows(s.cookieOf(r)) && !serve.PageOf(r).Turn() && !s.expects(r) {
		h.Set("Retry-After", "1")
		plainError(w, http.StatusTooManyRequests, "So much is asked from your network just now that only those with a seat or an invite are answered: try again in a moment.")
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
		s.routes.ServeHTTP(w, r)
	default:
		plainError(w, http.StatusMethodNotAllowed, "That cannot be done here.")
	}
}

// expects reports whether a request is from somebody with a seat, or shows a valid invite.
func (s *Site) expects(r *http.Request) bool {
	words, _ := strings.CutPrefix(r.URL.Path, "/i/")
	return s.cfg.Host.Expects(s.cookieOf(r), words)
}

// plainError answers with plain text, for programs and for errors without a page.
func plainError(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, words)
}

// isOwnName reports whether host is a name of this site: an IP address, localhost, or a
// configured name. Requests for other names are refused, which prevents DNS rebinding.
func (s *Site) isOwnName(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil || strings.EqualFold(name, "localhost") {
		return true
	}
	for _, n := range s.cfg.Names {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return s.cfg.Proxy && len(s.cfg.Names) == 0 && name != ""
}

const mostBody = 32 << 10 // bytes of a form

// form passes on a form only if one of this site's own pages has sent it, judged by its
// Origin and its token.
func (s *Site) form(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/x-www-form-urlencoded" {
			plainError(w, http.StatusUnsupportedMediaType, "Only forms of these pages are taken.")
			return
		}
		if !s.ownOrigin(r) {
			plainError(w, http.StatusForbidden, "That form is of another site.")
			return
		}
		if !serve.IsCookie(s.cookieOf(r)) {
			plainError(w, http.StatusForbidden, "This page needs a cookie that your browser did not send: allow cookies, and open it again.")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		if err := r.ParseForm(); err != nil {
			plainError(w, http.StatusRequestEntityTooLarge, "That is too long.")
			return
		}
		if subtle.ConstantTimeCompare([]byte(r.PostForm.Get("form")), []byte(tokenOf(s.cookieOf(r)))) != 1 {
			plainError(w, http.StatusForbidden, "This page is too old: go back, open it again, and send it once more.")
			return
		}
		next(w, r)
	}
}

// ownOrigin reports whether a request comes from a page of this site.
func (s *Site) ownOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	all := r.Header["Origin"]
	if len(all) != 1 {
		return false
	}
	u, err := url.Parse(all[0])
	if err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host) || u.User != nil || u.Path != "" {
		return false
	}
	return u.Scheme == "https" && (s.cfg.Secure || s.cfg.Proxy) || u.Scheme == "http" && !s.cfg.Secure
}

// tokenOf returns the form token for a browser's cookie.
func tokenOf(cookie string) string {
	sum := sha256.Sum256([]byte("form " + cookie))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

func (s *Site) cookieOf(r *http.Request) string {
	c, err := r.Cookie(s.cookie)
	if err != nil {
		return ""
	}
	return c.Value
}

// cookieLifetime is how long a browser keeps the cookie of a seat.
const cookieLifetime = 180 * 24 * time.Hour

// setCookie sets a browser's cookie: for lasts, or until the browser is closed if that is 0.
func (s *Site) setCookie(w http.ResponseWriter, r *http.Request, cookie string, lasts time.Duration) {
	s.keepCookie(w, r, s.cookie, cookie, lasts)
}

func (s *Site) keepCookie(w http.ResponseWriter, r *http.Request, name, value string, lasts time.Duration) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: s.cfg.Secure || s.cfg.Proxy && r.Header.Get("X-Forwarded-Proto") == "https", MaxAge: int(lasts / time.Second)})
}

// cookieOrNew returns the browser's cookie. A browser without one gets a new one.
func (s *Site) cookieOrNew(w http.ResponseWriter, r *http.Request) string {
	if cookie := s.cookieOf(r); cookie != "" {
		return cookie
	}
	cookie := serve.NewCookie()
	s.setCookie(w, r, cookie, 0)
	return cookie
}

// device describes a browser in words, from its User-Agent.
func device(r *http.Request) string {
	agent := r.UserAgent()
	pick := func(all ...string) string {
		for i := 0; i < len(all); i += 2 {
			if strings.Contains(agent, all[i]) {
				return all[i+1]
			}
		}
		return ""
	}
	name := pick("Firefox", "Firefox", "FxiOS", "Firefox", "Edg", "Edge", "OPR/", "Opera", "Chrome", "Chrome", "CriOS", "Chrome", "Safari", "Safari")
	on := pick("Android", "Android", "iPhone", "iPhone", "iPad", "iPad", "Windows", "Windows", "Mac OS X", "Mac", "CrOS", "ChromeOS", "Linux", "Linux")
	return strings.TrimSpace(name + model.Prefixed(" on ", on))
}

// visit is one request of a visitor with a seat.
type visit struct {
	*serve.Guest
	seat   model.Seat
	game   game.Game
	pages  *seatPages
	cookie string
}

// seated passes on requests of visitors with a seat only.
func (s *Site) seated(next func(http.ResponseWriter, *http.Request, *visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visit(w, r)
		switch {
		case err != nil:
			s.error(w, r, http.StatusTooManyRequests, err.Error())
		case v == nil, v.MustRenew(): // the first page has what they need
			s.noSeat(w, r)
		default:
			next(w, r, v)
		}
	}
}

// noSeat answers somebody who has no seat at a table, or not any more.
func (s *Site) noSeat(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost || wantsWords(r) {
		s.error(w, r, http.StatusForbidden, "You have no seat at this table, or not any more.")
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// visit returns the visit of a request, or nil if there is no seat.
func (s *Site) visit(w http.ResponseWriter, r *http.Request) (*visit, error) {
	page := serve.PageOf(r)
	cookie := s.cookieOf(r)
	v, err := s.at.Visit(page, cookie, device(r))
	if err != nil || v == nil || v.Seat().Role == "" {
		return nil, err
	}
	if page.Keep(v) {
		w.Header().Del("Connection")
	}
	seat := v.Seat()
	out := &visit{v, seat, v.Game(), s.pagesOf(seat), cookie}
	s.keepSeen(w, r, out)
	return out, nil
}

// keepSeen has the browser keep the newest hash of the table's log. Where the log no longer
// leads up to the one that it has kept, the pages say so from then on.
func (s *Site) keepSeen(w http.ResponseWriter, r *http.Request, v *visit) {
	sum := sha256.Sum256([]byte(s.cookie + "\x00" + s.at.Path()))
	name := "fray-seen-" + hex.EncodeToString(sum[:4])
	_, hash := v.game.Seal()
	if c, err := r.Cookie(name); err == nil {
		if c.Value == hash {
			return
		}
		if words := v.Lost(c.Value); words != "" {
			v.pages.mu.Lock()
			v.pages.lost = words
			v.pages.mu.Unlock()
		}
	}
	s.keepCookie(w, r, name, hash, cookieLifetime)
}

// wantsWords reports whether the request comes from the page's own script, which expects
// text or parts of pages.
func wantsWords(r *http.Request) bool { return r.Header.Get("X-Fray") != "" }

// error answers with an error.
func (s *Site) error(w http.ResponseWriter, r *http.Request, status int, words string) {
	if wantsWords(r) {
		plainError(w, status, words)
		return
	}
	s.write(w, status, errorPage{outside{Title: "Not done", All: s.ofMany()}, model.Capitalize(words)})
}

// errorPage says what was not done.
type errorPage struct {
	outside
	Words string
}

// outside is the data of pages without a seat.
type outside struct {
	Title string
	Token string
	All   bool // the site has many tables
}

func (o outside) name() string { return o.Title }

// frame is the data that every page of a seat has, besides its own.
type frame struct {
	Title  string
	Token  string
	Error  string
	Lost   string // that the table's log no longer leads up to what was seen of it
	Parts  map[string]markup.Fragment
	Who    string // id of the character that is shown
	Parted string // which parts are updated on this page
	Since  string // id of the newest event in the parts
	All    bool   // the site has many tables, and a list of them
}

// page is a page of a visitor with a seat.
type page interface {
	title() string // for the window; "" for the name of the table
	write(w *markup.Writer, f frame)
}

// show answers with a page of a visitor with a seat.
func (s *Site) show(w http.ResponseWriter, r *http.Request, v *visit, page func(*http.Request, *visit) (page, error)) {
	made, err := page(r, v)
	switch missing := (*notFound)(nil); {
	case errors.As(err, &missing):
		s.error(w, r, http.StatusNotFound, err.Error())
		return
	case err != nil:
		s.error(w, r, http.StatusUnprocessableEntity, err.Error())
		return
	}
	s.frame(w, http.StatusOK, v, made, "")
}

// notFound is the error for a page that does not exist, or no longer.
type notFound struct{ words string }

func (e *notFound) Error() string { return e.words }

func (s *Site) frame(w http.ResponseWriter, status int, v *visit, p page, wrong string) {
	f := frame{Token: tokenOf(v.cookie), Error: model.Capitalize(wrong), Parted: "head ask", All: s.ofMany()}
	v.pages.mu.Lock()
	f.Lost = v.pages.lost
	v.pages.mu.Unlock()
	f.Title = v.game.Now().Name
	if t := p.title(); t != "" {
		f.Title = t + " – " + f.Title
	}
	switch p := p.(type) {
	case homePage:
		f.Who, f.Parted = p.Who, "all"
	case actForm:
		f.Who = p.Who
	case onlyPreview:
		var b markup.Writer
		writePreview(&b, p.Preview)
		answer(w, status, b.Made())
		return
	}
	f.Parts, f.Since = v.pages.parts(v, f.Who, f.Parted == "all")
	var b markup.Writer
	writePage(&b, f.Title, func() { p.write(&b, f) })
	answer(w, status, b.Made())
}

// write answers with a page for who has no seat.
func (s *Site) write(w http.ResponseWriter, status int, p interface {
	part
	name() string
}) {
	var b markup.Writer
	writePage(&b, p.name(), func() { p.write(&b) })
	answer(w, status, b.Made())
}

// answer answers with markup.
func answer(w http.ResponseWriter, status int, made markup.Fragment) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, made.String())
}

// carryOut carries out a form, and redirects to the page that follows. All pages of a table
// lie in one folder, and their links, forms and redirects are relative to it, so that the
// table can be at the root of the site or have a prefix. For the page's own script
// it answers with a word instead.
func (s *Site) carryOut(w http.ResponseWriter, r *http.Request, v *visit, do func(*http.Request, *visit) (to string, err error)) {
	if why := v.game.Why(); why != nil {
		s.refused(w, r, v, why)
		return
	}
	if r.PostForm.Get("to") != asWord { // whoever does something else no longer waits for the words
		v.pages.mu.Lock()
		v.pages.pending = nil
		v.pages.mu.Unlock()
	}
	to, err := do(r, v)
	switch {
	case err != nil:
		s.refused(w, r, v, err)
	case wantsWords(r) && (to == "./" || strings.HasPrefix(to, "./?") || strings.HasPrefix(to, "./#")) && r.PostForm.Get("stay") != "":
		w.WriteHeader(http.StatusNoContent)
	case wantsWords(r):
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Fray-To", to)
		w.WriteHeader(http.StatusOK)
	default:
		w.Header().Set("Location", to) // not by http.Redirect, which does not know the prefix of the table
		w.WriteHeader(http.StatusSeeOther)
	}
}

// refused shows why something was not done, on the page that it was asked for.
func (s *Site) refused(w http.ResponseWriter, r *http.Request, v *visit, err error) {
	if wantsWords(r) {
		plainError(w, http.StatusUnprocessableEntity, model.Sentence(err))
		return
	}
	if r.URL.Path == "/throw" {
		r.Form = r.PostForm
		if form, bad := s.actPage(r, v); bad == nil {
			s.frame(w, http.StatusUnprocessableEntity, v, form, model.Sentence(err))
			return
		}
	}
	home, _ := s.home(r, v)
	s.frame(w, http.StatusUnprocessableEntity, v, home, model.Sentence(err))
}
