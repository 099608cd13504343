package d6

import "example.org/fray/engine"

var sheet = &engine.Schema{}

// lists are the lists whose rows a parameter can name.
var lists = []*engine.Group{attributes, skills, weapons}

// newForm begins the form of an action that names rows of the sheet. It refers to the
// lists and the sides of a roll so that Go initialises those first. Without that, the
// fields that need them would be declared after the others of their form.
func newForm() *engine.Schema {
	_, _, _ = lists, acting, resists
	return &engine.Schema{}
}

// Who somebody is, and the points.
var (
	who        = sheet.Group("Character")
	genre      = who.Choice("genre", "Genre", "space", "adventure", "fantasy", "own").Help("Which six attributes and which skills the book has.")
	move       = who.Int("move", "Move", 0, 500).Default(10).Unit("m/round")
	funds      = who.Text("funds", "Funds", 20).Help("A die code, or a sum.")
	scaleValue = who.Int("scale", "Scale", -99, 99).Help("Size in the steps of the book; a person is 0.")

	points          = sheet.Group("Points").Unmodifiable()
	characterPoints = points.Int("character_points", "Character Points", 0, 999).Default(5).Help("Each buys one more Wild Die, or pips between adventures.")
	fatePoints      = points.Int("fate_points", "Fate Points", 0, 99).Default(1).Help("Each doubles what is the character's own in one roll.")
	fateSpent       = points.Int("fate_spent", "Fate Points spent this session", 0, 99)
	fateRound       = points.Int("fate_round", "Round of the last Fate Point", 0, 99_999_999).Bookkeeping().Help("Counted from 1; 0 for none.")
	preparesUntil   = points.Int("prepares_until", "Prepares until round", 0, 99_999_999).Bookkeeping().Help("The moment at which a prepared task is done; 0 for none.")
)

// What the character can do.
var (
	attributes    = sheet.List("attributes", "Attributes")
	_             = attributes.Text("name", "Name", 40)
	attributeCode = attributes.Text("code", "Code", 10).Checked(codeForm, isCode).Help("Such as 3D+1.")
	attributeRole = attributes.Choice("role", "Serves as", "itself", "strength", "perception").
			Help("In genres with other names: which one resists damage, which one rolls initiative.")
	attributeBeyond = attributes.Bool("extranormal", "Extranormal").Help("Magic, psionics and the like: not one of the six.")
	attributeRaised = attributes.Bool("raised", "Raised since the last adventure")
	attributeDice   = attributes.Extra("more_dice", "dice").Unit("D").Help("More or fewer, for it and the skills under it; a Fate Point does not double them.")
	attributePlus   = attributes.Modifier("more", "total").Help("Added, for it and the skills under it.")

	skills         = sheet.List("skills", "Skills")
	_              = skills.Text("name", "Name", 60)
	skillCode      = skills.Text("code", "Code", 10).Checked("a die code such as 4D+1, or +1D", isSkillCode).Help("The whole code, such as 4D+1, or a bonus to the attribute, such as +1D.")
	skillAttribute = skills.Text("attribute", "Attribute", 40)
	skillSpecial   = skills.Text("special_of", "Specialisation of", 60).Help("The skill that a specialisation belongs to.")
	skillRaised    = skills.Bool("raised", "Raised since the last adventure")
	skillDice      = skills.Extra("more_dice", "dice").Unit("D").Help("More or fewer; a Fate Point does not double them.")
	skillPlus      = skills.Modifier("more", "total").Help("Added to the total.")
)

// What the character has.
var (
	weapons      = sheet.List("weapons", "Weapons")
	_            = weapons.Text("name", "Name", 60)
	weaponCode   = weapons.Text("code", "Damage", 10).Checked("a die code such as 5D, or +1D", isSkillCode).Help("Such as 5D; with a leading + it is added to Strength Damage.")
	weaponSkill  = weapons.Text("skill", "Skill", 60)
	weaponStuns  = weapons.Bool("stuns", "Stuns").Help("Its damage stuns instead of wounding.")
	weaponShort  = weapons.Int("short", "Short range to", 0, 1_000_000).Unit("m")
	weaponMedium = weapons.Int("medium", "Medium range to", 0, 1_000_000).Unit("m")
	weaponLong   = weapons.Int("long", "Long range to", 0, 1_000_000).Unit("m")

	armour     = sheet.List("armour", "Armour")
	_          = armour.Text("name", "Name", 60)
	armourCode = armour.Text("code", "Code", 10).Checked("a bonus such as 1D or +2", isBonus).Help("Such as 1D or +2.")
	armourWorn = armour.Bool("worn", "Worn").Default(true)

	gear      = sheet.List("gear", "Gear bonuses")
	_         = gear.Text("name", "Name", 60)
	gearBonus = gear.Text("bonus", "Bonus", 10).Checked("a bonus such as +1D or +2", isBonus).Help("+1D for dice, +2 for the total; a Fate Point does not double it.")
	gearFor   = gear.Text("for", "Applies to", 60).Help("A skill or an attribute.")

	advantages     = sheet.List("advantages", "Advantages and abilities")
	_              = advantages.Text("name", "Name", 60)
	advantageNote  = advantages.Text("note", "Note", 200)
	advantageBonus = advantages.Text("bonus", "Bonus", 10).Checked("a bonus such as +1D or +2", isBonus).Help("+1D for dice, +2 for the total.")
	advantageFor   = advantages.Text("for", "Applies to", 60).Help("A skill or an attribute.")
)

