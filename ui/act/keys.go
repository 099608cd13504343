package act

import (
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// Keys are the keys of the table for actions and for time. Their Run needs a memory.
func Keys(m *Memory) []pane.Binding {
	return slices.Concat(playKeys(m), timeKeys(m))
}

func playKeys(m *Memory) []pane.Binding {
	someone := pane.NeedsSomeone
	both := pane.Both
	gm := pane.NeedsGM
	takesUp, act, again := takeUpKey, actKey("a", "enter"), againKey
	again.Run, again.Words, again.Why = func(f pane.Frame) pane.Intent { return m.Again(f, false) }, m.againWords, m.notLately
	takesUp.Run = m.answerAsks
	act.Run = func(f pane.Frame) pane.Intent { return m.Palette(f, false) }
	return slices.Concat(pane.In("", "Play",
		act,
		again,
		pane.Binding{ID: "hidden", Keys: []string{"h"}, Label: "act with hidden rolls", Also: "secret blind gm screen behind private", Why: both(gm, someone),
			Run: func(f pane.Frame) pane.Intent { return m.Palette(f, true) }},
		pane.Of("odds", pane.Binding{Keys: []string{"o"}, Why: m.notLately,
			Run: func(f pane.Frame) pane.Intent { return m.Again(f, true) }}),
		pane.Of("real", pane.Binding{ID: "typed", Keys: []string{"p"}, Why: someone, Run: switchDice, Words: diceWords}),
		pane.Of("resume", pane.Binding{Keys: []string{"O"}, Run: resumeFirst, Why: func(f pane.Frame) string {
			if len(f.Table.Rolls()) == 0 {
				return "no roll is open"
			}
			return ""
		}}),
		pane.Of("effect", pane.Binding{Keys: []string{"f"}, Why: someone, Run: m.askHolds}),
		pane.Of("defend", pane.Binding{ID: "abort", Keys: []string{"X"}, Why: both(someone, noDefence), Run: m.abort, Words: abortWords}),
		pane.Of("end-effect", pane.Binding{Keys: []string{"F"}, Why: noEffect, Run: endEffect}),
		takesUp,
		pane.Of("refuse", pane.Binding{ID: "refuse-ask", Run: refuseAsk, Why: noneAsked}),
		pane.Of("hand-over", pane.Binding{Run: handOver, Words: handOverWords}),
		pane.Of("open-odds", pane.Binding{Run: openOdds, Words: openOddsWords}),
		pane.Binding{ID: "everyone", Keys: []string{"A"}, Label: "several characters act together", Also: "group mass all party batch everyone gang", Why: both(gm, someone), Run: m.severalAct, Words: severalWords},
		gangKey,
		pane.Of("rest", pane.Binding{ID: "rest-all", Keys: []string{"Z"}, Why: both(gm, noRest), Run: askRest}),
		pane.Of("follow", pane.Binding{ID: followFirst, Run: m.TakeUp, Why: nothingFollows}),
	), pane.In("", "Log", undo, redo,
		pane.Of("say", pane.Binding{ID: "message", Keys: []string{"M"}, Label: "send a message, or whisper", Run: speak}),
		pane.Of("note", pane.Binding{Keys: []string{"w"}, Run: askNote}),
		pane.Of("journal", pane.Binding{Run: showJournal}),
		pane.Binding{ID: "journal-note", Keys: []string{";"}, Label: "write in your own journal", Also: "private secret note diary memo remember", Run: askJournal},
	))
}

// takeUpKey starts follow-ups or, for a player, makes a request.
var takeUpKey = pane.Of("requests", pane.Binding{ID: takeUp, Keys: []string{"V"}, Label: "resolve follow-ups, or send a request", Words: asksWords, Why: noAsks})

// actKey opens the list of actions.
func actKey(keys ...string) pane.Binding {
	return pane.Binding{ID: "act", Keys: keys, Label: "act", Also: "action do roll use cast move", Group: "Play", Why: pane.NeedsSomeone}
}

// gangKey marks all copies of the selected character.
var gangKey = pane.Binding{ID: "gang", Keys: []string{"*"}, Label: "mark all copies of this character", Also: "select gang group horde mob same", Group: "Play", Why: pane.NeedsSomeone, Run: pane.MarkCopies}

// againKey repeats the last action.
var againKey = pane.Of("again", pane.Binding{Keys: []string{"r"}})

func (m *Memory) notLately(f pane.Frame) string {
	if _, ok := m.Last(f.Selected); !ok {
		return "this character has not acted yet"
	}
	return ""
}

var (
	undo = pane.Of("undo", pane.Binding{Keys: []string{"u"}, Why: noUndo, Run: takeBack, Words: undoWords, Now: undoBrief})
	redo = pane.Of("redo", pane.Binding{Keys: []string{"U"}, Why: noRedo, Run: bringAgain, Words: redoWords})
)

func noUndo(f pane.Frame) string {
	if _, ok := f.Table.NextUndo(); !ok {
		return "there is nothing to undo"
	}
	return ""
}

func noRedo(f pane.Frame) string {
	if f.Table.RedoAct() == nil {
		return "there is nothing to redo"
	}
	return ""
}

func undoWords(f pane.Frame) string {
	if all := f.Table.ActBy(f.Seat); all != nil {
		return "undo: " + view.Deed(f.Table, all)
	}
	return "undo"
}

// undoBrief says in the footer what an undo would take back: "undo Sphinx's Combat Roll".
func undoBrief(f pane.Frame) string {
	words := "undo"
	all := f.Table.ActBy(f.Seat)
	if all == nil {
		return words
	}
	if blows := view.Blows(f.Table, all[0].Facts); blows != "" {
		return "undo " + blows
	}
	for _, x := range all[0].Facts {
		var r model.Roll
		switch x := x.(type) {
		case model.Opened:
			r = x.Roll
		case model.Finished:
			r = x.Roll
		default:
			continue
		}
		words = "undo " + f.Table.ActionName(r.System, r.Action)
		if r.Who != "" {
			words = "undo " + f.Table.NameOf(r.Who) + "'s " + f.Table.ActionName(r.System, r.Action)
		}
	}
	return words
}

func redoWords(f pane.Frame) string {
	if all := f.Table.RedoAct(); all != nil {
		return "redo: " + view.Deed(f.Table, all)
	}
	return "redo"
}

// takeBack undoes the last act. It asks first if the act belongs to an ended session and is
// not an award of its end.
func takeBack(f pane.Frame) pane.Intent {
	all := f.Table.ActBy(f.Seat)
	if all == nil {
		return wound(f, model.UndoOf(nil), nil, undoWords(f)) // it says why not
	}
	intent := wound(f, model.UndoOf(all), all, undoWords(f))
	if all[len(all)-1].Seq > sessionEnded(f.Table) || givesAwards(f.Table, all) {
		return intent
	}
	ask := pane.Choice{Head: "That was in an earlier session"}
	ask.Add("leave it as it is", "", func(pane.Frame) pane.Intent { return nil })
	ask.Add(undoWords(f), "", func(pane.Frame) pane.Intent { return intent })
	return ask.Open()
}

// sessionEnded is the number of the event that ended the last session.
func sessionEnded(t model.Table) uint64 {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if _, ended := f.(model.SessionEnded); ended {
				return l.Event.Seq
			}
		}
	}
	return 0
}

