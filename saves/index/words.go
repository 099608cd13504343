package index

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"example.org/fray/saves"
)

// Words returns the last event whose words are known; see [saves.Index].
func (x *Index) Words() (upTo saves.Reached, names string, err error) {
	err = x.asked(func() error {
		b := last(x.blocks[words])
		if b.Kind != words {
			return nil
		}
		upTo = saves.Reached{Seq: b.Seq, Hash: b.Hash}
		said, err := x.part(b, 0)
		names = string(said)
		return err
	})
	return upTo, names, err
}

// AddWords adds words; see [saves.Index].
func (x *Index) AddWords(after uint64, upTo saves.Reached, names string, all []saves.EventWords) error {
	return x.asked(func() error {
		had := last(x.blocks[words]).Seq // another program may have added some meanwhile
		if after > had {
			return errForeign // or has forgotten them
		}
		var said, apart []byte
		for _, w := range all {
			if w.Seq <= had {
				continue
			}
			text := lower(w.Words)
			said = append(append(appendSeq(said, w.Seq), text...), '\n')
			if w.Apart != "" {
				apart = append(append(append(append(appendSeq(apart, w.Seq), text...), between), lower(w.Apart)...), '\n')
			}
		}
		if upTo.Seq <= had && after < had {
			return nil
		}
		return x.add(head{Kind: words, First: had + 1, Seq: upTo.Seq, Hash: upTo.Hash}, []byte(names), said, apart)
	})
}

// DropWords forgets all words; see [saves.Index].
func (x *Index) DropWords() error {
	return x.asked(func() error { return x.add(head{Kind: droppedWords}) })
}

// between stands in a line between what all are told and what only others are told.
const between = '\x01'

// lower returns a text as it is looked for, in one line and without characters that stand
// for something else in it.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return unicode.ToLower(r)
	}, text)
}

// appendSeq begins the line of an event. Its number is written in characters that are in no
// text, so that nobody who looks for a number finds it.
func appendSeq(to []byte, seq uint64) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		if digit := byte(seq >> shift & 15); digit != 0 || seq>>shift != 0 {
			to = append(to, 0x10+digit)
		}
	}
	return to
}

// cutSeq takes the number from the beginning of a line.
func cutSeq(line []byte) (seq uint64, text []byte) {
	for len(line) > 0 && line[0] >= 0x10 && line[0] < 0x20 {
		seq, line = seq<<4|uint64(line[0]-0x10), line[1:]
	}
	return seq, line
}

// Find yields the events that contain all words; see [saves.Index].
func (x *Index) Find(text string, apart bool, before uint64, yield func(seq uint64) bool) error {
	var look [][]byte
	for w := range strings.FieldsSeq(text) {
		if w = lower(w); strings.Contains(w, " ") {
			return nil // a control character is in no text
		}
		look = append(look, []byte(w))
	}
	if len(look) == 0 {
		return nil
	}
	slices.SortFunc(look, func(a, b []byte) int { return len(b) - len(a) }) // the rarest first, as a guess
	part := 1
	if apart {
		part = 2
	}
	return x.asked(func() error {
		for _, b := range slices.Backward(x.blocks[words]) {
			if b.First >= before || b.Parts[part] == 0 {
				continue
			}
			lines, err := x.part(b, part)
			if err != nil {
				return err
			}
			for _, seq := range slices.Backward(matching(lines, look, apart)) {
				if seq < before && !yield(seq) {
					return nil
				}
			}
		}
		return nil
	})
}

// matching returns the events in whose lines all words are; with apart, those of which one
// at least is among what only others are told.
func matching(lines []byte, look [][]byte, apart bool) (out []uint64) {
	for {
		at := bytes.Index(lines, look[0])
		if at < 0 {
			return out
		}
		end := at + bytes.IndexByte(lines[at:], '\n')
		if end < at {
			return out
		}
		seq, text := cutSeq(lines[bytes.LastIndexByte(lines[:at], '\n')+1 : end])
		lines = lines[end+1:]
		in := func(text []byte) func([]byte) bool {
			return func(w []byte) bool { return bytes.Contains(text, w) }
		}
		_, only, _ := bytes.Cut(text, []byte{between})
		if !slices.ContainsFunc(look[1:], func(w []byte) bool { return !bytes.Contains(text, w) }) && (!apart || slices.ContainsFunc(look, in(only))) {
			out = append(out, seq)
		}
	}
}
