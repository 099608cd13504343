package web_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

var (
	responses = flag.Int("responses", 300, "how many responses and events of a rulebook the leak test reads at least")
	long      = flag.Bool("long", false, "play in every rulebook, not in one")
)

// played are the rulebooks in which a test plays: one of them, or with -long all.
func played(usual string) (out []*engine.System) {
	for _, s := range systems.All() {
		if *long || s.ID == usual {
			out = append(out, s)
		}
	}
	return out
}

// opaque is what is made from hashes and chance, in which any number may stand: in an export also
// the digests of what the player may not know.
var opaque = regexp.MustCompile(`[0-9a-f]{16,}|hash [0-9a-f]{8}\b|"others":"[0-9A-Za-z+/]*"|name="form" value="[^"]*"|data-since="[^"]*"|from=[^"&]*|(?m)^id: .*$`)

// The gamemaster plays at random, with somebody hidden, hidden rolls, private notes and
// somebody who is known by name only, while a player opens every page and sends every form
// that there is: nothing that is sent to the player holds a secret.
func TestNoSecretIsSent(t *testing.T) {
	for i, sys := range played("easiness") {
		t.Run(sys.ID, func(t *testing.T) {
			t.Parallel()
			for n, read := uint64(1), 0; read < *responses && !t.Failed(); n++ {
				read += secretSession(t, sys, rand.New(rand.NewPCG(uint64(i), n)), min(*responses-read, 4000))
			}
		})
	}
}

// secretSession plays such an evening, and gives how many responses and events were read.
func secretSession(t *testing.T, sys *engine.System, r *rand.Rand, most int) (read int) {
	h := open(t, sys.ID, 2)
	h.must(gm, model.BeginSession{}) // before anybody is there to be asked for a word
	b := h.comes("Mira", 0)
	check := func(text string) {
		read++
		text = opaque.ReplaceAllString(text, "")
		for _, secret := range []string{uitest.Secret, fmt.Sprint(uitest.Peculiar)} {
			if at := strings.Index(text, secret); at >= 0 && !t.Failed() {
				t.Errorf("%q is sent: %s", secret, text[max(0, at-200):min(len(text), at+100)])
			}
		}
	}
	b.read = check
	for _, c := range uitest.Secrets(sys) {
		h.must(gm, c)
	}
	own, toms := *h.live.Now().Characters()[0], *h.live.Now().Characters()[1]
	own.GMNotes, toms.Notes, toms.Owner = uitest.Secret, uitest.Secret, "Tom" // what Mira does not read of sheets that she sees
	h.must(gm, model.Edit{Who: own.ID, Character: own})
	h.must(gm, model.Edit{Who: toms.ID, Character: toms})
	h.must(gm, model.Join{Character: model.Character{Name: "Open Ogre", Shown: model.ShownOpen, Notes: uitest.Secret, GMNotes: uitest.Secret, Pages: toms.Pages}})
	s := b.stream("/events?parts=all")
	for read < most && !t.Failed() {
		for range 3 {
			uitest.ActAtRandom(h.live, r, sys)
		}
		for range 4 {
			b.wanders(r)
		}
		for more := true; more; {
			select {
			case l, on := <-s.lines:
				if !on {
					t.Fatal("the stream has ended")
				}
				if strings.HasPrefix(l, "data:") {
					check(l)
				}
			default:
				more = false
			}
		}
	}
	b.opens("/")
	b.sees(uitest.NameOnly)
	return read
}

// typed are what a player types at random.
var typed = []string{"sphinx", "roll d20", "say hello", "log", "undo", "recap", "free", "attack", "5 damage", "@gm hello", "explain strength", "show", "timeline", "who", "who is up", "everybody", "next", "Metria"}

// ownLink is a link to a place of these pages.
var ownLink = regexp.MustCompile(`^(/|#|\./|[a-z]+(\?|$))`)

