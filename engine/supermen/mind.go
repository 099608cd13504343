package supermen

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var discernForm = stressed(form())

// discern is the Discernment Roll, on half of Newoen. Chapter "Discernment Roll".
func discern(r *engine.Roll) engine.Outcome {
	ready(r, "discern", true)
	a := check{
		id: "discern", own: discernOwn, paper: discernRoll, raises: []engine.Field[int]{newoen},
	}.roll(r)
	a.pt = 6
	a.take()
	a.end(called("discernment", ""), 0, false)
	r.Story("{actor} discerns nothing")
	if a.q() >= 0 {
		r.Note("knows what is good here, and what is evil")
		r.Story("{actor} sees what is right here, and what is wrong")
	}
	return a.outcome()
}

func discernOwn(e effort) kit.Sum { return kit.Sum{kit.Plain("half Newoen", e.of(newoen)/2)} }

var (
	saveForm = form()
	saveWith = saveForm.Group("Save").Choice("ability", "Ability", abilityIDs()...)
	_        = stressed(saveForm)
)

var (
	perceiveForm = form()
	perceiveWith = perceiveForm.Group("Save").Choice("ability", "Ability", perception.ID, sight.ID, hearing.ID)
	_            = stressed(perceiveForm)
)

func abilityIDs() []string {
	var out []string
	for _, a := range everyAbility {
		out = append(out, a.now.ID)
	}
	return out
}

// abilityOf gives an ability by its id.
func abilityOf(id string) engine.Field[int] {
	for _, a := range everyAbility {
		if a.now.ID == id {
			return a.now
		}
	}
	return strength
}

// saveCheck is a roll against the ability with that id.
func saveCheck(id string) check {
	f := abilityOf(id)
	return check{
		id:     "save",
		own:    func(e effort) kit.Sum { return kit.Sum{kit.Plain(f.Label, e.of(f))} },
		raises: []engine.Field[int]{f},
	}
}

// save is a roll against one ability. Chapter "Ability Rolls".
func save(r *engine.Roll) engine.Outcome { return saveOn(r, saveWith.Of(r.Params())) }

// perceive is a save with one of the senses. Chapter "Ability Rolls".
func perceive(r *engine.Roll) engine.Outcome { return saveOn(r, perceiveWith.Of(r.Params())) }

func saveOn(r *engine.Roll, ability string) engine.Outcome {
	a := saveCheck(ability).roll(r)
	does := "makes"
	if a.q() < 0 {
		does = "fails"
	}
	r.Story("{actor} %s the %s save", does, abilityOf(ability).Label)
	return a.outcome()
}

var (
	knowForm   = form()
	knowing    = knowForm.Group("Knowledge")
	knowOf     = knowing.Row("knowledge", "Knowledge", knowledges)
	knowPoints = knowing.Int("score", "Score", 0, 9999).BeyondSheet().Help("If it is not that of the sheet.")
	knowTimes  = knowing.Text("multiplier", "Multiplier", 12).BeyondSheet().Default("1").Help("From 1/4 for what is obscure to 20 for what everyone has heard of.")
	knowSkill  = knowing.Int("skill", "Skill of the same name", 0, 999).BeyondSheet().Help("Its level counts even without a score.")
	_          = rolled(knowForm)
)

// knowledge is a Knowledge Roll on d100, of which ones are not thrown again. Chapters
// "Knowledge Rolls" and "How Good is the Roll?".
func knowledge(r *engine.Roll) engine.Outcome {
	score, skill := readKnowledge(r)
	up, down, ok := ratio(knowTimes.Of(r.Params()))
	if !ok {
		r.Refuse("the multiplier is a number such as 2, 1/4 or 0.5, not %q", knowTimes.Of(r.Params()))
	}
	if knowledgeBonus.Of(r.House()) == "before" {
		score, skill = score+skill, 0
	} else if skill > 0 {
		r.Note("our ruling: the skill is added after multiplying (house rule %q)", knowledgeBonus.Label)
	}
	a := check{id: "knowledge", own: func(effort) kit.Sum {
		return kit.Sum{{Words: "score(%s x " + knowTimes.Of(r.Params()) + ")", Of: engine.Milli(score) * 1000, N: int(int64(score) * int64(up) / int64(down))}, kit.Plain("skill", skill)}
	}}.aim(r, actor)
	a.dice = r.Sum(engine.Ask{ID: "dice", Words: "A hundred-sided die"}, engine.D(1, 100))
	a.note()
	about := "the answer"
	if k, ok := knowledges.Find(r.Sheet(engine.Actor), knowOf.Of(r.Params())); ok {
		about = "about " + k.Name()
	}
	if a.q() >= 0 {
		r.Story("{actor} knows %s", about)
	} else {
		r.Story("{actor} does not know %s", about)
	}
	return a.outcome(engine.Num("margin", a.q()))
}

// readKnowledge gives the score and the level of the skill of the same name: those of the form,
// or else those of the sheet. Chapter "Skills".
func readKnowledge(r *engine.Roll) (score, skill int) {
	f := r.Params()
	score, skill = knowPoints.Of(f), knowSkill.Of(f)
	name := knowOf.Of(f)
	if name == "" {
		if !f.Written(knowPoints.ID) && !f.Written(knowSkill.ID) {
			r.Refuse("choose a knowledge, or give its score")
		}
		return score, skill
	}
	me := r.Sheet(engine.Actor)
	k, knows := knowledges.Find(me, name)
	if knows {
		name = k.Name()
	}
	s, can := skills.Find(me, name)
	if !knows && !can {
		r.Refuse("there is no knowledge %q on the sheet", name)
	}
	if knows {
		score = knowPoints.Else(r, knowScore.At(k))
	}
	if can {
		skill = knowSkill.Else(r, skillLvl.At(s))
	}
	return score, skill
}

// ratio reads a multiplier such as 20, 1/4 or 0.25, as the fraction up/down.
func ratio(text string) (up, down int, ok bool) {
	over, under, parted := strings.Cut(strings.TrimSpace(text), "/")
	if parted {
		up, err := strconv.Atoi(over)
		down, err2 := strconv.Atoi(under)
		return up, down, err == nil && err2 == nil && up >= 0 && up <= 9999 && down > 0
	}
	var m engine.Milli
	err := m.Set(over)
	return int(m), 1000, err == nil && m >= 0 && m <= 9_999_000
}
