package script_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

// exampleHead and exampleRest are the text in which the examples of the reference stand.
const (
	exampleHead = `rulebook(id = "examples", name = "Examples", author = "Nobody")
`
	exampleSmall = `stats = group("Stats")
strength = stats.int("strength", "Strength", 1, 30, start = 10)
hp = pool("hp", "Hit points", full = strength, down = 0)
weapons = table("weapons", "Weapons")
die = weapons.int("die", "Die", 1, 20, start = 8)
weapon = param.row("weapon", "With", weapons)
template("fighter", "Fighter", strength = 12, weapons = [dict(name = "Longsword")])
`
	exampleRest = `armour = stats.int("armour", "Armour class", 0, 40, start = 12)
coins = stats.int("coins", "Coins", 0, 999)
stance = stats.choice("stance", "Stance", ["high", "low"])
mana = pool("mana", "Mana", full = 10)
stress = track("stress", "Stress", 5)
wounds = track("wounds", "Wounds", ["Light", "Severe"])
prone = condition("prone", "Prone", adds = {armour: -2})
crits = house("crits", "A 20 doubles the dice")
cover = param.int("cover", "Cover", 0, 9)
heat = param.int("heat", "Heat", 0, 9)
amount = param.int("amount", "Damage", 0, 99)
def strike(r):
    return r.success(total = r.sum("hit", "1d20") + r.situation, target = armour.of(r.foe))
def sleep(r):
    return r.done()
def initiative(r):
    return r.success(total = r.sum("d20", "1d20"))
action("strike", "Strike", strike, form = [cover, weapon], kind = "attack")
action("burns", "Burns", sleep, form = [heat], by = "clock")
action("damage", "Damage", sleep, form = [amount])
action("initiative", "Initiative", initiative, by = "clock")
`
)

// Every word of the reference has an example that is a text as it stands: a declaration
// in a rulebook, or a line of a rule, which is then played and counted.
func TestExamplesOfTheReference(t *testing.T) {
	for _, w := range script.Reference() {
		name, _, _ := strings.Cut(w.Call, "(")
		if !strings.Contains(w.Example, name) {
			t.Errorf("%s of %q: the example %q has no %s", w.Call, w.Of, w.Example, name)
		}
		head, rest, declares, line := exampleHead, exampleRest, "", ""
		switch declaration := w.Of == "" || w.Of == "a group" || w.Of == "param" || w.Of == "house" || strings.Contains(w.Example, " = weapons."); {
		case name == "rulebook":
			head = w.Example + "\n"
		case declaration:
			declares = w.Example + "\n"
		default:
			line = "    " + w.Example + "\n"
		}
		form := "[weapon, cover]"
		if name == "panel" { // which shows all there is
			rest, form = "", "[weapon]"
		}
		text := head + exampleSmall + rest + declares +
			"def example(r):\n    face, total, harm, need = 3, 15, 2, 12\n" + line + "    return r.done()\n" +
			"action(\"example\", \"Example\", example, form = " + form + ", foes = \"many\")\n"
		sys, err := script.Load("example.star", text)
		if err != nil {
			t.Errorf("%s of %q: %v", w.Call, w.Of, err)
			continue
		}
		a, _ := sys.Action("example")
		in := engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: sys.Templates[0].Page, engine.Other: sys.Templates[0].Page}}
		_, err = engine.Odds(in, nil, nil)
		for tape := []engine.Answer(nil); err == nil; {
			var step engine.Step
			if step, err = engine.Run(in, tape); err != nil || step.Done() {
				break
			}
			answer, decided := step.Open.Nothing()
			if d := step.Open.Dice; !decided {
				answer = step.Open.Thrown(slices.Repeat(engine.Faces{d.Low}, d.Count))
			}
			tape = append(tape, answer)
		}
		var refused *engine.Refusal
		if name == "refuse" {
			if !errors.As(err, &refused) || refused.Words != "no weapon is in hand" {
				t.Errorf("%s: %v", w.Call, err)
			}
		} else if err != nil {
			t.Errorf("%s of %q: %v", w.Call, w.Of, err)
		}
	}
}

// A term is refused if it names what is not there, or means nothing.
func TestTermsNameWhatIsThere(t *testing.T) {
	for line, fault := range map[string]string{
		`term("shoot", action = "shoot")`:                               `there is no action "shoot"`,
		`term("shoot", action = "strike", otherwise = "shoot")`:         `there is no action "shoot"`,
		`term("fall", condition = "fallen")`:                            `there is no condition "fallen"`,
		`term("fall")`:                                                  "names an action or a condition, or says",
		`term(" ", says = "nothing")`:                                   "words are what people type",
		`term("fall, trip", action = "strike", condition = "prone")`:    "not both",
		`term("fall, trip", condition = prone)`:                         "",
		`term("shoot, bow", action = "strike", says = "Nothing does.")`: "",
		`term("gold", says = "coins stand on the sheet")`:               "",
	} {
		_, err := script.Load("example.star", exampleHead+exampleSmall+exampleRest+line+"\n")
		if got := fmt.Sprint(err); (fault == "") != (err == nil) || !strings.Contains(got, fault) && fault != "" {
			t.Errorf("%s: %v, not %q", line, err, fault)
		}
	}
}

// The words that the page for authors fixes, by what they are words of.
func TestWordsForAuthorsAreThere(t *testing.T) {
	known := map[string]string{}
	for _, w := range script.Reference() {
		name, _, _ := strings.Cut(w.Call, "(")
		known[w.Of+"."+name] = w.Call
	}
	five := "int(id, label, start, help) decimal(id, label, start, help) text(id, label, start, help) bool(id, label, start, help) choice(id, label, start, help)"
	for of, all := range map[string]string{
		"": "rulebook(id, name, author, licence, dice, help, version) group(label) table(id, label) pool(id, label, full, down, kinds) track(id, label, boxes) house(id, label, default) " +
			"action(id, label, rule, form, foes, kind, by, cost, takes, once_a, group, chapter, words, key) time(unit, round, per_round, seconds, order, turns) " +
			"condition(id, label, adds, until, help) template(id, label, side, note) panel(blocks) rest(id, label, rule, takes) award(id, label, field) dice(number)",
		"a group": five + " int(unit, defence, derived)", "a table": five, "param": five + " row(id, label)",
		"a pool": "now lost lose regain spend", "a field": "of(sheet)", "a parameter": "of(r)", "a house rule": "of(r)",
		"r": "me foe foes situation row(param) throw(id, dice) sum(id, dice) count(id, dice, at_least) read(id, dice, start, fold) pick(id, words, options, who) share(id, words, total, uses) " +
			"amount(id, words, least, most) refuse(words) aim(n, words) note(words) story(words) add(field, n) set(field, value) add_row drop_row after(time, action) calls(action) once " +
			"success(total, target, values, flags, grade) failure(total, target, values, flags, grade) done",
	} {
		for _, call := range strings.Split(strings.ReplaceAll(all, ") ", ")\n"), "\n") {
			name, args, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
			names := strings.Fields(name)
			for i, n := range names {
				got, there := known[of+"."+n]
				if !there {
					t.Errorf("%q has no word %s", of, n)
				}
				if i < len(names)-1 || args == "" {
					continue
				}
				for _, arg := range strings.Split(args, ", ") {
					if !slices.Contains(strings.FieldsFunc(got, func(c rune) bool { return strings.ContainsRune("(), []", c) }), arg) {
						t.Errorf("%s has no argument %s", got, arg)
					}
				}
			}
		}
	}
}