// givesAwards reports whether an act gives awards.
func givesAwards(t model.Table, act []model.Event) bool {
	return slices.ContainsFunc(act, func(e model.Event) bool {
		return slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
			switch f := f.(type) {
			case model.Awarded:
				return true
			case model.Finished:
				return t.IsAward(f.Roll.System, f.Roll.Action)
			}
			return false
		})
	})
}

func bringAgain(f pane.Frame) pane.Intent {
	return wound(f, model.Redo{}, f.Table.RedoAct(), redoWords(f))
}

// wound undoes or redoes events, and opens the question that they had answered or started.
func wound(f pane.Frame, c model.Command, events []model.Event, words string) pane.Intent {
	asked := len(f.Table.Requests)
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent {
		if len(f.Table.Requests) > asked { // the player may not undo it and has asked the gamemaster
			return pane.Say{Words: "you asked the gamemaster: " + words}
		}
		all := pane.All{pane.Clear{}}
		if who := actorOf(events); who != "" {
			all = append(all, pane.Select{Who: who})
		}
		for _, r := range f.Table.Rolls() {
			if r.Parked == "" && slices.ContainsFunc(events, func(e model.Event) bool { return slices.Contains(e.Rolls(), r.ID) }) {
				all = append(all, goOnWith(f, r.ID))
				break
			}
		}
		return append(all, pane.Say{Words: words})
	}}
}

// actorOf returns who began the rolls of an act; "" if nobody did, or several.
func actorOf(newestFirst []model.Event) string {
	who := ""
	for _, e := range newestFirst {
		for _, f := range e.Facts {
			if x, ok := f.(model.Opened); ok && x.Roll.Pending == "" {
				if who != "" && who != x.Roll.Who {
					return ""
				}
				who = x.Roll.Who
			}
		}
	}
	return who
}

// switchDice switches a character between real dice and the program's dice.
func switchDice(f pane.Frame) pane.Intent {
	c := *f.Here()
	c.Typed = !c.Typed
	words := c.Name + ": fray rolls the dice"
	if c.Typed {
		words = c.Name + ": real dice"
	}
	return pane.Do{Command: model.Edit{Who: c.ID, Character: c}, Then: saying(words)}
}

func diceWords(f pane.Frame) string {
	if c := f.Here(); c != nil && c.Typed {
		return "let fray roll for " + c.Name
	}
	return "real dice"
}

func saying(words string) pane.Then {
	return func(pane.Frame) pane.Intent { return pane.Say{Words: words} }
}

// Bindings lists the bindings of this package, by the places in which they work together.
func Bindings() [][]pane.Binding {
	return [][]pane.Binding{paletteKeys, offersKeys, actionFormKeys, rollsPageKeys, throwingKeys[1:], pickingKeys, sharingKeys, numberingKeys, rollResultKeys, parkedKeys, skipQuestionKeys, amendKeys, groupFormKeys, groupResultKeys, endKeys, recapKeys, revealQuestionKeys, arrivalKeys, fairKeys, forecastKeys[:4]}
}
