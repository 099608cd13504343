package phrase

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// readPoints reads what a pool loses or gets back: 5 dmg body "fell", seraph +3 vp. It may
// be of several: 5 damage to all footpads, thugs take 5 damage. Where nobody is named it
// is of all who are marked.
func readPoints(c *Context, text string) []Meaning {
	all, rest := c.hurt(text)
	if len(all) < 2 {
		return c.readPointsOf(text)
	}
	var names []string
	var what, first Meaning // who cannot, and who can
	var acts model.Together
	var set model.Write
	var left []leftOut
	for _, who := range all {
		own := *c
		own.Who, own.Marked = who.ID, nil
		found := own.readPointsOf(rest)
		if len(found) == 0 {
			return nil
		}
		m := found[0]
		if m.WhyNot != "" {
			what = m
			left = append(left, leftOut{who, m.WhyNot})
			continue
		}
		switch one := m.Command.(type) {
		case model.Begin:
			if one.Who != who.ID {
				return nil
			}
			acts.Each = append(acts.Each, one)
		case model.Write:
			if one.Who != who.ID {
				return nil
			}
			if set.Who == "" {
				set = one
			} else {
				set.More = append(set.More, one)
			}
		}
		if names = append(names, who.ID); len(names) == 1 {
			first = m
		}
	}
	if names == nil {
		return []Meaning{{Does: text, WhyNot: what.WhyNot}}
	}
	asks, said, _ := strings.Cut(first.Does, c.Table.NameOf(names[0])+" ")
	said, byHand, _ := strings.Cut(said, ", then ")
	if _, by, ok := strings.Cut(byHand, ", "+setByHand); ok {
		said += ", " + setByHand + by
	}
	if why := model.Because(clauseOf(rest).reason); !strings.HasSuffix(said, why) {
		said += why
	}
	m := Meaning{Does: asks + c.Table.NamesOf(names) + ": each " + said + c.without(left), Command: set}
	if acts.Asks = true; len(acts.Each) > 0 {
		m.Command = acts
	}
	return []Meaning{m}
}

// hurt returns of whom a line of points is, where it is of several, and the line without
// them.
func (c *Context) hurt(text string) (all []*model.Character, rest string) {
	line, reason := text, ""
	if i := strings.IndexAny(text, `"“”`); i >= 0 {
		line, reason = text[:i], text[i:]
	} else if i := strings.Index(text, " because "); i >= 0 {
		line, reason = text[:i], text[i:]
	}
	if all, rest = c.several(line); all != nil {
		return all, rest + " " + reason
	}
	if before, after, ok := strings.Cut(line, " to "); ok {
		if all, rest = c.several(after); all != nil && rest == "" {
			return all, before + " " + reason
		}
	}
	if len(clauseOf(line).named(c)) > 0 {
		return nil, text
	}
	for _, id := range c.Marked {
		if who, ok := c.Table.Character(id); ok {
			all = append(all, who)
		}
	}
	return all, text
}

// Words that say whether points are lost or come back. What is taken is damage, unless a pool
// that is not of life is named; what somebody gets or is given comes back, unless it is called
// damage.
var (
	wordsOfLoss = []string{"lose", "loses", "lost", "minus", "spend", "spends", "off", "adjust"}
	wordsOfHarm = []string{"dmg", "damage", "dam", "hurt", "hurts", "harm", "wound", "wounds", "suffer", "suffers"}
	wordsOfGain = []string{"heal", "heals", "healed", "healing", "gain", "gains", "back", "restore", "restores", "regain", "regains", "recover", "recovers", "plus"}
	wordsOfTake = []string{"take", "takes"}
	wordsOfGive = []string{"get", "gets", "give", "gives"}
)

