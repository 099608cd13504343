package supermen

import "example.org/fray/engine"

// lastSegment is the latest moment that a sheet can hold. Two of them add up in 32 bits.
const lastSegment = 1_000_000_000

var sheet = &engine.Schema{}

// The present values of the abilities.
var (
	abilities      = sheet.Group("Abilities")
	strength       = abilities.Int("strength", "Strength", 0, 999).Default(10)
	agility        = abilities.Int("agility", "Agility", 0, 999).Default(10)
	constitution   = abilities.Int("constitution", "Constitution", 0, 999).Default(10)
	activeCharisma = abilities.Int("active_charisma", "Active Charisma", 0, 999).Default(10)
	normalCharisma = abilities.Int("normal_charisma", "Normal Charisma", 0, 999).Default(10)
	learning       = abilities.Int("learning", "Learning", 0, 999).Default(10)
	newoen         = abilities.Int("newoen", "Newoen", 0, 999).Default(10)
	hearing        = abilities.Int("hearing", "Hearing", 0, 999).Default(10)
	sight          = abilities.Int("sight", "Sight", 0, 999).Default(10)
	perception     = abilities.Int("perception", "Perception", 0, 999).Default(10)
	willpower      = abilities.Int("willpower", "Willpower", 0, 999).Default(10)
)

// everyAbility pairs the present value of each ability with the full one. Extra Effort lowers
// the present value, and rest raises it up to the full one.
var everyAbility = withFull(strength, agility, constitution, activeCharisma, normalCharisma, learning,
	newoen, hearing, sight, perception, willpower)

// ability is the present and the full value of an ability.
type ability struct{ now, full engine.Field[int] }

func withFull(now ...engine.Field[int]) []ability {
	whole := sheet.Group("Abilities, full")
	var out []ability
	for _, f := range now {
		full := whole.Int(f.ID+"_full", f.Label+", full", 0, 999).Derived(f.Of).
			Help("The present value, until Extra Effort or harm takes from it.")
		out = append(out, ability{f, full})
	}
	return out
}

// lost gives how far the ability is below its full value.
func (a ability) lost(s engine.Sheet) int { return a.full.Of(s) - a.now.Of(s) }

// fullOf gives the full value of an ability.
func fullOf(f engine.Field[int], s engine.Sheet) int {
	for _, a := range everyAbility {
		if a.now.ID == f.ID {
			return a.full.Of(s)
		}
	}
	return f.Of(s)
}

var (
	build0     = sheet.Group("Build")
	height     = build0.Decimal("height", "Height", 10, 100_000).Default(1750).Unit("m")
	mass       = build0.Decimal("mass", "Mass", 10, 100_000_000).Default(75_000).Unit("kg")
	build      = build0.Int("build", "Build", 0, 9999).Default(50)
	density    = build0.Decimal("density", "Density", 1, 1_000_000).Default(1000).Help("1 is that of flesh.")
	manoeuvre  = build0.Int("manoeuvrability", "Manoeuvrability", 1, 360).Default(45).Unit("degrees").Help("How far one Quality turns; vehicles turn less.")
	airAround  = build0.Decimal("air", "Density of the air around", 0, 1_000_000).Default(1).Help("0.001 is plain air, 1 as thick as flesh.")
	sightBonus = build0.Int("sight_modifier", "Sight modifier", -99, 99).Help("Of sight to combat, into the combat pool.")
	sizeBonus  = build0.Int("size_difference", "Size difference", -99, 99).Help("Into the combat pool.")
	poolBonus  = build0.Int("combat_other", "Other combat pool", -99, 99).Help("Anything else that goes into the combat pool.")
)

// EP, of which two kinds are lost, and those of the astral form.
var (
	energy      = sheet.Group("EP")
	epMax       = energy.Int("ep_max", "EP", 0, 99_999).Default(40).Unit("EP")
	epLostRound = energy.Int("ep_lost_round", "EP lost, back by the round", 0, 999_999).Unit("EP")
	epLostHour  = energy.Int("ep_lost_hour", "EP lost, back by the hour", 0, 999_999).Unit("EP").Help("Come back during sleep.")
	astralMax   = energy.Int("astral_max", "Astral EP", 0, 99_999).Unit("EP")
	astralLost  = energy.Int("astral_lost", "Astral EP lost", 0, 999_999).Unit("EP")
)

var (
	vitality = sheet.Group("VP")
	vpMax    = vitality.Int("vp_max", "VP", 0, 99_999).Derived(usualVP).Unit("VP")
	vpLost   = vitality.Int("vp_lost", "VP lost", 0, 999_999).Unit("VP")
)

