package contest

import (
	"strings"

	"example.org/fray/engine"
)

// single is one die and, after the highest face, the second throw.
func single(r *engine.Roll, sides int) cast {
	die := engine.DiceSequence[cast]{
		Next: func(c cast) (engine.Part, bool) {
			switch {
			case c.face == 0:
				return engine.Part{Ask: engine.Ask{ID: "dice", Words: "the die"}, Dice: engine.D(1, sides)}, true
			case int(c.face) == sides && c.again == 0 && spectacular.Of(r.House()):
				return engine.Part{Ask: engine.Ask{ID: "again", Words: "again, after the highest face"}, Dice: engine.D(1, sides)}, true
			}
			return engine.Part{}, false
		},
		Fold: func(c cast, face int) cast {
			if c.face == 0 {
				return cast{face: int16(face)}
			}
			return cast{c.face, int16(face)}
		},
	}
	return die.Read(r)
}

// rollSimple is one character's roll, alone or against a difficulty. Chapter
// "Simple rolls".
func rollSimple(r *engine.Roll) engine.Outcome {
	difficulty, set := difficultyOf(r, simpleDifficulty.Of(r.Params()))
	acting := engine.Precompute(r, func() total { return simpleOwn.now(r, simpleOwn.base(r)) })
	if set {
		r.Aim(difficulty, "acting total %s, and 1d10 against %d", acting, difficulty)
	} else {
		r.Note("acting total %s, and 1d10", acting)
	}
	c := single(r, 10)
	sum := acting.sum + c.sum()
	word := quality(sum, qualityStep.Of(r.House()))
	r.Note("%d + %s = %d: %s", acting.sum, c, sum, word)
	twice := c.again == 10
	o := engine.Outcome{
		Success: !set || sum >= difficulty || twice, Grade: engine.Success, Total: sum, NoTarget: !set,
		Values: r.Values(engine.Num("total", sum), engine.Word("quality", word)),
	}
	if set {
		o.Target, o.Margin = difficulty, sum-difficulty
	}
	if !o.Success {
		o.Grade = engine.Failure
	}
	well := ""
	if twice || set && c.again > 0 && acting.sum+int(c.again) >= difficulty {
		o.Flags = []string{spectacularFlag}
		r.Note("spectacular: %s", secondThrow(twice))
		well = ", spectacularly"
	}
	does := "tries"
	switch {
	case set && o.Success:
		does = "succeeds at"
	case set:
		does = "fails at"
	}
	r.Story("{actor} %s %s  %s%s", does, acting.named(), strings.ToLower(word), well)
	return o
}

func secondThrow(twice bool) string {
	if twice {
		return "the highest face twice running"
	}
	return "the second throw alone would do"
}

// The flags of an outcome.
const (
	spectacularFlag      = "spectacular"
	otherSpectacularFlag = "other-spectacular"
	wonFlag              = "contest-won"
	lostFlag             = "contest-lost"
)