// readPointsOf reads what a pool of one character loses or gets back.
func (c *Context) readPointsOf(text string) []Meaning {
	cl := clauseOf(text)
	named := cl.named(c)
	who := c.selected()
	if len(named) == 1 {
		who = named[0].who
	}
	if who == nil || len(named) > 1 {
		return nil
	}
	s := c.rulebookOf(who)
	if s == nil && c.mustAsk(who) {
		s = RulebookOf(c.Table, who, c.System)
	}
	if s == nil {
		return nil
	}
	var words []string // what is not read yet
	said := map[string]bool{}
	n, sign := 0, ""
	for i, w := range cl.words {
		kind := ""
		for of, all := range map[string][]string{"loss": wordsOfLoss, "harm": wordsOfHarm, "gain": wordsOfGain, "take": wordsOfTake, "give": wordsOfGive} {
			if slices.Contains(all, w) {
				kind = of
			}
		}
		x, number := numberOf(w)
		switch {
		case len(named) == 1 && i >= named[0].from && i < named[0].to:
		case kind == "harm" && poolNamed(s, w) && said["loss"]: // loses 2 wounds
			words = append(words, w)
		case kind != "":
			said[kind] = true
		case number && n != 0, number && x == 0:
			return nil
		case number:
			if n = max(x, -x); w[0] == '-' || w[0] == '+' {
				sign = w[:1]
			}
		case w == "to" && i > 0 && len(named) == 1 && named[0].from == i+1:
			said["to"] = true // 5 to goblin 1
		case slices.Contains(stopWords, w), slices.Contains([]string{"point", "points", "pts", "is", "are"}, w):
		default:
			words = append(words, w)
		}
	}
	pool, kinds := poolAmong(s, words)
	harm := said["harm"] || (said["take"] || said["to"]) && !said["give"] && !said["gain"] && !said["loss"]
	up := !harm && (said["gain"] || said["give"] || sign == "+")
	switch {
	case n == 0, len(kinds) > 0 && !(harm || sign == "-" || said["loss"]):
		return nil
	case up && (said["loss"] || sign == "-"), harm && (said["gain"] || sign == "+"):
		return nil // it says two opposite things
	}
	if len(s.Pools) == 0 {
		if n == 0 || len(kinds) > 0 || !harm && !up && sign == "" {
			return nil
		}
		return []Meaning{{Does: strings.TrimSpace(text), WhyNot: whyNoPoints(s, !up)}}
	}
	var options []string
	if len(kinds) > 0 {
		rule, there := s.Action(s.Harm.Action)
		for _, w := range kinds {
			if !there {
				return nil
			}
			pair := optionNamed(rule, []string{w})
			if pair == "" {
				return nil
			}
			options = append(options, pair)
		}
	}
	if len(said) == 0 && sign == "" {
		if pool == nil {
			return nil
		}
		return []Meaning{{Does: strings.TrimSpace(text), WhyNot: fmt.Sprintf("say whether they are lost or come back: %s -%d %s, or +%d %s", who.Name, n, pool.Label, n, pool.Label)}}
	}
	m := c.Points(s, who, pool, "", n, up, cl.reason)
	begin, byRule := m.Command.(model.Begin)
	if len(options) > 0 && !byRule {
		return nil
	}
	for _, pair := range options {
		rule, _ := s.Action(begin.Action)
		key, value, _ := strings.Cut(pair, "=")
		params, err := SetParam(rule, begin.Params, 0, key, value)
		if err != nil {
			return nil
		}
		begin.Params = params
	}
	if len(options) > 0 {
		m = c.begins(s, who, begin, n, false, cl.reason)
	}
	return []Meaning{m}
}

// whyNoPoints says what a rulebook without points of life has instead of harm or healing by a
// number.
func whyNoPoints(s *engine.System, harm bool) string {
	word := "heal"
	if harm {
		word = "damage"
	}
	for _, t := range s.Terms {
		if t.Says != "" && IsTerm(t.Words, word, true) {
			return s.Name + ": " + t.Says
		}
	}
	return s.Name + " counts no points that are lost or come back"
}

// poolNamed reports whether a word is the name of a pool, and not only what it is for.
func poolNamed(s *engine.System, word string) bool {
	return slices.ContainsFunc(s.Pools, func(p engine.Pool) bool { return strings.EqualFold(p.ID, word) || strings.EqualFold(p.Label, word) })
}

