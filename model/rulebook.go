package model

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"example.org/fray/engine"
)

// ReadRulebook makes a rulebook of a text; the error says what is wrong with the text. The
// model does not know the languages that rulebooks are written in, so it is given this
// function, which must return the same value for the same text.
type ReadRulebook func(text string) (*engine.System, error)

// RulebookText is the text of a rulebook of the table. Rolls name it by its hash.
type RulebookText struct {
	Hash string `json:"hash"`
	Text string `json:"text"`
}

// HashRulebook returns the SHA-256 of a text in hexadecimal.
func HashRulebook(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// LongestRulebook is the greatest length of a rulebook's text, in bytes.
const LongestRulebook = 256 << 10

// rulebookTexts are the texts of a table's rulebooks by rulebook id, the present text
// last. Earlier texts are kept for the rolls that began with them.
type rulebookTexts map[string][]RulebookText

// present returns the text of a rulebook that is in use.
func (x rulebookTexts) present(id string) (RulebookText, bool) {
	all := x[id]
	if len(all) == 0 {
		return RulebookText{}, false
	}
	return all[len(all)-1], true
}

// RulebookText returns the text of a rulebook of the table, and false for a rulebook that
// is built into the program.
func (s State) RulebookText(id string) (RulebookText, bool) { return s.Texts.present(id) }

// RulebookIDs returns the ids of the rulebooks that the table has as text.
func (s State) RulebookIDs() []string { return slices.Sorted(maps.Keys(s.Texts)) }

func (s *State) setRulebook(f RulebookSet) {
	s.Texts = maps.Clone(s.Texts)
	if s.Texts == nil {
		s.Texts = rulebookTexts{}
	}
	all := slices.DeleteFunc(slices.Clone(s.Texts[f.System]), func(t RulebookText) bool { return t.Hash == f.Hash })
	s.Texts[f.System] = append(all, RulebookText{Hash: f.Hash, Text: f.Text})
}

// library is where a table gets its rulebooks from.
type library struct {
	builtIn Rulebooks // those of the program
	read    ReadRulebook
}

// WithTexts returns the table with the rulebooks that it has as text added to its own.
// read makes rulebooks of texts.
func (t Table) WithTexts(read ReadRulebook) Table {
	t.library = &library{t.Rulebooks, read}
	t.refreshRulebooks()
	return t
}

// ReadRulebook makes a rulebook of a text, as the table would read it.
func (t Table) ReadRulebook(text string) (*engine.System, error) {
	if t.library == nil || t.library.read == nil {
		return nil, Refuse("this table reads no rulebooks as text")
	}
	return t.library.read(text)
}

// rulebooksOf returns the rulebooks that are in use in a state. A rulebook whose text can
// no longer be read is not among them: its sheets and rolls are shown as they are
// recorded.
func (t Table) rulebooksOf(s State) Rulebooks {
	if t.library == nil || t.library.read == nil || len(s.Texts) == 0 {
		if t.library != nil {
			return t.library.builtIn
		}
		return t.Rulebooks
	}
	out := maps.Clone(t.library.builtIn)
	for id := range s.Texts {
		if _, own := t.library.builtIn[id]; own {
			continue
		}
		x, _ := s.Texts.present(id)
		if sys, err := t.library.read(x.Text); err == nil {
			out[id] = sys
		}
	}
	return out
}

// refreshRulebooks reads the rulebooks again if the texts in the state have changed.
func (t *Table) refreshRulebooks() {
	same := func(a, b []RulebookText) bool { return len(a) == len(b) && a[len(a)-1].Hash == b[len(b)-1].Hash }
	if t.library != nil && !maps.EqualFunc(t.textsRead, t.State.Texts, same) {
		t.textsRead, t.Rulebooks = t.State.Texts, t.rulebooksOf(t.State)
	}
}

// InState returns the table in an earlier state, with the rulebooks of that state.
func (t Table) InState(s State) Table {
	return Table{State: s, Rulebooks: t.rulebooksOf(s), library: t.library, textsRead: s.Texts, History: History{UndoneEvents: t.UndoneEvents, Amendments: t.Amendments}}
}

// WithRulebooksOf returns the table with the rulebooks of another.
func (t Table) WithRulebooksOf(o Table) Table {
	t.Rulebooks, t.library, t.textsRead = o.Rulebooks, o.library, o.textsRead
	return t
}

// systemOf returns the rulebook with which a roll began: the present one, or the one that
// was made from the text of that time.
func (t Table) systemOf(r Roll) *engine.System {
	now, ok := t.State.Texts.present(r.System)
	if ok && r.RollContext.Text != "" && r.RollContext.Text != now.Hash && t.library != nil && t.library.read != nil {
		for _, x := range t.State.Texts[r.System] {
			if x.Hash == r.RollContext.Text {
				if sys, err := t.library.read(x.Text); err == nil {
					return sys
				}
			}
		}
	}
	return t.Rulebooks[r.System]
}
