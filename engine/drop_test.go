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