// poolAmong returns the pool that is named among words, by one or more of them, and the words
// that are no part of its name.
func poolAmong(s *engine.System, words []string) (*engine.Pool, []string) {
	for n := len(words); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			name := strings.Join(words[i:i+n], " ")
			for at := range s.Pools {
				label := strings.ToLower(s.Pools[at].Label)
				if name == label || n > 1 && strings.TrimSuffix(label, " points") == name {
					return &s.Pools[at], slices.Concat(words[:i], words[i+n:])
				}
			}
		}
	}
	for i, w := range words {
		if pool := poolOf(s, w); pool != nil {
			return pool, slices.Concat(words[:i], words[i+1:])
		}
	}
	return nil, words
}

// Points returns the meaning that a character loses points or, with up, gets some back. Life
// is lost and comes back by the rulebook's own action for it, with all that follows: armour,
// wounds, whoever falls. Other points, and those for which it has no action, change on the
// sheet. pool is nil where none was named, and loss, if it is not "", says which kind of loss
// is meant.
func (c *Context) Points(s *engine.System, who *model.Character, pool *engine.Pool, loss string, n int, up bool, why string) Meaning {
	act := s.Harm
	if up {
		act = s.Healing
	}
	if act.Action != "" && (pool == nil || pool.Kind == "life") {
		if pool != nil && loss == "" {
			loss = pool.Losses[0].ID
		}
		return c.byRule(s, who, act, loss, n, up, why)
	}
	if pool == nil {
		pool = &s.Pools[0]
	}
	field := pool.Losses[0]
	for _, f := range pool.Losses {
		if f.ID == loss {
			field = f
		}
	}
	return c.poolChange(s, who, *pool, field, n, up, why)
}

// byRule is points that are lost or come back by an action of the rulebook.
func (c *Context) byRule(s *engine.System, who *model.Character, by engine.ByNumber, loss string, n int, up bool, why string) Meaning {
	a, _ := s.Action(by.Action)
	params := by.Params(n, loss)
	if why != "" {
		params = params.With(engine.Every.Why.ID, engine.ValueOf(why))
	}
	return c.begins(s, who, model.Begin{Who: who.ID, System: s.ID, Action: a.ID, Params: params}, n, up, why)
}

// begins is an action of the rulebook by which n points are lost or come back.
func (c *Context) begins(s *engine.System, who *model.Character, b model.Begin, n int, up bool, why string) Meaning {
	a, _ := s.Action(b.Action)
	params := b.Params
	m := Meaning{Does: fmt.Sprintf("%s takes %d: %s", who.Name, n, a.Label), Command: b}
	if up {
		m.Does = fmt.Sprintf("%s gets back %d: %s", who.Name, n, a.Label)
	}
	for _, path := range params.Paths() {
		sp, _ := a.Param(path)
		if v, _ := params.Get(path); m.WhyNot == "" {
			if err := sp.Check(v); err != nil {
				m.WhyNot = err.Error()
			}
		}
	}
	if c.mustAsk(who) {
		m.Does = "ask the gamemaster: " + m.Does + model.Because(why)
		return m
	}
	if m = c.onSheet(m, who); m.WhyNot == "" && c.Gate.InputsToBegin != nil {
		in, err := c.Gate.InputsToBegin(c.Table, c.Seat, b)
		var step engine.Step
		if err == nil {
			step, err = engine.Run(in, nil)
		}
		switch {
		case err != nil:
			m.WhyNot = err.Error()
		case step.Done():
			m.Does = c.comesTo(s, who, step, m.Does)
		}
	}
	m.Does += model.Because(why)
	return m
}

