package plays

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parse reads the text of a play. The error is a *SyntaxError.
func Parse(name, text string) (Play, error) {
	p := playReader{play: Play{Name: name}}
	err := ReadLines(name, text, Reader{
		Comment: func(words string) { p.next.Words = append(p.next.Words, plainWords(words)) },
		Line:    func(l Line) error { p.line = l.Number; return p.read(l) },
		Below:   func(l Line) error { p.line = l.Number; return p.answer(l.Text) },
		End: func() error {
			if p.play.System != "" && (p.ahead || len(p.play.Rolls) == 0) {
				return errors.New("nothing is rolled in the end: add a line such as 'action check difficulty=10'")
			}
			return nil
		},
	})
	switch {
	case err != nil:
		return Play{}, err
	case p.play.System == "":
		return Play{}, &SyntaxError{name, 1, "no rulebook is named: start with a line such as 'system d6'"}
	}
	return p.play, nil
}

// playReader reads a play line by line. next is the roll whose action has not
// been read yet.
type playReader struct {
	play  Play
	line  int
	next  Roll
	ahead bool // something is set up for next
}

func (p *playReader) read(l Line) error {
	word, rest := l.Word, l.Rest
	if p.play.System == "" && word != "system" {
		return fmt.Errorf("%q comes before the rulebook: start with a line such as 'system d6'", word)
	}
	switch word {
	case "system":
		return p.system(rest)
	case "rule":
		return p.rule(rest)
	case CastSheet, CastAgainst, CastCompany, CastForce:
		return p.cast(word, rest)
	case "at":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 {
			return fmt.Errorf("the moment cannot be %q: write 'at 12', in units from 0", rest)
		}
		p.next.Setup.At, p.ahead = &n, true
		return nil
	case "action":
		return p.action(rest)
	}
	return p.expected(word, rest)
}

func (p *playReader) system(rest string) error {
	id, after, err := word(rest, " ")
	switch {
	case err != nil:
		return err
	case id == "" || after != "":
		return fmt.Errorf("a rulebook has one word: write 'system d6'")
	case p.play.System != "":
		return fmt.Errorf("the rulebook is %s already: a play has one", p.play.System)
	}
	p.play.System = id
	return nil
}

func (p *playReader) rule(rest string) error {
	key, rest, err := word(rest, " ")
	if err != nil || key == "" || rest == "" {
		return oneOf(err, "a house rule has a name and a value: write 'rule critical_failure complication'")
	}
	value, err := whole(rest)
	if err != nil {
		return err
	}
	p.next.Setup.House = append(p.next.Setup.House, Setting{p.line, key, value})
	p.ahead = true
	return nil
}

func (p *playReader) cast(as, rest string) error {
	name, rest, err := word(rest, ":")
	if err != nil || name == "" {
		return oneOf(err, "whose sheet? Write '%s Rook: strength 11, agility 22'", as)
	}
	rest, colon := strings.CutPrefix(rest, ":")
	if !colon {
		return fmt.Errorf("a colon is missing after the name: write '%s %s: strength 11'", as, quoted(name, ":"))
	}
	fields, err := p.fields(rest)
	if err != nil {
		return err
	}
	p.ahead = true
	same := func(c Cast) bool { return c.As == as && c.Name == name }
	if i := slices.IndexFunc(p.next.Setup.Cast, same); i >= 0 {
		p.next.Setup.Cast[i].Fields = append(p.next.Setup.Cast[i].Fields, fields...)
		return nil
	}
	p.next.Setup.Cast = append(p.next.Setup.Cast, Cast{p.line, as, name, fields})
	return nil
}

// fields reads "KEY VALUE, KEY VALUE".
func (p *playReader) fields(rest string) ([]Setting, error) {
	var out []Setting
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		key, after, err := word(rest, " ,")
		if err != nil {
			return nil, err
		}
		if key == "" || after == "" || after[0] == ',' {
			return nil, fmt.Errorf("%q has no value: write 'strength 11, agility 22'", key)
		}
		value, after, err := word(after, ",")
		if err != nil {
			return nil, err
		}
		out = append(out, Setting{p.line, key, value})
		if after != "" && after[0] != ',' {
			return nil, fmt.Errorf("a comma is missing before %q", after)
		}
		rest = strings.TrimPrefix(after, ",")
	}
	return out, nil
}

func (p *playReader) action(rest string) error {
	id, after, err := word(rest, " ")
	if err != nil || id == "" || strings.Contains(id, "=") {
		return oneOf(err, "which action? Write 'action check difficulty=10'")
	}
	params, err := p.pairs(after)
	if err != nil {
		return err
	}
	p.next.Line, p.next.Action, p.next.Params = p.line, id, params
	p.play.Rolls = append(p.play.Rolls, p.next)
	p.next, p.ahead = Roll{}, false
	return nil
}

// pairs reads "KEY=VALUE KEY=VALUE".
func (p *playReader) pairs(rest string) ([]Setting, error) {
	var out []Setting
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		key, after, err := word(rest, " =")
		if err != nil {
			return nil, err
		}
		body, ok := strings.CutPrefix(after, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("%q is not a pair: write key=value, with quotes round a value that has spaces", key)
		}
		value := ""
		if body != "" && body[0] != ' ' {
			if value, body, err = word(body, " "); err != nil {
				return nil, err
			}
		}
		out = append(out, Setting{p.line, key, value})
		rest = body
	}
	return out, nil
}

