package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"example.org/fray/engine"
)

// clean returns what is wrong with a line that is shown to people.
func clean(s string) error {
	switch {
	case !utf8.ValidString(s):
		return errors.New("is not UTF-8")
	case strings.Contains(s, "%!"):
		return errors.New("has a format that went wrong: " + s)
	case strings.ContainsFunc(s, unicode.IsControl):
		return errors.New("holds a line's end or another control character")
	case s != strings.TrimSpace(s):
		return errors.New("starts or ends with a space: \"" + s + "\"")
	}
	return nil
}

// cleanSentence is clean for a line that must not be empty.
func cleanSentence(s string) error {
	if err := clean(s); err != nil {
		return err
	}
	if s == "" {
		return errors.New("are missing")
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune(`"“‘'+-−(×`, first) {
		return errors.New("start oddly: " + s)
	}
	return nil
}

// Patterns of what no player should read: the id of a field or x=y, "X to X", and a seat in
// place of a name.
var (
	fieldName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[a-z0-9]+_[a-z0-9_]+|\b[a-z]\w*=\w|\bother\.[a-z]`) })
	fromTo    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\W)(\w+) (?:to|→) (\w+)(?:\W|$)`) })
	seatName  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{(\w+)(?:\.\d+)?\}`) })
)

// plainWords returns an error if a line holds an id, or "from X to X". own reports whether
// somebody at the table has written a word, which may look like an id.
func plainWords(s string, own func(string) bool) error {
	if m := fieldName().FindString(s); m != "" && !own(m) {
		return fmt.Errorf("say %q, which is not a word of the table: %s", m, s)
	}
	if m := fromTo().FindStringSubmatch(s); len(m) > 2 && m[1] == m[2] {
		return fmt.Errorf("say %q twice: %s", m[1], s)
	}
	return nil
}

// wrote reports whether a word is on a page of the trial.
func (p path) wrote(word string) bool {
	pages := append([]engine.Page{p.in.Params, p.in.House}, p.in.Company...)
	for _, page := range p.in.Sheets {
		pages = append(pages, page)
	}
	for _, page := range pages {
		for _, path := range page.Paths() {
			if v, _ := page.Get(path); v.Kind() == engine.Text && strings.Contains(v.Text(), word) {
				return true
			}
		}
	}
	return false
}

// story proves that the story of a roll is a sentence for people.
func (e *exam) story(p path) {
	s := p.end.Story
	if err := cleanSentence(strings.Trim(s, "{")); err != nil {
		e.fail(p.trial, p.tape, "the story's words %v", err)
		return
	}
	for _, m := range seatName().FindAllStringSubmatch(s, -1) {
		if m[1] != string(engine.Actor) && m[1] != string(engine.Other) {
			e.fail(p.trial, p.tape, "the story names nobody's seat: %s", s)
		}
	}
	if err := plainWords(s, p.wrote); err != nil {
		e.fail(p.trial, p.tape, "the story's words %v", err)
	}
}

// words proves that refusals, stories and notes are lines that people can read.
func (e *exam) words() {
	for _, p := range e.tried.paths {
		var no *engine.Refusal
		if errors.As(p.err, &no) {
			err := cleanSentence(no.Words)
			if err == nil {
				err = plainWords(no.Words, p.wrote)
			}
			if err != nil {
				e.fail(p.trial, p.tape, "the words of its refusal %v", err)
			}
		}
		if p.ended() {
			e.story(p)
		}
		for _, n := range p.end.Notes {
			err := cmp.Or(clean(n), plainWords(n, p.wrote))
			if n == "" {
				err = errors.New("is empty")
			}
			if err != nil {
				e.fail(p.trial, p.tape, "a note %v", err)
			}
		}
		if p.ended() && p.threw() && len(p.end.Notes) == 0 {
			e.fail(p.trial, p.tape, "it throws dice and notes nothing: the log has to show the working")
		}
	}
}
