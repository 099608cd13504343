package serve_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// asks has a player begin something with real dice that all show 1, and what is
// asked before a question answered, until that is open.
func (x *table) asks(by model.Seat, c model.Begin, question string) {
	x.Helper()
	c.Typed = true
	x.must(by, c)
	for range 20 {
		r := x.live.Now().Rolls()[0]
		step, err := x.live.Now().Step(r)
		if err != nil || step.Open == nil {
			x.Fatalf("%v, the roll is over before %s", err, question)
		}
		q := step.Open
		if q.ID == question {
			return
		}
		a, ok := q.Nothing()
		if q.Wants == engine.Throwing {
			a = q.Thrown(ones(q.Dice))
		} else if !ok {
			x.Fatalf("%s has no answer that takes nothing", q.ID)
		}
		x.must(gm, model.Answer{Roll: r.ID, At: len(r.Tape), Answer: a})
	}
	x.Fatalf("%s is not asked", question)
}

func ones(d engine.Dice) engine.Faces {
	var f engine.Faces
	for d.Missing(f) > 0 {
		f = append(f, max(d.Low, 1))
	}
	return f
}

// Whoever the rule names is asked at the own screen, and everybody sees whom the
// table waits for. Who goes leaves the question to the gamemaster, who comes
// back gets it back, and what is answered for somebody is written down as that.
func TestWhoIsAsked(t *testing.T) {
	x := sitDown(t, "d6")
	all := x.live.Now().Characters()
	tom, miras := model.Seat{Role: model.Player, Name: "Tom"}, all[0].ID
	question := "Character Points for one more Wild Die each"
	hurts := model.Begin{Who: all[1].ID, Against: []string{miras}, System: "d6", Action: "damage", Params: engine.PageOf("bonus", 20)}

	x.asks(tom, hurts, "other.character-points")
	x.mira.sees(question, "▶Mira decides")
	for _, c := range []*client{x.gm, x.tom} {
		c.sees("▶Mira ● decides")
	}
	x.mira.types("\x03")
	x.mira.ends()
	x.gm.sees(question, "Mira ○", "▶GM decides")
	x.tom.sees("▶GM ● decides")
	x.mira = x.come("mira", x.miras)
	x.mira.sees(question)
	x.gm.sees("back again: Mira decides")
	seq := x.live.Now().Seq()
	x.mira.types("\r")
	x.grows(seq, x.mira)

	x.mira.types("\x03")
	x.mira.ends()
	x.asks(tom, hurts, "other.character-points")
	x.gm.sees(question, "▶GM decides")
	seq = x.live.Now().Seq()
	x.gm.types("\r")
	x.grows(seq, x.gm)
	x.tom.sees("esc close") // it was his roll
	if said := x.newest(); !strings.Contains(said, "answered for Mira by the gamemaster") {
		t.Errorf("the log says\n%s", said)
	}
}

// newest is all that the log says of the newest roll.
func (x *table) newest() string {
	t, said := x.live.Now(), ""
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if done, ok := f.(model.Finished); ok {
				for _, s := range view.Tell(t, done, true) {
					said += s.Text + "\n"
				}
				return said
			}
		}
	}
	return said
}

// What a rule leaves to the gamemaster comes up at the gamemaster's, though a
// player rolls, and not at the player's.
func TestGamemasterIsAsked(t *testing.T) {
	x := sitDown(t, "d6")
	tom := model.Seat{Role: model.Player, Name: "Tom"}
	x.asks(tom, model.Begin{Who: x.live.Now().Characters()[1].ID, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "5")}, "critical-failure")
	x.gm.sees("Critical Failure: what comes of it?", "▶GM decides")
	x.tom.sees("▶GM ● decides")
	x.mira.sees("▶GM ● decides")
	x.tom.never("Critical Failure: what comes of it?")
	x.gm.types("\x1b")
	x.gm.sees("the roll stays open")
	x.gm.types("O") // one key brings it back
	x.gm.sees("Critical Failure: what comes of it?")
	seq := x.live.Now().Seq()
	x.gm.types("\r")
	x.grows(seq, x.gm)
}

// The gamemaster's enter, pressed once too often, answers nothing for a player who is
// here: the question is opened for them by a key of its own.
func TestEnterAnswersForNobody(t *testing.T) {
	x := sitDown(t, "d6")
	all := x.live.Now().Characters()
	tom := model.Seat{Role: model.Player, Name: "Tom"}
	x.asks(tom, model.Begin{Who: all[1].ID, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "5")}, "critical-failure")
	x.gm.sees("Critical Failure: what comes of it?")
	seq := x.live.Now().Seq()
	x.gm.types("\r")
	x.grows(seq, x.gm)
	x.gm.sees("Tom decides")
	seq = x.live.Now().Seq()
	x.gm.types("\r")
	x.gm.sees("answers for them")
	x.gm.types("\r")
	x.gm.types("M") // what is typed before it has been dealt with
	x.gm.sees("Send a message")
	if now := x.live.Now(); now.Seq() != seq || len(now.Rolls()) != 1 {
		t.Error("the gamemaster answered for Tom")
	}
}

// What a gamemaster's screen takes up when it comes, since whom it is for is not here,
// it lets go when they are: enter answers nothing in their place.
func TestTakenUpAtTheStart(t *testing.T) {
	x := sitDown(t, "d6")
	mira, who := model.Seat{Role: model.Player, Name: "Mira"}, x.live.Now().Characters()[0].ID
	x.asks(mira, model.Begin{Who: who, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "30")}, "character-points")
	question := "Character Points for one more Wild Die each"
	x.mira.sees(question)
	x.mira.types("\x03")
	x.mira.ends()
	key := newKey(t)
	if err := x.guests.Admit(key.PublicKey(), gm, x.now); err != nil {
		t.Fatal(err)
	}
	again := x.come("gm", key)
	again.sees(question, "▶GM decides")
	x.mira = x.come("mira", x.miras)
	x.mira.sees(question)
	again.sees("back again: Mira decides")
	seq := x.live.Now().Seq()
	again.types("\r")
	again.sees("Mira decides")
	if now := x.live.Now(); now.Seq() != seq || len(now.Rolls()) != 1 {
		t.Error("the gamemaster answered for Mira")
	}
}

// Whoever rolls the order of turns for all decides for nobody who is here: each player
// is asked about the own points.
func TestOrderAsksWhoeverPlays(t *testing.T) {
	x := sitDown(t, "d6", "Thug")
	if _, err := x.live.Do(gm, model.RollOrder{}); err == nil {
		t.Fatal("nobody is asked for a word")
	}
	for _, name := range []string{"Mira", "Tom"} {
		x.must(model.Seat{Role: model.Player, Name: name}, model.AddWord{Text: "any"})
	}
	x.must(gm, model.SetHouse{System: "d6", Rule: "critical_failure", Value: engine.ValueOf("cancel")})
	x.must(gm, model.RollOrder{})
	question := "Character Points for one more Wild Die each"
	for _, c := range []*client{x.mira, x.tom, x.gm} {
		c.sees(question)
	}
	x.gm.sees("▶Mira ● decides", "▶Tom ● decides")
	for _, c := range []*client{x.gm, x.mira, x.tom} {
		seq := x.live.Now().Seq()
		c.types("\r")
		x.grows(seq, c)
	}
	if now := x.live.Now(); len(now.Rolls()) != 0 || len(now.Clock.Scores) != 3 {
		t.Errorf("%d rolls are open, %d have rolled", len(now.Rolls()), len(now.Clock.Scores))
	}
}