// usualVP gives agility + strength + learning/3 + Newoen/3. The fraction is dropped once, at
// the end.
func usualVP(s engine.Sheet) int {
	return (3*fullOf(agility, s) + 3*fullOf(strength, s) + fullOf(learning, s) + fullOf(newoen, s)) / 3
}

// part is a part of the body.
type part struct {
	id, label string
	max       engine.Field[int]
	lost      []engine.Field[int] // DP, in the order of kinds
}

// The kinds in which DP are lost.
const (
	bludgeoning = "bludgeoning"
	penetrating = "penetrating"
	injury      = "injury"
)

var kinds = []string{bludgeoning, penetrating, injury}

var (
	body  = newPart("body", "Body", usualBody)
	head  = newPart("head", "Head", shareOfBody(3, 5))
	neck  = newPart("neck", "Neck", shareOfBody(1, 2))
	left  = newPart("left_arm", "Left arm", shareOfBody(2, 3))
	right = newPart("right_arm", "Right arm", shareOfBody(2, 3))
	legL  = newPart("left_leg", "Left leg", shareOfBody(3, 4))
	legR  = newPart("right_leg", "Right leg", shareOfBody(3, 4))
)

var parts = []part{body, head, neck, left, right, legL, legR}

func newPart(id, label string, usual func(engine.Sheet) int) part {
	g := sheet.Group(label)
	p := part{id: id, label: label}
	p.max = g.Int(id+"_max", label, 0, 99_999).Derived(usual).Unit("DP")
	for _, k := range kinds {
		p.lost = append(p.lost, g.Int(id+"_"+k, label+", "+k, 0, 99_999).Unit("DP"))
	}
	return p
}

func (p part) pool() engine.Pool {
	return engine.Pool{ID: p.id, Label: p.label, Kind: "life", Full: p.max, Losses: p.lost}
}

// now gives the DP that are left.
func (p part) now(s engine.Sheet) int { return p.pool().Now(s) }

// of gives the field for lost DP of a kind.
func (p part) of(kind string) engine.Field[int] {
	for i, k := range kinds {
		if k == kind {
			return p.lost[i]
		}
	}
	return p.lost[0]
}

func partCalled(id string) part {
	for _, p := range parts {
		if p.id == id {
			return p
		}
	}
	return body
}

// usualBody gives build/5, rounded up, and what a mass above 50 kg adds by the Square Chart.
func usualBody(s engine.Sheet) int {
	dp := (build.Of(s) + 4) / 5
	if m := mass.Of(s); m > 50_000 {
		dp += square.look(m) - 7
	}
	return dp
}

// shareOfBody gives of/over of the DP of the body, rounded up.
func shareOfBody(of, over int) func(engine.Sheet) int {
	return func(s engine.Sheet) int { return (body.max.Of(s)*of + over - 1) / over }
}

// Numbers that follow from the others, but may be printed on a player's paper. A printed one
// counts, and the panel shows the one that would be worked out beside it.
var (
	paper       = sheet.Group("Numbers on paper")
	combatRoll  = paper.Int("combat_roll", "Combat Roll", -999, 9999).Derived(onPaper(combatOwn))
	combatPool  = paper.Int("combat_pool", "Combat pool", -999, 9999).Derived(onPaper(combatPoolOwn))
	handMost    = paper.Int("hand_damage_max", "Hand Damage", -999, 99_999).Derived(onPaper(handOwn))
	moveRoll    = paper.Int("move_roll", "Move Roll", -999, 9999).Derived(onPaper(moveOwn(1))).Help("Without the present speed.")
	jumpRoll    = paper.Int("jump_roll", "Jump Roll", -999, 9999).Derived(onPaper(jumpOwn))
	liftRoll    = paper.Int("lift_roll", "Lift Roll", -999, 9999).Derived(onPaper(liftOwn))
	throwRoll   = paper.Int("throw_roll", "Throw Roll", -999, 9999).Derived(onPaper(liftOwn))
	breathRoll  = paper.Int("breath_roll", "Hold Breath Roll", -999, 9999).Derived(onPaper(breathOwn)).Help("Without the DP of the body.")
	discernRoll = paper.Int("discern_roll", "Discernment Roll", -999, 9999).Derived(onPaper(discernOwn))
	healRoll    = paper.Int("heal_roll", "Healing Roll", -999, 9999).Derived(onPaper(healOwn)).Help("Without the DP of the body.")
	backRoll    = paper.Int("throwback_roll", "Throwback Roll", -999, 9999).Derived(onPaper(backOwn)).Help("Without agility, strength and damage.")
)

