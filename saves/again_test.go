package saves_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
)

// setRightOnce plays a check, and again as if its first dice had been others:
// what they had been, and the new ones.
func setRightOnce(t *testing.T, l *saves.Live) model.Amended {
	t.Helper()
	do(t, l, model.Join{Character: model.Character{Name: "Ash", Pages: map[string]engine.Page{"toy": toy.Templates[0].Page}}})
	who := l.Now().Characters()[0].ID
	began := do(t, l, model.Begin{Who: who, System: "toy", Action: "check"})
	r := began.Rolls()[0]
	do(t, l, model.Answer{Roll: r.ID, Question: r.Question, Answer: engine.Answer{ID: "push", Pick: "no"}})
	do(t, l, model.Note{Text: "afterwards"})
	push := model.Amend{Event: began.Seq(), Given: []model.Given{
		{Roll: r.ID, At: 0, Answer: engine.Answer{ID: "dice", Dice: "2d6", Faces: engine.Faces{6, 6}}},
		{Roll: r.ID, At: 3, Answer: engine.Answer{ID: "push", Pick: "yes"}}}}
	if _, halt, err := decide.PreviewAmendment(l.Now(), push); err != nil || halt == nil || !halt.OfAct {
		t.Fatalf("the preview asks for the new die: %+v, %v", halt, err)
	}
	table := do(t, l, push)
	for line := range table.Log() {
		f, ok := line.Event.Facts[0].(model.Amended)
		if !ok {
			t.Fatalf("the newest event is %T", line.Event.Facts[0])
		}
		return f
	}
	return model.Amended{}
}

// Faces of then that are used again are those of the log, new dice fall where
// the act itself asks for them, and the check draws them all.
func TestSetRightIsChecked(t *testing.T) {
	l := makeTable(t)
	f := setRightOnce(t, l)
	typed, again, fresh := 0, 0, 0
	for _, v := range f.Versions {
		for _, fact := range v.Event.Facts {
			a, ok := fact.(model.Answered)
			switch {
			case !ok || a.Answer.Faces == nil:
			case !a.Thrown:
				typed++
			case a.Answer.ID == "more":
				fresh++
				if a.Draw == nil {
					t.Error("the new die does not say where it stands")
				}
			default:
				again++
			}
		}
	}
	if typed != 1 || again != 2 || fresh != 1 {
		t.Errorf("%d typed, %d of then, %d new", typed, again, fresh)
	}
	state := exported(t, l.Now())
	do(t, l, model.Undo{Act: true})
	do(t, l, model.Redo{})
	if exported(t, l.Now()) != state {
		t.Error("undo and redo do not bring it back")
	}
	path := l.Path()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(path, ""); err != nil || !r.Good() || len(r.Otherwise) > 0 || r.Sessions != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	again2, err := openAt(path, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = again2.Close() }()
	if got, _ := json.Marshal(again2.Now().Characters()); !strings.Contains(state, string(got)) {
		t.Errorf("opened again it is another table: %s, not %s", got, state)
	}
	if _, err := again2.Do(program, model.Amend{Event: f.Event, Stop: true}); err == nil {
		t.Error("an act of an evening that is over is set right")
	}
}

// cheatsAnew are ways to cheat in what was set right.
var cheatsAnew = map[string]func(a *model.Answered, rng *rand.Rand) bool{
	"a face of then": func(a *model.Answered, rng *rand.Rand) bool {
		a.Answer.Faces = slices.Clone(a.Answer.Faces)
		a.Answer.Faces[0] = a.Draw.Low + (a.Answer.Faces[0]-a.Draw.Low+1+rng.IntN(a.Draw.High-a.Draw.Low))%(a.Draw.High-a.Draw.Low+1)
		return true
	},
	"dice of elsewhere": func(a *model.Answered, rng *rand.Rand) bool {
		d := *a.Draw
		d.At += 1 + int64(rng.IntN(3))
		a.Draw = &d
		return true
	},
	"of the other stream": func(a *model.Answered, _ *rand.Rand) bool {
		d := *a.Draw
		d.Hidden = !d.Hidden
		a.Draw = &d
		return true
	},
}

// Whoever changes what was set right, and chains the log anew, is found.
func TestCheatsAtSettingRight(t *testing.T) {
	l := makeTable(t)
	setRightOnce(t, l)
	do(t, l, model.EndSession{}) // which tells the seeds
	path := l.Path()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	var bodies [][]byte
	lines, _ := bodiesOf(t, path)
	for _, line := range lines {
		if line.Seq > 0 {
			bodies = append(bodies, line.Body)
		}
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for name, trick := range cheatsAnew {
		for at := range 3 {
			c := &tampered{rng: rng, events: readLog(t, bodies)}
			n := 0
			for _, e := range c.events {
				for _, fact := range e.Facts {
					f, ok := fact.(model.Amended)
					if !ok {
						continue
					}
					for _, v := range f.Versions {
						for i, fact := range v.Event.Facts {
							a, ok := fact.(model.Answered)
							if !ok || !a.Thrown {
								continue
							}
							if n++; n-1 == at && trick(&a, rng) {
								v.Event.Facts[i] = a
							}
						}
					}
				}
			}
			if r := checkEvents(t, c.bodies(t), ""); r.Good() {
				t.Errorf("%s, at throw %d of %d: not found", name, at, n)
			}
		}
	}
}

// Whatever is set right, the check finds nothing wrong.
func TestSetRightAtRandom(t *testing.T) {
	rights := 0
	for seed := range uint64(4) {
		l := makeTable(t)
		p := newPlayer(seed + 40)
		p.rights = true
		p.play(t, l, 120)
		for line := range l.Now().Log() {
			for _, f := range line.Event.Facts {
				if _, ok := f.(model.Amended); ok && !line.Undone {
					rights++
				}
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if r, err := checkAt(l.Path(), ""); err != nil || !r.Good() || len(r.Otherwise) > 0 {
			raw, _ := json.Marshal(r)
			t.Errorf("seed %d: %s, %v", seed, raw, err)
		}
	}
	if rights < 8 {
		t.Errorf("only %d acts were set right", rights)
	}
}
