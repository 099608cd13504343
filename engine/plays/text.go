package plays

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// widest is about how many characters a line of fields has before it is broken.
const widest = 90

// String writes the text of p.
func (p Play) String() string {
	var b strings.Builder
	for i, s := range p.Rolls {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, w := range s.Words {
			b.WriteString(strings.TrimRight("# "+plainWords(w), " ") + "\n")
		}
		if i == 0 {
			b.WriteString("system " + quoted(p.System, " ") + "\n")
		}
		s.setup(&b)
		s.roll(&b)
		s.outcome(&b)
	}
	return b.String()
}

func (s Roll) setup(b *strings.Builder) {
	for _, h := range s.Setup.House {
		fmt.Fprintf(b, "rule %s %s\n", quoted(h.Key, " "), quoted(h.Value, ""))
	}
	for _, c := range s.Setup.Cast {
		c.text(b)
	}
	if s.Setup.At != nil {
		fmt.Fprintf(b, "at %d\n", *s.Setup.At)
	}
}

func (c Cast) text(b *strings.Builder) {
	lead := c.As + " " + quoted(c.Name, ":")
	line := ""
	for _, f := range c.Fields {
		item := quoted(f.Key, " ,:=") + " " + quoted(f.Value, " ,")
		if line != "" && len(lead)+len(line)+len(item) > widest {
			b.WriteString(lead + ": " + line + "\n")
			line = ""
		}
		if line != "" {
			line += ", "
		}
		line += item
	}
	b.WriteString(strings.TrimRight(lead+": "+line, " ") + "\n")
}

func (s Roll) roll(b *strings.Builder) {
	b.WriteString("action " + quoted(s.Action, " =") + pairs(s.Params) + "\n")
	wide, dice := 0, 0
	for _, a := range s.Answers {
		wide = max(wide, utf8.RuneCountInString(a.id()))
		dice = max(dice, len(a.Dice))
	}
	for i, a := range s.Answers {
		s.odds(b, i, i > 0)
		lead := fmt.Sprintf("  %-*s  ", wide, a.id())
		if a.Dice != "" {
			lead += fmt.Sprintf("%-*s  ", dice, a.Dice)
		}
		b.WriteString(lead + a.text() + "\n")
	}
	s.odds(b, len(s.Answers), len(s.Answers) > 0)
}

func (t TypedAnswer) id() string {
	if t.ID == "odds" { // a line of its own
		return strconv.Quote(t.ID)
	}
	return quoted(t.ID, " ")
}

func (t TypedAnswer) text() string {
	_, _, dice := cutDice(t.Text)
	if dice && t.Dice == "" || t.Text != strings.Join(strings.Fields(t.Text), " ") {
		return strconv.Quote(t.Text)
	}
	return quoted(t.Text, "")
}

// odds writes the odds after n answers. Those before the first answer are written
// at the end of the roll.
func (s Roll) odds(b *strings.Builder, n int, wanted bool) {
	for _, o := range s.Expected.Odds {
		if o.After != n || !wanted {
			continue
		}
		if n > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(b, "odds %s %s\n", o.What, o.P)
	}
}

func (s Roll) outcome(b *strings.Builder) {
	for _, e := range s.Expected.Ends {
		b.WriteByte('=')
		if e.Grade != "" {
			b.WriteString(" " + quoted(e.Grade, " ="))
		}
		b.WriteString(pairs(e.Values) + "\n")
	}
	for _, f := range s.Expected.After {
		b.WriteString(">" + pairs([]Setting{f}) + "\n")
	}
	for _, l := range s.Expected.Later {
		b.WriteString("later" + pairs(l) + "\n")
	}
	if s.Expected.Asks != "" {
		b.WriteString("asks " + quoted(s.Expected.Asks, " ") + "\n")
	}
	for _, r := range s.Expected.Refused {
		b.WriteString("refused " + quoted(r, "") + "\n")
	}
	s.odds(b, 0, true)
}

func pairs(list []Setting) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(" " + quoted(s.Key, " =") + "=" + quoted(s.Value, " "))
	}
	return b.String()
}

// quoted returns s, in quotes where it could not be read back without: with a
// character of breaks in it, spaces at an end, a quote, or anything that a terminal
// must not get.
func quoted(s, breaks string) string {
	odd := func(r rune) bool { return r == '"' || r == utf8.RuneError || !strconv.IsPrint(r) }
	if s == "" || strings.ContainsAny(s, breaks) || strings.ContainsFunc(s, odd) || s != strings.TrimSpace(s) || s[0] == '#' {
		return strconv.Quote(s)
	}
	return s
}

// plainWords makes a comment one clean line.
func plainWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || !strconv.IsPrint(r)
	}), " ")
}

// cutDice cuts dice such as 2d10 off the faces behind them.
func cutDice(text string) (dice, rest string, ok bool) {
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		return "", text, false
	}
	dice, rest = text[:end], strings.TrimSpace(text[end:])
	count, sides, d := strings.Cut(dice, "d")
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	return dice, rest, d && sides != "" && digits(count) && (digits(sides) || sides == "F")
}
