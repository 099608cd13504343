package web

import (
	"errors"
	"net/http"
	"slices"

	"example.org/fray/model"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/people"
)

// peoplePage is what the gamemaster can do with people: let in who waits, take seats away, and close
// the table to others.
type peoplePage struct {
	Waiting []waiting
	Silent  int // wait without having said a name
	Seats   []seatRow
	Closed  bool // to others
	Others  []string
}

func (peoplePage) title() string { return "People" }

// waiting is somebody who waits to be let in.
type waiting struct {
	ID, Name, Key, From string
	Similar             string // whose name is like theirs, or ""
	Places              []choice
}

// seatRow is a seat, with its keys if it has more than one.
type seatRow struct {
	Key, Name, Words string
	Keys             []string
}

var errOnlyGamemaster = errors.New("only the gamemaster lets people in and takes seats away")

func (s *Site) peoplePage(_ *http.Request, v *visit) (page, error) {
	admissions := v.Present().Admissions()
	if admissions == nil {
		return nil, errOnlyGamemaster
	}
	t := v.game.Now()
	here := admissions.Here()
	address, _ := admissions.WebAddress()
	out := peoplePage{Silent: admissions.Silent(), Closed: address == "", Others: cleaned(people.Connected(t, admissions))}
	for _, w := range admissions.Waiting() {
		row := waiting{ID: w.ID, Name: clean.Text(w.Name), Key: clean.Text(w.Key), From: w.From, Similar: clean.Text(t.SeatName(w.Similar))}
		for _, p := range people.Places(t, w, here) {
			row.Places = append(row.Places, choice{Value: p.ID, Label: clean.Text(p.Label)})
		}
		out.Waiting = append(out.Waiting, row)
	}
	for _, seat := range here {
		if seat.Seat.Role == model.GM {
			continue
		}
		row := seatRow{Key: seat.Seat.Key(), Name: clean.Text(t.SeatName(seat.Seat)), Words: clean.Text(seat.Words(t))}
		if len(seat.Keys) > 1 {
			row.Keys = cleaned(seat.Keys)
		}
		out.Seats = append(out.Seats, row)
	}
	return out, nil
}

// letIn lets somebody in who waits, sends them away, or asks them for another name.
func (s *Site) letIn(r *http.Request, v *visit) (string, error) {
	admissions := v.Present().Admissions()
	if admissions == nil {
		return "", errOnlyGamemaster
	}
	who := r.PostForm.Get("who")
	switch r.PostForm.Get("do") {
	case "send":
		return "people", admissions.SendAway(who)
	case "name":
		return "people", admissions.AskName(who)
	case "clear":
		admissions.Clear(false)
		return "people", nil
	}
	all := admissions.Waiting()
	i := slices.IndexFunc(all, func(w people.Waiting) bool { return w.ID == who })
	if i < 0 {
		return "", errors.New("they have left")
	}
	places := people.Places(v.game.Now(), all[i], admissions.Here())
	at := slices.IndexFunc(places, func(p people.Place) bool { return p.ID == r.PostForm.Get("as") })
	if at < 0 {
		return "", errors.New("somebody else has that seat or character by now: choose again")
	}
	return "people", admissions.Admit(who, places[at].Seat, places[at].Characters)
}

// revoke takes a seat away, or one of its keys.
func (s *Site) revoke(r *http.Request, v *visit) (string, error) {
	admissions := v.Present().Admissions()
	switch {
	case admissions == nil:
		return "", errOnlyGamemaster
	case r.PostForm.Get("sure") == "":
		return "", errors.New("say yes to take it away")
	}
	for _, seat := range admissions.Here() {
		if seat.Seat.Role == model.GM || seat.Seat.Key() != r.PostForm.Get("seat") {
			continue
		}
		if key := r.PostForm.Get("key"); key != "" {
			return "people", admissions.RevokeKey(seat.Seat, key)
		}
		return "people", admissions.Revoke(seat.Seat)
	}
	return "", errors.New("nobody has that seat any more")
}

// shut closes the table to all but its gamemaster, or opens it again.
func (s *Site) shut(r *http.Request, v *visit) (string, error) {
	door := v.Door()
	switch {
	case door == nil:
		return "", errOnlyGamemaster
	case r.PostForm.Get("open") != "":
		_, err := door.Open(door.Last())
		return "people", err
	case r.PostForm.Get("sure") == "":
		return "", errors.New("say yes to close the table")
	}
	return "people", door.Shut()
}
