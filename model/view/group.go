package view

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// GroupName names several characters together, copies by their numbers: "Thug 1-4 and 6,
// Ape".
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

// numbered splits "Thug 3" into "Thug" and 3. The number is 0 if the name has none.
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

// rangeWords lists sorted numbers in ranges: "1-4 and 6".
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
	return engine.AndList(parts...)
}

// Copies returns a character and all others with the same name and another number, in the
// order of the roster: Thug 1, Thug 2 and so on. If the name has no number it returns only
// the character.
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

// groupRolls returns the finished rolls of a group among facts, nil if there are fewer
// than two.
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

// GroupWords describes the act of a group in one line, "Thug 1-6: Attack against Rook  2
// of 6 hit". Of blows that have not landed it says how they stand. It returns "" if the facts
// are not one.
func GroupWords(t model.Table, facts []model.Fact) string {
	all := groupRolls(facts)
	if all == nil {
		return ""
	}
	return GroupWordsOf(t, all)
}

// GroupWordsOf is like GroupWords for the finished rolls of one act.
func GroupWordsOf(t model.Table, all []model.Finished) string {
	title, with, came := GroupParts(t, all)
	return title + model.Prefixed("  ", with) + model.Prefixed("  ", came)
}

// GroupParts says in three parts what finished rolls of one act did: who did what to whom,
// what all of them have with them, and how many succeeded or, of blows that have not landed, how
// they stand. The last two can be "".
func GroupParts(t model.Table, all []model.Finished) (title, with, came string) {
	r := all[0].Roll
	var who, against []string
	good, aimed, later := 0, true, false
	for _, d := range all {
		who = append(who, d.Roll.Who)
		for _, id := range d.Roll.Against {
			if !slices.Contains(against, id) {
				against = append(against, id)
			}
		}
		aimed = aimed && !d.Outcome.NoTarget
		later = later || strikesLater(t, d)
		if d.Outcome.Success {
			good++
		}
	}
	title = GroupName(t, who) + ": " + t.ActionName(r.System, r.Action)
	if len(against) > 0 {
		title += " against " + GroupName(t, against)
	}
	rolls := make([]model.Roll, len(all)) // what one of them has is told for all
	for i, d := range all {
		rolls[i] = d.Roll
	}
	switch {
	case later:
		came = StandingOf(t, all...).Words()
	case aimed:
		came = countWords(t, r, good, len(all))
	}
	marks := (teller{t, false, Tell}).marks(rolls...)
	if with = strings.TrimSpace(commonTail(t, all)); came != "" {
		return title, with, came + marks
	}
	return title, with + marks, ""
}

// countWords says of how many rolls of an action how many succeeded: "2 of 6 hit".
func countWords(t model.Table, r model.Roll, good, of int) string {
	words := "succeed"
	if a, ok := t.ActionOf(r.System, r.Action); ok {
		words = SuccessWords(a)
	}
	return strconv.Itoa(good) + " of " + strconv.Itoa(of) + " " + words
}

// SuccessWords returns what several do who succeed: "hit" in "2 of 6 hit".
func SuccessWords(a *engine.Action) string {
	if won, _ := a.Verdict(); won != "success" {
		return won
	}
	return "succeed"
}

// IsCopy reports whether a character's name has a number, as one of several alike.
func IsCopy(c *model.Character) bool { _, n := numbered(c.Name); return n > 0 }

// memberLine describes the roll of a group member in one line: its sentence without the
// tail that all members share, and the total and the target.
func memberLine(t model.Table, d model.Finished, tail string) Line {
	s := Tell(t, d, false)[0]
	s.Dice, s.Text = nil, strings.TrimSuffix(s.Text, tail)
	if d.Outcome.NoTarget || d.Outcome.Grade == "" {
		return s
	}
	s.More = "  " + strconv.Itoa(d.Outcome.Total) + " against " + strconv.Itoa(d.Outcome.Target)
	if strikesLater(t, d) {
		s.UnderWay = true
		s.More += model.Prefixed(", ", StandingOf(t, d).Brief())
	} else {
		s.Result = &d.Outcome
	}
	return s
}

// commonTail returns the part behind the sentence that all members of a group share, such
// as their weapon, and "" if they differ.
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

// Members describes the rolls of a group, one line each.
func Members(t model.Table, all []model.Finished) []Line {
	tail := commonTail(t, all)
	out := make([]Line, len(all))
	for i, d := range all {
		out[i] = memberLine(t, d, tail)
	}
	return out
}
