package web_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/serve/servetest"
	"example.org/fray/ui/uitest"
	"example.org/fray/ui/web"
)

// tablesHost is a folder of tables whose pages are all at one address.
type tablesHost struct {
	*testHost
	makes int // how many tables a maker may run
	asked atomic.Int64
}

// now is a clock that runs ahead whenever somebody looks at it, so that no test asks more in a
// second than a host answers.
func (h *tablesHost) now() time.Time {
	return time.Now().Add(time.Duration(h.asked.Add(1)) * 10 * time.Millisecond)
}

// openTables gives pages to tables with these names, of one rulebook.
func openTables(t *testing.T, makers []ssh.PublicKey, names ...string) *tablesHost {
	t.Helper()
	return openTablesFor(t, 1, makers, names...)
}

// openTablesFor is openTables where a maker may run so many tables.
func openTablesFor(t *testing.T, makes int, makers []ssh.PublicKey, names ...string) *tablesHost {
	t.Helper()
	h := &tablesHost{testHost: &testHost{TB: t, folder: servetest.NewFolder(t)}, makes: makes}
	for _, name := range names {
		h.folder.Makes(name, "supermen", 0)
	}
	h.serves(nil, makers)
	t.Cleanup(func() {
		h.host.Stop(5 * time.Second)
		h.mu.Lock()
		defer h.mu.Unlock()
		if t.Failed() || strings.Contains(strings.Join(h.told, "\n"), "bug in fray") {
			t.Errorf("the host was told: %q", h.told)
		}
	})
	return h
}

// serves starts a host of the tables.
func (h *tablesHost) serves(l net.Listener, makers []ssh.PublicKey) {
	h.Helper()
	config := serve.HostConfig{Makers: makers, Quota: serve.Quota{Tables: h.makes}, Now: h.now}
	h.folder.Serves(&config)
	h.opensWeb(config, serve.Web{}, l)
}

// idOf is what stands for a table in addresses.
func (h *tablesHost) idOf(name string) string { return serve.TableID(h.folder.PathOf(name)) }

// inviteTo makes an invite to a table, for a seat of a name; "" for a name that its owner
// chooses.
func (h *tablesHost) inviteTo(table, as string) (link string) {
	h.Helper()
	return h.base + "/i/" + h.folder.Invites(table, model.Seat{Role: model.Player, Name: as})
}

// follows follows the link whose words begin like this.
func (b *browser) follows(link string) {
	b.Helper()
	for _, a := range all(b.page, "a") {
		if strings.HasPrefix(words(a), link) {
			b.opens(attr(a, "href"))
			return
		}
	}
	b.Fatalf("there is no link %q:\n%s", link, words(b.page))
}

// valueOf is what stands for an option of a list.
func (b *browser) valueOf(option string) string {
	b.Helper()
	for _, o := range all(b.page, "option") {
		if words(o) == option {
			return attr(o, "value")
		}
	}
	b.Fatalf("there is no option %q:\n%s", option, words(b.page))
	return ""
}

