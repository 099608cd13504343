package enginetest

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/fray/engine"
)

// clean says what is wrong with a line that people see.
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

// told is clean for a line that must say something.
func told(s string) error {
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

// words proves that refusals and working are lines that people can read.
func (e *exam) words() {
	for _, p := range e.paths {
		var no *engine.Refusal
		if errors.As(p.err, &no) {
			if err := told(no.Words); err != nil {
				e.fail(p.trial, p.tape, "the words of its refusal %v", err)
			}
		}
		for _, n := range p.end.Notes {
			err := clean(n)
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
