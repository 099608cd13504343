package web_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
)

// phone is a player with a phone, who taps and types and does nothing else.
type phone struct {
	*chromium
	plain bool // scripts do not run
	taps  int
	acts  int
}

// phone gives a new phone in the browser: with cookies of its own, and without scripts if it
// is plain.
func (c *chromium) phone(plain bool) *phone {
	c.Helper()
	ctx, leave := chromedp.NewContext(c.ctx, chromedp.WithNewBrowserContext())
	c.Cleanup(leave)
	p := &phone{chromium: &chromium{c.testHost, ctx}, plain: plain}
	p.size(390, 844)
	if plain {
		call(p.chromium, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
	return p
}

// opens taps on a link that somebody has sent.
func (p *phone) opens(link string) {
	p.Helper()
	p.taps++
	p.do(chromedp.Navigate(link))
}

// spot gives the middle of the first element of a selector, once it stands on the screen with
// nothing over it and the page has come to rest; there is none where the element is gone.
func (p *phone) spot(on string) (at []float64) {
	p.Helper()
	look := fmt.Sprintf(`(() => {
	const el = document.querySelector(%q)
	if (!el || !el.getClientRects().length) return []
	el.scrollIntoView({ block: 'center', behavior: 'instant' })
	const r = el.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
	const over = document.elementFromPoint(x, y)
	return [x, y, el.contains(over) ? 1 : 0, document.body.innerHTML.length]
})()`, on)
	var was []float64
	for range 200 {
		at, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]float64](look))
		if err != nil {
			p.Fatal(err)
		}
		if len(at) == 0 || at[2] == 1 && slices.Equal(at, was) {
			return at
		}
		was = at
		p.do(chromedp.Sleep(20 * time.Millisecond))
	}
	p.Fatalf("%s does not come to rest, or lies under something: %v", on, was)
	return nil
}

// tap taps on the first element of a selector; false where it is gone. On a busy machine a
// touch would last so long that it is no tap, so it is a click.
func (p *phone) tap(on string) bool {
	p.Helper()
	at := p.spot(on)
	if len(at) == 0 {
		return false
	}
	p.taps++
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	return true
}

// leads taps on what leads to another page, and waits for that; false where it is gone. A tap
// misses if the page grows just then: after a while whoever plays taps again.
func (p *phone) leads(on string) bool {
	p.Helper()
	for range 5 {
		at := p.spot(on)
		if len(at) == 0 {
			return false
		}
		ctx, stop := context.WithTimeout(p.ctx, within/5)
		_, err := chromedp.RunResponse(ctx, chromedp.MouseClickXY(at[0], at[1]))
		stop()
		if err == nil {
			p.taps++
			return true
		}
		x, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string]("[...document.querySelectorAll(':invalid')].map(x=>x.outerHTML).join(' ') + ' / ' + location.href + ' / ' + document.readyState+ ' / '+document.activeElement.outerHTML"))
		p.Log(err, at, x)
	}
	words, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText"))
	p.Fatalf("%s leads nowhere: %s", on, words)
	return false
}

// sends taps on a button that sends a form. With scripts the page stays, and what is gone
// says that it was sent; without them a page follows.
func (p *phone) sends(on, gone string) bool {
	p.Helper()
	if p.plain {
		return p.leads(on)
	}
	sent := p.tap(on)
	p.do(chromedp.WaitNotPresent(gone))
	return sent
}

// types types into a field.
func (p *phone) types(field, text string) bool {
	p.Helper()
	if !p.tap(field) {
		return false
	}
	p.do(chromedp.KeyEvent(text))
	return true
}

// nextTap says what the page asks for or offers first: what is to be done, the card, what to
// tap on and the kind of the card.
const nextTap = `(() => {
	const card = document.querySelector('#part-ask .ask:not(.request)')
	if (card) {
		const at = '[data-at="' + card.dataset.at + '"]'
		const kind = card.classList[2]
		if (kind === 'word') return [kind, at, at + ' button.go', kind]
		if (kind === 'attack' || kind === 'called') return ['form', at, at + ' a.button', kind]
		if (kind === 'pick') return [kind, at, at + ' button[name=pick]', kind]
		return [kind, at, at + ' button.go', kind]
	}
	if (!document.querySelector('#now')) return ['', '', '', '']
	if (!document.querySelector('#h-now').textContent.startsWith('You can act now')) return ['', '', '', '']
	for (const on of ['#now .offer:has(.vs)', '#now .offer']) if (document.querySelector(on)) return ['act', '', on, '']
	return ['', '', '', '']
})()`

// step does the next thing that the page asks for, or that it offers if the player may still
// act; false where there is nothing. Without scripts it looks at the page anew first.
func (p *phone) step(mayAct bool, seen looked) (any, acted bool) {
	p.Helper()
	if p.plain {
		p.leads(".tabs a")
	}
	next, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](nextTap))
	if err != nil {
		p.Fatal(err)
	}
	kind, card, on, asked := next[0], next[1], next[2], next[3]
	if card != "" {
		p.looks(seen, strings.Fields(asked)[0])
	}
	var done bool
	switch kind {
	case "":
		return false, false
	case "word":
		done = p.types(card+" input[name=text]", "any keys") && p.sends(on, card)
	case "act", "form":
		if acted = kind == "act"; acted && !mayAct {
			return false, false
		}
		done = p.leads(on) && p.leads("form[data-preview] button.go")
	default:
		done = p.sends(on, card)
	}
	if done {
		p.acts++
	}
	return true, acted
}

