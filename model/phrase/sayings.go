package phrase

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// sayings are lines from other games that mean a command here.
var sayings = map[string]string{
	"end session": "end-session", "award xp": "end-session",
	"end round": "round", "end turn": "next", "roll for initiative": "order", "roll initiative": "order", "roll init": "order", "roll for init": "order", "next round": "round", "stop fight": "scene", "stop the fight": "scene",
	"stop hosting": "stop-hosting", "end hosting": "stop-hosting",
	"end combat": "scene", "end fight": "scene", "delay turn": "wait", "ready action": "wait",
	"who's up": "free", "whos up": "free", "who is up": "free", "whose turn": "free", "whose turn is it": "free", "who's turn is it": "free", "whos turn is it": "free", "who is next": "free", "who's next": "free", "who's turn": "free",
}

// answers say what there is here instead of a thing of other games. They change nothing.
var answers = []struct{ words, says string }{
	{"save", "everything is saved already, each act as it happens"},
	{"map battlemap grid minimap", "there is no map: distance and cover are set in the form of an attack"},
	{"macro macros hotkey hotkeys", "there are no macros: the form of an action can be kept as a favourite"},
	{"loot gold money treasure coins", "there is no purse: note TEXT writes into the log who has what"},
}

// wordsOfFate are the verbs of sayings about one character, and small words in them.
var wordsOfFate = []string{"kill", "dies", "falls", "dead", "flees", "runs", "away", "escapes", "is", "not", "how", "much"}

// wordsOfRest are the verbs behind which stands how long somebody rests.
var wordsOfRest = []string{"rest", "rests", "sleep", "sleeps", "camp", "camps"}

// restsForAll are lines for a rest of everybody, which is set up in a form.
var restsForAll = []string{"long rest", "short rest", "everyone rests", "everybody rests", "make camp"}

// readSaying reads what people type who come from other games.
func readSaying(c *Context, text string) []Meaning {
	line := strings.ToLower(text)
	for _, a := range answers {
		if slices.Contains(strings.Fields(a.words), line) {
			if c.Demo && a.words == "save" {
				return []Meaning{{Does: "nothing is saved in the demo: a table of your own saves each act as it happens"}}
			}
			return []Meaning{{Does: a.says}}
		}
	}
	if c.Screen && slices.Contains(restsForAll, line) {
		return []Meaning{{Does: "everyone rests", Verb: "rest"}}
	}
	if what, rolls := strings.CutPrefix(line, "roll "); rolls {
		return c.rollOf(what)
	}
	if m, ok := c.later(line); ok {
		return []Meaning{m}
	}
	if m, ok := c.check(line); ok && len(c.readTerm(line)) == 0 { // what the rulebook itself says of a word comes first
		return []Meaning{m}
	}
	kill, kills := strings.CutPrefix(line, "kill ")
	if kills {
		line = kill + " dies"
	}
	if pool, asks := strings.CutPrefix(line, "how much "); asks {
		line = pool
		if here := c.selected(); here != nil {
			line = strings.ToLower(here.Name) + " " + pool
		}
	}
	if all, rest := c.several(line); all != nil && !kills {
		if verb, span := cutWord(rest); slices.Contains(wordsOfRest, verb) && span != "" {
			return readCommand(c, "rest "+strings.TrimSuffix(line, rest)+span)
		}
	}
	if startsWithNumber(line) {
		return nil // 5 hp is no number of somebody
	}
	who, rest, err := c.Named(line)
	if kills && err != nil {
		return []Meaning{{Does: "kill " + kill, WhyNot: err.Error()}}
	}
	if err != nil || rest == "" {
		return nil
	}
	if verb, span := cutWord(rest); slices.Contains(wordsOfRest, verb) && span != "" {
		return readCommand(c, "rest "+who.Name+" "+span)
	}
	switch rest = strings.TrimPrefix(rest, "is "); rest {
	case "dies", "falls", "dead":
		return []Meaning{c.falls(who)}
	case "flees", "runs", "runs away", "escapes":
		return c.flees(who)
	}
	if m, ok := c.amount(who, rest); ok {
		return []Meaning{m}
	}
	return c.condition(who, rest)
}

// later reads that time goes by in the calendar: 30 minutes later, +2 hours.
func (c *Context) later(line string) (Meaning, bool) {
	span, is := strings.CutSuffix(line, " later")
	n, unit, _ := strings.Cut(strings.TrimPrefix(span, "+"), " ")
	if _, number := numberOf(n); !number || !is && !strings.HasPrefix(line, "+") || !c.isTime(unit) {
		return Meaning{}, false
	}
	x := verbOf("date")
	return x.said(c, "+"+n+" "+unit), true
}