// roll returns the roll that the present line belongs to.
func (p *playReader) roll() (*Roll, error) {
	if p.ahead || len(p.play.Rolls) == 0 {
		return nil, fmt.Errorf("nothing is rolled yet: write 'action check difficulty=10' first")
	}
	return &p.play.Rolls[len(p.play.Rolls)-1], nil
}

// word cuts a word off the front of s. A word in quotes ends with them, any other
// before one of the characters in breaks. rest is what follows, without spaces in
// front.
func word(s, breaks string) (w, rest string, err error) {
	if strings.HasPrefix(s, `"`) {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", "", fmt.Errorf("a quote is open in %s: close it, and write \\\" for one inside", s)
		}
		if w, err = strconv.Unquote(q); err != nil {
			return "", "", fmt.Errorf("%s is not quoted well: write \\\" and \\\\ inside", q)
		}
		rest = s[len(q):]
	} else {
		end := strings.IndexAny(s, breaks)
		if end < 0 {
			end = len(s)
		}
		w, rest = strings.TrimSpace(s[:end]), s[end:]
	}
	return w, strings.TrimLeft(rest, " \t"), nil
}

// whole reads the last part of a line, which may stand in quotes.
func whole(s string) (string, error) {
	if !strings.HasPrefix(s, `"`) {
		return s, nil
	}
	w, rest, err := word(s, "")
	if err == nil && rest != "" {
		err = fmt.Errorf("%q follows the quotes", rest)
	}
	return w, err
}

// oneOf returns err or, where it is nil, an error of these words.
func oneOf(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return fmt.Errorf(format, args...)
}

// answer reads an indented line: an answer, or odds after the answers above.
func (p *playReader) answer(body string) error {
	s, err := p.roll()
	if err != nil {
		return err
	}
	id, rest, err := word(body, " \t")
	if err != nil {
		return err
	}
	if id == "odds" && body[0] != '"' {
		return p.odds(s, rest, len(s.Answers))
	}
	if len(s.Expected.Ends)+len(s.Expected.After)+len(s.Expected.Later)+len(s.Expected.Refused) > 0 || s.Expected.Asks != "" {
		return fmt.Errorf("the answer to %q comes too late: answers stand right below their action", id)
	}
	if rest == "" || id == "" {
		return fmt.Errorf("%q has no answer: write faces such as '2d10 5 1', an option, 'speed:17,ep:9' or a number", id)
	}
	answer := TypedAnswer{Line: p.line, ID: id}
	if dice, faces, ok := cutDice(rest); ok {
		answer.Dice, rest = dice, faces
	}
	if rest[0] != '"' {
		rest = strings.Join(strings.Fields(rest), " ")
	}
	if answer.Text, err = whole(rest); err != nil {
		return err
	}
	s.Answers = append(s.Answers, answer)
	return nil
}

func (p *playReader) odds(s *Roll, rest string, after int) error {
	const right = "write 'odds success 94.60%', 'odds GRADE 0.25', 'odds flag NAME 5%' or 'odds total 14 1.2%'"
	f := strings.Fields(rest)
	named := len(f) == 3 && (f[0] == "flag" || f[0] == "total")
	if len(f) != 2 && !named {
		return fmt.Errorf("odds have a name and a number: %s", right)
	}
	if f[0] == "total" && named {
		if _, err := strconv.Atoi(f[1]); err != nil {
			return fmt.Errorf("%q is not a total: %s", f[1], right)
		}
	}
	number := f[len(f)-1]
	digits, _ := strings.CutSuffix(number, "%")
	whole, part, dot := strings.Cut(digits, ".")
	if whole == "" || strings.Trim(whole+part, "0123456789") != "" || dot && part == "" {
		return fmt.Errorf("%q is not a probability: %s", number, right)
	}
	what := strings.Join(f[:len(f)-1], " ")
	if what != quoted(what, "") {
		return fmt.Errorf("%q is not an ending: %s", what, right)
	}
	s.Expected.Odds = append(s.Expected.Odds, Chance{p.line, after, what, number})
	return nil
}

// expected reads a line that says what must come of a roll.
func (p *playReader) expected(first, rest string) error {
	words := "system, rule, sheet, against, company, force, at, action, =, >, later, asks, refused, odds"
	if !slices.Contains(strings.Split(words, ", "), first) {
		return fmt.Errorf("%q is not a line of a play: it starts with one of %s; answers are indented", first, words)
	}
	s, err := p.roll()
	if err != nil {
		return err
	}
	switch first {
	case "=":
		e := End{Line: p.line}
		if grade, after, err := word(rest, " ="); err == nil && !strings.HasPrefix(after, "=") {
			e.Grade, rest = grade, after
		}
		if e.Values, err = p.pairs(rest); err == nil {
			s.Expected.Ends = append(s.Expected.Ends, e)
		}
	case ">":
		list, bad := p.pairs(rest)
		s.Expected.After, err = append(s.Expected.After, list...), bad
	case "later":
		list, bad := p.pairs(rest)
		s.Expected.Later, err = append(s.Expected.Later, list), bad
		if err == nil && list == nil {
			err = fmt.Errorf("what is to come later? Write 'later action=blow after=15'")
		}
	case "asks":
		id, after, bad := word(rest, " ")
		if s.Expected.Asks, err = id, bad; err == nil && (id == "" || after != "") {
			err = fmt.Errorf("which question? Write 'asks wild'")
		}
	case "refused":
		words, bad := whole(rest)
		s.Expected.Refused, err = append(s.Expected.Refused, words), bad
		if err == nil && words == "" {
			err = fmt.Errorf("why is it refused? Write some of its words: 'refused too heavy'")
		}
	case "odds":
		return p.odds(s, rest, 0)
	}
	return err
}
