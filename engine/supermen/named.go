package supermen

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// named writes the PR of a power, the level of a skill or the score of a knowledge that is on
// the sheet, by its name.
func named(p engine.Page, name, value string) (engine.Page, bool, error) {
	return kit.Named(p, sheet.Read(p), name, value, kit.Column{What: "power", List: powers, Spec: powerPR.Spec},
		kit.Column{What: "skill", List: skills, Spec: skillLvl.Spec}, kit.Column{What: "knowledge", List: knowledges, Spec: knowScore.Spec})
}
