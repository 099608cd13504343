package easiness

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// The character sheet. Attributes are rows of a list, so that a table can rename them or add
// its own. The ids of the rows stay the same.
var (
	sheet = &engine.Schema{}

	character = sheet.Group("Character")
	concept   = character.Text("concept", "Concept", 80).Help("Who this is, in a line.")

	attributes     = sheet.List("attributes", "Attributes")
	_              = attributes.Text("name", "Name", 40)
	attributeLevel = attributes.Int("level", "Level", 1, 5).Default(1).Unit("dice").Help("Dice it brings to a pool.")

	powers     = sheet.List("powers", "Facilitators and Special Powers")
	_          = powers.Text("name", "Name", 60)
	powerKind  = powers.Choice("kind", "Kind", facilitator, specialPower)
	powerLevel = powers.Int("level", "Level", 0, mostEasiness).Help("The Easiness of rolls made with it.")
	powerFirst = powers.Text("attribute", "Attribute", 40).Help("One of the two attributes rolled with it, unless the roll names others.")
	powerOther = powers.Text("attribute2", "second Attribute", 40)
	_          = powers.Choice("use", "Used", freely, toAttack).AttackWhen(toAttack).Help("Rolls made with it to attack are aimed at a foe at first.")
	_          = powers.Text("note", "Note", 120)

	healthGroup = sheet.Group("Health")
	healthFull  = healthGroup.Int("health", "Health", 1, 99).Derived(sturdy).Help("5 + Vigor, unless written otherwise.")
	healthLost  = healthGroup.Int("health_lost", "Health lost", 0, mostLost)

	inForce       = sheet.Group("In force")
	everyModifier = inForce.Modifier("every_modifier", "Modifier of every roll").Help("Counts as the house rule for bonuses and penalties says.")
	everyDice     = inForce.Extra("every_dice", "Dice of every roll")
	everyEase     = inForce.Int("every_easiness", "Easiness of every roll", -mostEasiness, mostEasiness)

	riskGroup = sheet.Group("Risk").Unmodifiable()
	riskTaken = riskGroup.Int("risk_taken", "Risk last taken", 0, mostRisk).Help("Written by each roll, for the table of risks.")
)

const (
	facilitator  = "facilitator"
	specialPower = "special power"

	freely   = "freely"
	toAttack = "to attack"

	mostEasiness = 8 // a ninth level would make a Nine both success and critical failure
	mostRisk     = 5
	usualRisk    = 2      // what nobody has to allow
	mostLost     = 99_999 // of health, as many as an attack can have successes
)

var health = engine.Pool{ID: "health", Label: "Health", Kind: "life", Full: healthFull, Losses: []engine.Field[int]{healthLost}}

// sturdy gives the usual health of a character: 5 + Vigor.
func sturdy(s engine.Sheet) int {
	if vigor, ok := attributes.Find(s, "vigor"); ok {
		return 5 + attributeLevel.At(vigor)
	}
	return 5
}

// usualAttributes are the attributes of the text, each with the id of its row.
var usualAttributes = [...][2]string{
	{"strength", "Strength"}, {"agility", "Agility"}, {"vigor", "Vigor"}, {"perception", "Perception"},
	{"intelligence", "Intelligence"}, {"willpower", "Willpower"}, {"charisma", "Charisma"},
}

// named writes the level of an attribute, a facilitator or a special power on a page, by its
// name. It adds a usual attribute that is missing. It is false for other names.
func named(p engine.Page, name, value string) (engine.Page, bool, error) {
	for _, a := range usualAttributes {
		if _, there := attributes.Find(sheet.Read(p), a[0]); !there && (name == a[0] || name == a[1]) {
			p = p.With("attributes/"+a[0]+"/name", engine.ValueOf(a[1]))
		}
	}
	return kit.Named(p, sheet.Read(p), name, value, kit.Column{What: "attribute", List: attributes, Spec: attributeLevel.Spec},
		kit.Column{What: "power", List: powers, Spec: powerLevel.Spec})
}

// How a character is made.
var _ = sheet.
	Step("Concept", "Who this is, in a line.", "concept").
	Step("Attributes", "The dice that each brings to a pool.", "attributes.level", "attributes/strength=Strength", "attributes/agility=Agility",
		"attributes/vigor=Vigor", "attributes/perception=Perception", "attributes/intelligence=Intelligence",
		"attributes/willpower=Willpower", "attributes/charisma=Charisma").
	Step("Facilitators and Special Powers", "The Easiness of what is rolled with them.", "powers").
	Step("Health", "5 + Vigor, unless written otherwise.", "health")
