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

// The functions below play for the people at a table by pressing keys. Each looks at the
// person's own screen first, and presses a key again if it may have reached another screen.

// screens returns the terminals at the table by seat.
func (x *table) screens() map[model.Seat]*client {
	return map[model.Seat]*client{gm: x.gm, {Role: model.Player, Name: "Mira"}: x.mira, {Role: model.Player, Name: "Tom"}: x.tom}
}

// of returns the terminal of the person who plays a character.
func (x *table) of(id string) *client {
	c, _ := x.live.Now().Character(id)
	for seat, screen := range x.screens() {
		if seat.Role == model.Player && seat.Owns(c) {
			return screen
		}
	}
	return x.gm
}

// round returns the present round.
func (x *table) round() int {
	t := x.live.Now()
	n, _ := t.Round(t.Clock.Moment)
	return n
}

// presses lets a person press the keys that their screen calls for, until the log grows. It
// returns false if there is nothing they can do. The screen is looked at when it has dealt
// with the key before; one that keeps refusing its key is left with escape.
func (x *testHost) presses(c *client, what string, keys func(screen string) (key string, nothing bool)) (happened bool) {
	x.Helper()
	changed, stop := x.live.Watch()
	defer stop()
	late, pressed := time.Now().Add(patience), map[string]int{}
	for from := x.live.Now().Seq(); ; {
		c.catchesUp()
		if x.live.Now().Seq() != from {
			return true
		}
		screen := c.vt.String()
		key, nothing := keys(screen)
		switch {
		case nothing:
			return false
		case time.Now().After(late):
			x.Fatalf("%s: nothing happens. The screen is\n%s", what, c.vt)
		}
		at := front(screen) + key
		if pressed[at]++; pressed[at] > 4 {
			key, pressed[at] = "\x1b", 0
		}
		frames := c.frames()
		if c.types(key); key == "" || key == "\x1b" {
			c.waitsForFrame(frames, changed)
		}
	}
}

// waitsForFrame waits for another frame than the first ones, or for a change of the table, but
// no longer than an eighth of a second: nothing may come. What is typed behind an escape before
// that would be read together with it, as another key.
func (c *client) waitsForFrame(first int, changed <-chan struct{}) {
	for late := time.After(time.Second / 8); c.frames() == first; {
		select {
		case <-changed:
			return
		case <-c.news:
		case <-late:
			return
		}
	}
}

// inFront matches the title of the overlay that receives the keys.
var inFront = regexp.MustCompile(`╭▶ [^─╮]*`)

// front identifies the overlay that receives the keys, by its title and the first key of
// the footer.
func front(screen string) string {
	feet := strings.TrimSpace(screen)
	feet, _, _ = strings.Cut(strings.TrimSpace(feet[strings.LastIndexByte(feet, '\n')+1:]), "   ")
	return inFront.FindString(screen) + "/" + feet
}

// palette reports whether the list of actions is in front.
func palette(screen string) bool {
	return strings.Contains(screen, "type to find") && strings.Contains(front(screen), ": what now?")
}

// In the list of actions each has a digit. Follow-ups come first, and attacks before other
// actions.
var (
	called = regexp.MustCompile(`[│▎][▌ ]([1-9]) needed`)
	blow   = regexp.MustCompile(`[│▎][▌ ]([1-9]) [^│]* at [^│]* \d+ %`)
	atGrim = regexp.MustCompile(`[│▎][▌ ]([1-9]) [^│]* at Old Grim `)
)

// offered returns the digit of the first listed action that matches one of the patterns, or
// "" if there is none or no list is in front.
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

// acts lets a character's player attack, or else take their first possible action, and
// checks that everybody's log tells it. It returns false if there is no action.
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
			return "\x1b[D", false // the opponent who was added last
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

// settles lets everybody answer their questions and take up follow-ups.
func (x *table) settles() {
	x.Helper()
	for range 40 {
		if c := x.who(); c != nil {
			x.presses(c, "an answer", func(screen string) (string, bool) {
				switch {
				case x.who() != c: // their answer arrived late
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

// goesOn lets the gamemaster move the clock to the next moment at which something happens.
func (x *table) goesOn() {
	x.Helper()
	x.presses(x.gm, "time that goes on", func(screen string) (string, bool) {
		switch {
		case x.who() != nil: // an answer arrived late
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

// told checks that every log shows the newest act, as that seat may know it.
func (x *table) told() {
	x.Helper()
	for seat, c := range x.screens() {
		c.findsInLog(begins(storyTo(x, view.SeenBy(x.live.Now(), seat))[0], 22))
	}
}

// takesBack lets the gamemaster undo the newest act.
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
