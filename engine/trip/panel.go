package trip

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

func panel(v engine.View) []engine.Block {
	return v.Parts(numbers, resources, leftOver, abilityGrid, heroicGrid, bonusGrid)
}

func numbers(v engine.View) []engine.Block {
	s := v.Sheet
	return []engine.Block{
		kit.Stat("Level", level.Of(s), level.ID, ""),
		kit.Stat("Highest Degree", maxDegree.Of(s), maxDegree.ID, "Max Heroic"),
		engine.Stat{Label: "Nish", Value: strconv.Itoa(nish.Of(s)), Field: nish.ID,
			Working: []string{fmt.Sprintf("the count stands at %d", nishAt(v.Moment))}},
	}
}

// resources shows hits, Luck and the purses.
func resources(v engine.View) []engine.Block {
	out := []engine.Block{allPools[0].Meter(v.Sheet), luckTrack(v.Sheet)}
	for _, p := range purses {
		if _, full := p.holds(v.Sheet); full > 0 {
			out = append(out, p.track(v.Sheet))
		}
	}
	return out
}

func leftOver(v engine.View) []engine.Block {
	var out []engine.Block
	if words, left := unspentWords(v); left {
		out = append(out, engine.Words{Label: "Unspent", Text: words})
	}
	if c := runningFocus(v.Sheet, v.Moment); c >= 0 {
		out = append(out, engine.Words{Label: "Running Focus",
			Text: fmt.Sprintf("%s, for what else belongs to %s on this Nish", colours[c].label, useOr(focusUse.Of(v.Sheet)))})
	}
	return out
}

func useOr(use string) string {
	if use == "" {
		return "its use"
	}
	return use
}

// brief is the line of the roster.
func brief(v engine.View) []engine.Block {
	out := []engine.Block{allPools[0].Meter(v.Sheet), luckTrack(v.Sheet)}
	for _, p := range purses {
		if _, full := p.holds(v.Sheet); full > 0 {
			track := p.track(v.Sheet)
			track.Label = engine.ShortName(track.Label)
			return append(out, track)
		}
	}
	return out
}

func luckTrack(s engine.Sheet) engine.Track {
	all, left := luckBoxes.Of(s), luckLeft(s)
	if all > mostBoxes {
		return engine.Track{Label: "Luck", Boxes: []engine.Box{{Full: left > 0, Count: left}}}
	}
	t := engine.Track{Label: "Luck"}
	for i := range all {
		t.Boxes = append(t.Boxes, engine.Box{Full: i < left})
	}
	return t
}

// mostBoxes is how many boxes a track draws one by one. Of more it shows the number only.
const mostBoxes = 12

// track shows the gems of a purse: those that are left, then those that are spent.
func (p purse) track(s engine.Sheet) engine.Track {
	_, full := p.holds(s)
	t := engine.Track{Label: p.label}
	for i, c := range colours {
		all, left := p.full[i].Of(s), p.left(s, i)
		if all == 0 {
			continue
		}
		if full > mostBoxes {
			t.Boxes = append(t.Boxes, engine.Box{Label: c.label, Full: left > 0, Count: left})
			continue
		}
		for n := range all {
			t.Boxes = append(t.Boxes, engine.Box{Label: c.label, Full: n < left})
		}
	}
	return t
}

// unspentWords says what Meta is left, and when it is a chance that is gone. On
// the character's own Nish, and on Nish 0, what is channeled is nearly lost.
func unspentWords(v engine.View) (string, bool) {
	left := unspentBy(v.Sheet, "Nish", "scene", "day")
	var parts []string
	for _, p := range left {
		parts = append(parts, fmt.Sprintf("%s %d of %d, until the end of the %s", p.label, p.left, p.full, p.lasts))
	}
	if parts == nil {
		return "", false
	}
	words := strings.Join(parts, "; ") + ": what is left by then is a missed chance to Focus"
	if channeledLast(v) {
		words += "; this is the last Nish for Channeled Meta"
	}
	return words, true
}

// channeledLast reports whether Meta is channeled on its last Nish.
func channeledLast(v engine.View) bool {
	now := nishAt(v.Moment)
	return unspentBy(v.Sheet, "Nish").count() > 0 && (now == 0 || now == nish.Of(v.Sheet))
}

