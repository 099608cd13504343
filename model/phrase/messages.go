package phrase

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/fray/model"
)

// privateWords are the words after which a message goes to one seat alone, and never to
// everybody; @ is another.
const privateWords = "whisper tell dm message msg pm text"

// cutPrivate removes what begins a private message. It returns false if the text does not
// begin so.
func cutPrivate(s string) (rest string, private bool) {
	if rest, private = strings.CutPrefix(s, "@"); private {
		return rest, true
	}
	word, rest := cutWord(s)
	return rest, slices.Contains(strings.Fields(privateWords), strings.ToLower(word))
}

// cutWord cuts the letters at the beginning off a text, if a space, a comma, a colon or
// nothing follows them.
func cutWord(s string) (word, rest string) {
	n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if n < 0 {
		return s, ""
	}
	if rest, ends := cutNameEnd(s[n:]); ends || strings.HasPrefix(s[n:], "@") {
		return s[:n], rest
	}
	return "", s
}

// cutNameEnd removes what separates a name from a message. It returns false if the text goes
// on as if the name were longer.
func cutNameEnd(s string) (rest string, ends bool) {
	r, _ := utf8.DecodeRuneInString(s)
	if s != "" && !unicode.IsSpace(r) && !strings.ContainsRune(",;:", r) {
		return s, false
	}
	return strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:", r) }), true
}

// BeginsMessage reports whether a line is a message, to everybody or to one seat.
func BeginsMessage(line string) bool {
	rest, private := cutPrivate(line)
	if !private {
		var word string
		word, rest = cutWord(line)
		private = slices.Contains([]string{"say", "shout"}, strings.ToLower(word))
	}
	return private && (rest != "" || strings.HasPrefix(line, "@"))
}

// Message reads what is typed where nothing but messages are: what begins as a private
// message is one, or is refused, and everything else goes to everybody. What begins with say
// and a word for a private message goes to everybody without the say.
func (c *Context) Message(s string) Meaning {
	s = strings.TrimSpace(s)
	if to, private := cutPrivate(s); private {
		return c.whisper(to)
	}
	if word, rest := cutWord(s); strings.EqualFold(word, "say") {
		if _, private := cutPrivate(rest); private {
			return c.say(rest)
		}
	}
	return c.say(s)
}

// say reads a message to everybody or, if it begins with @ or with to and the name of a seat,
// to that seat.
func (c *Context) say(s string) Meaning {
	if to, private := strings.CutPrefix(s, "@"); private {
		return c.whisper(to)
	}
	if word, rest := cutWord(s); strings.EqualFold(word, "to") {
		if _, _, named := c.addressee(rest); named {
			return c.whisper(rest)
		}
	}
	return Meaning{Does: "say to everybody: " + s, Command: model.Say{Text: s}}
}

// whisper reads the name of a seat and a message to that seat alone.
func (c *Context) whisper(s string) Meaning {
	s = strings.TrimSpace(s)
	var to model.Seat
	said, named := "", false
	if word, rest := cutWord(s); strings.EqualFold(word, "to") {
		to, said, named = c.addressee(strings.TrimPrefix(rest, "@"))
	}
	if !named {
		to, said, named = c.addressee(strings.TrimPrefix(s, "@"))
	}
	switch called := c.calledSeat(to); {
	case !named:
		first, _, _ := strings.Cut(strings.TrimPrefix(s, "@"), " ")
		var names []string
		for _, seat := range c.Table.Seats() {
			names = append(names, c.calledSeat(seat))
		}
		return Meaning{Does: "whisper", WhyNot: "nobody here is called " + strconv.Quote(first) + "; there are " + strings.Join(append(names, "gm"), ", ") + ". say TEXT tells everybody"}
	case said == "":
		return Meaning{Does: "whisper to " + called, WhyNot: "write what is whispered: @" + called + " TEXT"}
	default:
		return Meaning{Does: "whisper to " + called + ": " + said, Command: model.Say{Text: said, To: to}}
	}
}

// calledSeat returns the name by which a seat is addressed.
func (c *Context) calledSeat(s model.Seat) string {
	if s.Role == model.GM {
		return "gm"
	}
	return c.Table.SeatName(s)
}

// addressee cuts the name of a seat off a message, the longest that fits: Tom B before Tom.
func (c *Context) addressee(s string) (to model.Seat, said string, named bool) {
	longest := 0
	try := func(seat model.Seat, name string) {
		n := len(name)
		if n <= longest || len(s) < n || !strings.EqualFold(s[:n], name) {
			return
		}
		if rest, ends := cutNameEnd(s[n:]); ends {
			to, said, named, longest = seat, rest, true, n
		}
	}
	for _, seat := range c.Table.Seats() {
		try(seat, c.Table.SeatName(seat))
	}
	gamemaster := model.Seat{Role: model.GM}
	try(gamemaster, "gm")
	try(gamemaster, "gamemaster")
	return to, said, named
}
