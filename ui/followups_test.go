package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// The gamemaster takes up first what no player has in hand, and by itself.
func TestGamemastersOwnIsTakenUpFirst(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	for i, c := range all[:2] {
		for len(g.Table.FollowUps()) == i { // some fail
			g.Must(t, model.Begin{Who: all[2].ID, Against: []string{c.ID}, System: trip.System.ID, Action: "trip", Params: engine.PageOf("ability", "Dart damage")})
			g.ThrowAll(t)
		}
	}
	if calls := g.Table.FollowUps(); len(calls) != 2 || calls[0].Who != all[0].ID {
		t.Fatalf("called for are %+v", calls)
	}
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Orrin Vance: Scale coat")
	if strings.Contains(s.plain(), "Mira, Orrin Vance: ") {
		t.Errorf("Mira's is taken up too:\n%s", s.plain())
	}
}

// Where one action does both, an armor is not taken up together with another's
// damage, and two armors are.
func TestArmorAndDamageAreTakenUpApart(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()
	calls := func(ability string, who, foe *model.Character) {
		t.Helper()
		before := len(g.Table.FollowUps())
		for range 9 { // some fail
			g.Must(t, model.Begin{Who: who.ID, Against: []string{foe.ID}, System: "trip", Action: "trip", Params: engine.PageOf("ability", ability)})
			g.ThrowAll(t)
			if len(g.Table.FollowUps()) > before {
				return
			}
		}
		t.Fatalf("there are no follow-ups from %s", ability)
	}
	calls("Dart damage", all[2], all[1]) // the armor
	calls("Dart attack", all[2], all[0]) // the damage
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Orrin Vance: Scale coat", "Damage to hold off")
	if strings.Contains(s.plain(), "Sel Quarrow, Orrin Vance") || strings.Contains(s.plain(), "Orrin Vance, Sel Quarrow") {
		t.Errorf("they are taken up as one:\n%s", s.plain())
	}
	calls("Dart damage", all[2], all[0])
	s = gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Orrin Vance, Mira: Trip roll", "Scale coat", "Quilted coat")
}

// A blow may be dodged, resisted or taken: that is said to be one of them, what it
// would do stands in the form, and once it is done nothing is called for any more.
func TestOneOfSeveralFollowUps(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	g.Must(t, decide.AssignOwner(all[0], "Mira"), model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})

	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	s.shows("needed: Dodge against Bastian Okell", "or: Resist against Bastian Okell", "or: Lose health  ")
	s = gamemaster(t, g, 120, 36)
	s.shows("Dodge needed")
	s.press("V")
	s.shows("Ilse Marrow, against Bastian Okell: Dodge, resist or lose health?", "Attack's successes 2", "Health lost 2")
	s.press("enter")
	s.shows("a failure,", "then lose health 1, up to 2")
	s.press("esc", "V", "down", "down", "enter")
	s.shows("2 Health  of 8, 6 left")
	s.press("enter")
	if left := g.Table.FollowUps(); len(left) > 0 {
		t.Errorf("health is lost, and called for are %+v", left)
	}
	s.shows("Ilse Marrow loses health: 2") // against nobody
	s.press("esc", "a")
	s.shows("+1 Health")
}

// Two blows are two choices, which are told as one and made one after the other.
func TestChoicesForTwoBlows(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	for _, by := range all[1:3] {
		g.Must(t, model.Begin{Who: by.ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})
	}
	s := gamemaster(t, g, 100, 32)
	s.shows("Dodge needed twice, or resist, or lose health")
	for _, by := range all[1:3] {
		s.press("V")
		s.shows("Ilse Marrow, against " + by.Name + ": Dodge, resist or lose health?")
		s.press("down", "down", "enter", "enter", "esc")
	}
	if left := g.Table.FollowUps(); len(left) > 0 {
		t.Errorf("health is lost twice, and called for are %+v", left)
	}
}

