package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// The notes about a character are read by its player and the gamemaster, the gamemaster's
// own about it by nobody else, and a journal by its seat and the gamemaster. Whoever does
// not read them does not learn that they were written, and undo takes them back.
func TestWhoReadsNotes(t *testing.T) {
	p := plainTable(t)
	rook := p.join("Rook")
	c, _ := p.table.Character(rook)
	p.must(decide.AssignOwner(c, "Bo"))
	write := func(by model.Seat, how func(*model.Character)) {
		t.Helper()
		seen := view.SeenBy(p.table, by)
		c, _ := seen.Character(rook)
		own := *c
		how(&own)
		if err := p.do(by, model.Edit{Who: rook, Character: own}); err != nil {
			t.Fatal(err)
		}
	}
	read := func(s model.Seat) (notes, gms string, journal []string, events int) {
		seen := view.SeenBy(p.table, s)
		c, _ := seen.Character(rook)
		for e := range view.Entries(seen, view.Filter{Journal: true}, 0, 0) {
			if !e.Undone {
				journal = append(journal, e.Tell(seen, false)[0].Lines[0].Text)
			}
		}
		return c.Notes, c.GMNotes, journal, int(seen.Seq())
	}
	cys := func() int { _, _, _, n := read(cy); return n }

	before := cys()
	write(bo, func(c *model.Character) { c.Notes = "owes Cy money" })
	write(gm, func(c *model.Character) { c.GMNotes = "is a traitor" })
	write(bo, func(c *model.Character) { c.Notes = "owes Cy nothing" })
	for _, by := range []model.Seat{gm, bo, cy} {
		if err := p.do(by, model.Note{Text: "private to " + string(by.Role) + by.Name, Private: true}); err != nil {
			t.Fatal(err)
		}
	}
	if n := cys(); n != before+1 { // their own
		t.Errorf("Cy is told of %d events", n-before)
	}
	for _, x := range []struct {
		seat       model.Seat
		notes, gms string
		journal    string
	}{
		{gm, "owes Cy nothing", "is a traitor", "gm"},
		{bo, "owes Cy nothing", "", "Bo"},
		{cy, "", "", "Cy"},
		{model.Seat{Role: model.Watcher}, "", "", ""},
	} {
		notes, gms, journal, _ := read(x.seat)
		if notes != x.notes || gms != x.gms {
			t.Errorf("%+v reads %q and %q", x.seat, notes, gms)
		}
		if x.journal == "" && len(journal) > 0 || x.journal != "" && (len(journal) != 1 || !strings.Contains(journal[0], x.journal)) {
			t.Errorf("the journal of %+v has %q", x.seat, journal)
		}
	}
	whole := slices.Collect(func(yield func(string) bool) { // the gamemaster reads every journal in the log
		for _, said := range view.LogText(p.table, false) {
			yield(said[0].Text)
		}
	})
	if !strings.Contains(strings.Join(whole, "\n"), "private to playerBo") {
		t.Errorf("the gamemaster's log has %q", whole)
	}

	if err := p.do(cy, model.Edit{Who: rook, Character: model.Character{Name: "Rook", Owner: "Bo", Notes: "mine"}}); err == nil {
		t.Error("a player writes notes about somebody else's character")
	}
	write(bo, func(c *model.Character) { c.GMNotes = "is no traitor" }) // a player cannot reach them
	if _, gms, _, _ := read(gm); gms != "is a traitor" {
		t.Errorf("a player has made the gamemaster's notes %q", gms)
	}
	for range 6 {
		p.must(model.Undo{Act: true})
	}
	if notes, gms, _, _ := read(gm); notes != "owes Cy money" || gms != "" {
		t.Errorf("undone they are %q and %q", notes, gms)
	}
}
