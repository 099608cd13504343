package trip

import (
	_ "embed" // for the table of chapters
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the Trip Die System.
var System = &engine.System{
	ID:     "trip",
	Name:   "Trip Die System",
	Author: "MetaScape",
	Dice:   "d20, the Trip die, with a bonus die; Heroic pairs",
	Help:   help,
	Sheet:  sheet,
	House:  house,
	Pools:  allPools,
	Actions: []*engine.Action{
		{
			ID: "trip", Label: "Trip roll", Group: "Rolls", Chapter: "Simple Trip Roll Steps",
			Purpose: engine.ForOther, Need: engine.MayFace, Offers: []string{"ability"},
			Also: "attack shoot throw grab push disarm dodge parry check test skill cast d20",
			Help: "Rolls an ability: d20 and bonus die against target and difficulty.",
			Form: tripForm,
			Lead: []*engine.Spec{formAbility.Spec, formTarget.Spec, formDifficulty.Spec, formFocus.Spec, formLuck.Spec},
			Rule: tripRoll,
		},
		{
			ID: "flat", Label: "Flat roll", Group: "Rolls", Chapter: "Flat Rolls",
			Purpose: engine.ForOther,
			Also:    "dice plain d20 d6 d8 random luck",
			Help:    "Rolls plain dice.",
			Form:    flatForm, Rule: flat,
		},
		{
			ID: "intensity", Label: "Intensity", Key: "v", Group: "Rolls", Chapter: "Tremendous Effect",
			Purpose: engine.ForOther, Mode: engine.Instant,
			Also: "critical crit tremendous severity effect strength",
			Help: "Rolls how strong the benefit or harm of a Tremendous or Critical roll is.",
			Form: intensityForm, Rule: intensity,
		},
		{
			ID: "nish", Label: "Nish", Group: "Time", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.Instant, Doing: "acts on",
			Also: "initiative order turn first",
			Help: "Rolls or sets when the character acts in this round.",
			Form: nishForm, Rule: rollNish,
		},
		{
			ID: "bonus", Label: "Give a bonus", Group: "State", Chapter: "Bonuses",
			Purpose: engine.ForOther, Mode: engine.Instant, Need: engine.MayFace, Doing: "bonus holds until",
			Also: "buff penalty mastery condition bless curse effect advantage disadvantage",
			Help: "Puts a buff, bonus, mastery or penalty on a sheet.",
			Form: grantForm, Rule: grant,
		},
		{
			ID: "damage", Label: "Damage", Key: "x", Group: "State", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.Instant, Need: engine.MayFace, Doing: "damage falls at",
			Also: "harm hp",
			Help: "Takes hits, at once or on Nish 0.",
			Form: damageForm, Rule: damage,
		},
		{
			ID: "day", Label: "End the day", Key: "R", Group: "Time", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.Instant,
			Also: "rest sleep long meta mana night",
			Help: "Shows how much Meta is unspent, and gives back what was spent.",
			Form: dayForm, Rule: endDay,
		},
		{
			ID: "turn", Label: "Turn", Group: "Clock", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.ByClock, Over: engine.Ending{OnlyEnds: true},
			Help: "A character's Nish has come.",
			Form: &engine.Schema{}, Rule: turn,
		},
		{
			ID: "nish-over", Label: "Nish over", Group: "Clock", Chapter: "Game Tip",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "A character's Nish is over, and Channeled Meta that is left is shown.",
			Form: &engine.Schema{}, Rule: nishOver,
		},
		{
			ID: "damage-falls", Label: "Waiting damage", Group: "Clock", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.ByClock, Need: engine.MayFace, Over: engine.Ending{AtSceneEnd: true},
			Help: "Damage that waited for Nish 0 takes effect.",
			Form: fallsForm, Rule: damageFalls,
		},
		{
			ID: "bonus-ends", Label: "Bonus ends", Group: "Clock", Chapter: "Bonuses",
			Purpose: engine.ForOther, Mode: engine.ByClock, Need: engine.MayFace, Over: engine.Ending{OnlyEnds: true, SurvivesScene: true},
			Help: "Removes a bonus whose time is over.",
			Form: endsForm, Rule: grantEnds,
		},
		{
			ID: "scene-over", Label: "Scene over", Group: "Clock", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "A running Focus ends with the scene, and Mana that is left is shown.",
			Form: sceneForm, Rule: sceneOver,
		},
		{
			ID: "evening-over", Label: "Evening over", Group: "Clock", Chapter: "Focusing",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "Meta that is left is shown.",
			Form: sessionForm, Rule: sessionOver,
		},
	},
	Templates: templates,
	Chapters:  chapters,
	Time:      engine.Timekeeping{Round: "round", Unit: "Nish", PerRound: highestNish, Down: true, Initiative: "nish", Between: between},
	Harm:      engine.ByNumber{Action: "damage", Points: damagePoints.ID},
	Company:   true,
	Views:     engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks},
	Typing:    engine.Typing{Named: named, Terms: otherWords},
}

const help = `A Trip roll throws a d20, the Trip die, and beside it one bonus die. Before the dice fall, every bonus and penalty that may count is added up; the sum says which die it is. Nothing is added afterwards.

The Trip die alone raises the flags. A 10 is thrown again and the second number is kept: even is Tremendous, odd is Critical, and neither changes whether the roll succeeds. A number below the target, the one behind the star, is an ability failure. A natural 20 is Max Heroic.

Both dice together reach a Heroic Degree: 10 above the target is Degree 1, 20 above it Degree 2, and so on. Two dice of that Degree are then written one behind the other as the smaller number they can make, and the better of that and the total is the result.

A Focus is one Meta spent before the roll for a larger bonus; it serves all that belongs to the same use on the same Nish. A Luck box throws a whole roll again and keeps the better, unless it is Critical.

An unskilled roll slides the line of ability failure up and takes a penalty, or is thrown twice for the worse.`

// named writes an ability on a page by its name: climb=*4, climb=*4+3. It is false if the
// value does not begin with a star.
func named(p engine.Page, name, value string) (engine.Page, bool, error) {
	body, starred := strings.CutPrefix(strings.TrimSpace(value), "*")
	if !starred {
		return p, false, nil
	}
	star, b := body, "0"
	if i := strings.IndexAny(body, "+-"); i >= 0 {
		star, b = body[:i], strings.TrimPrefix(body[i:], "+")
	}
	target, wrong := strconv.Atoi(star)
	plus, bad := strconv.Atoi(b)
	if wrong != nil || bad != nil {
		return p, true, fmt.Errorf("%s cannot be %q: an ability is a target and B, such as *4+3", name, value)
	}
	for _, set := range []struct {
		spec *engine.Spec
		n    int
	}{{abilityStar.Spec, target}, {abilityB.Spec, plus}} {
		if err := set.spec.Check(engine.ValueOf(set.n)); err != nil {
			return p, true, fmt.Errorf("%s: %w", name, err)
		}
	}
	s := sheet.Read(p)
	id := "r" + strconv.Itoa(len(p.RowIDs(abilities.List().ID))+1)
	if row, there := abilities.Find(s, name); there {
		id = row.ID
	} else {
		for n := 1; taken(s, id); n++ {
			id = "r" + strconv.Itoa(n)
		}
		p = p.With("abilities/"+id+"/name", engine.ValueOf(name))
	}
	p = p.With("abilities/"+id+"/target", engine.ValueOf(target))
	return p.With("abilities/"+id+"/b", engine.ValueOf(plus)), true, nil
}

func taken(s engine.Sheet, row string) bool {
	_, there := abilities.Find(s, row)
	return there
}
