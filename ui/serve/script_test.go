package serve_test

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// What people at a table do, by the keys they press: each looks at their own screen
// first, and presses a key again where it met a screen on its way.

// screens are all that look at the table, by their seats.
func (x *table) screens() map[model.Seat]*client {
	return map[model.Seat]*client{gm: x.gm, {Role: model.Player, Name: "Mira"}: x.mira, {Role: model.Player, Name: "Tom"}: x.tom}
}

// of is the screen of whoever plays a character.
func (x *table) of(id string) *client {
	c, _ := x.live.Now().Character(id)
	for seat, screen := range x.screens() {
		if seat.Role == model.Player && seat.Owns(c) {
			return screen
		}
	}
	return x.gm
}

// round is the round that the clock stands in.
func (x *table) round() int {
	t := x.live.Now()
	n, _ := t.Round(t.Clock.Moment)
	return n
}

// presses has somebody press what their screen calls for until something happens at
// the table; false where there is nothing that they can do. A key is pressed once where
// the screen goes on to call for it, and again after a while: it may have met another
// screen on its way. What it met, and is refused in again and again, is left.
func (x *table) presses(c *client, what string, keys func(screen string) (key string, nothing bool)) (happened bool) {
	x.Helper()
	changed, stop := x.live.Watch()
	defer stop()
	from, last, idle, pressed := x.live.Now().Seq(), "", 0, map[string]int{}
	late, again := time.After(patience), time.NewTicker(time.Second/8)
	defer again.Stop()
	for x.live.Now().Seq() == from {
		screen := c.vt.String()
		key, nothing := keys(screen)
		if nothing {
			return false
		}
		at := front(screen) + key
		refused := at
		if pressed[at] > 3 {
			key = "\x1b"
			at = front(screen) + key
		}
		// An escape waits for what may be on its way to the screen: with the next key
		// right behind it, it would be another key.
		if at != last && (key != "\x1b" || idle > 0) {
			c.types(key)
			last, idle = at, 0
			pressed[at]++
			if at != refused { // it is left
				pressed[refused] = 0
			}
		}
		select {
		case <-changed:
		case <-c.news:
		case <-again.C:
			if idle++; idle%4 == 0 {
				last = ""
			}
		case <-late:
			x.Fatalf("%s: nothing happens. The screen is\n%s", what, c.vt)
		}
	}
	return true
}

// inFront matches the title of what has the keys.
var inFront = regexp.MustCompile(`╭▶ [^─╮]*`)

// front tells what has the keys from what had them before: by its title and by what
// the first key does.
func front(screen string) string {
	feet := strings.TrimSpace(screen)
	feet, _, _ = strings.Cut(strings.TrimSpace(feet[strings.LastIndexByte(feet, '\n')+1:]), "   ")
	return inFront.FindString(screen) + "/" + feet
}

// palette reports whether all that somebody can do is listed in front.
func palette(screen string) bool {
	return strings.Contains(screen, "type to find") && strings.Contains(front(screen), ": what now?")
}

// What may be done is listed with a digit each: what is called for first, and a blow
// at somebody before what else there is.
var (
	called = regexp.MustCompile(`[│▎][▌ ]([1-9]) needed`)
	blow   = regexp.MustCompile(`[│▎][▌ ]([1-9]) [^│]* at [^│]* \d+ %`)
	atGrim = regexp.MustCompile(`[│▎][▌ ]([1-9]) [^│]* at Old Grim `)
)

// offered gives the digit of the first that matches of what somebody may do, "" where
// no list of it lies in front, or none in it does.
func offered(screen string, of ...*regexp.Regexp) string {
	if strings.Contains(screen, "1-9 at once") {
		for _, r := range of {
			if m := r.FindStringSubmatch(screen); m != nil {
				return m[1]
			}
		}
	}
	return ""
}

