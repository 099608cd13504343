package model

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean turns text that people have typed into one line that is safe to store, draw and
// send. Characters that could control a terminal or hide in the text are made visible:
// controls become their pictures (␛), invisible and direction-changing characters their
// numbers (‹U+202E›). Line ends and tabs become spaces, and space at both ends is cut. At
// most `most` characters are kept.
func Clean(s string, most int) string { return clean(s, most, false) }

// CleanText is like Clean for text of several lines: it keeps line ends, whichever system
// they come from.
func CleanText(s string, most int) string {
	return clean(s, most, true)
}

// CleanWithin is Clean of a text that may have at most `most` characters: the error is a
// refusal of a longer one. what is the text for people, such as "the name".
func CleanWithin(what, s string, most int) (string, error) { return within(what, s, most, false) }

// CleanTextWithin is CleanText of a text that may have at most `most` characters; see
// [CleanWithin].
func CleanTextWithin(what, s string, most int) (string, error) { return within(what, s, most, true) }

func within(what, s string, most int, lines bool) (string, error) {
	s = clean(s, math.MaxInt, lines)
	if n := utf8.RuneCountInString(s); n > most {
		return "", Refuse("%s has %d characters, and %d are the most", what, n, most)
	}
	return s, nil
}

func clean(s string, most int, lines bool) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.TrimSpace(s)
	var b strings.Builder
	n, before := 0, ' '
	for i, r := range s {
		if n >= most {
			break
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+size:])
		shown := visible(r, before, after, lines)
		before = r
		for _, x := range shown {
			if n >= most {
				break
			}
			b.WriteRune(x)
			n++
		}
	}
	// Cutting the text may have left a joiner with nothing to join.
	return strings.TrimRightFunc(b.String(), func(r rune) bool {
		return unicode.IsSpace(r) || r == zeroWidthJoiner || r == zeroWidthNonJoiner
	})
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// visible returns r as people may see it between two other characters.
func visible(r, before, after rune, lines bool) string {
	switch {
	case r == '\n' && lines:
		return "\n"
	case r == '\n', r == '\t':
		return " "
	case r < ' ':
		return string(0x2400 + r)
	case r == 0x7f:
		return "␡"
	case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
		if mayJoin(before) && mayJoin(after) {
			return string(r)
		}
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
	default:
		return string(r)
	}
	return fmt.Sprintf("‹U+%04X›", r)
}

// mayJoin reports whether a joiner next to r can have a meaning, which it has between
// letters of some scripts and between the parts of an emoji.
func mayJoin(r rune) bool {
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.So, unicode.Sk)
}

// The greatest lengths of names, notes and conditions, in characters.
const (
	LongestName      = 60
	LongestNote      = 4000
	LongestCondition = 200
	LongestReason    = 200 // of why something is done, and of what somebody declares
)

// CleanPlayerName cleans the name of a player. It refuses words that mean somebody else
// wherever a player is named.
func CleanPlayerName(s string) (string, error) {
	name, err := CleanWithin("the name", s, LongestName)
	if err != nil {
		return "", err
	}
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "gm":
		return "", Refuse("no player can be called %q: it means the gamemaster", name)
	case "everyone":
		return "", Refuse("no player can be called %q: it means what everybody may know", name)
	}
	return name, nil
}

// CheckRulebook returns a refusal if the table does not have a rulebook.
func (t Table) CheckRulebook(system string) error {
	if _, ok := t.Rulebooks[system]; !ok {
		return Refuse("there is no rulebook %q: there are %s", system, strings.Join(slices.Sorted(maps.Keys(t.Rulebooks)), ", "))
	}
	return nil
}

// The parts of a character that [Edited] records as changed.
const (
	EditedName    = "name"
	EditedPlayer  = "player"
	EditedShown   = "shown"
	EditedDefence = "guard"
	EditedDice    = "dice"
	EditedNotes   = "notes"
	EditedGMNotes = "gm-notes"
	EditedSide    = "side"
	EditedMinion  = "minion"
)
