package phrase

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// MostAtOnce is how many new characters one line can add.
const MostAtOnce = 30

// bringing are the words for bringing somebody to the table.
var bringing = []string{"new", "add", "another", "spawn", "more", "make", "summon", "bring"}

// Brings reports whether a line begins as one that brings somebody to the table does.
func Brings(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) < 2 {
		return false
	}
	_, number := numberOf(words[0])
	return number || slices.Contains(bringing, words[0])
}

// readNewcomers reads how many of which characters come to the table: 6 footpads, another
// thug.
func readNewcomers(c *Context, text string) []Meaning {
	words, round := inRound(c, strings.Fields(strings.ToLower(text)))
	n, asked, added, minions, counted := 1, false, false, false, false
reading:
	for len(words) > 1 {
		if asked {
			if kept := c.keptAs(words, n, round); kept != nil {
				return kept
			}
		}
		x, number := numberOf(words[0])
		switch {
		case number && x > 0 && !counted:
			n, asked, counted = x, true, true
		case slices.Contains(bringing, words[0]):
			asked, added = true, words[0] == "add" || words[0] == "bring"
		case slices.Contains([]string{"minion", "minions"}, words[0]):
			minions = true
		case !slices.Contains([]string{"a", "an", "the"}, words[0]):
			break reading
		}
		words = words[1:]
	}
	if !asked {
		return nil
	}
	if kept := c.keptAs(words, n, round); kept != nil {
		return kept
	}
	if last := len(words) - 1; last > 0 && (words[last] == "minion" || words[last] == "minions") {
		words, minions = words[:last], true
	}
	some, ok := c.sourceOf(strings.Join(words, " "), min(n, MostAtOnce))
	if !ok {
		some, ok = c.oneLine(words, min(n, MostAtOnce))
	}
	if !ok && len(words) == 1 && (added || counted && c.couldBeAFoe(words[0])) {
		some, ok = c.unknownExtra(words[0], min(n, MostAtOnce))
	}
	if !ok {
		return nil
	}
	for i := range some.all {
		some.all[i].Minion = some.all[i].Minion || minions
	}
	return c.joinMeaning(some, n, round)
}

// couldBeAFoe reports whether a word behind a number may name new foes: it is no word of
// something else that is counted, and no slip of one.
func (c *Context) couldBeAFoe(word string) bool {
	known := slices.Concat(wordsOfLoss, wordsOfHarm, wordsOfGain, wordsOfTake, wordsOfGive, extras, creatures, []string{"second", "minute", "hour", "day", "week", "month", "year", "round", "time", "act", "point"})
	for _, who := range c.Table.Characters() {
		known = append(known, strings.Fields(strings.ToLower(who.Name))...)
	}
	for _, s := range c.ownFirst() {
		for _, t := range s.Templates {
			known = append(known, strings.Fields(strings.ToLower(t.Name))...)
		}
	}
	for _, w := range append(singular(word), word) {
		for _, k := range known {
			if k == w && !slices.Contains(creatures, k) || hasTypo(k, w) {
				return false
			}
		}
	}
	return true
}

// kept returns the characters of a name that are kept for any table. Only the gamemaster
// may know of them.
func (c *Context) kept(name string) (Prepared, bool) {
	if !c.Seat.IsGamemaster() {
		return Prepared{}, false
	}
	i := slices.IndexFunc(c.Shelf, func(p Prepared) bool {
		return len(p.Characters) > 0 && sameName(strings.Join(strings.Fields(p.Name), " "), name, false)
	})
	if i < 0 {
		return Prepared{}, false
	}
	return c.Shelf[i], true
}

// keptAs returns the meaning that what has exactly this name on the shelf comes to the
// table n times; nil if there is nothing of that name.
func (c *Context) keptAs(words []string, n, round int) []Meaning {
	p, ok := c.kept(strings.Join(words, " "))
	if !ok {
		return nil
	}
	m := Meaning{Does: "bring " + p.Name + " from the shelf to the table", WhyNot: c.whyNotGamemaster()}
	switch size := len(p.Characters); {
	case n*size > max(MostAtOnce, size):
		m.WhyNot = cmp.Or(m.WhyNot, fmt.Sprintf("at most %d at once", MostAtOnce))
		return []Meaning{m}
	case n > 1 && size > 1:
		m.Does = fmt.Sprintf("bring %s from the shelf to the table %d times, %d characters", p.Name, n, n*size)
	case n > 1:
		m.Does = fmt.Sprintf("bring %d copies of %s from the shelf to the table", n, p.Name)
	case size > 1:
		m.Does += fmt.Sprintf(", %d characters", size)
	}
	if round > 0 {
		m.Does += fmt.Sprintf(", in %s %d", c.Table.Time().Round, round)
	}
	join := p.Join(c.Table, n, round)
	hidden := 0
	for _, x := range append([]model.Character{join.Character}, join.More...) {
		if x.Hidden {
			hidden++
		}
	}
	switch {
	case hidden == 0:
	case len(join.More) == 0:
		m.Does += ", hidden"
	default:
		m.Does += fmt.Sprintf(", %d of them hidden", hidden)
	}
	m.Command = join
	return []Meaning{m}
}