// The units in which skills give their PT.
var units = []string{"segments", "rounds", "minutes", "hours", "days"}

// Fields that no paper sheet has, so that conditions and effects can add to them.
var (
	swayed      = sheet.Group("In force")
	everyRoll   = swayed.Modifier("every_roll", "Every Action Roll").Help("Added to the target of each.")
	attackMore  = swayed.Modifier("attack_more", "Every Attack").Help("When it lands.")
	defenseMore = swayed.Modifier("defense_more", "Defense").Help("In addition to that of actions: cover, or being open to a blow.")
)

var (
	powers       = sheet.List("powers", "Powers")
	_            = powers.Text("name", "Name", 60)
	powerPR      = powers.Int("pr", "PR", 0, 999)
	powerLost    = powers.Unmodifiable().Int("pr_lost", "PR lost", 0, 999).Help("To Extra Effort.")
	powerRow     = powers.Int("row", "Start row", 0, 99).Default(usualRow)
	powerPT      = powers.Int("pt", "PT", 1, 999_999).Default(20).Unit("segments").Help("As an active action; a passive one takes half as long.")
	powerPassive = powers.Bool("passive", "Passive")
	powerAttack  = powers.Bool("attack", "Attacks").Help("It needs a Combat Roll.")
	powerEffort  = powers.Bool("effort", "Extra Effort").Help("The Editor allows it.")
	powerAfar    = powers.Bool("afar", "Lifts from afar").Help("It lifts at a distance.")
	powerEP      = powers.Choice("ep_returns", "Its EP return by the", byRound, byHour).Help("By the hour means sleeping.")
	powerReturns = powers.Choice("returns", "PR heals with", "body", "mind")

	effects     = sheet.List("effects", "Effects of powers")
	_           = effects.Text("name", "Name", 60)
	effectPower = effects.Text("power", "Power", 60)
	effectStep  = effects.Int("step", "PR a step", 1, 99).Default(1)
	effectAdds  = effects.Choice("adds_to", "Adds to", append(lendable(), toHeal)...).Help("While the power is kept up; dp heals one DP for each step.")
	effectGives = effects.Int("gives", "Adds a step", -999, 999).Default(1)

	skills    = sheet.List("skills", "Skills")
	_         = skills.Text("name", "Name", 60)
	skillRoll = skills.Int("roll", "Action Roll", -99, 999)
	skillLvl  = skills.Int("level", "Level", 0, 999)
	skillPT   = skills.Int("pt", "PT", 1, 9999).Default(15)
	skillUnit = skills.Choice("unit", "PT is in", units...)
	skillSet  = skills.Bool("aside", "Can be set aside").Help("Worked on in pieces, within as many days as its PT has hours.")

	knowledges = sheet.List("knowledges", "Knowledges")
	_          = knowledges.Text("name", "Name", 60)
	knowScore  = knowledges.Int("score", "Score", 0, 9999)

	weapons      = sheet.List("weapons", "Weapons")
	_            = weapons.Text("name", "Name", 60)
	weaponDamage = weapons.Int("damage", "Damage", -99, 9999)
	weaponPT     = weapons.Int("pt", "PT", 1, 999_999).Default(15).Unit("segments")
	weaponHand   = weapons.Bool("hand", "Adds Hand Damage")
	weaponKind   = weapons.Choice("kind", "Kind of damage", kinds...)
	weaponAuto   = weapons.Bool("automatic", "Automatic").Help("Its blows on several opponents land in the same segment.")
	weaponSmall  = weapons.Bool("small", "Small projectile").Help("Throws back half as far.")

	running      = sheet.List("running", "Powers kept up").Unmodifiable()
	_            = running.Text("name", "Name", 60)
	runningWhat  = running.Text("effect", "Effect", 120)
	runningAdds  = running.Text("adds", "Adds", 200).Help("What it adds to and how much: strength +5, damage_ignored +2.")
	runningRow   = running.Int("row", "EP row", 0, mostRow)
	runningEP    = running.Choice("ep_returns", "Its EP return by the", byRound, byHour)
	runningOwed  = running.Int("owed", "Owed", 0, 7199).Unit("7200ths of an EP")
	runningReady = running.Int("ready", "In force from", 0, lastSegment).Bookkeeping().Unit("segment")

	works     = sheet.List("works", "Work under way").Unmodifiable()
	_         = works.Text("name", "Name", 60)
	workLeft  = works.Int("left", "Time left", 0, lastSegment).Unit("segments")
	workBy    = works.Int("by", "To be finished by", 0, lastSegment).Unit("segment")
	workAside = works.Bool("aside", "Set aside")
	workSince = works.Int("since", "Taken up at", 0, lastSegment).Bookkeeping().Unit("segment")
)

