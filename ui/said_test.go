package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/uitest"
)

// inWords are the words in numbered lines for what keys of the screen do, by the names of
// the keys. What stands behind a slash is typed afterwards, at what the first line asks.
var inWords = map[string]string{
	"act": "seraph/back", "again": "seraph discern situation=1/later/again/back", "hidden": "hidden seraph discern situation=1/later", "odds": "odds",
	"typed": "real seraph", "resume": "open", "effect": "effect seraph prone until scene", "abort": "defend seraph/back", "end-effect": "treat seraph",
	"take-up": "requests", "refuse-ask": "refuse 1", "hand-over": "hand-over", "open-odds": "open-odds", "everyone": "everyone discerns", "gang": "seraph and sphinx attack sun-ruler",
	"rest-all": "rest all hour 1", "follow": "follow",
	"undo": "undo", "redo": "redo", "message": "@gm hello", "note": "note the alarm goes off", "filter": "find alarm",
	"next": "next", "round": "round", "go": "go 3", "date": "date day 1 20:00", "plan-evening": "evening 2030-01-01 19:30", "free": "free", "scene": "scene the vault", "back-in-time": "rewind", "order": "order",
	"turn": "turn seraph", "sooner": "turnto seraph 1", "later": "turnto seraph 2", "declare": "declare seraph 2", "wait": "wait seraph the door opens",
	"passing-on": "next", "less": "seraph -5", "more": "seraph +5",
	"new": "2 footpads", "sheet": "set seraph strength 15", "card": "rename seraph to Michael", "others": "visibility seraph hidden", "notes": "notes seraph afraid of water",
	"shelf": "add night watch", "shelf-put": "add night watch", "shelf-later": "add night watch in round 9",
	"raise": "place sphinx 1", "lower": "place seraph 2", "copy": "copy seraph", "leave": "leave seraph", "reset": "reset ambush", "return": "return seraph",
	"page-on": "add-rulebook seraph contest", "page-off": "remove-rulebook seraph supermen", "guests": "who", "host": "host", "stop-hosting": "stop hosting", "invite": "invite mira",
	"dice": "dice", "evening": "end-session", "sessions": "sessions", "recap": "recap", "foretell": "foretell", "foretold-read": "foretell", "foretold-what-if": "foretell", "foretold-policy": "foretell", "foretold-show-result": "handout the heroes win", "house": "rule", "table-rules": "rule table.ask_bonus yes",
	"show": "handout a letter", "look-as": "look-as watcher", "help": "help",
	"pane-roster": "show", "pane-sheet": "show seraph", "pane-log": "log 3", "pane-costs": "costs seraph", "pane-timeline": "timeline",
	"search-go": "find alarm", "roster-act": "seraph/back", "roster-mark": "seraph and sphinx attack sun-ruler",
	"sheet-open": "explain seraph speed", "sheet-more": "seraph +5 vp", "sheet-less": "seraph -5 vp",
	"log-open": "correct 2 situation=1", "costs-explain": "costs seraph",
	"timeline-explain": "timeline", "timeline-call-off": "cancel seraph", "timeline-later": "delay seraph 9", "timeline-sooner": "delay seraph 1",
	"offers-choose": "seraph/1/back", "offers-number": "seraph/1/back", "palette-choose": "seraph/1/back", "palette-number": "seraph/1/back",
	"action-throw": "seraph/discernment//later", "action-modifier": "seraph/discernment/situation 2/back", "action-real": "real seraph", "action-face": "real seraph/seraph discern situation=1/3 4/later",
	"action-odds": "seraph/discernment/odds/back", "action-show": "seraph/discernment/show odds/back",
	"throwing-throw": "real seraph/seraph discern situation=1/throw/later", "asking-commit": "seraph/move///later", "asking-drop": "seraph/move//drop",
	"asking-digit": "real seraph/seraph discern situation=1/3 4/later", "asking-working": "log 1", "sharing-give": "seraph/move//nothing/speed 1", "sharing-all": "seraph/move//nothing/later", "sharing-take": "seraph/move//nothing/speed 1",
	"sharing-none": "seraph/move//nothing/later", "numbering-less": "seraph/move//nothing/later", "numbering-more": "seraph/move//nothing/later",
	"parked-drop": "drop seraph", "righting-do": "correct 2 situation=1", "righting-change": "correct 2 dice=3,4",
	"gang-go": "everyone discerns", "gang-settings": "everyone discerns situation=2", "evening-end": "award 3 experience/end-session", "unveil-show": "handout a letter",
	"arrival-take": "grant 1", "arrival-refuse": "refuse 1", "dice-do": "word sesame", "dice-take-home": "take-home", "take-home": "take-home", "tell-again": "replay", "recap-tell-again": "replay",
	"command-do": "seraph -5", "rows-open": "set seraph strength 15", "house-change": "rule supermen.two_digits yes", "people-do": "who", "new-make": "2 footpads",
	"card-save": "player seraph", "journal": "journal", "journal-note": "journal the vault is empty", "guests-do": "who", "prompt-done": "note the alarm goes off", "quit": "quit",
}