// catchesUp waits until the page shows the newest event that its seat sees.
func (p *phone) catchesUp(words string) {
	p.Helper()
	if p.plain {
		p.leads(".tabs a")
	}
	for range 400 {
		there, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](fmt.Sprintf("!!document.getElementById('log')?.textContent.includes(%q)", words)))
		if err != nil {
			p.Fatal(err)
		}
		if there {
			return
		}
		p.do(chromedp.Sleep(within / 400))
	}
	p.Fatalf("%q does not come", words)
}

// looked are the kinds of cards that axe-core and a picture have been taken of.
type looked map[string]bool

// looks has axe-core look at a kind of card that it has not seen, in each theme, and takes a
// picture of it.
func (p *phone) looks(seen looked, kind string) {
	p.Helper()
	if p.plain {
		kind += "-without-scripts"
	}
	if seen[kind] {
		return
	}
	seen[kind] = true
	p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
	p.picture("fight-" + kind)
	if wide, err := chromedp.Run(p.ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth")); err != nil || wide > 390 {
		p.Errorf("with %s the page is %d wide: %v", kind, wide, err)
	}
	if p.plain {
		return // axe-core is a script
	}
	for _, theme := range themes {
		p.prefers(theme[0], theme[1])
		p.isFlawless(kind + ", " + theme[1])
	}
}

// A whole fight in each rulebook, of two players with phones and a gamemaster at a terminal:
// by taps and typing alone, until one side is left, which may have run away after three
// rounds. All of it once more with scripts off. With -long the rulebooks that are texts are
// played as well.
func TestPhonesFight(t *testing.T) {
	seen := looked{}
	for _, plain := range []bool{false, true} {
		for _, s := range phoneBooks(t) {
			t.Run(s.ID+map[bool]string{true: ", without scripts"}[plain], func(t *testing.T) { phonesFight(t, s, plain, seen) })
		}
	}
}

func phoneBooks(t *testing.T) []*engine.System {
	all := systems.All()
	if !*long {
		return all
	}
	for _, id := range books.IDs() {
		all = append(all, book(t, id))
	}
	return all
}

func phonesFight(t *testing.T, s *engine.System, plain bool, seen looked) {
	const (
		runs = 3  // after so many rounds foes who still stand run away
		most = 60 // turns, in case that a fight hangs
	)
	h := open(t, s.ID, 2)
	foes := []string{"Old Grim", "Weasel"}
	for _, name := range foes {
		h.must(gm, model.Join{Character: model.Character{Name: name, Side: engine.Foes, Pages: map[string]engine.Page{s.ID: s.Templates[len(s.Templates)-1].Page}}})
	}
	c := h.chromium(390, 844)
	players := []*phone{c.phone(plain), c.phone(plain)}
	for i, p := range players {
		p.opens(h.invite([]string{"Mira", "Tom"}[i], i))
		p.leads("button.go")
	}
	began, _ := h.live.Now().Round(h.live.Now().Clock.Moment)
	for n := 0; ; n++ {
		now := h.live.Now()
		if _, err := simulate.New(now, simulate.Plan{}); err != nil {
			break
		}
		if n == most {
			t.Fatal("the fight does not end")
		}
		if round, _ := now.Round(now.Clock.Moment); round-began >= runs {
			h.types("leave Old Grim", "yes", "leave Weasel", "yes")
			continue
		}
		acted := make([]bool, len(players))
		for busy := true; busy; {
			busy = false
			for i, p := range players {
				any, act := p.step(!acted[i], seen)
				busy, acted[i] = busy || any, acted[i] || act
			}
		}
		// Lines that come too late are answers of nothing, and refused.
		h.types("open", "", "", "", foes[n%2]+" attacks "+now.Characters()[n%2].Name, "", "", "", "")
		said := fmt.Sprintf("that was turn %d", n)
		h.types("next", "yes", "say "+said)
		for _, p := range players {
			p.catchesUp(said)
		}
	}
	for i, p := range players {
		if p.acts < 3 {
			t.Errorf("player %d did %d things in all the fight", i, p.acts)
		}
	}
	mira := players[0]
	mira.types("#text", "that was fun")
	if mira.tap("#talk button.go"); plain {
		mira.do(chromedp.WaitReady("#log"))
	}
	players[1].catchesUp("that was fun")
	h.types("later", "later", "end session", "yes") // a roll may be open, whose question is asked first
	mira.leads(".tabs a:last-child")
	mira.leads(`a[href="dice"]`)
	for _, words := range []string{"The seed of its dice", "The hash of the log so far"} {
		if there, err := chromedp.Run(mira.ctx, chromedp.TextContent("#main")); err != nil || !strings.Contains(there, words) {
			t.Errorf("%q does not stand on the page of the dice: %v", words, err)
		}
	}
	mira.looks(seen, "over")
	t.Logf("%d and %d acts, %d and %d taps, %d events", players[0].acts, players[1].acts, players[0].taps, players[1].taps, h.live.Now().Seq())
}
