package supermen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	combatForm   = form()
	fight        = combatForm.Group("Combat")
	opponents    = fight.Int("opponents", "Opponents", 1, 20).Default(1).Help("At least the opponents you chose. More than one needs a sweep that the Editor allows.")
	combatPT     = fight.Int("pt", "PT", 1, 999_999).Default(15).Unit("segments").Help("The weapon's, or 15 unarmed.")
	combatHurt   = fight.Int("damage", "Damage", -99, 9999).BeyondSheet().Help("The weapon's, without Hand Damage.")
	combatHand   = fight.Text("hand_damage", "Hand Damage", 4).Default("max").Help("max, or how much of it to use. Less damage costs less.")
	combatWith   = fight.Row("weapon", "With", weapons).WhenEmpty("unarmed")
	combatPower  = fight.Row("power", "Power", powers).Help("A blast set up with the power's own action, which paid its EP.")
	combatPart   = fight.Choice("part", "Where", partIDs()...)
	combatKind   = fight.Choice("kind", "Kind of damage", kinds...)
	combatThrown = fight.Text("thrown", "Thrown", 60).Help("As the Throw Roll just made gives it.")
	combatRange  = fight.Decimal("range", "Range", 0, 1_000_000_000).Unit("m").Help("The most Quality to use; empty: no limit.")
	combatShort  = fight.Int("short_range", "Short range", 0, 99_999).Unit("m").Help("Half of it is a range set.")
	combatAway   = fight.Decimal("away", "Target away", 0, 1_000_000_000).Unit("m").Help("The Quality it takes to be within range.")
	combatAuto   = fight.Bool("automatic", "Automatic").Help("Blows on several opponents land in the same segment.")
	combatSmall  = fight.Bool("small", "Small projectile").Help("Throws back half as far.")
	_            = stressed(combatForm)
)

func partIDs() []string {
	var out []string
	for _, p := range parts {
		out = append(out, p.id)
	}
	return out
}

// combatCheck is the Combat Roll: twice the agility on the Sphere Chart. Each opponent after
// the first takes 1 off the pool.
func combatCheck(many int) check {
	return check{id: "combat", own: combatOwn, paper: combatRoll, raises: []engine.Field[int]{agility, learning},
		pool: func(e effort) kit.Sum {
			s := asPrinted(combatPoolOwn, combatPool, e)
			s = append(s, lent(e.me, toPool, e.moment)...)
			return append(s, kit.Plain("more opponents", 1-many))
		}}
}

func combatOwn(e effort) kit.Sum { return kit.Sum{doubledAgility(e.of(agility))} }

func combatPoolOwn(e effort) kit.Sum {
	return kit.Sum{kit.Plain("learning", e.of(learning)/10), kit.Plain("sight", sightBonus.Of(e.me)),
		kit.Plain("size", sizeBonus.Of(e.me)), kit.Plain("other", poolBonus.Of(e.me))}
}

func doubledAgility(n int) kit.Term {
	return kit.Term{Words: "Sphere(2 x %s)", Of: engine.Milli(n) * 1000, N: sphere.of(2 * n)}
}

// strike is an attack while its Combat Roll is made.
type strike struct {
	pt, damage, hand int
	kind             string
	power            string // the blast that is thrown; "" for none
	automatic, small bool
	attacks          []int // by opponent
	needs            []int // the Attack that would hit each opponent now; 0 for one without a sheet
	defense          int
	handPaid         int // EP
}

// combat is the Combat Roll. Chapter "Combat Roll".
func combat(r *engine.Roll) engine.Outcome {
	me := readyToHit(r)
	s := *engine.Precompute(r, func() strike { return aimed(r, me) })
	s.attacks = make([]int, len(s.needs))
	a := combatCheck(len(s.attacks)).roll(r)
	a.pt = s.pt
	if a.q() < 0 {
		s.miss(a)
	} else {
		s.hit(a)
	}
	s.handPaid = s.payHands(r, me)
	if d := ownDefense(me).Total(); d > 0 {
		r.Note("Defense from passive actions will take %d off it, if it lasts", d)
	}
	s.remember(a)
	s.begin(a)
	n := hits(r, s.attacks, s.needs, a.q() >= 0)
	s.tell(a, n)
	return counted(r, a.ended(n > 0, s.values()...), n, len(s.attacks))
}

// aimed gives the attack before its roll, with the Attack that would hit each opponent.
func aimed(r *engine.Roll, me engine.Sheet) strike {
	s := readWeapon(r, me)
	s.needs = make([]int, swept(r))
	for i := range s.needs {
		them := r.Sheet(engine.Opponent(i + 1))
		catchUp(r, them)
		s.needs[i] = needed(r, me, them)
		if them.There() {
			r.Beside(string(engine.Opponent(i+1)), "Defense %d%s", defended(r, them).Total(), moves(them))
		}
	}
	return s
}