// readTemplate reads a line that is the name of a template: one character from it.
func readTemplate(c *Context, text string) []Meaning {
	for _, s := range c.ownFirst() {
		for _, t := range s.Templates {
			if strings.EqualFold(t.Name, text) {
				return c.joinMeaning(newcomerGroup{t.Name, copies(c.Table, model.FromTemplate(s, t), t.Name, 1)}, 1, 0)
			}
		}
	}
	return nil
}

// creatures are words for a foe that are taken for one even if nothing else is said.
var creatures = []string{"goblin", "orc", "kobold", "hobgoblin", "gnoll", "troll", "ogre", "giant", "dragon", "wolf", "zombie", "skeleton", "ghoul", "vampire", "werewolf",
	"spider", "cultist", "bandit", "pirate", "robot", "drone", "alien", "stormtrooper", "assassin", "demon", "imp", "slime"}

// readCreature reads a line that is only a word for a foe: one of them, with the sheet for
// extras.
func readCreature(c *Context, text string) []Meaning {
	name := strings.ToLower(text)
	if !slices.Contains(creatures, name) {
		return nil
	}
	if _, known := c.sourceOf(name, 1); known {
		return nil
	}
	some, ok := c.unknownExtra(name, 1)
	if !ok {
		return nil
	}
	return c.joinMeaning(some, 1, 0)
}

// joinMeaning returns the meaning that characters come to the table, now or in a round. n
// is how many were asked for.
func (c *Context) joinMeaning(some newcomerGroup, n, round int) []Meaning {
	m := Meaning{Does: fmt.Sprintf("bring %d copies of %s to the table", min(n, MostAtOnce), some.called), WhyNot: c.whyNotGamemaster(),
		Command: model.Join{Character: some.all[0], More: some.all[1:], Round: round}}
	switch {
	case n == 1:
		m.Does = "bring " + some.called + " to the table"
	case n > MostAtOnce:
		m.WhyNot = fmt.Sprintf("at most %d at once", MostAtOnce)
	}
	if some.all[0].Minion {
		m.Does += ", felled by one hit"
	}
	if round > 0 {
		m.Does += fmt.Sprintf(", in %s %d", c.Table.Time().Round, round)
	}
	return []Meaning{m}
}

