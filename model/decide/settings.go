package decide

import (
	"slices"

	"example.org/fray/model"
)

func (d *decision) make(c model.Make) error {
	if d.t.Seq() > 0 {
		return model.Refuse("this table has already begun")
	}
	name, err := cleanName(c.Name)
	if err != nil {
		return err
	}
	if c.Text != "" {
		sys, f, err := d.readRulebook(c.Text)
		if err != nil {
			return err
		}
		d.emit(model.Made{Name: name, System: sys.ID})
		d.emit(f)
		return nil
	}
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	d.emit(model.Made{Name: name, System: c.System})
	return nil
}

func (d *decision) rename(c model.Rename) error {
	name, err := cleanName(c.Name)
	if err != nil {
		return err
	}
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	if c.System != d.t.System && rollIsOpen(d.t) {
		return errRollIsOpen
	}
	from := d.t.Time()
	date, kept := d.t.Date()
	d.emit(model.Renamed{Name: name, System: c.System})
	d.convertTimes(from)
	if now, _ := d.t.Date(); kept && !now.Equal(date) {
		d.setDate(date, "")
	}
	return nil
}

// nameSeat creates a seat, or renames an existing one.
func (d *decision) nameSeat(c model.NameSeat) error {
	name, err := cleanName(c.Name)
	if err == nil {
		name, err = model.CleanPlayerName(name)
	}
	if err != nil {
		return err
	}
	if c.Seat.Role != model.Player && c.Seat.Role != model.Watcher {
		return model.Refuse("only players and watchers have their own seats")
	}
	was := ""
	if c.Seat.Key() != "" {
		was = d.t.SeatName(c.Seat)
	}
	switch {
	case was == name:
		return model.Refuse("%s already has that name", name)
	case c.Seat.ID != "" && !slices.Contains(d.t.Seats(), c.Seat):
		return model.Refuse("nobody has that seat")
	}
	if o, taken := d.t.SeatOf(name); taken && o.Key() != c.Seat.Key() {
		return model.Refuse("somebody at the table is already called %s", d.t.SeatName(o))
	}
	if c.Seat.Key() == "" {
		c.Seat.ID = d.id("s")
	}
	d.emit(model.SeatNamed{SeatName: model.SeatName{Seat: c.Seat, Name: name}, Was: was})
	return nil
}

// setHouse changes a house rule. After the first session has begun the log also records
// from when the rule holds and what held before, so that earlier acts keep the earlier
// rule.
func (d *decision) setHouse(c model.SetHouse) error {
	rules, name, err := d.t.HouseRules(c.System)
	if err != nil {
		return err
	}
	sp, ok := rules.Field(c.Rule)
	if !ok {
		return model.Refuse("%s has no house rule %q", name, c.Rule)
	}
	if !c.Value.IsNone() {
		if err := sp.Check(c.Value); err != nil {
			return model.Refuse("%v", err)
		}
	}
	f := model.HouseSet{System: c.System, Rule: c.Rule, Value: c.Value}
	if d.t.Sessions > 0 {
		f.Since = &model.HouseSince{At: d.t.Clock.Moment, Was: rules.Read(d.t.House[c.System]).Value(c.Rule)}
	}
	d.emit(f)
	return nil
}

// handOver sets whether players may change the numbers of their own sheets.
func (d *decision) handOver(c model.HandOver) error {
	if c.Sheets == d.t.State.PlayersKeepSheets {
		return model.Refuse("that is already so")
	}
	d.emit(model.SheetsHandedOver(c))
	return nil
}