// payHands pays for the Hand Damage of the attack: once for the Combat Roll or, by a house rule,
// for each blow of a sweep. Chapter "Hand Damage".
func (s *strike) payHands(r *engine.Roll, me engine.Sheet) (paid int) {
	blows := 1
	if many := len(s.attacks); many > 1 && s.hand > 0 {
		if handEach.Of(r.House()) {
			blows = many
		} else {
			r.Note("our ruling: Hand Damage is paid once for a sweep (house rule %q)", handEach.Label)
		}
	}
	for range blows {
		paid += payHand(r, me, s.hand)
	}
	return paid
}

// moves gives ", moving" for a character on the move, and else "".
func moves(s engine.Sheet) string {
	if onTheMove.Of(s) {
		return ", moving"
	}
	return ""
}

// tell writes the story of an attack whose blow has not landed yet, and of several how many hit as
// it stands.
func (s *strike) tell(a *attempt, hits int) {
	at, how := a.r.OpponentNames(" at "), ""
	if a.q() < 0 {
		how = " badly"
	}
	if what := combatThrown.Of(a.r.Params()); what != "" {
		a.r.Story("{actor} throws %s%s%s", what, how, at)
		return
	}
	with := s.power
	if w, ok := weapons.Find(a.me, combatWith.Of(a.r.Params())); ok {
		with = w.Name()
	}
	if at == "" {
		at = " out"
	}
	var came []string
	if with != "" {
		came = append(came, "with "+with)
	}
	if n := len(s.attacks); n > 1 && a.r.Sheet(engine.Opponent(n)).There() {
		came = append(came, fmt.Sprintf("%d of %d hit as it stands", hits, n))
	}
	a.r.Story("{actor} strikes%s%s%s", how, at, tail(strings.Join(came, ", ")))
}

// ownDefense gives the Defense of a character's passive actions, which is taken off every
// Attack of the same character that lands while they last. Chapter "Defense".
func ownDefense(me engine.Sheet) kit.Sum {
	return kit.Sum{kit.Plain("movement", moveDefense.Of(me)), kit.Plain("passive actions", sideDefense.Of(me))}
}

// needed gives the Attack with which me would hit them now; 0 for somebody without a sheet.
func needed(r *engine.Roll, me, them engine.Sheet) int {
	if !them.There() {
		return 0
	}
	return defended(r, them).Total() + ownDefense(me).Total() - attackMore.Of(me)
}

// hits counts the opponents whom the Attacks would hit now, and notes each if there are several.
// needs are the Attacks that would hit them. Against somebody without a sheet it is enough that
// the roll is made.
func hits(r *engine.Roll, attacks, needs []int, made bool) (n int) {
	for i, has := range attacks {
		seat, on := engine.Opponent(i+1), ""
		if len(attacks) > 1 {
			on = " " + r.NameOf(seat, fmt.Sprintf("opponent %d", i+1))
		}
		switch {
		case !r.Sheet(seat).There():
			if made {
				n++
			}
		case has >= needs[i]:
			n++
			if on != "" {
				r.Note("as it stands Attack %d hits%s", has, on)
			}
		default:
			r.Note("as it stands Attack %d misses%s: it takes %d", has, on, needs[i])
		}
	}
	return n
}

// counted adds to an outcome how many of several opponents are hit as it stands. Of those
// without sheets nobody knows.
func counted(r *engine.Roll, o engine.Outcome, hits, of int) engine.Outcome {
	if of > 1 && r.Sheet(engine.Opponent(of)).There() {
		o.Values = append(o.Values, engine.Num("hits", hits))
		o.Flags = []string{fmt.Sprintf("hits-%d-of-%d", hits, of)}
	}
	return o
}

// swept gives how many opponents are attacked. It is more than one only if the Editor says
// that one sweep reaches them all.
func swept(r *engine.Roll) int {
	many := opponents.Of(r.Params())
	for r.Sheet(engine.Opponent(many + 1)).There() { // there are at least as many as were chosen
		many++
	}
	if many == 1 {
		return 1
	}
	ask := engine.Ask{ID: "sweep", Words: fmt.Sprintf("Can one sweep reach all %d opponents?", many)}
	if r.Pick(ask, engine.Gamemaster, engine.Option{ID: "yes", Label: "Yes, all of them"},
		engine.Option{ID: "no", Label: "No, only the first"}) == "no" {
		r.Note("no sweep: only the first opponent is attacked")
		return 1
	}
	return many
}

func (s *strike) values() []engine.Named {
	out := []engine.Named{engine.Num("attack", s.attacks[0]), engine.Num("defense", s.defense),
		engine.Num("damage", s.damage), engine.Num("hand_ep", s.handPaid)}
	for i, n := range s.attacks[1:] {
		out = append(out, engine.Num(attackID(i+1), n))
	}
	return out
}

// attackID is the id of the use of Quality for the Attack on an opponent, counted
// from 0.
func attackID(i int) string {
	if i == 0 {
		return "attack"
	}
	return "attack." + strconv.Itoa(i+1)
}

