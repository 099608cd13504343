package scene

import (
	"fmt"
	"strconv"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// longIdle is the time without an event after which the gamemaster is asked whether the
// session is over.
const longIdle = 12 * time.Hour

// IdleWords says that the session has been idle for long; "" if it has not.
func IdleWords(t model.Table, now time.Time) string {
	if !t.Open || now.IsZero() {
		return ""
	}
	for l := range t.Log() {
		if gone := now.Sub(l.Event.Time); gone >= longIdle {
			return fmt.Sprintf("The last thing of this session happened %s ago", hours(gone))
		}
		break
	}
	return ""
}

func hours(d time.Duration) string {
	if days := int(d.Hours()) / 24; days > 1 {
		return strconv.Itoa(days) + " days"
	}
	return strconv.Itoa(int(d.Hours())) + " hours"
}

// Ending is what the end of a session needs from other packages.
type Ending struct {
	Seal   func() (seq uint64, hash string)           // the number of the newest event, and the hash of its line; "" for none
	Export func(session int) (path string, err error) // writes the table to a file; nil if there is no place for it
	Replay func() (path string, err error)            // writes the last fight as a page; nil if there is no place for it
	Own    func() (text string, err error)            // exports what the seat may know; nil if the table is a file on this machine
}

// Award is the award of a rulebook for a character.
type Award struct {
	Who    string
	System *engine.System
	Action *engine.Action
}

// AwardsDue lists the awards of rulebooks for heroes who have not had them in this session.
func AwardsDue(t model.Table) []Award {
	var out []Award
	for _, c := range t.Heroes() {
		for _, id := range c.Systems() {
			s, ok := t.Rulebook(id)
			if !ok {
				continue
			}
			a, ok := s.Action(s.Time.Between.Awards)
			if ok && !awardedThisSession(t, c.ID, id, a.ID) {
				out = append(out, Award{c.ID, s, a})
			}
		}
	}
	return out
}

// AwardsDueWords describes those awards.
func AwardsDueWords(t model.Table) []string {
	var out []string
	for _, x := range AwardsDue(t) {
		out = append(out, t.NameOf(x.Who)+": "+x.Action.Label)
	}
	return out
}

// SessionOver describes the end of the last session: the seed and the words of its dice, how
// fray check proves them, where the export is, and the recap.
func SessionOver(t model.Table, seat model.Seat, fingerprint string, e Ending) []view.Line {
	out := Proofs(t, fingerprint, e)
	if r, ok := view.RecapOf(t, seat, t.CurrentSession()-1); ok {
		out = append(r.Lines(t), out...)
	}
	return out
}

// Proofs describes the seed and the words of the dice of the last session, how fray check
// proves them, and where the export is.
func Proofs(t model.Table, fingerprint string, e Ending) []view.Line {
	session := t.CurrentSession() - 1
	var out []view.Line
	aside := func(head string, lines ...string) {
		out = append(out, view.Line{Text: head})
		for _, l := range lines {
			out = append(out, view.Line{Text: l, Aside: true})
		}
	}
	if seed := lastSeed(t); seed != "" {
		aside("Seed of the dice", seed)
		aside("Its fingerprint, told before the first roll", fingerprint)
	}
	if seq, hash := e.Seal(); hash != "" {
		aside(fmt.Sprintf("Hash of the log up to event %d: fray check --hash shows later that nobody changed it", seq), hash)
	}
	if e.Export != nil {
		if path, err := e.Export(session); err != nil {
			aside("There is no export", err.Error())
		} else {
			aside("Exported to", path)
		}
	}
	return out
}

// lastSeed is the revealed seed of the last session; "" if it had none.
func lastSeed(t model.Table) string {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if end, ok := f.(model.SessionEnded); ok {
				return end.Seed
			}
		}
	}
	return ""
}

// NoReplay says why no fight can be written from here.
const NoReplay = "fights are written where the table is kept: fray replay NAME"

// ReplayWords says where the page of a fight is.
func ReplayWords(path string) string {
	return "the last fight, as far as everybody may know it, is told again in " + path
}

// awardedThisSession reports whether a character has had the awards of a rulebook in this
// session: by the action that gives them, or by hand on the sheet.
func awardedThisSession(t model.Table, who, system, action string) bool {
	for _, e := range t.SessionEvents(t.CurrentSession()) {
		for _, f := range e.Facts {
			switch f := f.(type) {
			case model.Finished:
				if f.Roll.Who == who && f.Roll.System == system && f.Roll.Action == action {
					return true
				}
			case model.Awarded:
				if f.Who == who && f.System == system {
					return true
				}
			}
		}
	}
	return false
}