// check reads what somebody can roll, by its own name alone or with one for a check behind it:
// hearing, brenna strength save. A number behind it is the difficulty, where the roll takes one:
// dex save dc 15.
func (c *Context) check(line string) (Meaning, bool) {
	who, words := c.selected(), strings.Fields(line)
	if at, n, unclear := findNamed(c.Table.Characters(), words); at != nil && unclear == "" && n < len(words) {
		who, words = at, words[n:]
	}
	if who == nil || len(words) == 0 || IsVerb(words[0]) {
		return Meaning{}, false
	}
	difficulty, said := "", false
	if last := len(words) - 1; last > 0 && startsWithNumber(words[last]) && words[last][0] != '+' && words[last][0] != '-' {
		difficulty, words = words[last], words[:last]
		if last := len(words) - 1; last > 0 && slices.Contains([]string{"dc", "vs", "against", "difficulty", "target"}, words[last]) {
			words, said = words[:last], true
		}
	}
	kind := ""
	if last := len(words) - 1; last > 0 && slices.Contains([]string{"save", "check", "roll", "test"}, words[last]) {
		kind, words = words[last], words[:last]
		said = said || kind == "save" || kind == "check"
	}
	if len(words) > 1 && slices.Contains([]string{"makes", "make", "rolls", "roll"}, words[0]) {
		words, said = slices.DeleteFunc(words[1:], func(w string) bool { return w == "a" || w == "an" }), true
	}
	if len(words) == 0 || startsWithNumber(words[0]) {
		return Meaning{}, false
	}
	what := strings.Join(words, " ")
	m, ok := c.checkCalled(who, what, kind == "save")
	if !ok || difficulty != "" && !said {
		return Meaning{}, false // strength 15 writes it on the sheet
	}
	if difficulty == "" {
		return m, true
	}
	for _, sp := range m.Offer.Rule.Form.Fields() {
		if slices.Contains([]string{"dc", "difficulty", "target"}, sp.ID) {
			params, err := SetParam(m.Offer.Rule, m.Offer.Params, 0, sp.ID, difficulty)
			if err != nil {
				m.WhyNot = err.Error()
			}
			m.Offer.Params, m.Whole = params, true
			m.Does += ", " + strings.ToLower(sp.Label) + " " + difficulty
			return m, true
		}
	}
	m.WhyNot = m.Offer.Rule.Label + " takes no number to reach: " + strconv.Quote(difficulty) + " has no meaning here"
	return m, true
}

// checkCalled is the roll of a character that is of a row, or of an option of what is rolled,
// with exactly this name, or with its beginning. A save is only what is called one.
func (c *Context) checkCalled(who *model.Character, what string, save bool) (Meaning, bool) {
	s := c.rulebookOf(who)
	if s == nil {
		return Meaning{}, false
	}
	var begins *Meaning
	for _, o := range c.offers(who, s) {
		if o.Rule.Attack() || save && !slices.ContainsFunc(strings.Fields(strings.ToLower(o.Name+" "+o.Also)), func(w string) bool { return sameStem(w, "save") }) {
			continue
		}
		if strings.EqualFold(o.Row, what) && what != "" {
			return Meaning{Does: who.Name + ": " + o.Name, Offer: &o, WhyNot: c.whyNotOwner(who)}, true
		}
		for _, sp := range o.Rule.LeadParams() {
			if o.Row != "" {
				break
			}
			for _, option := range sp.Options {
				words := strings.ToLower(strings.ReplaceAll(option, "_", " "))
				if words != what && (len(what) < shortestTerm || !strings.HasPrefix(words, what)) {
					continue
				}
				one := o
				one.Params = one.Params.With(sp.ID, engine.ValueOf(option))
				m := Meaning{Does: who.Name + ": " + o.Name + ", " + words, Offer: &one, WhyNot: c.whyNotOwner(who)}
				if words == what {
					return m, true
				}
				if begins == nil {
					begins = &m
				}
			}
		}
	}
	if begins == nil {
		return Meaning{}, false
	}
	return *begins, true
}

// rollOf is what the selected character can roll under a name: a skill, a power, an ability.
// If they cannot, it is what others at the table can, or that nobody can.
func (c *Context) rollOf(what string) []Meaning {
	who := c.selected()
	if who == nil {
		return nil
	}
	if m, ok := c.rollBy(who, what); ok {
		return []Meaning{m}
	}
	if strings.ContainsFunc(what, unicode.IsDigit) { // dice
		return nil
	}
	var out []Meaning
	for _, other := range c.Table.Characters() {
		if m, ok := c.rollBy(other, what); ok && other.ID != who.ID {
			m.Select = other.ID
			out = append(out, m)
		}
	}
	if out == nil && !strings.Contains(what, " ") {
		return []Meaning{{Does: "roll " + what, WhyNot: "neither " + who.Name + " nor anybody else here has " + what + " on the sheet"}}
	}
	return out
}

// rollBy is what a character can roll under a name.
func (c *Context) rollBy(who *model.Character, what string) (Meaning, bool) {
	s := c.rulebookOf(who)
	if s == nil {
		return Meaning{}, false
	}
	all := c.offers(who, s)
	o, ok := offerFor(s, all, strings.Fields(what))
	if ok && strings.Contains(strings.ToLower(o.Name+" "+o.Row), what) { // another word for a skill is not that skill
		return Meaning{Does: who.Name + ": " + o.Name, Offer: &o, WhyNot: c.whyNotOwner(who)}, true
	}
	for _, o := range all {
		for _, sp := range o.Rule.LeadParams() {
			for _, option := range sp.Options {
				if words := strings.ReplaceAll(option, "_", " "); strings.EqualFold(words, what) {
					o.Params = o.Params.With(sp.ID, engine.ValueOf(option))
					return Meaning{Does: who.Name + ": " + o.Name + ", " + words, Offer: &o, WhyNot: c.whyNotOwner(who)}, true
				}
			}
		}
	}
	return Meaning{}, false
}