// Whoever may dodge is not taken up with who can only lose health.
func TestChoiceIsNoGang(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(d engine.Dice, _ bool) engine.Faces {
		return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5, 8, 8, 8, 8}[:d.Count]
	}
	g.Must(t, model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: "easiness", Action: "oppose", Params: engine.PageOf("other.dice", 1, "other.easiness", 0)})
	g.Must(t, model.Begin{Who: all[0].ID, Against: []string{all[2].ID}, System: "easiness", Action: "pool"})
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows(all[1].Name + ": Lose health")
	s.press("enter", "esc", "V")
	s.shows(all[2].Name + ", against " + all[0].Name + ": Dodge, resist or lose health?")
}

// Of two blows by one it is told by their successes which is to be answered, as it is
// told where there is room for few words.
func TestChoicesForTwoBlowsByOne(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	for _, second := range []int{4, 9} {
		g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, second, 9, 9, 8, 7, 6, 5} }
		g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})
	}
	s := gamemaster(t, g, 120, 36)
	for _, n := range []string{"2", "1"} {
		if got := view.ChoiceWords(g.Table, view.Choices(g.Table.FollowUps())[0]); n == "2" && got != "Ilse Marrow, against Bastian Okell, attack's successes 2: Dodge, resist or lose health" {
			t.Errorf("called for is %q", got)
		}
		s.press("V")
		s.shows("Ilse Marrow, against Bastian Okell: Dodge, resist or lose health?", "Attack's successes "+n)
		s.press("down", "down", "enter", "enter", "esc")
	}
}

// The form of what is called for goes when it is called for no more: a blow was taken
// back, or somebody else has done it; that of one of several stays with its own.
func TestFollowUpIsGone(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	strikes := func(by *model.Character) {
		g.Must(t, model.Begin{Who: by.ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})
	}
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	for what, others := range map[string]func(){
		"is undone": func() { g.Must(t, model.Undo{}, model.Undo{}) }, // the note, and the blow
		"is done": func() {
			u := g.Table.FollowUps()[0]
			g.Must(t, model.Begin{Who: u.Who, Against: u.Against, System: u.System, Action: u.Action, Params: u.Params})
			g.ThrowAll(t)
		},
	} {
		strikes(all[1])
		s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
		s.press("1")
		s.shows("Dodge", "enter throw")
		g.Must(t, model.Note{Text: "the lamp goes out"})
		s.brings()
		s.shows("enter throw")
		others()
		s.brings()
		s.shows("is no longer needed")
		if s.over.Top() != nil {
			t.Errorf("%s, and the form stays:\n%s", what, s.plain())
		}
	}
	strikes(all[1])
	strikes(all[2])
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	s.press("1")
	g.Must(t, model.Undo{}) // the other blow
	s.brings()
	s.shows("enter throw")
	g.Must(t, model.Undo{})
	s.brings()
	s.shows("is no longer needed")
}

// A player whose turn it isn't reads so where the offers stand.
func TestWhyNothingCanBeDone(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[1], "Mira"), model.Next{})
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	s.shows("Nothing just now: it is the turn of " + all[0].Name)
	s.press("a")
	s.shows("1 Exchange")
	if text := s.plain(); strings.Contains(text, "not now") {
		t.Errorf("one of those that cannot be done stands apart:\n%s", text)
	}
}

// What the gamemaster decided for somebody who is only met tells a player nothing,
// but may be what the own question waited for: that comes up all the same.
func TestAskedBehindWhatIsNotTold(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "5D")})
	s.brings()
	none := 0
	r := g.Table.Rolls()[0]
	g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: engine.Answer{ID: "character-points", Amount: &none}})
	s.brings()
	s.shows("Character Points for one more Wild Die each")
}

// Two of the same that are called for from one are told apart by what they go by,
// and what a roll decides is said in its own words: who throws is no hit yet.
func TestTwoFollowUpsAreToldApart(t *testing.T) {
	g := uitest.Vault(t)
	seraph := g.Table.Characters()[0].ID
	for _, n := range []int{45, 3} {
		g.Must(t, model.Begin{Who: seraph, System: "supermen", Action: "hurt", Params: engine.PageOf("damage", n)})
	}
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Seraph  damage 45", "Seraph  damage 3", "not thrown")
	s.press("esc", "a")
	s.shows("needed: Throwback (damage 45)", "needed: Throwback (damage 3)")
	s.press("esc", ":", "t", "h", "r", "o", "w", "enter")
	s.shows("thrown", "enter throw")
	if strings.Contains(s.plain(), "enter strike") || strings.Contains(strings.ReplaceAll(s.plain(), "then hit ", ""), "hit ") {
		t.Errorf("a throw is told as a blow:\n%s", s.plain())
	}
}