// One browser has seats at two tables, by an invite to each: it sees a list of them, enters
// one, does something there that whoever else is there sees, and comes back to the list.
// Nobody is told of any other table.
func TestTables(t *testing.T) {
	h := openTables(t, nil, "Vault", "Harbour", "Secret")
	h.folder.At("Harbour", func(live *saves.Live) {
		if _, err := live.Do(gm, model.PlanEvening{Evening: model.Evening{At: time.Now().Add(48 * time.Hour), Text: "at the old mill"}}); err != nil {
			t.Fatal(err)
		}
	})
	ann := h.browser()
	ann.read = func(text string) {
		if strings.Contains(text, "Secret") {
			t.Errorf("the other table stands at %s", ann.at)
		}
	}
	link := h.inviteTo("Vault", "Ann")
	for range 3 { // as messengers do
		h.browser().opens(link)
	}
	ann.opens(link)
	ann.never("Vault", "Ann")
	ann.sends("Take my seat")
	ann.sees("Vault", "You have no character yet")
	if want := "/t/" + h.idOf("Vault") + "/"; ann.at.Path != want {
		t.Errorf("an invite leads to %s, and not to %s", ann.at.Path, want)
	}
	cookie := ann.seatCookies(ann.at)
	ann.opens(h.inviteTo("Vault", "Zoe")) // another seat at the same table
	ann.sends("Take my seat")
	ann.sees("Say yes to give up the seat that you have", "Ann")
	ann.opens("/t/" + h.idOf("Vault") + "/")
	ann.follows("Tables")
	ann.sees("Your tables", "Vault not begun")
	ann.never("Harbour")
	ann.sends("Take my seat", "words", strings.TrimPrefix(h.inviteTo("Harbour", ""), h.base+"/i/"))
	ann.sees("Your name")
	ann.sends("Take my seat", "name", "Annabel")
	ann.sees("Harbour", "Annabel")
	if now := ann.seatCookies(ann.at); len(cookie) != 1 || len(now) != 1 || now[0].Value != cookie[0].Value {
		t.Errorf("the cookies were %v and are %v", cookie, now)
	}
	bob := h.browser()
	bob.opens(h.inviteTo("Vault", "Bob"))
	bob.sends("Take my seat")
	stream := bob.stream(bob.at.Path + "events?parts=all")
	stream.until("part")

	ann.opens("/")
	ann.sees("Vault not begun", "Harbour not begun; next evening", "at the old mill")
	ann.follows("Vault")
	ann.sends("Send", "text", "hello there", "to", "all")
	ann.sees("hello there")
	stream.until("hello there")
	for _, page := range []string{"Log", "Sheet", "More", "What happened so far", "The dice", "Play"} {
		ann.opens("/t/" + h.idOf("Vault") + "/more")
		ann.follows(page)
		if ann.status >= 400 && page != "Sheet" || !strings.HasPrefix(ann.at.Path, "/t/"+h.idOf("Vault")+"/") {
			t.Errorf("%s leads to %s, which is answered with %d", page, ann.at, ann.status)
		}
	}
	ann.follows("Tables")
	ann.follows("Harbour")
	ann.never("hello there")

	bob.opens("/t/" + h.idOf("Harbour") + "/")
	bob.sees("Your tables", "Vault")
	bob.never("Harbour", "Annabel")
	ann.opens("/t/" + h.idOf("Harbour") + "/more")
	ann.sends("Forget it", "sure", "yes")
	ann.sees("Your tables", "Vault")
	ann.never("Harbour")
}

// A stranger sees no table, and comes with an invite that works to its table alone. Revoking
// the seat ends its pages.
func TestTablesStranger(t *testing.T) {
	h := openTables(t, nil, "Vault", "Harbour")
	b := h.browser()
	b.opens("/")
	b.sees("If you have an invite")
	b.sends("Take my seat", "words", "babab-babab-babab-babab")
	b.sees("There is no such invite")
	b.sends("Take my seat", "words", "vault")
	b.sees("There is no such invite")
	b.never("Vault", "Harbour")
	for _, path := range []string{"/t/" + h.idOf("Vault") + "/", "/t/" + h.idOf("Vault") + "/log", "/t/Vault/", "/door", "/sheet", "/make", "/t/", "/t/../Vault" + logfile.Suffix} {
		b.opens(path)
		b.never("Vault job", "Harbour", "segment")
	}
	link := h.inviteTo("Vault", "Cleo")
	before := b.seatCookies(b.at)
	b.opens(link)
	b.sends("Take my seat")
	b.sees("Vault", "Cleo")
	b.never("Harbour")
	if now := b.seatCookies(b.at); len(now) != 1 || now[0].Value == before[0].Value {
		t.Errorf("the cookies of a stranger were %v, and are %v with a seat", before, now)
	}
	other := h.browser()
	other.opens(link)
	other.sends("Take my seat")
	other.sees("There is no such invite")
	other.never("Vault", "Cleo")

	stream := b.stream(b.at.Path + "events?parts=all")
	stream.until("part")
	for _, g := range h.folder.Guests("Vault").Guests() {
		if strings.Contains(g.Key, b.seatCookies(b.at)[0].Value) {
			t.Error("the cookie itself lies at the records")
		}
	}
	b.opens("/t/" + h.idOf("Vault") + "/more")
	b.sends("Forget it", "sure", "yes")
	stream.ends()
	b.opens("/")
	b.sees("If you have an invite")
	b.opens("/t/" + h.idOf("Vault") + "/")
	b.sees("If you have an invite")
	b.never("Vault")
}

