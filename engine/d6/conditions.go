package d6

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// conditions are those of the book, which its rules bring about and end, and others for
// which the book gives no figure, so that the gamemaster enters one.
var conditions = []engine.Condition{
	{ID: "stunned", Label: "Stunned", Chapter: engine.OurRuling, Also: "dazed shaken stun",
		Help: "-1D on skill and attribute rolls, in this round and the next.", Action: "befall", Params: engine.PageOf("wound", stunned.String())},
	{ID: "prone", Label: "Prone", Chapter: engine.OurRuling, Also: "down fallen lying knocked over",
		Help: "-1D on skill and attribute rolls, until an action is spent on getting up.", Action: "befall", Params: engine.PageOf("prone", true)},
	{ID: "out", Label: "Knocked out", Chapter: engine.OurRuling, Also: "unconscious asleep sleep ko",
		Help: "Cannot act: the gamemaster chooses for how many minutes.", Action: "befall"},
	{ID: "wounded", Label: "Wounded", Chapter: engine.OurRuling, Also: "hurt injured",
		Help: "-1D on skill and attribute rolls until it is healed.", Action: "befall", Params: engine.PageOf("wound", wounded.String())},
	{ID: "severely-wounded", Label: "Severely wounded", Chapter: engine.OurRuling, Also: "hurt injured badly",
		Help: "-2D on skill and attribute rolls until it is healed.", Action: "befall", Params: engine.PageOf("wound", severelyWounded.String())},
	{ID: "incapacitated", Label: "Incapacitated", Chapter: engine.OurRuling, Also: "disabled",
		Help: "-3D until it is healed; stamina or willpower against 15 to stay up.", Action: "befall", Params: engine.PageOf("wound", incapacitated.String())},
	{ID: "mortally-wounded", Label: "Mortally wounded", Chapter: engine.OurRuling, Also: "dying bleeding",
		Help: "Cannot act; rolls Strength each minute against the minutes that have passed, or dies.", Action: "befall", Params: engine.PageOf("wound", mortallyWounded.String())},
	{ID: "blinded", Label: "Blinded", Also: "blind dark darkness smoke fog dazzled cannot see",
		Help: "Subtracted from totals: the book has no figure, the gamemaster chooses how much.", Adds: []engine.Modifier{{Field: everyTotal.ID}}},
	{ID: "held", Label: "Held", Also: "grabbed grappled restrained pinned entangled",
		Help: "Subtracted from totals: the book has no figure, the gamemaster chooses how much.", Adds: []engine.Modifier{{Field: everyTotal.ID}}},
	{ID: "surprised", Label: "Surprised", Also: "ambushed unaware startled",
		Help: "Easier to hit: the book has no figure, the gamemaster chooses by how much.", Adds: []engine.Modifier{{Field: defenceMore.ID}}},
	{ID: "covered", Label: "In cover", Chapter: engine.OurRuling, Also: "cover behind",
		Help: "Harder to hit: the gamemaster chooses by how much.", Adds: []engine.Modifier{{Field: defenceMore.ID}}},
}

var (
	befallForm  = &engine.Schema{}
	befallWhat  = befallForm.Group("What befalls")
	befallWound = befallWhat.Choice("wound", "Wound level", levelNames[:dead]...).Help("Worse than the present level.")
	befallProne = befallWhat.Bool("prone", "Prone")
	befallOut   = befallWhat.Int("out", "Knocked out for", 0, 99_999).Unit("minutes")
)

// befall gives a character a wound level, or makes it prone or knocked out, without a
// roll for damage, and with all that follows.
func befall(r *engine.Roll) engine.Outcome {
	f, me := r.Params(), patient{kit.Self(r)}
	x := injury{before: levelOf(me.Sheet, r.House()), hit: levelNamed(befallWound.Of(f)), out: befallOut.Of(f) * minute}
	x.now = x.hit
	switch {
	case x.hit == unhurt && x.out == 0 && !befallProne.Of(f):
		r.Refuse("say what happens: a wound level, prone or knocked out")
	case x.hit == unhurt:
		x.now = x.before
	case bodied(r, me.Sheet):
		r.Refuse("this table counts Body Points, which set the wound level")
	case x.hit <= x.before:
		r.Refuse("already %s", x.before)
	default:
		engine.Put(r, me.Sheet, wound, x.now.String())
	}
	if befallProne.Of(f) {
		engine.Put(r, me.Sheet, prone, true)
		r.Story("{actor} goes down  prone")
	}
	fallen(r, me, x)
	if x.out > 0 || x.now > x.before {
		x.tell(r, me, "")
	}
	return engine.Done()
}

var upForm = &engine.Schema{}

// getUp spends an action on getting up.
func getUp(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	if !prone.Of(me) {
		r.Refuse("the character is not prone")
	}
	engine.Put(r, me, prone, false)
	r.Story("{actor} gets up")
	return engine.Done()
}
