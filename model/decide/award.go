package decide

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxAward is the largest number that one award gives or takes.
const maxAward = 1000000

func (d *decision) giveAwards(c model.GiveAwards) error {
	if len(c.Each)+len(c.Own) == 0 {
		return model.Refuse("there is nothing to give: say what and how much")
	}
	for _, b := range c.Each {
		if !d.t.IsAward(b.System, b.Action) {
			return model.Refuse("%s is not an award of %s", d.t.ActionName(b.System, b.Action), d.t.SystemName(b.System))
		}
		id, err := d.openRoll(b, nil)
		if err != nil {
			return err
		}
		d.advanceRoll(id)
	}
	for _, a := range c.Own {
		if err := d.award(a); err != nil {
			return err
		}
	}
	return nil
}

// award gives an award of the table's own choice.
func (d *decision) award(a model.Award) error {
	who, err := d.presentCharacter(a.Who)
	if err != nil {
		return err
	}
	a.What = strings.TrimSpace(model.Clean(a.What, model.LongestName))
	switch {
	case a.What == "":
		return model.Refuse("say what %s is awarded: experience, gold, whatever this table counts", who.Name)
	case a.N == 0 || a.N > maxAward || a.N < -maxAward:
		return model.Refuse("type a number from 1 to %d, or a negative one to take something back", maxAward)
	}
	f := model.Awarded{Award: a}
	for _, id := range who.Systems() {
		s, ok := d.t.Rulebooks[id]
		if !ok {
			continue
		}
		for _, sp := range s.Sheet.Fields() {
			if sp.Kind != engine.Int || sp.In != "" || sp.Bookkeeping || sp.IsDerived() || !strings.EqualFold(sp.Label, a.What) {
				continue
			}
			from := s.Sheet.Read(who.Pages[id]).Value(sp.ID).Int()
			to := min(max(from+a.N, sp.Least), sp.Most)
			if to == from {
				return model.Refuse("%s has %d %s, and cannot have more", who.Name, from, sp.Label)
			}
			f.What, f.N, f.System = sp.Label, to-from, id
			f.Changes = []model.Change{{Field: sp.ID, From: engine.ValueOf(from), To: engine.ValueOf(to)}}
			d.emit(f)
			return nil
		}
	}
	d.emit(f)
	return nil
}