// Whoever acts is told what their own roll is measured against and its Quality, whomever
// they face; whether that hits is not told before it lands.
func TestOwnRollAgainstTheUnknown(t *testing.T) {
	g := uitest.Vault(t)
	seraph, sphinx := g.Table.Characters()[0], g.Table.Characters()[1]
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	g.Must(t, decide.AssignOwner(seraph, "Mira"))
	s := playerAt(t, g, mira, 120, 36)
	s.shows("Quality about 5")
	s.press("1")
	s.shows("Sphinx's defence is unknown to you", "Quality 5.1 on average", "-1 to 2", "21 up")
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{6, 5} }
	s.press("enter")
	s.shows("11 against 15", "Quality 4", "Share 4 Quality", "◂ 4 ", "Attack 4")
	s.press("enter")
	s.shows("11 against 15", "Quality 4", "strikes at segment 12")
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{9, 8} }
	g.Must(t, model.Go{Moment: 12}, model.Begin{Who: seraph.ID, Against: []string{sphinx.ID}, System: "supermen", Action: "combat"})
	s.see(g.Now())
	for _, word := range []string{"HIT", "MISS"} {
		if s = playerAt(t, g, mira, 120, 36); strings.Contains(s.plain(), word) {
			t.Errorf("it is told as %s before it lands:\n%s", word, s.plain())
		}
	}
}

// What somebody else has taken up is not asked about any longer, and a question that
// somebody else has answered does not stay under what lies on it.
func TestWhatIsSettledIsNotAsked(t *testing.T) {
	g := uitest.Vault(t)
	seraph := g.Table.Characters()[0].ID
	g.Must(t, model.Begin{Who: seraph, System: "supermen", Action: "hurt", Params: engine.PageOf("damage", 45)})
	s := gamemaster(t, g, 120, 36)
	s.press("n")
	s.shows("On to segment", "Not resolved yet")
	g.Must(t, model.Begin{Who: seraph, System: "supermen", Action: "throwback", Params: g.Table.FollowUps()[0].Params})
	s.see(g.Now())
	if strings.Contains(s.plain(), "Not resolved yet") {
		t.Errorf("it is taken up, and still asked about:\n%s", s.plain())
	}
	s.press("esc", "o")
	s.shows("Throwback")
	s.press("?")
	g.ThrowAll(t)
	s.see(g.Now())
	if s.press("esc"); strings.Contains(s.plain(), "accept") || s.over.Top() != nil {
		t.Errorf("the roll is over, and still asked about:\n%s", s.plain())
	}
}

// What came of a throw is gone from a screen when somebody takes it back.
func TestWhatIsTakenBackIsNotTold(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36)
	s.typed("a", "'simple", "enter", "enter")
	s.shows("esc close")
	g.Must(t, model.Note{Text: "the lamp goes out"})
	s.brings()
	s.shows("esc close")
	g.Must(t, model.Undo{}, model.Undo{})
	s.brings()
	if s.shows("was undone"); strings.Contains(s.plain(), "esc close") {
		t.Errorf("it is taken back, and still told:\n%s", s.plain())
	}
}

// Where a roll is nothing without somebody, whom one faces is proposed, and named
// where the attacks are not aimed at them.
func TestOpponentIsProposed(t *testing.T) {
	easy, vault := uitest.Seated(t, easiness.System), uitest.Vault(t)
	for shows, g := range map[string]*uitest.Memory{"against " + easy.Table.Characters()[1].Name: easy, "Opposed action": vault} {
		s := gamemaster(t, g, 120, 36)
		s.typed("a", "'opposed")
		s.shows(shows)
		if strings.Contains(s.plain(), "not now") {
			t.Errorf("it can be done, and stands under what cannot:\n%s", s.plain())
		}
	}
}