// hit shares the Quality of a Combat Roll that succeeds.
func (s *strike) hit(a *attempt) {
	var uses []engine.Use
	for i := range s.attacks {
		label := "Attack"
		if len(s.attacks) > 1 {
			label = "Attack on " + a.r.NameOf(engine.Opponent(i+1), fmt.Sprintf("opponent %d", i+1))
		}
		uses = append(uses, engine.Use{ID: attackID(i), Label: label,
			PresetUnknown: a.q() / len(s.attacks),
			Effect:        attackWords(s.needs[i], a.r.Sheet(engine.Opponent(i+1)).There()), Apart: attackWords(0, false)})
	}
	uses = append(uses, defenseUse(), ptUse("speed", s.pt), damageUse(s.damage))
	if s.power == "" {
		uses = append(uses, rowUse(forCombat.start))
	}
	s.suggest(a.q(), uses)
	give := a.share(a.q(), uses...)
	for i := range s.attacks {
		s.attacks[i] = give[attackID(i)]
	}
	s.defense = give["defense"] / 2
	a.pt = quicken(s.pt, give["speed"])
	s.damage += doubles.of(give["damage"])
	a.r.Note("Attack %d, Defense %d, damage %d, after %s", s.attacks[0], s.defense, s.damage, segments(a.pt))
	s.pay(a, give["ep"])
}

// attackWords says what n Attack would do to a target that takes needs to be hit. known is
// false if the target has no sheet.
func attackWords(needs int, known bool) func(int) string {
	return func(n int) string {
		switch {
		case !known:
			return fmt.Sprintf("Attack %d", n)
		case n >= needs:
			return fmt.Sprintf("Attack %d hits", n)
		}
		return fmt.Sprintf("Attack %d misses: it takes %d", n, needs)
	}
}

// easiest lists the opponents, from the one who takes the least Attack to be hit.
func (s *strike) easiest() []int {
	out := make([]int, len(s.needs))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return s.needs[a] - s.needs[b] })
	return out
}

// suggest presets the uses of q Quality: first enough Attack to hit as many opponents as it
// can, then damage, and EP with what does not make another step of damage.
func (s *strike) suggest(q int, uses []engine.Use) {
	left := q
	for n, i := range s.easiest() {
		switch need := max(s.needs[i], 0); {
		case need <= left:
			uses[i].Preset = need
		case n == 0:
			uses[i].Preset = left // nobody is hit
		}
		left -= uses[i].Preset
	}
	n := left
	for n > 0 && doubles.of(n-1) == doubles.of(left) {
		n--
	}
	for i := range uses {
		switch uses[i].ID {
		case "damage":
			uses[i].Preset = n
			left -= n
		case "ep":
			uses[i].Preset = min(left, uses[i].Most)
		}
	}
}

// miss takes the points of a missed roll off Attack, damage and Defense in turn. What falls on
// Defense is halved. Chapters "Attack", "Defense" and "Damage".
func (s *strike) miss(a *attempt) {
	m := a.missed()
	for i := range s.attacks {
		s.attacks[i] = -(m + 2) / 3
	}
	s.damage -= (m + 1) / 3
	s.defense = -(m / 3 / 2)
	a.r.Note("missed by %d: Attack %d, damage -%d, Defense %d", m, s.attacks[0], (m+1)/3, s.defense)
	s.pay(a, 0)
}

// pay pays for the roll, unless a power has paid for it. points is the Quality given to EP.
func (s *strike) pay(a *attempt, points int) {
	if s.power != "" {
		a.r.Note("%s has paid for the attack", s.power)
		return
	}
	a.charge(forCombat, points)
}

// damageUse is the use of Quality for damage, by the Doubles Chart. Chapter "Damage".
func damageUse(damage int) engine.Use {
	return engine.Use{ID: "damage", Label: "Damage", Own: true, Effect: func(n int) string {
		return "damage " + turns(damage, damage+doubles.of(n))
	}}
}

// begin starts the action. Its Defense holds from now on, and its blows land when its time is
// over: those on further opponents one segment after the other, but those of an automatic
// weapon all in the same segment.
func (s *strike) begin(a *attempt) {
	last := len(s.attacks) - 1
	put(a.r, a.me, attack, s.attacks[0])
	put(a.r, a.me, defense, s.defense)
	a.take()
	later := 1
	if s.automatic {
		later = 0
	}
	add(a.r, a.me, busyUntil, last*later)
	for i, n := range s.attacks {
		carried := engine.PageOf("attack", n, "damage", s.damage, "part", combatPart.Of(a.r.Params()), "kind", s.kind)
		if s.small {
			carried = carried.With("small", engine.ValueOf(true))
		}
		if s.power != "" {
			carried = carried.With("power", engine.ValueOf(s.power))
		}
		if what := combatThrown.Of(a.r.Params()); what != "" {
			carried = carried.With("thrown", engine.ValueOf(what))
		}
		if i == last {
			carried = carried.With("ends", engine.ValueOf(true)).With("defense", engine.ValueOf(s.defense))
		}
		a.r.After(a.pt+i*later, "blow", engine.Carry{Against: engine.Opponent(i + 1), Params: carried})
	}
}