// comesTo says what an action does to the pools of its own character: Seraph loses 5 VP, then
// 38 of 43, and whether that is a fall. It is otherwise if it does nothing to them.
func (c *Context) comesTo(s *engine.System, who *model.Character, step engine.Step, otherwise string) string {
	after := *who
	after.Pages = maps.Clone(who.Pages)
	page := who.Pages[s.ID]
	for _, x := range step.Changes {
		if x.Sheet == engine.Actor {
			page = page.With(x.Field, x.To)
		}
	}
	after.Pages[s.ID] = page
	before, now := s.Sheet.Read(who.Pages[s.ID]), s.Sheet.Read(page)
	var parts []string
	for _, p := range s.Pools {
		verb, n := "loses", p.Now(before)-p.Now(now)
		if n < 0 {
			verb, n = "gets back", -n
		}
		if n != 0 {
			parts = append(parts, fmt.Sprintf("%s %d %s, then %d of %d", verb, n, p.Label, p.Now(now), p.Full.Of(now)))
		}
	}
	if parts == nil {
		return otherwise
	}
	words := who.Name + " " + engine.AndList(parts...)
	if c.Table.IsDownIn(&after, s.ID) && !c.Table.IsDownIn(who, s.ID) {
		words += ", and is " + c.Table.DownWord(&after, s.ID)
	}
	return words
}

// poolOf returns a pool by its name or by what it is for, or nil.
func poolOf(s *engine.System, word string) *engine.Pool {
	for i, p := range s.Pools {
		if strings.EqualFold(p.ID, word) || strings.EqualFold(p.Label, word) || len(word) > 3 && strings.HasPrefix(strings.ToLower(p.Label), word) {
			return &s.Pools[i]
		}
	}
	kinds := map[string][]string{
		"life":   {"hp", "body", "health", "life", "hits", "vitality", "wounds"},
		"energy": {"energy", "stamina", "fatigue", "mana", "power", "endurance"},
		"points": {"points", "luck", "fate"},
	}
	for i, p := range s.Pools {
		if slices.Contains(kinds[p.Kind], word) {
			return &s.Pools[i]
		}
	}
	return nil
}

// setByHand is said of a number that is written on a sheet without a rule.
const setByHand = "set by hand"

// poolChange returns the meaning that the sheet is changed by points of a pool. No more are
// lost than there are.
func (c *Context) poolChange(s *engine.System, who *model.Character, pool engine.Pool, field engine.Field[int], n int, up bool, why string) Meaning {
	does, byHand := "loses", setByHand
	page, known := who.Pages[s.ID]
	sheet := s.Sheet.Read(page)
	whyNot := ""
	switch left := pool.Now(sheet); {
	case up:
		does = "gets back"
		if known && pool.Lost(sheet) == 0 {
			whyNot = who.Name + " has lost no " + pool.Label
		}
		if pool.Kind == "life" {
			byHand += ": " + s.Name + " has no rule for healing a number"
		}
	case known && left <= 0:
		whyNot = who.Name + " has no " + pool.Label + " left"
	case known:
		n = min(n, left)
	}
	delta := n
	if up {
		delta = -n
	}
	set := lossOf(who, s, field, delta)
	m := Meaning{
		Does:    fmt.Sprintf("%s %s %d %s%s", who.Name, does, n, pool.Label, model.Because(why)),
		Command: model.Write{Who: who.ID, System: s.ID, Set: []model.Change{set}, Why: why},
		WhyNot:  whyNot,
	}
	if known {
		m.Does += fmt.Sprintf(", then %d of %d", pool.Now(sheet)-(set.To.Int()-set.From.Int()), pool.Full.Of(sheet))
	}
	m.Does += ", " + byHand
	return c.onSheet(m, who)
}

// onSheet adds to a change of a sheet that it becomes a request to the gamemaster, or why
// the seat may not make it.
func (c *Context) onSheet(m Meaning, who *model.Character) Meaning {
	switch {
	case c.mustAsk(who):
		m.Does = "ask the gamemaster: " + m.Does
	case m.WhyNot == "":
		m.WhyNot = c.whyNotOwner(who)
	}
	return m
}

// mustAsk is [MustAsk] for the seat of the context.
func (c *Context) mustAsk(who *model.Character) bool { return MustAsk(c.Seat, who) }

