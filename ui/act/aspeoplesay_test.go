package act

import (
	"strings"
	"testing"

	"example.org/fray/ui/uitest"
)

// asPeopleSay are sentences that people typed, by kind, with what they mean or, behind "no: ",
// why they mean nothing here. Brenna is selected.
var asPeopleSay = []struct{ kind, system, line, means string }{
	{"misdone", "d20", "initiative wolf", `no: "wolf" stands behind it`},
	{"misdone", "d20", "initiative goblin 1", "Goblin 1: Initiative"},
	{"misdone", "d20", "free brenna", `no: "brenna" stands behind it`},
	{"misdone", "d20", "who brenna", `no: "brenna" stands behind it`},
	{"misdone", "d20", "rename goblin 9 x", "no: there is no Goblin 9"},
	{"misdone", "d20", "leave goblin boss", `no: "goblin" could be`},
	{"misdone", "d20", "return goblin 1 now", `no: "now" has no meaning`},
	{"misdone", "d20", "3 damage to goblin", `no: "goblin" could be Goblin 1, Goblin 2 or Goblin 3`},
	{"misdone", "d20", "brenna attacks goblin 1 and goblin 2", "no: one at a time"},
	{"misdone", "d20", "award 5 xp to brenna", "award Brenna 5 xp"},
	{"misdone", "d20", "wait 2 hours", "Brenna waits: 2 hours"},
	{"misdone", "d20", "effect brenna stuned", `no: did you mean "Stunned"?`},
	{"misdone", "d20", "6 6 goblins", "no: "},
	{"misdone", "d20", "next round", "to the end of the round"},
	{"misdone", "d20", "roll init", "roll for the order of turns"},
	{"misdone", "d20", "who is next", "who may act"},
	{"misdone", "d20", "wound brandt", "Brandt: Take damage"},
	{"misdone", "d6", "wound brandt", "Brandt: Be hurt"},
	{"misdone", "supermen", "wound brandt", "Brandt: Take damage"},
	{"misdone", "supermen", "brenna gets 5 vp", "no: has lost no VP"},
	{"misdone", "supermen", "brenna 5 vp", "no: say whether"},
	{"misdone", "supermen", "brenna perception save", "Ability save, perception"},
	{"misdone", "supermen", "hearing", "Ability save, hearing"},
	{"misdone", "supermen", "strength", "Ability save, strength"},
	{"misdone", "d6", "brenna +2 fate points", "no: "},
	{"misdone", "contest", "3 damage to brenna", "no: an Exchange takes"},

	{"dice", "d20", "d20+5 dc 15", "throw d20+5 dc 15"},
	{"object first", "supermen", "goblin 1 takes 7", "Goblin 1 loses 7 VP"},
	{"object first", "supermen", "5 to goblin 1", "Goblin 1 loses 5 VP"},
	{"object first", "supermen", "goblin 1 is hurt for 5", "Goblin 1 loses 5 VP"},
	{"object first", "d20", "goblin 1 suffers 5 damage", "Goblin 1 loses 5 Hit points"},
	{"object first", "d20", "heal brenna 10", "no: has lost no hit points"},
	{"several", "d20", "everyone takes 10 damage", "each loses 10 Hit points"},
	{"several", "d20", "goblins take 3", "Goblin 1, Goblin 2, Goblin 3: each loses 3 Hit points"},
	{"several", "supermen", "all heroes rest 8 hours", "Brenna, Quillon rest 8 hours"},
	{"checks", "d20", "brenna dex save dc 15", "Brenna: Saving throw, dexterity, difficulty 15"},
	{"checks", "d20", "dex save dc 15", "Brenna: Saving throw, dexterity, difficulty 15"},
	{"checks", "d20", "goblin 1 makes a con save", "Goblin 1: Saving throw, constitution"},
	{"checks", "d20", "perception check dc 12", "Perception Skill, difficulty 12"},
	{"checks", "supermen", "brenna strength save", "Ability save, strength"},
	{"conditions", "d20", "brenna is stunned until 2 rounds", "Brenna: Stunned"},
	{"conditions", "d20", "brenna stunned for 2 rounds", "Brenna: Stunned"},
	{"rests", "supermen", "rest 2 hours", "Brenna rests 2 hours"},
	{"rests", "supermen", "quillon rests 2 hours", "Quillon rests 2 hours"},
	{"rests", "d20", "rest 1 hour", "no: there is short rest and long rest"},
	{"newcomers", "supermen", "10 cops", "bring 10 copies of Cop, with the sheet of"},
	{"newcomers", "supermen", "1 dragon", "bring Dragon, with the sheet of"},
	{"newcomers", "supermen", "3 orcs", "bring 3 copies of Orc, with the sheet of"},
	{"small", "supermen", "note: door is locked", "note: door is locked"},
	{"small", "supermen", "undo 3 acts", "undo 3 acts"},
	{"small", "supermen", "who's turn is it", "who may act"},
	{"small", "supermen", "30 minutes later", "no: no date is set"},
}

// What people typed means what they said, or says why not. Of each kind the right ones are
// counted.
func TestSentencesAsPeopleSayThem(t *testing.T) {
	right, all := map[string]int{}, map[string]int{}
	for _, x := range asPeopleSay {
		_, read := cellar(t, uitest.Book(t, x.system))
		all[x.kind]++
		for i := range x.line { // as it is while it is typed
			read(x.line[:i])
		}
		found := read(x.line)
		want, refused := strings.CutPrefix(x.means, "no: ")
		switch {
		case len(found) == 0 && refused && want == "":
			right[x.kind]++
		case len(found) == 0 || refused != (found[0].WhyNot != ""):
			t.Errorf("%s: %q means %+v, not %q", x.system, x.line, found, x.means)
		case !strings.Contains(found[0].Does+" "+found[0].WhyNot, want):
			t.Errorf("%s: %q means %q %q, not %q", x.system, x.line, found[0].Does, found[0].WhyNot, x.means)
		default:
			right[x.kind]++
		}
	}
	t.Logf("right %v of %v", right, all)
}