// inRound cuts the round in which somebody is to arrive from a line: "in round 3".
func inRound(c *Context, words []string) (rest []string, round int) {
	n := len(words)
	if n < 3 || words[n-2] != "round" && words[n-2] != strings.ToLower(c.Table.Time().Round) {
		return words, 0
	}
	if round, _ = numberOf(words[n-1]); round < 1 {
		return words, 0
	}
	words = words[:n-2]
	if slices.Contains([]string{"in", "at", "from"}, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words, round
}

// newcomerGroup is several new characters and the name for all of them.
type newcomerGroup struct {
	called string
	all    []model.Character
}

// sourceOf makes count characters of what a name means: a template, a character at the
// table, or a word such as "thug". It returns false if the name means none.
//
// The rulebook on the screen and the table's own come first: there the name may be exact,
// close to exact, or a word for an extra. Only if it means nothing there does it mean what
// has exactly that name in another rulebook.
func (c *Context) sourceOf(name string, count int) (newcomerGroup, bool) {
	all := c.ownFirst()
	n := slices.IndexFunc(all, func(s *engine.System) bool { return c.nearness(s) == 0 })
	if n < 0 {
		n = len(all)
	}
	own, other := all[:n:n], all[n:]
	for _, find := range []func() (newcomerGroup, bool){
		func() (newcomerGroup, bool) { return c.sourceNamed(own, name, count, false) },
		func() (newcomerGroup, bool) { return c.sourceNamed(own, name, count, true) },
		func() (newcomerGroup, bool) { return c.sourceOfExtras(append(own, other...), name, count) },
	} {
		if some, ok := find(); ok {
			return some, true
		}
	}
	return c.sourceNamed(other, name, count, false)
}

// nearness returns 2 for the rulebook on the screen, 1 for the table's, and 0 for others.
func (c *Context) nearness(s *engine.System) int {
	switch s.ID {
	case c.System:
		return 2
	case c.Table.System:
		return 1
	}
	return 0
}

// ownFirst returns the rulebooks with sheets: the one on the screen, the table's, then the
// others by name.
func (c *Context) ownFirst() []*engine.System {
	var out []*engine.System
	for _, s := range c.Table.Rulebooks {
		if !s.HasNoSheet() {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *engine.System) int {
		return cmp.Or(c.nearness(b)-c.nearness(a), strings.Compare(a.Name, b.Name))
	})
	return out
}

// sourceNamed makes count copies of the template or the character with a name in one of
// the rulebooks, or else of the template with that id. With near the name may be close to
// exact.
func (c *Context) sourceNamed(books []*engine.System, name string, count int, near bool) (newcomerGroup, bool) {
	for _, s := range books {
		var like []model.Character
		for _, t := range s.Templates {
			like = append(like, model.FromTemplate(s, t))
		}
		for _, who := range c.Table.Characters() {
			if _, plays := who.Pages[s.ID]; plays {
				x := c.Table.Another(who)
				if head, _, numbered := CutNumber(who.Name); numbered { // thugs are more like Thug 1
					more := x
					more.Name = head
					like = append(like, more)
				}
				like = append(like, x)
			}
		}
		for _, x := range like {
			if sameName(x.Name, name, near) {
				return newcomerGroup{x.Name, copies(c.Table, x, x.Name, count)}, true
			}
		}
		for i, t := range s.Templates { // a fighter, whom the rulebook has given a name
			if sameName(strings.ReplaceAll(t.ID, "-", " "), name, near) {
				return newcomerGroup{t.Name, copies(c.Table, like[i], t.Name, count)}, true
			}
		}
	}
	return newcomerGroup{}, false
}

// copies returns count copies of a character, under names that nobody has.
func copies(t model.Table, like model.Character, name string, count int) []model.Character {
	var all []model.Character
	for _, n := range FreeNames(t, name, count) {
		like.Name = n
		all = append(all, like)
	}
	return all
}

// extras are words for a character who is there only to be beaten.
var extras = []string{"thug", "goon", "mook", "minion", "guard", "bandit", "henchman", "soldier", "enemy", "foe", "opponent", "monster", "npc", "extra"}

// sourceOfExtras makes count characters if the name is a word for an extra. They get the
// last template of the first rulebook, which is the one for extras.
func (c *Context) sourceOfExtras(books []*engine.System, name string, count int) (newcomerGroup, bool) {
	if len(books) == 0 || len(books[0].Templates) == 0 {
		return newcomerGroup{}, false
	}
	s := books[0]
	for _, word := range extras {
		if !sameName(word, name, false) {
			continue
		}
		like := extraOf(s)
		called := strings.ToUpper(word[:1]) + word[1:]
		x := model.Character{Side: engine.Foes, Minion: word == "minion", Pages: map[string]engine.Page{s.ID: like.Page}}
		return newcomerGroup{called + ", with the sheet of " + like.Name, copies(c.Table, x, called, count)}, true
	}
	return newcomerGroup{}, false
}

// unknownExtra makes count characters of a name that means nobody, with the sheet for
// extras. It is false for what is known as something else: a pool, a condition.
func (c *Context) unknownExtra(name string, count int) (newcomerGroup, bool) {
	s, ok := c.Table.Rulebook(cmp.Or(c.System, c.Table.System))
	if !ok || len(s.Templates) == 0 || poolOf(s, name) != nil || IsVerb(name) ||
		slices.ContainsFunc(s.Conditions, func(x engine.Condition) bool {
			return strings.EqualFold(x.Label, name) || strings.EqualFold(x.ID, name)
		}) ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return newcomerGroup{}, false
	}
	if one := singular(name); count > 1 && len(one) > 0 {
		name = one[len(one)-1]
	}
	like := extraOf(s)
	called := model.Capitalize(name)
	x := model.Character{Side: engine.Foes, Pages: map[string]engine.Page{s.ID: like.Page}}
	return newcomerGroup{called + ", with the sheet of " + like.Name, copies(c.Table, x, called, count)}, true
}