// How the character is.
var (
	health     = sheet.Group("Health")
	wound      = health.Choice("wound", "Wounds", levelNames...)
	out        = health.Bool("out", "Knocked out")
	outUntil   = health.Int("out_until", "Knocked out until round", 0, 99_999_999).Bookkeeping().Help("Counted from 0.")
	prone      = health.Bool("prone", "Prone").Help("Until an action is spent on getting up.")
	bodyPoints = health.Int("body_points", "Body Points", 0, 999).Help("All the points; 20 + a Strength roll.")
	bodyLost   = health.Int("body_lost", "Body Points lost", 0, 999)
	hurtRound  = health.Int("hurt_round", "Round of the last wound", 0, 99_999_999).Bookkeeping().Help("Counted from 1; 0 for none.")

	body = engine.Pool{ID: "body", Label: "Body Points", Kind: "life", Full: bodyPoints, Losses: []engine.Field[int]{bodyLost}}
)

// Fields that no paper sheet has, so that conditions and effects can add to them.
var (
	swayed      = sheet.Group("In force")
	everyDice   = swayed.Extra("every_dice", "Every skill or attribute roll").Unit("D").Help("Dice more or fewer; not for resistance.")
	everyTotal  = swayed.Modifier("every_total", "Total of every skill or attribute roll").Help("Not for resistance.")
	resistDice  = swayed.Extra("resist_dice", "Resistance").Unit("D").Help("Dice more or fewer against damage.")
	defenceMore = swayed.Modifier("defence_more", "Difficulty to be hit").Help("Cover, or being open to a blow.")
)

// What earlier rolls have left for the next one.
var (
	waiting      = sheet.Group("For the next roll").Unmodifiable()
	relatedReady = waiting.Modifier("related_ready", "Related skill modifier")
	relatedFor   = waiting.Text("related_for", "… for the skill", 60).Help("Empty: for any.")
	relatedRound = waiting.Int("related_round", "… from round", 0, 99_999_999).Bookkeeping().Help("Counted from 1; 0 for none.")
	halfReady    = waiting.Int("half_ready", "Half the result points of the last roll", 0, 99_999).Bookkeeping().Help("They may go to the next one.")
	defence      = waiting.Int("defence", "Defence rolled", 0, 99_999).Help("It holds until the next turn.")
	defenceRound = waiting.Int("defence_round", "… in round", 0, 99_999_999).Bookkeeping().Help("Counted from 1; 0 for none.")
	hitPoints    = waiting.Int("hit_points", "Result points of the last hit", 0, 99_999).Help("A fifth of them may go to the damage.")

	helps         = sheet.List("helps", "More related skills").Unmodifiable()
	_             = helps.Text("name", "For the skill", 60)
	helpsModifier = helps.Modifier("modifier", "Modifier")
	helpsRound    = helps.Int("round", "From round", 0, 99_999_999).Bookkeeping()

	attempts     = sheet.List("attempts", "Second chances").Unmodifiable()
	_            = attempts.Text("name", "Task", 60)
	attemptCount = attempts.Int("failed", "Failed so often", 0, 999)
)

// How a character is made.
var _ = sheet.
	Step("Who", "The genre says which six attributes and which skills the book has.", "genre", "move", "funds", "scale").
	Step("Attributes", "A die code for each.", "attributes.code").
	Step("Skills", "What is added to the attribute, such as +1D, or the whole code.", "skills.code").
	Step("Advantages and abilities", "With what they add, and to what.", "advantages").
	Step("Points", "", "character_points", "fate_points", "body_points").
	Step("Weapons, armour, gear", "", "weapons", "armour", "gear")
