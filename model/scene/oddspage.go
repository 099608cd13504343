package scene

import (
	"fmt"

	"example.org/fray/model"
)

// OddsHead names an act whose odds are told.
func OddsHead(t model.Table, d Draft) string {
	head := t.NameOf(d.Who) + ": " + t.ActionName(d.System, d.Action)
	if len(d.Against) > 0 {
		head += " against " + t.NamesOf(d.Against)
	}
	return head
}

// OddsPage is a page with the odds of a draft, whose Odds are nil if there are none. It counts
// them, which can take long. seen is what a seat whose table this is knows of them: a seat with the
// same text knows them already.
func OddsPage(t model.Table, by model.Seat, d Draft) (page model.Show, seen func(t model.Table) string) {
	a := PreviewOf(t, by, d).Counted(nil)
	if a.WhyNot != "" || len(a.Odds.Totals) < 2 {
		return model.Show{}, nil
	}
	c := a.Charted()
	return model.Show{Head: FirstLetters(OddsHead(t, d), model.LongestName), Text: a.Axis(), Odds: &c}, func(t model.Table) string {
		x := PreviewOf(t, by, d).Counted(nil)
		if x.WhyNot != "" {
			return ""
		}
		return fmt.Sprint(x.Odds.Success, x.Odds.Grades, x.Odds.Totals)
	}
}

// FirstLetters cuts a text to at most n letters.
func FirstLetters(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
