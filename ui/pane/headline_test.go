package pane_test

import (
	"encoding/json"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// TestHeadline has several things happen at once.
func TestHeadline(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	seraph, sphinx, third := pay(all[0].ID), pay(all[1].ID), pay(all[2].ID)
	for i, c := range []struct{ facts, want string }{
		{``, "event 9"},
		{seraph, "Seraph pays"},
		{seraph + "," + sphinx, "Seraph pays; Sphinx pays"},
		{seraph + "," + sphinx + "," + third + "," + seraph, "Seraph pays; Sphinx pays and 2 more"},
	} {
		var e model.Event
		if err := json.Unmarshal([]byte(`{"seq":9,"by":{"role":"gm"},"facts":[`+c.facts+`]}`), &e); err != nil {
			t.Fatal(err)
		}
		if got := view.Headline(g.Table, e); got != c.want {
			t.Errorf("%d: %q, want %q", i, got, c.want)
		}
	}
	var newest uint64
	for l := range g.Table.Log() {
		newest = max(newest, l.Event.Seq)
	}
	if got, name := view.HeadlineOf(g.Table, newest); got != "Sun-Ruler joins the table" || name == "" {
		t.Errorf("of the newest event %q", got)
	}
	if got, _ := view.HeadlineOf(g.Table, newest+1); got != "reading …" {
		t.Errorf("of none %q", got)
	}
}

func pay(who string) string {
	return `{"kind":"paid","fact":{"who":"` + who + `","system":"supermen"}}`
}
