package phrase_test

import (
	"testing"

	"example.org/fray/engine"
	plaindice "example.org/fray/engine/dice"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
)

// Plain dice are read with and without a word for throwing, hidden, of somebody who is
// named, and with a label. A player's are their character's.
func TestPlainDiceInWords(t *testing.T) {
	s := supermen.System
	table := model.New(model.Rulebooks{s.ID: s, "dice": plaindice.System})
	for i, f := range []model.Fact{model.Made{Name: "Vault", System: s.ID}, model.Joined{Character: model.Character{ID: "c1", Name: "Ogre", Owner: "Bo", Pages: map[string]engine.Page{s.ID: s.Templates[0].Page}}}} {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: model.Seat{Role: model.GM}, Facts: []model.Fact{f}})
	}
	c := &phrase.Context{Table: table, Seat: model.Seat{Role: model.GM}, System: s.ID}
	for _, x := range []struct {
		line, does, who string
		hidden, form    bool
	}{
		{line: "3d6+2", does: "throw 3d6+2"},
		{line: "roll 3d6+2 for the door", does: "throw 3d6+2 for the door"},
		{line: "Throw d66", does: "throw d66"},
		{line: "ogre rolls d20 adv", does: "Ogre throws d20 adv", who: "c1"},
		{line: "roll ogre 2d6", does: "Ogre throws 2d6", who: "c1"},
		{line: "hidden roll d20", does: "throw d20, hidden", hidden: true},
		{line: "roll d20 vs 12 hidden", does: "throw d20 vs 12, hidden", hidden: true},
		{line: "odds 5d10cs>=8", does: "throw 5d10cs>=8", form: true},
		{line: "dice 4dF", does: "throw 4dF"},
	} {
		all := c.Read(x.line)
		if len(all) == 0 || all[0].Offer == nil {
			t.Errorf("%q means %+v", x.line, all)
			continue
		}
		m, b := all[0], all[0].Offer.Begin
		if m.Does != x.does || b.Who != x.who || b.System != "dice" || engine.Every.Hidden.Of(m.Offer.Rule.Form.Read(b.Params)) != x.hidden || m.Whole == x.form || m.WhyNot != "" {
			t.Errorf("%q: %+v of %q", x.line, m, b.Who)
		}
	}
	for _, line := range []string{"roll", "roll the dice", "odds", "odds nonsense", "roll ogre"} {
		if all := c.Read(line); len(all) > 0 && all[0].Offer != nil && all[0].Offer.Begin.System == "dice" {
			t.Errorf("%q throws dice: %+v", line, all[0])
		}
	}
	c.Seat, c.Who = model.Seat{Role: model.Player, Name: "Bo"}, "c1"
	if all := c.Read("roll 3d6"); len(all) == 0 || all[0].Does != "Ogre throws 3d6" {
		t.Errorf("a player's dice: %+v", all)
	}
}
