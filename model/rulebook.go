package model

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"example.org/fray/engine"
)

// ReadRulebook makes a rulebook of a text, or says what is wrong with it. The model
// knows no language that rulebooks are written in: it is handed this function. For the
// same text it gives the same value.
type ReadRulebook func(text string) (*engine.System, error)

// RulebookText is a text that a table has been played by. Rolls name it by its hash.
type RulebookText struct {
	Hash string `json:"hash"`
	Text string `json:"text"`
}

// HashRulebook is the hash of a text, in hexadecimal digits.
func HashRulebook(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// LongestRulebook is how many bytes the text of a rulebook has at most.
const LongestRulebook = 256 << 10

// rulebookTexts are the texts of a table, by the id of their rulebook, the present one
// last. Earlier ones stay, for rolls that began under them.
type rulebookTexts map[string][]RulebookText

// present gives the text that holds for a rulebook.
func (x rulebookTexts) present(id string) (RulebookText, bool) {
	all := x[id]
	if len(all) == 0 {
		return RulebookText{}, false
	}
	return all[len(all)-1], true
}

// RulebookText gives the text by which a rulebook of the table is played; false for one
// that the program has by itself.
func (s State) RulebookText(id string) (RulebookText, bool) { return s.texts.present(id) }

// RulebookIDs are the rulebooks that the table has as text.
func (s State) RulebookIDs() []string { return slices.Sorted(maps.Keys(s.texts)) }

func (s *State) setRulebook(f RulebookSet) {
	s.texts = maps.Clone(s.texts)
	if s.texts == nil {
		s.texts = rulebookTexts{}
	}
	all := slices.DeleteFunc(slices.Clone(s.texts[f.System]), func(t RulebookText) bool { return t.Hash == f.Hash })
	s.texts[f.System] = append(all, RulebookText{Hash: f.Hash, Text: f.Text})
}

// library is where a table has its rulebooks from.
type library struct {
	builtIn Rulebooks // those of the program
	read    ReadRulebook
}

// WithTexts gives a table that also has the rulebooks that came to it as text.
func (t Table) WithTexts(read ReadRulebook) Table {
	t.library = &library{t.Rulebooks, read}
	t.refreshRulebooks()
	return t
}

// ReadRulebook makes a rulebook of a text as the table reads it.
func (t Table) ReadRulebook(text string) (*engine.System, error) {
	if t.library == nil || t.library.read == nil {
		return nil, Refuse("this table reads no rulebooks as text")
	}
	return t.library.read(text)
}

// rulebooksOf gives the rulebooks that hold in a state. One whose text can be read no
// more is not among them: its sheets are shown as they stand, and what was rolled stands
// as recorded.
func (t Table) rulebooksOf(s State) Rulebooks {
	if t.library == nil || t.library.read == nil || len(s.texts) == 0 {
		if t.library != nil {
			return t.library.builtIn
		}
		return t.Rulebooks
	}
	out := maps.Clone(t.library.builtIn)
	for id := range s.texts {
		if _, own := t.library.builtIn[id]; own {
			continue
		}
		x, _ := s.texts.present(id)
		if sys, err := t.library.read(x.Text); err == nil {
			out[id] = sys
		}
	}
	return out
}

// refreshRulebooks has the rulebooks of the table be those of its state again, where the texts
// are others than those that they were made of.
func (t *Table) refreshRulebooks() {
	same := func(a, b []RulebookText) bool { return len(a) == len(b) && a[len(a)-1].Hash == b[len(b)-1].Hash }
	if t.library != nil && !maps.EqualFunc(t.textsRead, t.State.texts, same) {
		t.textsRead, t.Rulebooks = t.State.texts, t.rulebooksOf(t.State)
	}
}

// InState gives the table as it is in an earlier state, with the rulebooks of that.
func (t Table) InState(s State) Table {
	return Table{State: s, Rulebooks: t.rulebooksOf(s), library: t.library, textsRead: s.texts, History: History{UndoneEvents: t.UndoneEvents, Amendments: t.Amendments}}
}

// WithRulebooksOf gives the table with the rulebooks of another.
func (t Table) WithRulebooksOf(o Table) Table {
	t.Rulebooks, t.library, t.textsRead = o.Rulebooks, o.library, o.textsRead
	return t
}

// systemOf gives the rulebook that a roll began under: the present one, or the one of
// the text that held then.
func (t Table) systemOf(r Roll) *engine.System {
	now, ok := t.State.texts.present(r.System)
	if ok && r.RollContext.Text != "" && r.RollContext.Text != now.Hash && t.library != nil && t.library.read != nil {
		for _, x := range t.State.texts[r.System] {
			if x.Hash == r.RollContext.Text {
				if sys, err := t.library.read(x.Text); err == nil {
					return sys
				}
			}
		}
	}
	return t.Rulebooks[r.System]
}