// MustAsk reports whether a seat has to ask the gamemaster to change a character's
// numbers: a player has to for somebody else's character.
func MustAsk(seat model.Seat, who *model.Character) bool {
	return seat.Role == model.Player && who != nil && !seat.Owns(who)
}

// RulebookOf returns the rulebook by which a character's numbers count, even if the seat
// does not know them: the one that is shown, the table's, or the first that the character
// has a sheet of. It returns nil if there is none.
func RulebookOf(t model.Table, who *model.Character, shown string) *engine.System {
	for _, id := range append([]string{shown, t.System}, slices.Sorted(maps.Keys(t.Rulebooks))...) {
		if s, ok := t.Rulebook(id); ok && who.Plays(id) {
			return s
		}
	}
	return nil
}

// lossOf returns the change by which the loss of a pool grows by n, or shrinks. If the
// sheet is not known, only the difference of the change counts.
func lossOf(who *model.Character, s *engine.System, field engine.Field[int], n int) model.Change {
	lost := field.Least
	page, known := who.Pages[s.ID]
	switch {
	case known:
		lost = field.Of(s.Sheet.Read(page))
	case n < 0:
		lost -= n
	}
	within := func(n int) engine.Value { return engine.ValueOf(min(max(n, field.Least), field.Most)) }
	return model.Change{Field: field.ID, From: within(lost), To: within(lost + n)}
}

// readField reads a value for a field of a sheet: strength 15, sphinx learning 20, set
// sphinx sight 14.
func readField(c *Context, text string) []Meaning {
	words := strings.Fields(text)
	who := c.selected()
	set := len(words) > 2 && strings.EqualFold(words[0], "set")
	if set {
		words = words[1:]
	}
	if named, n, _ := findNamed(c.Table.State.Characters, lowerAll(words)); named != nil && n < len(words) {
		who, words = named, words[n:]
	}
	if who == nil || len(words) < 2 {
		return nil
	}
	s := c.rulebookOf(who)
	if s == nil {
		return nil
	}
	for n := len(words) - 1; n > 0; n-- {
		name := strings.Join(words[:n], " ")
		i := slices.IndexFunc(s.Sheet.Fields(), func(sp *engine.Spec) bool {
			return !sp.Bookkeeping && (strings.EqualFold(sp.ID, name) || strings.EqualFold(sp.Label, name))
		})
		sp, there := s.Sheet.Field(name) // the field may be in a row
		if i >= 0 {
			sp, there = s.Sheet.Fields()[i], true
		}
		if !there {
			continue
		}
		id := sp.ID
		if i < 0 {
			id = name
		}
		m := c.fieldChange(s, who, id, sp, strings.Join(words[n:], " "))
		if m.Command == nil && !set {
			return nil // the line means something else
		}
		return []Meaning{m}
	}
	if set {
		var ids []string
		for _, sp := range s.Sheet.Fields() {
			ids = append(ids, sp.ID)
		}
		return []Meaning{{Does: "set " + strings.Join(words, " "), WhyNot: s.Name + " has no field " + strconv.Quote(words[0]) + didYouMean(words[0], ids)}}
	}
	return nil
}

// fieldChange returns the meaning that a field is set to a value.
func (c *Context) fieldChange(s *engine.System, who *model.Character, field string, sp *engine.Spec, text string) Meaning {
	m := Meaning{Does: who.Name + ": " + c.Table.FieldName(who.ID, s.ID, field)}
	v, err := sp.Parse(text)
	if err != nil {
		m.Does += " " + text
		m.WhyNot = err.Error()
		return m
	}
	was := s.Sheet.Read(who.Pages[s.ID]).Value(field)
	m.Does += " " + model.ValueWords(was) + "→" + model.ValueWords(v) + ", " + setByHand
	m.Command = model.Write{Who: who.ID, System: s.ID, Set: []model.Change{{Field: field, To: v}}}
	return c.onSheet(m, who)
}