// How the character moves, and breathes.
var (
	moving      = sheet.Group("Movement").Unmodifiable()
	speedQ      = moving.Int("speed_q", "Speed Quality", -99_999, 99_999).Help("All Quality put on speed so far.")
	onTheMove   = moving.Bool("moving", "Moving").Derived(func(s engine.Sheet) bool { return speedQ.Of(s) != 0 })
	moveRow     = moving.Int("move_row", "Movement's EP row", 0, mostRow).Help("That of the last Move Roll.")
	movePenalty = moving.Int("move_penalty", "Rows for missed Move Rolls", 0, mostRow)
	moveDefense = moving.Int("move_defense", "Defense from movement", 0, 99_999).Help("Taken from Attack.")
	movedAt     = moving.Int("moved_at", "Movement known up to", 0, lastSegment).Bookkeeping().Unit("segment")
	moveUntil   = moving.Int("move_until", "The last Move Roll runs until", 0, lastSegment).Bookkeeping().Unit("segment")
	moved       = moving.Decimal("moved", "Distance covered", 0, 2_000_000_000).Unit("m").Help("Since the last movement update.")

	breathing   = sheet.Group("Breath").Unmodifiable()
	holding     = breathing.Bool("holding_breath", "Holding breath")
	breathSince = breathing.Int("breath_since", "Held since", -lastSegment, lastSegment).Bookkeeping().Unit("segment")
	breathReady = breathing.Int("breath_ready", "Breath held from", 0, lastSegment).Bookkeeping().Unit("segment")
	breathQ     = breathing.Int("breath_q", "Quality of the Hold Breath Roll", -99_999, 99_999)
)

// What the character is doing.
var (
	doing       = sheet.Group("Running action").Unmodifiable()
	attack      = doing.Int("attack", "Attack", -99_999, 99_999)
	defense     = doing.Int("defense", "Defense", -99_999, 99_999).Help("Of the running action, without that of movement.")
	sideDefense = doing.Int("passive_defense", "Defense from passive actions", 0, 99_999).Help("Taken from Attack.")
	pastDefense = doing.Int("past_defense", "Defense of the action just ended", -99_999, 99_999).Bookkeeping()
	pastAt      = doing.Int("past_at", "It ended at", 0, lastSegment).Bookkeeping().Unit("segment")
	busyUntil   = doing.Int("busy_until", "Busy until", 0, lastSegment).Bookkeeping().Unit("segment")
	started     = doing.Text("started", "Last action started", 60).Bookkeeping()
	startedAt   = doing.Int("started_at", "It was started at", 0, lastSegment).Bookkeeping().Unit("segment")
	putOff      = doing.Int("put_off", "Put off by", 0, 9999).Bookkeeping().Unit("segments").Help("For passive actions started in the meantime.")

	blasting    = sheet.Group("Last blast").Unmodifiable()
	blastPower  = blasting.Text("blast_power", "Power", 60)
	blastRow    = blasting.Int("blast_row", "EP row", 0, mostRow)
	blastPT     = blasting.Int("blast_pt", "PT", 0, 999_999).Unit("segments")
	blastAttack = blasting.Int("blast_attack", "Attack", -99_999, 99_999)
	blastOthers = blasting.Text("blast_others", "Attack on further opponents", 200).Help("In order, such as 2 1.")
	blastAimed  = blasting.Text("blast_aimed", "Aimed at whom", 2000).Bookkeeping().Help("The ids of the characters, in the order of the Attacks.")
	blastPart   = blasting.Choice("blast_part", "Aimed at", partIDs()...)
	blastKind   = blasting.Choice("blast_kind", "Kind of damage", kinds...)
	blastDamage = blasting.Int("blast_damage", "Damage", -99_999, 99_999)
	blastFired  = blasting.Bool("blast_fired", "Fired").Bookkeeping()
	blastUntil  = blasting.Int("blast_until", "Can be maintained until", 0, lastSegment).Bookkeeping().Unit("segment")
	maintained  = blasting.Int("maintained", "Shots maintained", 0, mostRow)
)

