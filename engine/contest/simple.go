package contest

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// rollSimple is a roll of one character, against a difficulty or for its quality. Chapter
// "Simple rolls".
func rollSimple(r *engine.Roll) engine.Outcome {
	difficulty, set := difficultyOf(r, simpleDifficulty.Of(r.Params()))
	acting := engine.Precompute(r, func() kit.Sum { return simpleOwn.forThisThrow(r, simpleOwn.base(r)) })
	if set {
		r.Aim(difficulty, "acting total %s, and 1d10 against %d", acting, difficulty)
	} else {
		r.Note("acting total %s, and 1d10", acting)
	}
	dice := newDie(10, spectacular.Of(r.House()), "", "the die").dice()
	c := dice.Read(r)
	sum := acting.Total() + c.sum()
	twice := c.again == 10
	at := sum
	if twice { // it is a success, whatever the total
		at = max(sum, succeeds)
	}
	word := quality(at, qualityStep.Of(r.House()))
	r.Note("%d + %s = %d: %s", acting.Total(), c, sum, word)
	o := engine.Outcome{
		Success: !set || sum >= difficulty || twice, Grade: engine.Success, Total: sum, NoTarget: !set,
		Values: []engine.Named{engine.Num("total", sum), engine.Word("quality", word)},
	}
	if set {
		o.Target, o.Margin = difficulty, sum-difficulty
	}
	if !o.Success {
		o.Grade = engine.Failure
	}
	well := ""
	if twice || set && c.again > 0 && acting.Total()+c.again >= difficulty {
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
	r.Story("{actor} %s %s  %s%s", does, abilityIn(*acting), strings.ToLower(word), well)
	return o
}

// succeeds is the least total that most tasks take: Reasonable.
const succeeds = 14

func secondThrow(twice bool) string {
	if twice {
		return "the highest face twice in a row"
	}
	return "the second throw alone would be enough"
}
