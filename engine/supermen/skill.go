package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	skillForm    = form()
	practice     = skillForm.Group("Skill")
	useSkill     = practice.Row("skill", "Skill", skills)
	useRoll      = practice.Int("roll", "Action Roll", -99, 999).BeyondSheet().Help("If it is not that of the sheet.")
	useLevel     = practice.Int("level", "Level", 0, 999).BeyondSheet().Help("It limits what extra time gains.")
	useTime      = practice.Int("pt", "PT", 1, 9999).Default(15).Help("If it is not that of the sheet.")
	useUnit      = practice.Choice("unit", "PT is in", units...)
	useLonger    = practice.Int("longer", "Takes longer", 0, 999).Unit("doublings").Help("+2 to the roll each, up to twice the level: one for each level.")
	useHurry     = practice.Int("hurry", "Hurries", 0, 40).Unit("halvings").Help("-2 to the roll each.")
	useKnowledge = practice.Int("knowledge", "Knowledge of the same name", 0, 9999).BeyondSheet().Help("A tenth goes into the pool.")
	useAside     = practice.Bool("aside", "Can be set aside").Help("Empty: as on the sheet.")
	useWork      = practice.Row("resume", "Continue", works).Help("Continues work that was set aside, without a roll.")
	useBeside    = practice.Bool("passive", "Passive").Help("Defense from it is taken off Attack.")
	_            = rolled(skillForm)
)

// usedSkill is one use of a skill.
type usedSkill struct {
	name                   string
	roll, level, knowledge int
	pt                     int  // segments
	aside                  bool // whether it can be set aside
}

// readSkill reads the skill from the form, and from the sheet what the form leaves open.
// Chapter "Knowledge".
func readSkill(r *engine.Roll) usedSkill {
	f := r.Params()
	p := usedSkill{name: "the skill", roll: useRoll.Of(f), level: useLevel.Of(f), knowledge: useKnowledge.Of(f), aside: useAside.Of(f)}
	n, unit := useTime.Of(f), useUnit.Of(f)
	if id := useSkill.Of(f); id != "" {
		me := r.Sheet(engine.Actor)
		row := kit.Found(r, skills, me, id, "skill")
		p.name = row.Name()
		p.roll, p.level = useRoll.Else(r, skillRoll.At(row)), useLevel.Else(r, skillLvl.At(row))
		n, unit = useTime.Else(r, skillPT.At(row)), useUnit.Else(r, skillUnit.At(row))
		p.aside = useAside.Else(r, skillSet.At(row))
		if k, ok := knowledges.Find(me, p.name); ok {
			p.knowledge = useKnowledge.Else(r, knowScore.At(k))
		}
	}
	p.pt = long(n, unit)
	return p
}

// skill is a Skill Roll. Chapters "Skill Rolls", "Increase Action Roll" and "Decrease
// Performance Time".
func skill(r *engine.Roll) engine.Outcome {
	f := r.Params()
	beside := useBeside.Of(f)
	if id := useWork.Of(f); id != "" {
		return resume(r, id, beside)
	}
	p := readSkill(r)
	longer, hurry := useLonger.Of(f), useHurry.Of(f)
	if longer > p.level {
		r.Refuse("at level %d no more than %d doublings help", p.level, p.level)
	}
	if longer > 30 || p.pt<<longer > lastSegment {
		r.Refuse("%d doublings of %d segments are longer than anything is counted", longer, p.pt)
	}
	ready(r, "skill", !beside)
	a := check{
		id: "skill",
		own: func(effort) kit.Sum {
			return kit.Sum{kit.Plain(p.name, p.roll), kit.Plain("more time", 2*longer), kit.Plain("hurry", -2*hurry)}
		},
		pool: func(effort) kit.Sum { return kit.Sum{kit.Plain("knowledge/10", p.knowledge/10)} },
	}.roll(r)
	a.pt = max((p.pt<<longer)>>hurry, 1)
	give := engine.Shares{}
	if a.q() >= 0 {
		give = a.share(a.q(), ptUse("pt", a.pt), defenseUse(), otherUse())
	}
	a.pt = quicken(a.pt, give["pt"])
	r.Note("%s takes %s", p.name, segments(a.pt))
	if a.q() >= 0 {
		r.Story("{actor} succeeds at %s", p.name)
	} else {
		r.Story("{actor} fails at %s", p.name)
	}
	work := ""
	if p.aside {
		work = track(a, p.name)
	}
	startSkill(a, called(p.name, work), give["defense"]/2, beside)
	return a.outcome()
}

// startSkill starts the time that a skill takes. It gives Defense for as long.
func startSkill(a *attempt, page engine.Page, defends int, beside bool) {
	if beside {
		add(a.r, a.me, sideDefense, defends)
		a.takeBeside()
	} else {
		put(a.r, a.me, defense, defends)
		a.take()
	}
	a.end(page, defends, beside)
}

func otherUse() engine.Use {
	return engine.Use{ID: "other", Label: "The skill's own use", Effect: func(n int) string {
		return fmt.Sprintf("%d Quality for what the skill says", n)
	}}
}