// newMaker is the key of somebody who may make tables.
func newMaker(t *testing.T) ssh.PublicKey {
	t.Helper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// inviteMaker is the link that a maker makes in the list of tables over SSH, for a browser of
// theirs.
func (h *tablesHost) inviteMaker(key ssh.PublicKey) (link string) {
	h.Helper()
	seat := model.Seat{Role: model.Player, Name: "maker"}
	kept, err := h.folder.Store.OwnRecords(h.Context())
	if err != nil {
		h.Fatal(err)
	}
	accounts, err := serve.OpenGuestList(kept)
	if err != nil {
		h.Fatal(err)
	}
	if err := accounts.Admit(key, seat, time.Now()); err != nil {
		h.Fatal(err)
	}
	words, err := accounts.Invite(model.Table{}, serve.Invite{Seat: seat, Expires: time.Now().Add(time.Hour)})
	if err != nil {
		h.Fatal(err)
	}
	return h.base + "/i/" + words
}

// Another browser of the same person has all of the person's seats, those of later, too. A
// maker's browser makes a table, and nobody else's does.
func TestTablesDevicesAndMakers(t *testing.T) {
	t.Parallel()
	maker := newMaker(t)
	h := openTables(t, []ssh.PublicKey{maker}, "Vault", "Harbour")
	link := regexp.MustCompile(`http://[^<"]*/i/[a-z-]*`)
	ann, phone := h.browser(), h.browser()
	ann.opens(h.inviteTo("Vault", "Ann"))
	ann.sends("Take my seat")
	ann.opens("/")
	if _, _, may := ann.form("Make it"); may {
		t.Error("whoever is no maker is offered to make a table")
	}
	to, form, _ := ann.form("Make the link")
	ann.request(http.MethodPost, "/make", url.Values{"form": form["form"], "name": {"Mine"}, "book": {"d6"}}, func(*http.Request) {})
	ann.sees("Only those whose keys the host has named make tables")
	ann.does(http.MethodPost, to, form)
	phone.opens(link.FindString(ann.text))
	phone.sends("Take my seat")
	phone.sees("Your tables", "Vault")
	ann.opens(h.inviteTo("Harbour", "Ann"))
	ann.sends("Take my seat")
	phone.opens("/")
	phone.follows("Harbour")
	phone.sends("Send", "text", "from the phone", "to", "all")
	ann.opens("/t/" + h.idOf("Harbour") + "/")
	ann.sees("Ann: from the phone")

	m := h.browser()
	m.opens(h.inviteMaker(maker))
	m.sends("Take my seat")
	m.sees("You have a seat at no table")
	m.sends("Make it", "name", "Vault", "book", "d6")
	m.sees("There is a table called", "choose another name")
	m.sends("Make it", "name", "Club Night", "book", "d6")
	m.sees("Club Night")
	m.sees("You are the gamemaster")
	m.sends("Send", "text", "add gunfighter", "to", "do")
	m.follows("Play")
	m.sees("Gunfighter")
	m.follows("More")
	m.sees("It sits here as the gamemaster")
	m.sends("Make an invite", "as", "Fay", "plays", m.valueOf("Gunfighter"))
	m.sees("Open this in a browser", "It works once")
	fay := h.browser()
	fay.opens(link.FindString(m.text))
	fay.sends("Take my seat")
	fay.sees("Club Night", "Gunfighter")
	fay.follows("More")
	if _, _, may := fay.form("Make an invite"); may {
		t.Error("a player is offered to make an invite")
	}
	fay.request(http.MethodPost, "invite", url.Values{"form": {web.TokenOf(fay.seatCookies(fay.at)[0].Value)}, "as": {"Gus"}}, func(*http.Request) {})
	fay.sees("Only the gamemaster invites")
	fay.never("/i/")
	m.request(http.MethodPost, "leave", url.Values{"form": {web.TokenOf(m.seatCookies(m.at)[0].Value)}}, func(*http.Request) {})
	m.sees("somebody has to run the table")
	m.follows("Tables")
	m.sees("Club Night not begun", "You run 1 of the 1 tables")
	m.sends("Make it", "name", "One more", "book", "d6")
	m.sees("You already run 1 tables, as many as one person may here")
	club := url.Values{"table": {h.idOf("Club Night")}, "sure": {"yes"}}
	for _, b := range []*browser{fay, ann} { // neither of them may
		b.opens("/")
		if _, _, may := b.form("Delete it"); may {
			t.Error("somebody else is offered to delete a table")
		}
		club.Set("form", web.TokenOf(b.seatCookies(b.at)[0].Value))
		b.request(http.MethodPost, "/delete", club, func(*http.Request) {})
		b.sees("Only the gamemaster of a table can delete it")
	}
	m.sends("Delete it", "table", m.valueOf("Club Night"))
	m.sees("Say yes to delete it")
	m.sends("Delete it", "table", m.valueOf("Club Night"), "sure", "yes")
	m.sees("Not deleted, since somebody is at this table")
	m.never("Harbour")
}

// No name of a table, a seat or a person becomes markup on the pages of all tables, or a file
// elsewhere than in the folder of the tables.
func TestHostileNamesOfTables(t *testing.T) {
	t.Parallel()
	maker := newMaker(t)
	h := openTablesFor(t, 1000, []ssh.PublicKey{maker}, "Vault")
	root := filepath.Dir(h.folder.Store.Folder)
	m, stranger := h.browser(), h.browser()
	m.opens(h.inviteMaker(maker))
	m.sends("Take my seat")
	link := regexp.MustCompile(`http://[^<"]*/i/[a-z-]*`)
	evil, _ := filepath.Glob("/tmp/evil*") // which one of the names says
	made, tried := 0, 0
	for n, name := range uitest.EveryHostileName() {
		if n%9 > 0 && !*long {
			continue
		}
		tried++
		m.opens("/")
		tags(m.page, t)
		m.sends("Make it", "name", name, "book", "d6")
		tags(m.page, t)
		if !strings.HasPrefix(m.at.Path, "/t/") {
			continue // refused
		}
		made++
		m.sends("Send", "text", "add gunfighter", "to", "do")
		m.opens("more")
		tags(m.page, t)
		m.sends("Make an invite", "as", name)
		tags(m.page, t)
		if words := link.FindString(m.text); words != "" {
			b := h.browser()
			b.opens(words)
			tags(b.page, t)
			b.sends("Take my seat")
			tags(b.page, t)
		}
		if n%18 == 0 { // who asks often waits
			stranger.opens("/")
			stranger.sends("Ask to be let in", "table", name, "name", name)
			tags(stranger.page, t)
		}
	}
	if made < tried/2 {
		t.Errorf("of %d tables only %d were made", tried, made)
	}
	m.opens("/")
	if got := tags(m.page, t); got["h1"] != 1 || got["img"]+got["iframe"]+got["base"]+got["object"] > 0 {
		t.Errorf("the list has %v", got)
	}
	files := 0
	if err := filepath.WalkDir(filepath.Dir(root), func(path string, d os.DirEntry, err error) error {
		switch in, _ := filepath.Rel(root, path); {
		case err != nil || d.IsDir():
		case uitest.Steering.MatchString(in):
			t.Errorf("a file is called %q", in)
		case filepath.Dir(in) == "tables":
			files++
		case !strings.HasPrefix(in, "tables/") && !strings.HasPrefix(in, "kept/tables/") && !strings.HasPrefix(in, "kept/house/") && !strings.HasPrefix(in, "state/"):
			t.Errorf("a stray: %q", in)
		}
		return err
	}); err != nil || files < made {
		t.Errorf("%d files of %d tables, %v", files, made, err)
	}
	if now, _ := filepath.Glob("/tmp/evil*"); len(now) != len(evil) {
		t.Errorf("strays: %q", now)
	}
}

// What is left of an answer that differs from one request to another for every page.
var perRequest = regexp.MustCompile(`name="form" value="[^"]*"`)

// Secrets are played at two tables while a browser with a seat at one of them asks for random
// paths of both, of a table that there is not, and of others, in every method: nothing of the
// other table is sent, and what there is of it is answered as if there were no such table.
func TestTablesStayApart(t *testing.T) {
	t.Parallel()
	h := openTables(t, nil, "Vault", "Hexfall")
	sys := book(t, "supermen")
	const secret = "Nightjar"
	who := "" // somebody at the other table
	for name, called := range map[string]string{"Vault": "Openly", "Hexfall": secret} {
		h.folder.At(name, func(live *saves.Live) {
			x := sys.Templates[0]
			if _, err := live.Do(gm, model.Join{Character: model.Character{Name: called, Pages: map[string]engine.Page{sys.ID: x.Page}}}); err != nil {
				t.Fatal(err)
			}
			if called == secret {
				who = live.Now().Characters()[0].ID
			}
			for _, c := range uitest.Secrets(sys) {
				if _, err := live.Do(gm, c); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	ann, bob := h.browser(), h.browser()
	ann.client.Transport = elsewhere(&http.Transport{})
	ann.opens(h.inviteTo("Vault", "Ann"))
	ann.sends("Take my seat")
	bob.opens(h.inviteTo("Hexfall", "Bob"))
	bob.sends("Take my seat")
	bob.sees(secret)
	_, form, _ := bob.form("Send", "text", "x", "to", "all")
	stream := bob.stream(bob.at.Path + "events?parts=all") // the other table is open
	stream.until("part")
	ann.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

	base, err := url.Parse(h.base)
	if err != nil {
		t.Fatal(err)
	}
	r := mathrand.New(mathrand.NewPCG(7, 8))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	there := 0
	ask := func(id, rest, method string) (status int, answer string) {
		t.Helper()
		f := url.Values{}
		if method == http.MethodPost {
			f = maps.Clone(form)
			f.Set("form", web.TokenOf(ann.seatCookies(base)[0].Value))
		}
		path := "/t/" + id + rest
		ann.request(method, "/", f, func(q *http.Request) { q.URL.Opaque = strings.Replace(ann.base, "http:", "", 1) + path })
		ann.never(secret, "Hexfall", "Bob", uitest.Secret, fmt.Sprint(uitest.Peculiar), "module example", "root:")
		out := []string{perRequest.ReplaceAllString(ann.text, "")}
		for _, name := range slices.Sorted(maps.Keys(ann.headers)) {
			if name != "Date" && name != "Set-Cookie" {
				out = append(out, name+": "+strings.Join(ann.headers[name], ","))
			}
		}
		return ann.status, strings.NewReplacer(id, "ID", h.idOf("Hexfall"), "ID").Replace(strings.Join(out, "\n"))
	}
	for range *responses {
		rest := pick("", "/", "/sheet", "/log", "/act", "/more", "/dice", "/recap", "/shown", "/events", "/throw", "/answer", "/talk", "/do", "/settle", "/undefended", "/export", "/leave",
			"/../"+h.idOf("Hexfall")+"/log", "//", "/%2e%2e/", "/log/../sheet", "/"+h.idOf("Hexfall")+"/", "/static/style.css", "/door", "/i/babab-babab-babab-babab", "/nothing")
		if strings.Contains(rest, "e") && r.IntN(3) == 0 {
			rest += "?who=" + pick(who, "1", h.idOf("Hexfall")) + "&from=1&find=a"
		}
		method := pick(http.MethodGet, http.MethodGet, http.MethodPost, http.MethodPost, http.MethodHead, http.MethodPut, http.MethodDelete)
		status, answer := ask(h.idOf("Hexfall"), rest, method)
		none, nothing := ask(strings.Repeat("0", 16), rest, method)
		if status != none || answer != nothing {
			t.Errorf("%s %s of another table: %d\n%s\nof no table: %d\n%s", method, rest, status, answer, none, nothing)
		}
		if method == http.MethodGet && strings.TrimRight(rest, "/") == rest && !strings.HasPrefix(rest, "/events") && !strings.HasPrefix(rest, "/act") {
			if status, _ := ask(h.idOf("Vault"), rest, method); status == http.StatusOK {
				there++
			}
		}
	}
	if there < *responses/50 {
		t.Errorf("of their own table only %d pages were seen: this tries nothing", there)
	}
	bob.opens("/t/" + h.idOf("Hexfall") + "/log")
	bob.never("Ann")
}

// In a real browser on a phone: an invite, the table, the list of tables and another table, by
// taps alone. When the host is stopped and another one has the tables, the open page is at its
// seat there by itself, and shows what is said then without being reloaded.
func TestTablesInABrowser(t *testing.T) {
	maker := newMaker(t)
	h := openTables(t, []ssh.PublicKey{maker}, "The Vault Job", "Harbour")
	h.folder.At("Harbour", func(live *saves.Live) {
		evening := model.Evening{At: time.Now().Add(48 * time.Hour), Text: "at the old mill, bring dice and something to eat"}
		if _, err := live.Do(gm, model.PlanEvening{Evening: evening}); err != nil {
			t.Fatal(err)
		}
	})
	c := h.chromium(390, 844)
	c.do(chromedp.Navigate(h.inviteTo("Harbour", "Mira")), chromedp.Click("button.go"), chromedp.WaitVisible("#part-me"))
	c.do(chromedp.Navigate(h.inviteTo("The Vault Job", "Mira")), chromedp.Click("button.go"), chromedp.WaitVisible("#part-me"))
	c.isFlawless("a table of many")
	c.do(chromedp.Click(`.tabs a[href="/"]`), chromedp.WaitVisible(".options a"))
	for _, theme := range themes {
		c.prefers(theme[0], theme[1])
		c.isFlawless("the list of tables, " + theme[1])
	}
	c.picture("tables")
	c.size(320, 568)
	c.isNarrow("the list of tables", 320)
	c.picture("tables-320")
	c.do(chromedp.Navigate(h.base+"/t/"+h.idOf("Harbour")+"/more"), chromedp.WaitVisible("#main"))
	c.isNarrow("a table of many", 320)
	c.picture("table-of-many-320")
	c.do(chromedp.Click(`.tabs a[href="/"]`), chromedp.WaitVisible(".options a"))
	c.do(chromedp.Click(`.options a[href="/t/`+h.idOf("Harbour")+`/"]`), chromedp.WaitVisible("#part-me"),
		chromedp.Evaluate[chromedp.Void]("window.stayed = true"))
	tom := h.browser()
	tom.opens(h.inviteTo("Harbour", "Tom"))
	tom.sends("Take my seat")
	tom.sends("Send", "text", "before", "to", "all")
	c.shows("#log", "Tom: before")

	h.host.Stop(5 * time.Second)
	l, err := net.Listen("tcp", strings.TrimPrefix(h.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	h.serves(l, []ssh.PublicKey{maker})
	tom.client.CloseIdleConnections()
	tom.sends("Send", "text", "afterwards", "to", "all")
	c.shows("#log", "Tom: afterwards")
	if took := time.Since(began); took > 5*time.Second {
		t.Error("the page is at its seat again after ", took)
	}
	stayed, err := chromedp.Run(c.ctx, chromedp.Evaluate[bool]("window.stayed === true"))
	if err != nil || !stayed {
		t.Errorf("the page was loaded again: %v", err)
	}
	c.do(chromedp.SetValue("#text", "here again"), chromedp.Click("#talk button"))
	c.shows("#log", "Mira: here again")

	c.size(390, 844)
	c.do(chromedp.Navigate(h.inviteMaker(maker)), chromedp.Click("button.go"), chromedp.WaitVisible(".options a"),
		chromedp.Evaluate[chromedp.Void]("for (const d of document.querySelectorAll('details')) d.open = true"))
	c.isFlawless("the list of a maker")
	c.picture("tables-maker")
	c.do(chromedp.SetValue("#name", "Club Night"), chromedp.Click(`form[action="/make"] button`), chromedp.WaitVisible("#part-me"))
	c.isFlawless("a new table")
	c.do(chromedp.Click(".tabs a:last-child"), chromedp.WaitVisible("#as"), chromedp.SetValue("#as", "Fay"))
	c.isFlawless("more, of a gamemaster")
	asks := h.browser()
	asks.opens("/")
	asks.sends("Ask to be let in", "table", "club night", "name", "Olga")
	c.do(chromedp.Click(`a[href="people"]`), chromedp.WaitVisible("form.waiting select"), chromedp.Evaluate[chromedp.Void]("for (const d of document.querySelectorAll('details')) d.open = true"))
	c.isFlawless("people, of a gamemaster")
	c.isNarrow("people", 390)
	c.picture("people")
	c.do(chromedp.Click(`form.waiting button.go`), chromedp.WaitVisible(".seats details"), chromedp.Navigate(h.base+"/"), chromedp.WaitVisible(".options a"), chromedp.Click(`.options a`), chromedp.WaitVisible("#part-me"), chromedp.Click(".tabs a:last-child"), chromedp.WaitVisible("#as"), chromedp.SetValue("#as", "Fay"))
	c.do(chromedp.Click(`form[action="invite"] button`), chromedp.WaitVisible("svg.code"))
	c.isFlawless("an invite")
	c.isNarrow("an invite", 390)
	c.picture("invited")
}

// isNarrow checks that nothing is wider than the window.
func (c *chromium) isNarrow(page string, width int) {
	c.Helper()
	wide, err := chromedp.Run(c.ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth"))
	if err != nil || wide > width {
		c.Errorf("%s is %d wide in a window of %d: %v", page, wide, width, err)
	}
}

// shows waits until an element has words.
func (c *chromium) shows(element, text string) {
	c.Helper()
	ctx, stop := context.WithTimeout(c.ctx, within)
	defer stop()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](fmt.Sprintf("document.querySelector(%q).textContent.includes(%q)", element, text))); err != nil {
		c.Fatalf("%q does not appear: %v", text, err)
	}
}

// Paths in the script and in pages of a table must be relative to it, since it can lie below a
// prefix: only the list of tables, the door and static files are at the root of the site.
func TestNoPathFromTheRoot(t *testing.T) {
	allowed := map[string][]string{"tables.html": {"/door", "/make", "/delete", "/device"}, "door.html": {"/", "/door", "/i/"}, "error.html": {"/"}, "layout.html": {"/", "/ask"}, "script.js": {"/"}}
	files, err := filepath.Glob("pages/*.html")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := filepath.Glob("pages/shared/*.html")
	if err != nil {
		t.Fatal(err)
	}
	path := regexp.MustCompile("[\"'`](/[a-z/]*)[\"'`?#{]")
	found := 0
	for _, file := range append(append(files, shared...), "static/script.js") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range path.FindAllStringSubmatch(string(text), -1) {
			if found++; !slices.Contains(allowed[filepath.Base(file)], m[1]) {
				t.Errorf("%s has the path %s", file, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no path was found: this tries nothing")
	}
}
