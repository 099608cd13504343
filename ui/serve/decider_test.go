package serve_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// askPlayer makes a player begin an action with real dice that all show 1, and answers the
// questions before the given one.
func (x *table) askPlayer(by model.Seat, c model.Begin, question string) {
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
		x.must(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
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

// TestWhoIsAsked checks that the player whom the rule names is asked on their own screen,
// and that everybody sees for whom the table waits. A player who leaves passes the question
// to the gamemaster, and gets it back on return. The log says who answered for whom.
func TestWhoIsAsked(t *testing.T) {
	x := sitDown(t, "d6")
	all := x.live.Now().Characters()
	tom, miras := model.Seat{Role: model.Player, Name: "Tom"}, all[0].ID
	question := "Character Points for one more Wild Die each"
	hurts := model.Begin{Who: all[1].ID, Against: []string{miras}, System: "d6", Action: "damage", Params: engine.PageOf("bonus", 20)}

	x.askPlayer(tom, hurts, "other.character-points")
	x.mira.sees(question, "▶Mira to decide")
	for _, c := range []*client{x.gm, x.tom} {
		c.sees("▶Mira ● to decide")
	}
	x.mira.types("\x03")
	x.mira.ends()
	x.gm.sees(question, "Mira ○", "▶GM to decide")
	x.tom.sees("▶GM ● to decide")
	x.mira = x.come("mira", x.miras)
	x.mira.sees(question)
	x.gm.sees("back again: Mira decides")
	seq := x.live.Now().Seq()
	x.mira.catchesUp() // keys rest while a card comes that was not asked for
	x.mira.types("\r")
	x.grows(seq, x.mira)

	x.mira.types("\x03")
	x.mira.ends()
	x.askPlayer(tom, hurts, "other.character-points")
	x.gm.sees(question, "▶GM to decide")
	seq = x.live.Now().Seq()
	x.gm.catchesUp() // keys rest while a card comes that was not asked for
	x.gm.types("\r")
	x.grows(seq, x.gm)
	x.tom.sees("esc close") // his card is in front, since it was his roll
	if said := x.newest(); !strings.Contains(said, "answered for Mira by the gamemaster") {
		t.Errorf("the log says\n%s", said)
	}
}

// newest returns all that the log says about the newest roll.
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

// TestGamemasterIsAsked checks that a decision which a rule leaves to the gamemaster opens
// on the gamemaster's screen, not on that of the player who rolls.
func TestGamemasterIsAsked(t *testing.T) {
	x := sitDown(t, "d6")
	tom := model.Seat{Role: model.Player, Name: "Tom"}
	x.askPlayer(tom, model.Begin{Who: x.live.Now().Characters()[1].ID, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "5")}, "critical-failure")
	x.gm.sees("Critical Failure: what comes of it?", "▶GM to decide")
	x.tom.sees("▶GM ● to decide")
	x.mira.sees("▶GM ● to decide")
	x.tom.never("Critical Failure: what comes of it?")
	x.gm.catchesUp() // keys rest while a card comes that was not asked for
	x.gm.types("\x1b")
	x.gm.sees("the roll stays open")
	x.gm.types("O") // one key opens it again
	x.gm.sees("Critical Failure: what comes of it?")
	seq := x.live.Now().Seq()
	x.gm.catchesUp() // keys rest while a card comes that was not asked for
	x.gm.types("\r")
	x.grows(seq, x.gm)
}

// TestEnterAnswersForNobody checks that an extra enter of the gamemaster does not answer
// for a player who is connected: that takes a key of its own.
func TestEnterAnswersForNobody(t *testing.T) {
	x := sitDown(t, "d6")
	all := x.live.Now().Characters()
	tom := model.Seat{Role: model.Player, Name: "Tom"}
	x.askPlayer(tom, model.Begin{Who: all[1].ID, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "5")}, "critical-failure")
	x.gm.sees("Critical Failure: what comes of it?")
	seq := x.live.Now().Seq()
	x.gm.catchesUp() // keys rest while a card comes that was not asked for
	x.gm.types("\r")
	x.grows(seq, x.gm)
	x.gm.sees("Tom decides")
	seq = x.live.Now().Seq()
	x.gm.types("\r")
	x.gm.sees("answers for them")
	x.gm.types("\r")
	x.gm.types("M") // everything typed before was handled
	x.gm.sees("Send a message")
	if now := x.live.Now(); now.Seq() != seq || len(now.Rolls()) != 1 {
		t.Error("the gamemaster answered for Tom")
	}
}

// TestTakenUpAtTheStart checks that a gamemaster's screen which took over a question of an
// absent player gives it back when that player connects: enter must not answer it.
func TestTakenUpAtTheStart(t *testing.T) {
	x := sitDown(t, "d6")
	mira, who := model.Seat{Role: model.Player, Name: "Mira"}, x.live.Now().Characters()[0].ID
	x.askPlayer(mira, model.Begin{Who: who, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "30")}, "character-points")
	question := "Character Points for one more Wild Die each"
	x.mira.sees(question)
	x.mira.types("\x03")
	x.mira.ends()
	key := newKey(t)
	if err := x.guests.Admit(key.PublicKey(), gm, x.now); err != nil {
		t.Fatal(err)
	}
	again := x.come("gm", key)
	again.sees(question, "▶GM to decide")
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

// TestOrderAsksWhoeverPlays checks that rolling the order of turns asks each connected
// player about their own points.
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
	x.gm.sees("▶Mira ● to decide", "▶Tom ● to decide")
	for _, c := range []*client{x.gm, x.mira, x.tom} {
		seq := x.live.Now().Seq()
		c.types("\r")
		x.grows(seq, c)
	}
	if now := x.live.Now(); len(now.Rolls()) != 0 || len(now.Clock.Scores) != 3 {
		t.Errorf("%d rolls are open, %d have rolled", len(now.Rolls()), len(now.Clock.Scores))
	}
}