// falls is that somebody can no longer act, by the first change of the sheet that does that
// in the rulebook: a pool of life that is lost whole, else a wound. Where a rulebook has no
// such state, the sheet leaves the table, and the log keeps what was done.
func (c *Context) falls(who *model.Character) Meaning {
	s := c.rulebookOf(who)
	if s == nil {
		return c.leaves(who)
	}
	if c.Table.IsDownIn(who, s.ID) {
		return Meaning{Does: who.Name + " has fallen already: " + c.Table.DownWord(who, s.ID)}
	}
	for _, set := range fatal(who, s) {
		fallen := *who
		fallen.Pages = maps.Clone(who.Pages)
		fallen.Pages[s.ID] = who.Pages[s.ID].With(set.Field, set.To)
		if !c.Table.IsDownIn(&fallen, s.ID) {
			continue
		}
		does := who.Name + " falls, " + c.Table.DownWord(&fallen, s.ID) + ": " + c.Table.FieldName(who.ID, s.ID, set.Field) + " " + model.ValueWords(set.From) + "→" + model.ValueWords(set.To)
		return c.onSheet(Meaning{Does: does, Command: model.Write{Who: who.ID, System: s.ID, Set: []model.Change{set}, Why: model.WhyFalls}}, who)
	}
	return c.leaves(who)
}

// fatal returns the changes of a sheet that may leave somebody unable to act, the usual
// first.
func fatal(who *model.Character, s *engine.System) []model.Change {
	var out []model.Change
	page, known := who.Pages[s.ID]
	if !known {
		return nil
	}
	sheet := s.Sheet.Read(page)
	for _, pool := range s.Pools {
		if pool.Kind == "life" && len(pool.Losses) > 0 {
			out = append(out, lossOf(who, s, pool.Losses[0], pool.Now(sheet)))
		}
	}
	if hurt, ok := s.Sheet.Field(s.Time.Between.Hurt); ok {
		for _, level := range hurt.Options {
			out = append(out, model.Change{Field: s.Time.Between.Hurt, From: sheet.Value(s.Time.Between.Hurt), To: engine.ValueOf(level)})
		}
	}
	return out
}

// leaves is that somebody is out of the fight: the sheet leaves the table.
func (c *Context) leaves(who *model.Character) Meaning {
	return Meaning{Does: who.Name + " falls: out of the fight, and still in the log", Command: model.Leave{Who: who.ID}, WhyNot: c.whyNotGamemaster()}
}

// flees is that somebody leaves, or moves by the rules.
func (c *Context) flees(who *model.Character) []Meaning {
	out := []Meaning{{Does: who.Name + " leaves the table", Command: model.Leave{Who: who.ID}, WhyNot: c.whyNotGamemaster()}}
	if s := c.rulebookOf(who); s != nil {
		for _, o := range c.offers(who, s) {
			if o.Rule.Purpose == engine.ForMovement {
				m := Meaning{Does: who.Name + ": " + o.Name, Offer: &o, Select: who.ID, WhyNot: c.whyNotOwner(who)}
				return append(out, m)
			}
		}
	}
	return out
}

// amount tells how much somebody has of a pool.
func (c *Context) amount(who *model.Character, word string) (Meaning, bool) {
	s := c.rulebookOf(who)
	if s == nil {
		return Meaning{}, false
	}
	pool, page := poolOf(s, word), who.Pages[s.ID]
	if pool == nil {
		return Meaning{}, false
	}
	sheet := s.Sheet.Read(page)
	return Meaning{Does: fmt.Sprintf("%s has %d of %d %s", who.Name, pool.Now(sheet), pool.Full.Of(sheet), pool.Label)}, true
}

// condition reads a condition of the rulebook that begins, where it has to say so with how
// much it adds, or that ends after "not": sphinx prone -2, sphinx not prone.
func (c *Context) condition(who *model.Character, words string) []Meaning {
	s := c.rulebookOf(who)
	if s == nil {
		return nil
	}
	words, ends := strings.CutPrefix(words, "not ")
	whole := words
	words, until, lasts := strings.Cut(words, " until ")
	if !lasts {
		words, until, lasts = strings.Cut(words, " for ")
	}
	if _, bare := numberOf(until); bare { // hurt for 3 is no span of time
		words, lasts = whole, false
	}
	name := words
	if i := strings.LastIndexByte(words, ' '); i >= 0 {
		if _, much := numberOf(words[i+1:]); much {
			name = words[:i]
		}
	}
	if _, known := conditionCalled(s, name); !known {
		return nil
	}
	line := who.Name + " " + words
	switch {
	case ends && lasts:
		return nil
	case ends:
		return readCommand(c, "treat "+line)
	case lasts:
		line += " until " + until
	}
	return []Meaning{readEffect(c, line)}
}
