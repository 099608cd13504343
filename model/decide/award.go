package decide

import (
	"slices"
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
	a.What = strings.TrimSpace(d.line("what is awarded", a.What, model.LongestName))
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
		sp := awardedNumber(s, d.t.View(who, id), a.What)
		if sp == nil {
			continue
		}
		from := s.Sheet.Read(who.Pages[id]).Value(sp.ID).Int()
		to := min(max(from+a.N, sp.Least), sp.Most)
		if to == from {
			return model.Refuse("%s has %d %s, and cannot have more", who.Name, from, sp.Label)
		}
		f.What, f.N, f.System = sp.Label, to-from, id
		f.Changes = []model.Change{{Field: sp.ID, From: engine.ValueOf(from), To: engine.ValueOf(to)}}
		break
	}
	d.emit(f)
	return nil
}

// awardedNumber finds the number of a sheet that an award names: by its label, of which
// the plural s may be missing, or by the short one in the roster.
func awardedNumber(s *engine.System, v engine.View, what string) *engine.Spec {
	all := s.Brief(v)
	shown := slices.IndexFunc(all, func(b engine.Block) bool {
		stat, ok := b.(engine.Stat)
		return ok && strings.EqualFold(stat.Label, what)
	})
	short := ""
	if shown >= 0 {
		short = all[shown].(engine.Stat).Field
	}
	for _, sp := range s.Sheet.Fields() {
		if sp.Kind != engine.Int || sp.In != "" || sp.Bookkeeping || sp.IsDerived() {
			continue
		}
		if sp.ID == short || strings.EqualFold(sp.Label, what) || strings.EqualFold(sp.Label, what+"s") {
			return sp
		}
	}
	return nil
}