// acts has whoever is called so strike, or do the first thing that they can, and sees
// that all are told; false where they can do nothing now.
func (x *table) acts(name string) bool {
	x.Helper()
	x.settles()
	all := x.live.Now().Characters()
	who := all[slices.IndexFunc(all, func(c *model.Character) bool { return c.Name == name })].ID
	if !slices.Contains(decide.Free(x.live.Now()), who) {
		return false
	}
	c := x.of(who)
	acts := x.presses(c, "what "+name+" does", func(screen string) (string, bool) {
		switch {
		case strings.Contains(screen, "Nothing just now"):
			return "", true
		case c != x.gm || strings.Contains(screen, name+": what now?"):
			if key := offered(screen, atGrim, blow, firstOffer); key != "" {
				return key, false
			}
		}
		switch {
		case strings.Contains(screen, "enter not now"), palette(screen):
			return "\x1b", false
		case strings.Contains(screen, "◂nobody▸"):
			return "\x1b[D", false // the last who came
		case strings.Contains(screen, "esc back"):
			return "\r", false
		case c != x.gm, strings.Contains(screen, "esc "):
			return "\x1b", false
		case strings.Contains(screen, "▌ "+name):
			return "a", false
		}
		return "1G", false
	})
	if acts {
		x.settles()
		x.told()
	}
	return acts
}

// settles has everybody decide what they are asked and do what is called for.
func (x *table) settles() {
	x.Helper()
	for range 40 {
		if c := x.who(); c != nil {
			x.presses(c, "an answer", func(screen string) (string, bool) {
				switch {
				case x.who() != c: // they were late, and have answered
					return "", true
				case strings.Contains(screen, "t roll here"):
					return "t", false
				case strings.Contains(screen, "esc later"):
					return "\r", false
				case palette(screen):
					return "\x1b", false
				case strings.Contains(screen, "1-9 at once"):
					return "O", false
				case strings.Contains(screen, "esc "):
					return "\x1b", false
				}
				return "O", false
			})
			continue
		}
		calls := x.live.Now().FollowUps()
		if len(calls) == 0 {
			return
		}
		c := x.of(calls[0].Who)
		named := regexp.MustCompile(`[│▎][▌ ]([1-9]) ` + regexp.QuoteMeta(x.live.Now().ActionName(calls[0].System, calls[0].Action)))
		x.presses(c, "what is called for", func(screen string) (string, bool) {
			switch {
			case strings.Contains(screen, "esc close"):
				return "\r", false
			case palette(screen):
				return "\x1b", false
			case strings.Contains(screen, "1-9 at once"):
				return offered(screen, called, named), false
			case c != x.gm && !strings.Contains(screen, "esc "):
				return "", false
			case strings.Contains(screen, "esc back"):
				return "\r", false
			case strings.Contains(screen, "esc "):
				return "\x1b", false
			}
			return "V", false
		})
	}
	x.Fatalf("there is no end to what follows: %+v", x.live.Now().FollowUps())
}

// goesOn has the gamemaster go to the next moment at which anything happens.
func (x *table) goesOn() {
	x.Helper()
	x.presses(x.gm, "time that goes on", func(screen string) (string, bool) {
		switch {
		case x.who() != nil: // somebody was late
			return "", true
		case strings.Contains(screen, "On to "), strings.Contains(screen, "Who acts first?"):
			return "\r", false
		case strings.Contains(screen, "esc "):
			return "\x1b", false
		}
		return "n", false
	})
	x.settles()
}

// told looks for the newest act in everybody's log, as they are told it.
func (x *table) told() {
	x.Helper()
	for seat, c := range x.screens() {
		c.findsInLog(begins(storyTo(x, view.SeenBy(x.live.Now(), seat)), 22))
	}
}

// takesBack has the gamemaster take the newest act back.
func (x *table) takesBack() {
	x.Helper()
	x.presses(x.gm, "an undo", func(screen string) (string, bool) {
		if strings.Contains(screen, "esc ") {
			return "\x1b", false
		}
		return "u", false
	})
	for _, c := range x.screens() {
		c.findsInLog("undone")
	}
}