// What is thrown is what one strikes with, and what hits; and it is said what the
// numbers of a blow are.
func TestThrownIsNamed(t *testing.T) {
	g := uitest.Vault(t)
	before := gamemaster(t, g, 120, 36)
	before.typed("a", "'throw", "enter")
	before.shows("thrown, then hit ")
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: "supermen", Action: "throw", Params: engine.PageOf("thing", "brick", "assume", true)})
	g.ThrowAll(t)
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("With         brick")
	s.press("6", "7", "enter", "n", "n")
	s.shows("Seraph hits Sphinx with brick for 2 in the body")
	s.shows("Attack 0 against Defense 0")
	s.press("esc")
	s.shows("    Attack 0 against Defense 0  ")
}

// The odds large are in the words of their action, and how likely a power hits is not
// said before it is aimed at anybody.
func TestOddsAreInTheWordsOfTheirAction(t *testing.T) {
	s := gamemaster(t, uitest.Vault(t), 120, 36)
	s.typed("a", "enter")
	s.shows("hit below")
	s.press("f2")
	s.shows("miss 15.00%", "hit below")
	s.press("esc", "esc")
	s.typed("a", "'throw", "enter", "f2")
	s.shows("thrown 9", "falls short", "thrown below")
	s.press("esc", "esc")
	s.typed("a", "'power", "enter")
	s.shows("Electricity")
	s.shows(" enter do it ")
	if strings.Contains(s.plain(), "hit ") || strings.Contains(s.plain(), "real dice") {
		t.Errorf("nobody is aimed at, and no dice fall:\n%s", s.plain())
	}
	s.press("enter", "enter", "enter", "esc", "esc")
	s.shows("Seraph readies Electricity")
	if strings.Contains(s.plain(), "0 against") {
		t.Errorf("no dice fell:\n%s", s.plain())
	}
}

// Who is unconscious is told so first in the roster, before how hurt they are.
func TestUnconsciousIsToldFirst(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.Begin{Who: g.Table.Characters()[0].ID, System: "supermen", Action: "hurt", Params: engine.PageOf("damage", 90)})
	g.Must(t, model.Begin{Who: g.Table.Characters()[0].ID, System: "supermen", Action: "throwback", Params: g.Table.FollowUps()[0].Params})
	g.ThrowAll(t)
	gamemaster(t, g, 120, 36).shows("unconscious")
}

// A blow is told as it will land: a Defense that has just ended makes no miss of what
// hits later.
func TestBlowIsToldAsItLands(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Write{Who: all[0].ID, System: "supermen", Set: []model.Change{
		{Field: "past_at", To: engine.ValueOf(0)}, {Field: "past_defense", To: engine.ValueOf(9)}}})
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{6, 5} }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat"})
	s := gamemaster(t, g, 120, 36)
	s.press("o")
	s.shows("11 against 14", "as things stand now a hit, by 3", "as things stand now, at 15", "43 → ")
	if strings.Contains(s.plain(), "MISS") {
		t.Errorf("it lands, and is told as a miss:\n%s", s.plain())
	}
}

// A blast that is called for is offered once. That it can be kept up is offered, and
// time goes on past it: nothing is lost.
func TestBlastIsOfferedOnce(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[0].ID, System: "supermen", Action: "power", Params: engine.PageOf("power", "Electricity")})
	g.ThrowAll(t)
	s := gamemaster(t, g, 120, 36)
	s.press("a")
	s.shows("needed: Electricity (Combat Roll)")
	if strings.Contains(s.plain(), "Combat Roll: Electricity") {
		t.Errorf("it is offered twice:\n%s", s.plain())
	}
	s.press("enter")
	s.shows("With   Electricity")
	s.press("6", "7", "enter", "n", "n", "esc")
	s.shows("may maintain a blast")
	s.press("a")
	s.shows("1 Maintain a blast ")
	if n := strings.Count(s.plain(), "Maintain a blast"); n != 1 {
		t.Errorf("it is offered %d times:\n%s", n, s.plain())
	}
	s.press("esc", "n")
	if strings.Contains(s.plain(), "lost if time passes") {
		t.Errorf("what may be left is lost:\n%s", s.plain())
	}
}