// wanders follows a link, sends a form or types something, at random.
func (b *browser) wanders(r *rand.Rand) {
	b.Helper()
	if b.page == nil || r.IntN(6) == 0 {
		b.opens([]string{"/", "/log", "/sheet", "/more", "/dice", "/recap", "/shown", "/log?journal=yes", "/log?find=e"}[r.IntN(9)])
		return
	}
	var links []string
	for _, a := range all(b.page, "a") {
		if to := attr(a, "href"); !strings.HasPrefix(to, "#") {
			links = append(links, to)
		}
	}
	var forms []*html.Node
	for _, f := range all(b.page, "form") {
		if to := attr(f, "action"); to != "leave" && attr(f, "method") == "post" {
			forms = append(forms, f)
		}
	}
	switch {
	case len(forms) > 0 && r.IntN(2) == 0:
		f := forms[r.IntN(len(forms))]
		form := filled(f)
		if form.Has("text") {
			form.Set("text", typed[r.IntN(len(typed))])
			if form.Get("to") == "all" && r.IntN(2) == 0 {
				form.Set("to", "do")
			}
		}
		if buttons := all(f, "button"); len(buttons) > 0 {
			x := buttons[r.IntN(len(buttons))]
			if name := attr(x, "name"); name != "" {
				form.Set(name, attr(x, "value"))
			}
		}
		b.does("POST", attr(f, "action"), form)
	case len(links) > 0:
		b.opens(links[r.IntN(len(links))])
	default:
		b.opens("/")
	}
}

// tags counts the elements of a page by which it could load or run something, and finds
// attributes, links and signs that no page of ours has.
func tags(n *html.Node, t *testing.T) map[string]int {
	t.Helper()
	out := map[string]int{}
	for d := range n.Descendants() {
		if d.Type == html.TextNode && uitest.Steering.MatchString(d.Data) {
			t.Errorf("a page holds %q", d.Data)
		}
		if d.Type != html.ElementNode {
			continue
		}
		switch d.Data {
		case "script", "img", "iframe", "base", "object", "style", "meta", "link", "h1":
			out[d.Data]++
		}
		for _, a := range d.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || (a.Key == "href" || a.Key == "action") && !ownLink.MatchString(a.Val) {
				t.Errorf("<%s %s=%q>", d.Data, a.Key, a.Val)
			}
		}
	}
	return out
}

// No name or text becomes markup, on any page and in no event.
func TestHostileNames(t *testing.T) {
	h := open(t, "supermen", 1)
	h.must(gm, model.BeginSession{})
	b := h.comes("Mira", 0)
	look := []string{"/", "/log", "/more", "/sheet", "/act?who=" + h.live.Now().Characters()[0].ID + "&book=supermen&action=combat"}
	usual := map[string]map[string]int{}
	for _, path := range look {
		b.opens(path)
		usual[path] = tags(b.page, t)
	}
	s := b.stream("/events?parts=all")
	s.until("data:")
	sheet := h.live.Now().Characters()[0].Pages
	for _, name := range uitest.EveryHostileName() {
		b.sendsText(name)
	}
	for _, name := range uitest.EveryHostileName() {
		_, _ = h.live.Do(gm, model.Join{Character: model.Character{Name: name + "!", Side: engine.Side(name), Notes: name, Shown: model.ShownOpen, Pages: sheet}})
		_, _ = h.live.Do(gm, model.Say{Text: name})
		_, _ = h.live.Do(gm, model.Scene{Place: name})
		_, _ = h.live.Do(gm, model.Note{Text: name})
		_, _ = h.live.Do(gm, model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: name})
		_, _ = h.live.Do(gm, model.Show{Head: name, Text: name})
	}
	if n := len(h.live.Now().Characters()); n < 15 {
		t.Fatalf("only %d of them came", n)
	}
	h.must(gm, model.Say{Text: "the last of them"})
	for _, l := range append(s.got, s.until("the last of them")) {
		if strings.Contains(l, "<script") || strings.Contains(l, "<img") || strings.Contains(l, "<svg/") {
			t.Errorf("an event holds markup of a name: %.300s", l)
		}
	}
	for _, path := range look {
		b.opens(path)
		if got := tags(b.page, t); fmt.Sprint(got) != fmt.Sprint(usual[path]) {
			t.Errorf("%s has %v, and had %v", path, got, usual[path])
		}
	}
	for _, c := range h.live.Now().Characters() {
		b.opens("/sheet?who=" + c.ID)
		if n := tags(b.page, t)["script"]; n != 1 {
			t.Errorf("the sheet of %q has %d scripts", c.Name, n)
		}
	}
	b.opens("/shown")
	tags(b.page, t)
	b.opens("/log?find=" + url.QueryEscape(`"><img src=x onerror=alert(1)>`))
	tags(b.page, t)
	for _, path := range []string{"/i/" + url.PathEscape(`"><script>alert(1)</script>`), "/i/" + url.PathEscape(`javascript:alert(1)`)} {
		stranger := h.browser()
		stranger.opens(path)
		tags(stranger.page, t)
	}
}

// sendsText says something and asks to be called something.
func (b *browser) sendsText(text string) {
	b.Helper()
	b.opens("/")
	b.sends("Send", "text", text, "to", "all")
}