// onScreen are the reasons why keys have no words in numbered lines.
var onScreen = map[string]string{
	"people": "a menu of keys that have words", "palette": "every line is a prompt", "tour": "it shows the screen", "desk-guided": "it shows the screen",
	"tab": "there are no panes", "back": "there are no panes", "zoom": "there are no panes", "theme": "nothing is drawn", "themes-keep": "nothing is drawn",
	"mouse": "nothing is clicked", "bell": "a screen reader speaks", "suspend": "the shell does that", "redraw": "nothing is drawn",
	"tables": "fray play opens another table", "take-over": "the table is opened again by starting the program again",
	"shelf-write": "fray export writes characters", "shelf-drop": "files are removed where they lie", "own-keep": "fray import writes to the shelf",
	"paste-character": "fray import reads characters", "paste-take": "fray import reads characters", "paste-clear": "fray import reads characters",
	"copy-character": "fray export writes characters", "read-character": "fray import reads characters", "write-character": "fray export writes characters", "overwrite-write": "fray export writes characters",
	"log-copy": "lines are text that can be copied", "log-export": "fray export --as play", "log-mark": "lines are text that can be copied", "parked-copy": "lines are text that can be copied",
	"roster-find": "the roster is read whole", "roster-before": "each of several alike has a number", "roster-after": "each of several alike has a number",
	"sheet-find": "explain finds a number", "sheet-page-before": "show tells all rulebooks", "sheet-next-page": "show tells all rulebooks", "sheet-left": "nothing is drawn", "sheet-right": "nothing is drawn",
	"action-sweep": "fray odds has --sweep", "action-compare": "fray odds has --or", "action-end": "fray odds has --follow",
	"palette-forget": "the list of actions has no favourites", "action-favourite": "the list of actions has no favourites",
	"asking-group":   "each decision is answered by a line, and lines can be sent together",
	"righting-house": "the rule is set, and set back, with rule", "righting-without": "undo takes back what now follows",
	"help-do": "words are typed", "help-rekey": "there are no keys", "rekey-usual": "there are no keys",
	"new-steps": "set writes a field", "leaving-return": "nothing is left unsaved", "leaving-away": "nothing is left unsaved",
	"doom-yes": "a table is deleted where tables are opened", "table-done": "tables are made by fray play", "lobby-knock": "asking to be let in has a line of its own", "command-set": "an action that is named alone opens its settings",
}

// moves are the places whose keys only move a cursor or write text.
var moves = []string{"list-", "find-", "move-", "form-", "notes-", "typing-", "rows-", "desk-", "choice-", "gang-told-", "evening-told-", "told-", "command-", "arrival-", "paste-", "sharing-", "righting-", "throwing-", "everywhere-", "notice-", "numbering-", "asking-all-"}

// Whatever a key of the screen does has words in numbered lines, or a reason why not.
func TestKeysHaveWordsInLines(t *testing.T) {
	known := map[string]bool{}
	for _, place := range Keys() {
		for _, k := range place {
			known[k.Name] = true
			line, said := inWords[k.Name]
			_, reason := onScreen[k.Name]
			if sentence, verb := uitest.Sentences[k.Name]; verb && !said && !reason {
				line, said = sentence, true
			}
			moves := slices.ContainsFunc(moves, func(place string) bool { return strings.HasPrefix(k.Name, place) })
			switch {
			case said && reason:
				t.Errorf("%s (%s) has words and a reason why it has none", k.Name, k.Label)
			case !said && !reason && !moves:
				t.Errorf("%s (%s) has neither words in lines nor a reason", k.Name, k.Label)
			case said:
				understood(t, k.Name, line)
			}
		}
	}
	for _, all := range []map[string]string{inWords, onScreen} {
		for name := range all {
			if !known[name] {
				t.Errorf("there is no key %s", name)
			}
		}
	}
}

// nightWatch is a shelf with one encounter.
func nightWatch() []phrase.Prepared {
	var all []model.Character
	for i, name := range []string{"Warden", "Hound"} {
		all = append(all, model.Character{Name: name, Side: engine.Foes, Pages: map[string]engine.Page{supermen.System.ID: supermen.System.Templates[i].Page}})
	}
	return []phrase.Prepared{{Name: "Night watch", Characters: all}}
}

// understood fails where a line means nothing in numbered lines.
func understood(tb testing.TB, key, line string) {
	tb.Helper()
	g := uitest.Vault(tb)
	g.Must(tb, decide.AssignOwner(g.Table.Characters()[1], "Mira"))
	var out bytes.Buffer
	in := strings.NewReader(strings.ReplaceAll(line, "/", "\n") + "\nquit\n")
	if err := lines.Play(lines.Config{Game: g, Seat: model.Seat{Role: model.GM}, Shelf: nightWatch}, in, &out); err != nil {
		tb.Error(err)
	}
	for _, no := range []string{"is neither a command", "is not understood", "only the full screen", "write: ", "say who does it", "is not one of these", "has no parameter", "say what ", "type each use"} {
		if strings.Contains(out.String(), no) {
			tb.Errorf("%s: %q is not understood:\n%s", key, line, out.String())
			return
		}
	}
}

// Whatever can be said in numbered lines can be said in the prompt, and does something.
func TestLinesAreWordsOfThePrompt(t *testing.T) {
	for name, line := range inWords {
		if strings.Contains(line, "/") || line == "show" { // the roster has the focus already
			continue
		}
		g := uitest.Vault(t)
		g.Must(t, decide.AssignOwner(g.Table.Characters()[1], "Mira"))
		s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
		s.cfg.Tables.Prepared = nightWatch
		before := s.plain()
		s.typeInPrompt(line)
		if laid := strings.Join(s.laid(), "\n"); strings.Contains(laid, "nothing matches") {
			t.Errorf("%s: %q is not understood:\n%s", name, line, laid)
			continue
		}
		s.press("enter")
		if s.plain() == before && line != "quit" {
			t.Errorf("%s: %q does nothing", name, line)
		}
	}
}
