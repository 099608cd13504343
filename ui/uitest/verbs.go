package uitest

import (
	"slices"
	"testing"

	"example.org/fray/model/phrase"
)

// Sentences are a line for each verb of the table of verbs, by ID, that means something at the
// table of [Vault].
var Sentences = map[string]string{
	"note": "note the alarm goes off", "journal": "journal the vault is empty", "say": "say hello", "whisper": "whisper gm hello", "ask": "ask may I?",
	"requests": "requests", "grant": "grant 1", "refuse": "refuse 1", "undo": "undo", "redo": "redo", "again": "again", "next": "next",
	"round": "round", "go": "go 3", "rewind": "rewind", "scene": "scene the vault", "date": "date day 1 20:00", "evening": "evening 2030-01-01 19:30",
	"order": "order", "turnto": "turnto seraph 1", "declare": "declare seraph 2", "turn": "turn seraph", "free": "free", "timeline": "timeline",
	"wait": "wait seraph the door opens", "step-in": "step-in seraph", "delay": "delay seraph 9", "cancel": "cancel seraph", "drop": "drop seraph",
	"rest": "rest all hour 1", "end-effect": "treat seraph", "leave": "leave seraph", "reset": "reset ambush", "minion": "minion footpad",
	"return": "return seraph", "set": "set seraph strength 15", "house": "rule supermen.two_digits yes", "hand-over": "hand-over",
	"open-odds": "open-odds", "look-as": "look-as watcher", "handout": "handout a letter", "side": "side seraph foes", "real": "real seraph",
	"defend": "defend seraph", "resume": "open", "follow": "follow", "roster": "roster", "show": "show seraph", "costs": "costs seraph",
	"explain": "explain seraph speed", "odds": "odds", "correct": "correct 2 situation=1", "log": "log 3", "find": "find alarm", "shelf": "shelf",
	"foretell": "foretell", "recap": "recap", "sessions": "sessions", "award": "award 3 experience", "who": "who", "host": "host",
	"stop-hosting": "stop-hosting", "invite": "invite mira", "dice": "dice", "tell-again": "replay", "take-home": "take-home",
	"end-session": "end-session", "word": "word sesame", "pass": "pass", "rulebook": "rulebook d20", "theme": "theme light",
	"rename": "rename seraph to Michael", "player": "player seraph", "seat": "seat Ash", "visibility": "visibility seraph hidden",
	"notes": "notes seraph afraid of water", "gm-notes": "gm-notes seraph a traitor", "place": "place seraph 2", "copy": "copy seraph",
	"add-rulebook": "add-rulebook seraph contest", "remove-rulebook": "remove-rulebook seraph supermen", "effect": "effect seraph prone until scene",
}

// AddVerb adds a row to the table of verbs until the test ends.
func AddVerb(tb testing.TB, v phrase.Verb) {
	before := phrase.Verbs
	phrase.Verbs = append(slices.Clip(before), v)
	tb.Cleanup(func() { phrase.Verbs = before })
}
