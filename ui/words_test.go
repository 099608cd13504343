package ui

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// gamers are words that gamers type into the search over everything, and what
// has to stand first then, by its name in config.toml.
var gamers = []struct{ word, finds string }{
	{"attack", "act-combat"}, {"hit", "act-combat"}, {"strike", "act-combat"}, {"shoot", "act-combat"}, {"punch", "act-combat"},
	{"weapon", "act-combat"}, {"atack", "act-combat"}, {"grenade", "act-throw"}, {"knockback", "act-throwback"}, {"ambush", "act-surprise"},
	{"grapple", "act-oppose"}, {"damage", "hurt"}, {"wound", "hurt"}, {"run", "act-move"}, {"dodge", "act-move"}, {"fly", "act-move"},
	{"leap", "act-jump"}, {"carry", "act-lift"}, {"drown", "act-breath"}, {"cure", "act-heal"}, {"heal", "act-heal"}, {"sleep", "rest"},
	{"perception", "act-discern"}, {"notice", "act-discern"}, {"save", "act-save"}, {"saving throw", "act-save"}, {"lore", "act-knowledge"},
	{"check", "act-skill"}, {"spell", "act-power"}, {"cast", "act-power"}, {"dispel", "act-release"},
	{"initiative", "order"}, {"initative", "order"}, {"combat", "act-combat"}, {"monster", "new"}, {"thug", "new"}, {"npc", "new"}, {"enemy", "new"},
	{"goon", "new"}, {"duplicate", "copy"}, {"remove", "leave"}, {"kill", "leave"}, {"edit", "sheet"}, {"stats", "sheet"}, {"rename", "card"},
	{"export", "write-character"}, {"import", "read-character"}, {"history", "pane-log"}, {"log", "pane-log"}, {"journal", "journal"},
	{"search", "filter"}, {"condition", "effect"}, {"poisoned", "effect"}, {"status", "effect"}, {"revert", "undo"}, {"oops", "undo"},
	{"mistake", "undo"}, {"repeat", "again"}, {"secret", "hidden"}, {"probability", "odds"}, {"physical", "typed"},
	{"everyone rests", "rest-all"}, {"camp", "rest"}, {"campaign", "tables"}, {"homebrew", "house"}, {"tutorial", "tour"}, {"colour", "theme"},
	{"color", "theme"}, {"dark", "theme"}, {"exit", "quit"}, {"shortcuts", "help"}, {"fullscreen", "zoom"}, {"clone", "copy"}, {"delay", "wait"},
	{"scene", "scene"}, {"encounter", "scene"}, {"rewind", "back-in-time"}, {"session", "evening"}, {"hp", "less"},
}

func TestWordsOfGamersAreFound(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	if len(gamers) < 60 {
		t.Errorf("only %d words are tried", len(gamers))
	}
	for _, x := range gamers {
		s.over.Clear()
		s.press("?")
		s.press(strings.Split(x.word, "")...)
		_ = s.View() // who looks searches
		o := s.over.Top().(help)
		if o.list.At() < 0 {
			t.Errorf("%q finds nothing", x.word)
		} else if got := o.all[o.list.At()].Name(); got != x.finds {
			t.Errorf("%q finds %s first, not %s", x.word, got, x.finds)
		}
	}
}

// What one looks for in a rulebook is found among its actions.
func TestActionsAreFoundByTheirOtherWords(t *testing.T) {
	for _, x := range []struct {
		system      *engine.System
		word, finds string
	}{
		{supermen.System, "attack", "Combat Roll"}, {d6.System, "hit", "Attack"}, {d6.System, "evade", "Defend"},
		{d6.System, "level", "Advance"}, {easiness.System, "attack", "Roll"}, {easiness.System, "soak", "Resist"},
		{contest.System, "attack", "Exchange"}, {contest.System, "flee", "Leave a contest"},
		{trip.System, "attack", "Trip roll"}, {trip.System, "initiative", "Nish"}, {trip.System, "buff", "Give a bonus"},
	} {
		s := newScreen(t, uitest.Seated(t, x.system), "dark", kit.Unicode, 120, 36)
		s.press("a")
		s.press(strings.Split(x.word, "")...)
		if _, first, _ := strings.Cut(s.plain(), kit.Unicode.Mark+"1 "); !strings.Contains(strings.SplitN(first, "\n", 2)[0], x.finds) {
			t.Errorf("%s: %q does not find %s first:\n%s", x.system.ID, x.word, x.finds, s.plain())
		}
	}
}

func TestNothingFoundIsSaid(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.press("?")
	s.press(strings.Split("xyzzyqw", "")...)
	s.shows("nothing matches")
	s.press("esc", "a")
	s.press(strings.Split("attaxkz", "")...)
	s.shows("nothing matches; closest: ")
}
