package engine

// laid is a page as it lies on the table.
type laid struct {
	whose  Seat
	spread spread
}

// played is a roll in play, with room for what most read.
type played struct {
	roll Roll
	in   Inputs
	room [5]laid
}

func (r *Roll) sheet(whose Seat) Sheet {
	if r.walk != nil {
		return r.walk.sheet(r, whose)
	}
	for i := range r.laid {
		if r.laid[i].whose == whose {
			return Sheet{&r.laid[i].spread}
		}
	}
	if n := len(r.laid); n < cap(r.laid) { // they stay where they lie
		r.laid = append(r.laid, laid{whose, r.lay(whose)})
		return Sheet{&r.laid[n].spread}
	}
	s := r.lay(whose)
	return Sheet{&s}
}

// lay lays a page of the inputs out for reading.
func (r *Roll) lay(whose Seat) spread {
	s := spread{there: true}
	switch whose {
	case theParams:
		s.page, s.schema = r.in.Params, r.in.Action.Form
	case theHouse:
		s.page, s.schema = r.in.House, r.in.System.House
	default:
		s.page, s.there = r.in.Sheets[whose]
		s.schema, s.seat, s.roll, s.force = r.in.System.Sheet, whose, r, r.in.InForce[whose]
	}
	if watch := r.in.Watch; watch != nil {
		s.watch = func(path string) { watch(whose, path) }
	}
	return s
}
