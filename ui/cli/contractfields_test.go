package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// The fields that the contract promises of 'fray roll' and 'fray odds', with what they are. A field
// of a name that is chosen, such as that of a value, is written *.
const (
	promisedOfRoll = `system text, action text, answers.id text, answers.dice text, answers.faces number, answers.give.* number, answers.typed truth,
outcome.success truth, outcome.grade text, outcome.flags text, outcome.total number, outcome.target number, outcome.margin number, outcome.values.* any,
changes.sheet text, changes.field text, changes.from any, changes.to any, later.after number, later.unit text, later.action text, notes text,
unanswered text, rolls.total number, question.id text`
	promisedOfOdds = `success number, outcomes.grade text, outcomes.flags text, outcomes.p number, totals.total number, totals.p number, unreached number,
values.id text, values.value number, values.p number, unanswered text, system text, rolls.success number, refused text, or.success number, sweep.* number, sweep.odds.success number`
	// More than the contract promises: a decision's answer, what is asked while a question is open and
	// what the dice then have to reach, against whom something comes later.
	moreOfRoll = `answers.pick text, answers.amount number, target number, question.words text, question.form text, question.who text, question.least number, question.most number,
question.options.id text, question.options.label text, question.options.price text, question.options.why_not text, question.total number, question.one_only truth,
question.sinks.id text, question.sinks.label text, question.sinks.most number, question.sinks.each number, question.sinks.effects text, question.sinks.why_not text, later.against text`
	// What success lies between where it can't be counted, and why; what is different in the end, with
	// --follow.
	moreOfOdds = `bound number, why text, in_the_end.sheet text, in_the_end.field text, in_the_end.from any, in_the_end.to any, in_the_end.p number`
)

// fieldsPromised reads a list of promised fields.
func fieldsPromised(text string) map[string]string {
	out := map[string]string{}
	for f := range strings.SplitSeq(text, ",") {
		id, kind, _ := strings.Cut(strings.TrimSpace(f), " ")
		out[id] = kind
	}
	return out
}

// leavesOf calls take for each field of a document that holds a value, with what it is.
func leavesOf(v any, path string, take func(path, kind string)) {
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			switch {
			case path == "answers.give" || path == "outcome.values", path == "sweep" && key != "odds":
				key = "*"
			}
			leavesOf(x, strings.TrimPrefix(path+"."+key, "."), take)
		}
	case []any:
		for _, x := range v {
			leavesOf(x, path, take)
		}
	case float64:
		take(path, "number")
	case string:
		take(path, "text")
	case bool:
		take(path, "truth")
	default:
		take(path, fmt.Sprintf("%T", v))
	}
}

// Every field of the JSON of rolls and odds that the contract promises is written, and is what it
// says; every other field that is written is named above.
func TestFieldsOfTheContract(t *testing.T) {
	h := newHome(t)
	const move = " supermen move strength=11 agility=22 height=1.791 "
	const fight = " d20 attack --sheet fighter --against goblin "
	for command, x := range map[string]struct {
		promised, more string
		runs           []string
	}{
		"roll": {promisedOfRoll, moreOfRoll, []string{
			move + "--dice 5,1,4 --answer share=speed:17,ep:9", move + "--dice 5,1,4 --answer extra-effort=none --ask", fight + "--dice 20,1,2", " 6#d6", move + "--dice 5,1,4 --ask", " d6 check code=4D difficulty=8 --dice 3,6,4,1 --ask", " supermen combat --against testdata/seraph.json strength=20 agility=20 --seed 1 --unanswered nothing", " easiness pool dice=2 easiness=4 --seed 5 --ask", " supermen combat strength=20 agility=20 --seed 1 --ask", " d20+5 vs 12 --dice 4",
			" d6 check code=4D difficulty=8 --dice 3,6,4,1 --answer critical-failure=cancel", " d6 check code=4D difficulty=30 character_points=3 --dice 3,3,4,2 --ask", " d6 check code=4D character_points=2 --dice 3,3,4,2,5 --answer character-points=1 --answer character-points=0",
			" trip trip target=4 difficulty=15 bonus=7 --dice 10,13,5,3,5", " easiness pool dice=2 easiness=4 --dice 1,2,4,0,7",
		}},
		"odds": {promisedOfOdds, moreOfOdds, []string{
			fight, fight + "--follow", " d6 check code=4D difficulty=15 --sweep difficulty=5..6", " 2d6 --or d12", " 6#4d6kh3", move, " 1000d10000", toBound,
			" easiness pool dice=2 easiness=4",
		}},
	} {
		promised, more, seen := fieldsPromised(x.promised), fieldsPromised(x.more), map[string]bool{}
		for _, run := range x.runs {
			var doc map[string]any
			if run == toBound {
				doc = boundedOdds(t, h)
			} else {
				doc = h.document(t, strings.Fields(command+run)...)
			}
			leavesOf(doc, "", func(path, kind string) {
				if command == "odds" { // questions side by side, repeated dice and those of a sweep are odds themselves
					for _, around := range []string{"or.", "rolls.", "sweep.odds."} {
						if rest, ok := strings.CutPrefix(path, around); ok {
							seen[around+"success"], path = true, rest
						}
					}
				}
				want, ok := promised[path]
				if !ok {
					want, ok = more[path]
				}
				if !ok || want != kind && want != "any" {
					t.Errorf("%s%s: %s is %s: the contract says %q", command, run, path, kind, want)
				}
				seen[path] = true
			})
		}
		maps.Copy(promised, more)
		maps.DeleteFunc(promised, func(id, _ string) bool { // few questions have them
			return strings.HasSuffix(id, ".price") || strings.HasSuffix(id, ".why_not")
		})
		for _, id := range slices.Sorted(maps.Keys(promised)) {
			if !seen[id] {
				t.Errorf("%s: nothing wrote %s", command, id)
			}
		}
	}
}