func abilityGrid(v engine.View) []engine.Block {
	head := []string{"Ability", "Kind", "*", "B", "Sum", "Die", "Use", "Cost"}
	g := kit.Grid(v.Sheet, abilities, "Abilities", head, func(row engine.Row) []string {
		all := abilitySum(v, row)
		return []string{abilityKind.At(row), "*" + strconv.Itoa(abilityStar.At(row)), fmt.Sprintf("%+d", abilityB.At(row)),
			fmt.Sprintf("%+d", all.total()), all.die(v.House).String(), abilityUse.At(row), abilityCost.At(row)}
	})
	g.Aloud = []string{"", engine.NotAloud, engine.NotAloud, engine.NotAloud, engine.NotAloud, "", "for", "costs"}
	return []engine.Block{g}
}

// abilitySum gives the settled bonuses of an ability, without those of a roll.
func abilitySum(v engine.View, row engine.Row) sum {
	return settle(gathered(abilityIn(row), tripForm.Read(engine.Page{}), v.Sheet, v.Moment), artifactStack.Of(v.House))
}

func heroicGrid(v engine.View) []engine.Block {
	g := engine.Grid{Title: "Heroic table", Head: []string{"Degree", "Dice"}}
	for i := range maxDegree.Of(v.Sheet) {
		g.Rows = append(g.Rows, []string{strconv.Itoa(i + 1), "2d" + strconv.Itoa(heroicDice[i].Of(v.Sheet))})
		g.Paths = append(g.Paths, heroicDice[i].ID)
	}
	return []engine.Block{g}
}

// bonusGrid lists every bonus of the sheet, with the reason if it does not count.
func bonusGrid(v engine.View) []engine.Block {
	head := []string{"Bonus", "Kind", "From", "Serves", "Value", "Lasts", "Counts"}
	return []engine.Block{kit.Grid(v.Sheet, bonuses, "Bonuses", head, func(row engine.Row) []string {
		b := bonusAt(row, v.Moment)
		from := b.from
		if source := bonusSource.At(row); source != "" {
			from += ": " + source
		}
		return []string{b.kind, from, bonusServes.At(row), fmt.Sprintf("%+d", b.value), lasting(row, v.Moment), counting(v, row)}
	})}
}

func lasting(row engine.Row, moment int) string {
	words := bonusLasts.At(row)
	if ends := bonusEnds.At(row); ends > 0 {
		words = strings.TrimSpace(fmt.Sprintf("%s %d Nish", words, max(0, ends-moment)))
	}
	return words
}

// counting says whether a row counts among those that serve the same: "yes", or "no: " and
// the reason.
func counting(v engine.View, row engine.Row) string {
	rows := bonuses.Rows(v.Sheet)
	serves := bonusServes.At(row)
	var all []bonus
	at := 0
	for _, r := range rows {
		if r.ID == row.ID {
			at = len(all)
		}
		if r.ID == row.ID || bonusServes.At(r) == "" || same(bonusServes.At(r), serves) {
			all = append(all, bonusAt(r, v.Moment))
		}
	}
	if why := settle(all, artifactStack.Of(v.House))[at].dropped; why != "" {
		return "no: " + why
	}
	return "yes"
}

func marks(v engine.View) []engine.Mark {
	var out []engine.Mark
	if hits.Of(v.Sheet) <= hitsLost.Of(v.Sheet) {
		out = append(out, engine.Mark{ID: "down", Word: "down", Grave: true, Seen: true})
	}
	if c := runningFocus(v.Sheet, v.Moment); c >= 0 {
		out = append(out, engine.Mark{ID: "focused", Word: strings.ToLower(colours[c].label) + " Focus", Until: v.Moment + 1})
	}
	if luckLeft(v.Sheet) == 0 {
		out = append(out, engine.Mark{ID: "luckless", Word: "no Luck left"})
	}
	if channeledLast(v) {
		out = append(out, engine.Mark{ID: "unspent", Word: "channeled Meta left"})
	}
	return out
}
