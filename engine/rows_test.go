package engine

import "testing"

func TestDropTakesARowOut(t *testing.T) {
	sheet := &Schema{}
	wounds := sheet.List("wounds", "Wounds")
	wounds.Text("name", "Name", 20)
	rule := func(r *Roll) Outcome {
		for _, row := range wounds.Rows(r.Sheet(Actor)) {
			r.Drop(row)
		}
		return Outcome{Success: true, Grade: Success}
	}
	page := PageOf("wounds/r1/name", "cut", "wounds/r2/name", "bruise")
	step, err := Run(Inputs{System: &System{ID: "toy", Sheet: sheet, House: &Schema{}},
		Action: &Action{ID: "heal", Form: &Schema{}, Rule: rule}, Sheets: map[Seat]Page{Actor: page}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range step.Changes {
		page = page.With(c.Field, c.To)
	}
	if rows := page.RowIDs("wounds"); len(rows) != 0 {
		t.Errorf("still there: %v", rows)
	}
}

// A row that is begun where another was taken out gets an id of its own.
func TestARowIsNotBegunWhereOneWasDropped(t *testing.T) {
	sheet := &Schema{}
	wounds := sheet.List("wounds", "Wounds")
	wounds.Text("name", "Name", 20)
	rule := func(r *Roll) Outcome {
		me := r.Sheet(Actor)
		r.Drop(wounds.Rows(me)[0])
		r.NewRow(me, wounds, "burn")
		return Outcome{Success: true, Grade: Success, Total: len(wounds.Rows(me))}
	}
	page := PageOf("wounds/r1/name", "cut")
	step, err := Run(Inputs{System: &System{ID: "toy", Sheet: sheet, House: &Schema{}},
		Action: &Action{ID: "hurt", Form: &Schema{}, Rule: rule}, Sheets: map[Seat]Page{Actor: page}}, nil)
	if err != nil || step.Outcome.Total != 1 {
		t.Fatalf("the rule sees %d rows: %v", step.Outcome.Total, err)
	}
	for _, c := range step.Changes {
		page = page.With(c.Field, c.To)
	}
	if v, _ := page.Get("wounds/r2/name"); v.Text() != "burn" || len(page.RowIDs("wounds")) != 1 {
		t.Errorf("the sheet has %v", page.Paths())
	}
}
