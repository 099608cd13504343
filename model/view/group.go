package view

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// GroupName is what several are called together: copies by their numbers, "Thug 1-4
// and 6, Ape".
func GroupName(t model.Table, who []string) string {
	var stems []string
	numbers := map[string][]int{}
	for _, id := range who {
		stem, n := numbered(t.NameOf(id))
		if !slices.Contains(stems, stem) {
			stems = append(stems, stem)
		}
		if n > 0 && !slices.Contains(numbers[stem], n) {
			numbers[stem] = append(numbers[stem], n)
		}
	}
	for i, stem := range stems {
		if all := numbers[stem]; len(all) > 0 {
			slices.Sort(all)
			stems[i] = stem + " " + rangeWords(all)
		}
	}
	return strings.Join(stems, ", ")
}

// numbered parts "Thug 3"; the number is 0 where there is none.
func numbered(name string) (stem string, n int) {
	at := strings.LastIndexByte(name, ' ')
	if at < 1 {
		return name, 0
	}
	n, err := strconv.Atoi(name[at+1:])
	if err != nil || n < 1 || name[at+1] == '+' {
		return name, 0
	}
	return name[:at], n
}

// rangeWords says sorted numbers: "1-4 and 6".
func rangeWords(all []int) string {
	var parts []string
	for i := 0; i < len(all); {
		end := i
		for end+1 < len(all) && all[end+1] == all[end]+1 {
			end++
		}
		switch {
		case end == i:
			parts = append(parts, strconv.Itoa(all[i]))
		case end == i+1:
			parts = append(parts, strconv.Itoa(all[i]), strconv.Itoa(all[end]))
		default:
			parts = append(parts, strconv.Itoa(all[i])+"-"+strconv.Itoa(all[end]))
		}
		i = end + 1
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return parts[0]
}

// Copies are a character and all who bear its name with another number, in the
// order of the roster: Thug 1, Thug 2 and so on. It is only that one where the
// name has no number.
func Copies(t model.Table, c *model.Character) []string {
	stem, n := numbered(c.Name)
	if n == 0 {
		return []string{c.ID}
	}
	var out []string
	for _, o := range t.Characters() {
		if other, m := numbered(o.Name); m > 0 && other == stem {
			out = append(out, o.ID)
		}
	}
	return out
}

// groupRolls are the rolls of several who acted together, of those that facts end.
func groupRolls(facts []model.Fact) []model.Finished {
	var out []model.Finished
	for _, f := range facts {
		if d, ok := f.(model.Finished); ok && d.Roll.GroupSize() > 1 {
			out = append(out, d)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// GroupWords says an act of several in one line, "Thug 1-6: Attack against Rook
// 2 of 6 hit"; "" for what is none.
func GroupWords(t model.Table, facts []model.Fact) string {
	all := groupRolls(facts)
	if all == nil {
		return ""
	}
	return GroupWordsOf(t, all)
}

// GroupWordsOf says the same of rolls that were one act.
func GroupWordsOf(t model.Table, all []model.Finished) string {
	r := all[0].Roll
	var who, against []string
	good, aimed := 0, true
	for _, d := range all {
		who = append(who, d.Roll.Who)
		for _, id := range d.Roll.Against {
			if !slices.Contains(against, id) {
				against = append(against, id)
			}
		}
		aimed = aimed && !d.Outcome.NoTarget
		if d.Outcome.Success {
			good++
		}
	}
	words := GroupName(t, who) + ": " + t.ActionName(r.System, r.Action)
	if len(against) > 0 {
		words += " against " + GroupName(t, against)
	}
	words += commonTail(t, all)
	if !aimed {
		return words
	}
	words += "  " + strconv.Itoa(good) + " of " + strconv.Itoa(len(all))
	if a, ok := t.ActionOf(r.System, r.Action); ok {
		return words + " " + SuccessWords(a)
	}
	return words + " succeed"
}

// SuccessWords says of several that they do well: "2 of 6 hit".
func SuccessWords(a *engine.Action) string {
	if won, _ := a.Verdict(); won != "success" {
		return won
	}
	return "succeed"
}

// IsCopy reports whether a name has a number: one of several alike.
func IsCopy(c *model.Character) bool { _, n := numbered(c.Name); return n > 0 }

// memberLine tells the roll of one of several in one line: its sentence without
// the tail that all have, and what the dice were measured against.
func memberLine(t model.Table, d model.Finished, tail string) Line {
	s := Tell(t, d, false)[0]
	s.Dice, s.Text = nil, strings.TrimSuffix(s.Text, tail)
	if d.Outcome.NoTarget || d.Outcome.Grade == "" {
		return s
	}
	s.More = "  " + strconv.Itoa(d.Outcome.Total) + " against " + strconv.Itoa(d.Outcome.Target)
	s.Result = &d.Outcome
	return s
}

// commonTail is what stands behind the sentence of each of several, "" where they
// differ: the weapon that all have.
func commonTail(t model.Table, all []model.Finished) string {
	tail := ""
	for i, d := range all {
		_, own, _ := strings.Cut(Tell(t, d, false)[0].Text, "  ")
		if i > 0 && own != tail || own == "" {
			return ""
		}
		tail = own
	}
	return "  " + tail
}

// Members tells the rolls of several, a line each.
func Members(t model.Table, all []model.Finished) []Line {
	tail := commonTail(t, all)
	out := make([]Line, len(all))
	for i, d := range all {
		out[i] = memberLine(t, d, tail)
	}
	return out
}