// The state of the character.
var (
	damageIgnored   = sheet.Group("State").Int("damage_ignored", "Damage ignored", 0, 9999).Help("Subtracted from every blow: hardened skin and the like.")
	state           = sheet.Group("State").Unmodifiable()
	surprisedUntil  = state.Int("surprised_until", "Surprised until", 0, lastSegment).Unit("segment")
	surprisePenalty = state.Int("surprise_penalty", "Off every roll for surprise", 0, 999)
	surpriseSince   = state.Int("surprise_since", "Idle since", 0, lastSegment).Bookkeeping().Unit("segment")
	surpriseTried   = state.Bool("surprise_tried", "Tried to get over surprise").Bookkeeping().Help("Again when the next active action ends.")
	fellAt          = state.Int("fell_at", "Unconscious since", 0, lastSegment).Bookkeeping().Unit("segment")
	resting         = state.Bool("resting", "Resting").Help("VP and EP come back at the end of each round.")
	restSince       = state.Int("rest_since", "Rests since", 0, lastSegment).Bookkeeping().Unit("segment")
	restLeft        = state.Int("rest_left", "Rounds of rest left", 0, 100_000).Help("0: until the character does something.")
	healsHour       = state.Int("heals_hour", "Next Healing Roll by the hour", 0, lastSegment).Bookkeeping().Unit("segment")
	healsMind       = state.Int("heals_mind", "Next Healing Roll of the mind", 0, lastSegment).Bookkeeping().Unit("segment")
	healsDay        = state.Int("heals_day", "Next Healing Roll by the day", 0, lastSegment).Bookkeeping().Unit("segment")
	healsMonth      = state.Int("heals_month", "Next Healing Roll by the month", 0, lastSegment).Bookkeeping().Unit("segment")
	savedFor        = state.Text("saved_for", "Quality saved for", 60)
	savedPool       = state.Int("saved_pool", "Saved into its pool", 0, 999)
	savedUntil      = state.Int("saved_until", "If started by", 0, lastSegment).Unit("segment")
)

// What each kind of action owes in parts of an EP; see [due].
var (
	owing      = sheet.Group("Owed in 7200ths of an EP").Unmodifiable()
	owedCombat = owing.Int("count_combat", "Combat Rolls", 0, 7199).Bookkeeping()
	owedHand   = owing.Int("count_hand", "Hand Damage", 0, 7199).Bookkeeping()
	owedMove   = owing.Int("count_move", "Movement", 0, 7199).Bookkeeping().Help("Move Rolls and rounds of movement are counted together, by our ruling.")
	owedRounds = owing.Int("count_rounds", "Rounds of movement", 0, 7199).Bookkeeping()
	owedJump   = owing.Int("count_jump", "Jumps", 0, 7199).Bookkeeping()
	owedLift   = owing.Int("count_lift", "Lifts", 0, 7199).Bookkeeping()
	owedThrow  = owing.Int("count_throw", "Throws", 0, 7199).Bookkeeping()
	owedPower  = owing.Int("count_power", "Powers", 0, 7199).Bookkeeping()
	owedBreath = owing.Int("count_breath", "Held breath", 0, 7199).Bookkeeping()
	owedOppose = owing.Int("count_oppose", "Opposed actions", 0, 7199).Bookkeeping()
)

var (
	vp     = engine.Pool{ID: "vp", Label: "VP", Kind: "life", Full: vpMax, Losses: []engine.Field[int]{vpLost}}
	ep     = engine.Pool{ID: "ep", Label: "EP", Kind: "energy", Full: epMax, Losses: []engine.Field[int]{epLostRound, epLostHour}}
	astral = engine.Pool{ID: "astral", Label: "Astral EP", Kind: "energy", Full: astralMax, Losses: []engine.Field[int]{astralLost}}
)

func everyPool() []engine.Pool {
	out := []engine.Pool{vp, ep, astral}
	for _, p := range parts {
		out = append(out, p.pool())
	}
	return out
}

// How a character is made.
var _ = sheet.
	Step("Abilities", "10 is an ordinary person.", "strength", "agility", "constitution", "active_charisma", "normal_charisma",
		"learning", "newoen", "hearing", "sight", "perception", "willpower").
	Step("Build", "", "height", "mass", "build", "density").
	Step("EP and VP", "VP are worked out unless they are written.", "ep_max", "astral_max", "vp_max").
	Step("Powers", "", "powers").
	Step("Weapons", "", "weapons").
	Step("Skills and knowledge", "", "skills", "knowledges")
