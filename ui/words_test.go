package ui

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
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
	{"perception", "act-perceive"}, {"notice", "act-perceive"}, {"save", "act-save"}, {"saving throw", "act-save"}, {"lore", "act-knowledge"},
	{"check", "act-skill"}, {"spell", "act-power"}, {"cast", "act-power"}, {"dispel", "act-release"},
	{"initiative", "order"}, {"initative", "order"}, {"combat", "act-combat"}, {"monster", "new"}, {"thug", "new"}, {"npc", "new"}, {"enemy", "new"},
	{"goon", "new"}, {"duplicate", "copy"}, {"remove", "leave"}, {"kill", "leave"}, {"edit", "sheet"}, {"stats", "sheet"}, {"rename", "card"},
	{"export", "write-character"}, {"import", "read-character"}, {"history", "pane-log"}, {"log", "pane-log"}, {"journal", "journal"},
	{"search", "act-perceive"}, {"condition", "effect"}, {"poisoned", "effect"}, {"status", "effect"}, {"revert", "undo"}, {"oops", "undo"},
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
		{supermen.System, "perception", "Perception save"}, {supermen.System, "spot", "Perception save"}, {supermen.System, "notice", "Perception save"},
		{supermen.System, "look", "Perception save"}, {supermen.System, "search", "Perception save"}, {supermen.System, "listen", "Perception save"},
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

// words of other games that are typed into the list of actions.
const actionWords = `attack, hit, swing, melee, stab, shoot, bow, gun, punch, kick, brawl, throw, grenade, charge, aim, called shot,
headshot, two weapons, multiattack, aoe, area, splash, flank, disarm, grapple, grab, versus, arm wrestle, push, drag, knockback, damage,
dmg, hurt, hp, health, life, fall damage, fire, poison, wound, injury, dying, death save, heal, cure, potion, first aid, medic,
long rest, sleep, camp, short rest, breather, dodge, evade, parry, block, full defence, ac, defence, to hit, armour, armor, soak,
damage reduction, cover, crit, critical, init, initiative, surprise, ambush, prone, knocked down, stand up, stun, daze, blind, dark,
smoke, held, pinned, condition, status, buff, bless, debuff, curse, advantage, help, assist, luck, inspiration, hero point, fate, risk,
push it, spell, cast, magic, mana, spell slot, concentration, dispel, end spell, move, walk, run, flee, retreat, jump, leap, fly, swim,
climb, lift, carry, drown, hold breath, stealth, sneak, hide, perception, spot, insight, lore, arcana, know, skill check,
ability check, lockpick, thieves' tools, persuade, intimidate, bluff, save, saving throw, xp, level up, advance, delay, ready,
hold action, loot, gold, inventory`

// Whatever word of another game is typed into the list of actions, what it means here
// stands first in the demo of every rulebook, those that are texts included, or what there
// is instead. The golden says what that is.
func TestWordsOfOtherGamesInActions(t *testing.T) {
	var out strings.Builder
	for _, system := range append([]string{"supermen", "d6", "easiness", "trip", "contest"}, books.IDs()...) {
		s := demoScreen(t, system)
		fmt.Fprintf(&out, "%s, %s\n", s.frame().Rulebook().Name, s.frame().Here().Name)
		for word := range strings.SplitSeq(actionWords, ",") {
			word = strings.TrimSpace(word)
			s.over.Clear()
			s.press("a")
			for _, r := range word {
				s.press(map[rune]string{' ': "space"}[r] + strings.Trim(string(r), " "))
			}
			_, first, found := strings.Cut(strings.Join(s.front(strings.Split(s.plain(), "\n")), "\n"), kit.Unicode.Mark+"1 ")
			if !found {
				t.Errorf("%s: %q finds nothing", system, word)
			}
			first, _, _ = strings.Cut(first, "\n")
			first, _, _ = strings.Cut(strings.TrimSpace(first), "  ")
			fmt.Fprintf(&out, "  %-18s %s\n", word, first)
		}
	}
	uitest.Golden(t, "words-of-other-games.txt", out.String())
}

// demoScreen is the demo of a rulebook, with its first character selected.
func demoScreen(t *testing.T, system string) *screen {
	t.Helper()
	s := newScreen(t, demo(t, system), "dark", kit.Unicode, 120, 36)
	s.press("home")
	return s
}

// Who dies, as people say, cannot act any more by the rules of each rulebook, stays at the
// table, and is up again with one undo; a contest knows no such state.
func TestFootpadDies(t *testing.T) {
	for _, system := range []string{"supermen", "d6", "easiness", "trip"} {
		s := demoScreen(t, system)
		foe := s.table.Characters()[len(s.table.Characters())-1]
		was := s.table.IsDown(foe.ID)
		s.typeInPrompt(strings.ToLower(foe.Name) + " dies")
		s.press("enter")
		if now, there := s.table.Character(foe.ID); !there || now.Left || !s.table.IsDown(foe.ID) || was {
			t.Errorf("%s: %s dies, and can act, or is gone: %s", system, foe.Name, s.status.words)
		}
		s.typeInPrompt("kill " + strings.ToLower(foe.Name))
		if words := strings.Join(s.laid()[1:2], ""); !strings.Contains(words, "has fallen already") {
			t.Errorf("%s: a second time it says %q", system, words)
		}
		s.press("esc", "u")
		if s.table.IsDown(foe.ID) {
			t.Errorf("%s: undone, and still down", system)
		}
	}
}
