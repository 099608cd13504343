package d6

import (
	"slices"
	"testing"

	"example.org/fray/engine"
)

func view(p engine.Page, house engine.Page) engine.View {
	return engine.View{Sheet: sheet.Read(p), House: System.House.Read(house)}
}

// rook is the template of that name.
func rook(t *testing.T) engine.Page {
	t.Helper()
	i := slices.IndexFunc(templates, func(x engine.Template) bool { return x.ID == "rook" })
	if i < 0 {
		t.Fatal("there is no Rook")
	}
	return templates[i].Page
}

func TestRookIsReady(t *testing.T) {
	s := sheet.Read(rook(t))
	if characterPoints.Of(s) != 5 || fatePoints.Of(s) != 1 {
		t.Errorf("%d Character Points, %d Fate Points", characterPoints.Of(s), fatePoints.Of(s))
	}
	row, ok := skills.Find(s, "search")
	if c, why := skillValue(s, row); !ok || why != "" || c != (code{4, 1}) {
		t.Errorf("search is %v %s", c, why)
	}
	for _, tpl := range templates {
		s := sheet.Read(tpl.Page)
		if n := len(attributes.Rows(s)); n != 6 {
			t.Errorf("%s has %d attributes", tpl.Name, n)
		}
		for _, row := range skills.Rows(s) {
			if _, ok := attributes.Find(s, skillAttribute.At(row)); !ok {
				t.Errorf("%s: %s falls under %q", tpl.Name, row.Name(), skillAttribute.At(row))
			}
			if _, why := skillValue(s, row); why != "" {
				t.Errorf("%s: %s", tpl.Name, why)
			}
		}
	}
}

func TestEachGenreHasSixAttributes(t *testing.T) {
	for _, g := range []string{"space", "adventure", "fantasy"} {
		n, roles := 0, 0
		for _, b := range books {
			if b.genre == g && b.role != extranormal {
				n++
				if b.role != "" {
					roles++
				}
			}
		}
		if n != 6 || roles != 2 {
			t.Errorf("%s: %d attributes, %d with a role", g, n, roles)
		}
	}
}

func TestTheTrackFills(t *testing.T) {
	p := rook(t).With("wound", engine.ValueOf("wounded")).With("prone", engine.ValueOf(true)).With("out", engine.ValueOf(true))
	var full []string
	for _, b := range panel(view(p, engine.Page{})) {
		if track, ok := b.(engine.Track); ok {
			for _, box := range track.Boxes {
				if box.Full {
					full = append(full, box.Label)
				}
			}
		}
	}
	if !slices.Equal(full, []string{"stunned", "wounded"}) {
		t.Errorf("full are %q", full)
	}
	var words []string
	for _, m := range marks(view(p, engine.Page{})) {
		words = append(words, m.Word)
	}
	if !slices.Equal(words, []string{"wounded", "out", "prone"}) {
		t.Errorf("marks %q", words)
	}
}

func TestBodyPointsShowWhereTheyCount(t *testing.T) {
	p := rook(t).With("body_points", engine.ValueOf(30)).With("body_lost", engine.ValueOf(12))
	meters := func(blocks []engine.Block) (n int) {
		for _, b := range blocks {
			if m, ok := b.(engine.Meter); ok && m.Now == 18 && m.Full == 30 {
				n++
			}
		}
		return n
	}
	on := engine.PageOf("body_points", true)
	if n := meters(panel(view(p, on))) + meters(brief(view(p, on))); n != 2 {
		t.Errorf("%d meters with the house rule", n)
	}
	if n := meters(panel(view(p, engine.Page{}))) + meters(brief(view(p, engine.Page{}))); n != 0 {
		t.Errorf("%d meters without it", n)
	}
}

func TestCostsSayWhatPointsBuy(t *testing.T) {
	find := func(c engine.Costs, label string) engine.CostRow {
		i := slices.IndexFunc(c.Rows, func(r engine.CostRow) bool { return r.Label == label })
		if i < 0 {
			t.Fatalf("no row %q", label)
		}
		return c.Rows[i]
	}
	c := costs(view(rook(t), engine.PageOf("cp_cap", 2)))
	if row := find(c, "+1D ~4.2"); row.WhyNot != "" || row.Price != "1 CP" || row.Gain != "wild, on average" {
		t.Errorf("%+v", row)
	}
	if row := find(c, "+3D ~12.6"); row.WhyNot != "this table allows 2 Character Points on one roll" || row.Price != "3 CP" {
		t.Errorf("%+v", row)
	}
	if row := find(c, "x2 own code"); row.WhyNot != "" || row.Gain != "lockpicking 5D+1 → 10D+2" {
		t.Errorf("%+v", row)
	}
	if row := find(c, "+1 search"); row.Price != "4 CP" || row.WhyNot != "" {
		t.Errorf("%+v", row)
	}
	if row := find(c, "+1 Perception"); row.Price != "30 CP" || row.WhyNot == "" {
		t.Errorf("%+v", row)
	}
	poor := costs(view(rook(t).With("character_points", engine.ValueOf(0)).With("fate_points", engine.ValueOf(0)), engine.Page{}))
	if row := find(poor, "+1D ~4.2"); row.WhyNot != "the sheet has 0 Character Points" {
		t.Errorf("%+v", row)
	}
	if row := find(poor, "x2 own code"); row.WhyNot != "no Fate Point is left" {
		t.Errorf("%+v", row)
	}
}