// extraOf returns the template for somebody of no importance: of the foes the one that can
// lose least of a pool of life, else the last.
func extraOf(s *engine.System) engine.Template {
	out, least := s.Templates[len(s.Templates)-1], 0
	i := slices.IndexFunc(s.Pools, func(p engine.Pool) bool { return p.Kind == "life" && p.Full.In == "" })
	for _, x := range s.Templates {
		n := 0
		if i >= 0 {
			n = s.Pools[i].Full.Of(s.Sheet.Read(x.Page))
		}
		if x.Side == engine.Foes && (out.Side != engine.Foes || least == 0 || n > 0 && n <= least) {
			out, least = x, n
		}
	}
	return out
}

// oneLine makes count characters from a line with a name and amounts of pools, such as
// "goblin 10 vp". Everything else is as for the template or the character of that name, and
// as for extras if there is none.
func (c *Context) oneLine(words []string, count int) (newcomerGroup, bool) {
	s, ok := c.Table.Rulebook(cmp.Or(c.System, c.Table.System))
	if !ok || len(s.Templates) == 0 {
		return newcomerGroup{}, false
	}
	i := slices.IndexFunc(words, func(w string) bool { _, number := numberOf(w); return number })
	if i < 1 || (len(words)-i)%2 != 0 {
		return newcomerGroup{}, false
	}
	name := strings.Join(words[:i], " ")
	x := model.Character{Side: engine.Foes, Pages: map[string]engine.Page{s.ID: extraOf(s).Page}}
	called := ""
	if like, ok := c.sourceNamed([]*engine.System{s}, name, 1, false); ok {
		x, called = like.all[0], like.called
	}
	page, said := x.Pages[s.ID], ""
	for ; i < len(words); i += 2 {
		n, number := numberOf(words[i])
		pool := poolOf(s, words[i+1])
		if !number || pool == nil || pool.Full.Check(engine.ValueOf(n)) != nil {
			return newcomerGroup{}, false
		}
		page = page.With(pool.Full.ID, engine.ValueOf(n))
		said += fmt.Sprintf(", %s %d", pool.Label, n)
	}
	if one := singular(name); count > 1 && len(one) > 0 {
		name = one[len(one)-1]
	}
	name = cmp.Or(called, strings.ToUpper(name[:1])+name[1:])
	x.Pages = map[string]engine.Page{s.ID: page}
	return newcomerGroup{name + said, copies(c.Table, x, name, count)}, true
}

// sameName reports whether typed words are a name, in the singular or the plural. With
// near, the beginning of the name is enough, and one letter may be wrong.
func sameName(name, typed string, near bool) bool {
	name, typed = strings.ToLower(name), strings.ToLower(typed)
	for _, t := range append(singular(typed), typed) {
		if name == t || near && len(t) > 3 && (strings.HasPrefix(name, t) || Distance(name, t) == 1) {
			return true
		}
	}
	return false
}

func singular(s string) []string {
	var out []string
	for _, end := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}, {"men", "man"}} {
		if stem, ok := strings.CutSuffix(s, end[0]); ok && stem != "" {
			out = append(out, stem+end[1])
		}
	}
	return out
}

// FreeNames returns n names that nobody at the table has: the name itself if one is asked
// for and it is free, otherwise the name with numbers.
func FreeNames(t model.Table, name string, n int) []string {
	taken := map[string]bool{}
	for _, c := range t.Characters() {
		taken[strings.ToLower(c.Name)] = true
	}
	if n == 1 {
		return []string{FreeName(taken, name)}
	}
	var out []string
	for i := 1; len(out) < n; i++ {
		if next := numbered(name, i); !taken[strings.ToLower(next)] {
			out = append(out, next)
		}
	}
	return out
}

// FreeName returns a name that is not among those taken, which are in small letters: the
// name itself or the name with the next number.
func FreeName(taken map[string]bool, name string) string {
	if !taken[strings.ToLower(name)] {
		return name
	}
	stem, from := name, 2
	if head, number, ok := CutNumber(name); ok {
		stem, from = head, number+1
	}
	for i := from; ; i++ {
		if next := numbered(stem, i); !taken[strings.ToLower(next)] {
			return next
		}
	}
}

func numbered(stem string, n int) string {
	number := " " + strconv.Itoa(n)
	return firstRunes(stem, model.LongestName-len(number)) + number
}

// CutNumber splits "Thug 3" into "Thug" and 3. ok is false if there is no number.
func CutNumber(name string) (head string, n int, ok bool) {
	i := strings.LastIndexByte(name, ' ')
	if i < 1 {
		return name, 0, false
	}
	n, err := strconv.Atoi(name[i+1:])
	return name[:i], n, err == nil && n > 0 && n < 10_000
}

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n]))
}
