package trip

import (
	_ "embed" // for the table of Meta
	"strconv"
	"strings"

	"example.org/fray/engine"
)

//go:embed meta.csv
var metaTable string

// colour is a colour of Meta, with the bonus of its Focus unless a house rule changes it.
type colour struct {
	id, label string
	focus     int
}

// colours are in the order of their worth, the lowest first.
var colours = readColours(metaTable)

func readColours(table string) []colour {
	var out []colour
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		id, number, _ := strings.Cut(strings.TrimSpace(line), ",")
		n, err := strconv.Atoi(number)
		if err != nil {
			panic("the table of Meta: " + err.Error()) // the table is embedded in the program
		}
		out = append(out, colour{id, strings.ToUpper(id[:1]) + id[1:], n})
	}
	return out
}

// colourAt gives the number of a colour by its id, -1 for none.
func colourAt(id string) int {
	for i, c := range colours {
		if c.id == id {
			return i
		}
	}
	return -1
}

func colourIDs(first ...string) []string {
	for _, c := range colours {
		first = append(first, c.id)
	}
	return first
}

// purse is where Meta of one sort is kept, by colour.
type purse struct {
	id, label string
	lasts     string // the time after which unspent Meta is a missed chance to Focus: Nish, scene, day; "" for none
	full      []engine.Field[int]
	spent     []engine.Field[int]
}

func newPurse(id, label, lasts string) purse {
	p := purse{id: id, label: label, lasts: lasts}
	group := sheet.Group(label)
	for _, c := range colours {
		p.full = append(p.full, group.Int(id+"_"+c.id, c.label+" "+label, 0, 99))
		p.spent = append(p.spent, group.Int(id+"_"+c.id+"_spent", c.label+" "+label+", spent", 0, 99))
	}
	return p
}

// left gives how many Meta of a colour the purse still holds.
func (p purse) left(s engine.Sheet, colour int) int {
	return max(0, p.full[colour].Of(s)-p.spent[colour].Of(s))
}

// holds gives how many Meta of all colours the purse still holds, and how many it has in full.
func (p purse) holds(s engine.Sheet) (left, full int) {
	for c := range colours {
		left += p.left(s, c)
		full += p.full[c].Of(s)
	}
	return left, full
}

func purseOf(id string) purse {
	for _, p := range purses {
		if p.id == id {
			return p
		}
	}
	return purses[0]
}

func purseIDs(first ...string) []string {
	return append(first, "mana", "omega", "pool", "channeled")
}

// paying gives the purse that a Meta of a colour is paid from: the one that was chosen, or
// else the first that holds one.
func paying(r *engine.Roll, colour int) purse {
	me, first := r.Sheet(engine.Actor), purses[0]
	for _, p := range purses {
		if p.left(me, colour) > 0 {
			first = p
			break
		}
	}
	return purseOf(formPurse.Else(r, first.id))
}

// pay takes one Meta from a purse. It refuses if there is none. why says what it is for.
func pay(r *engine.Roll, from purse, colour int, why string) {
	me := r.Sheet(engine.Actor)
	if from.left(me, colour) == 0 {
		r.Refuse("no %s %s is left for %s", colours[colour].label, from.label, why)
	}
	r.Add(me, from.spent[colour], 1)
	r.Note("one %s %s is spent on %s, whatever the result", colours[colour].label, from.label, why)
}

// feat is the cost of a feat.
type feat struct {
	costs     bool // false: it costs no Meta
	from      purse
	colour    int
	comesBack bool // the Meta comes back on a failure that is no ability failure
}

// findFeat finds what the feat of a roll costs. A roll that continues a use costs nothing
// more.
func (a *attempt) findFeat(r *engine.Roll) {
	form, row := r.Params(), a.ability.row
	cost := formCost.Of(form)
	if a.ability.known && !formContinues.Of(form) {
		cost = formCost.Else(r, abilityCost.At(row))
	}
	c := colourAt(cost)
	if c < 0 {
		return
	}
	from := purseOf(formCostPurse.Of(form))
	if formCostPurse.Of(form) == "same" {
		from = paying(r, c)
	}
	a.feat = feat{costs: true, from: from, colour: c, comesBack: a.ability.known && abilityBack.At(row)}
}

// payFeat pays for a feat, before its roll. Chapter "Lost Meta".
func (a *attempt) payFeat(r *engine.Roll) {
	if a.feat.costs {
		pay(r, a.feat.from, a.feat.colour, "the feat")
	}
}
