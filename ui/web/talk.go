package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"example.org/fray/model"
	play "example.org/fray/ui/act"
)

// spoken is to whom a text goes that is typed at the foot of the page.
const (
	toAll     = "all"
	toGM      = "gm"
	asRequest = "ask"
	asLine    = "do"
	asJournal = "journal"
	asWord    = "word"
	toSeat    = "seat:" // and the seat's key
)

// talk says something: to everybody, to one, to the gamemaster as a request; or does what
// the line says.
func (s *Site) talk(r *http.Request, v *visit) (string, error) {
	text, to := strings.TrimSpace(r.PostForm.Get("text")), r.PostForm.Get("to")
	if text == "" {
		return "", errors.New("type something first")
	}
	if len(text) > 4*model.LongestNote {
		return "", errors.New("that is too long")
	}
	switch {
	case to == asRequest:
		return s.order(v, model.MakeRequest{Text: text})
	case to == asJournal:
		return s.order(v, model.Note{Text: text, Private: true})
	case to == asWord:
		return s.order(v, model.AddWord{Text: text})
	case to == asLine:
		return s.line(v, r.PostForm.Get("who"), text)
	case to == toGM:
		return s.order(v, model.Say{Text: text, To: model.Seat{Role: model.GM}})
	case strings.HasPrefix(to, toSeat):
		for _, seat := range v.game.Now().Seats() {
			if seat.Key() == strings.TrimPrefix(to, toSeat) {
				return s.order(v, model.Say{Text: text, To: seat})
			}
		}
		return "", errors.New("they have no seat at this table any more")
	case strings.HasPrefix(text, "@"): // as it is typed everywhere
		return s.line(v, "", text)
	}
	return s.order(v, model.Say{Text: text})
}

// do does a line that a button stands for.
func (s *Site) do(r *http.Request, v *visit) (string, error) {
	return s.line(v, r.PostForm.Get("who"), r.PostForm.Get("line"))
}

// pages are where keys of the screen lead.
var pages = map[string]string{"recap": "/recap", "sessions": "/recap", "dice": "/dice", "take-home": "/dice", "pane-log": "/log", "filter": "/log", "journal": "/log?journal=yes",
	"pane-sheet": "/sheet", "pane-costs": "/sheet", "sheet-open": "/sheet", "show": "/shown", "pane-roster": "/#others", "guests": "/more", "follow": "/", "resume": "/", "house": "/more"}

// line does what a line means that was typed, as it is read everywhere.
func (s *Site) line(v *visit, who, text string) (string, error) {
	p := v.place
	p.mu.Lock()
	t := p.see(v)
	f := p.at(v, who)
	said := p.memory.Said(f)
	said.Who = f.Selected
	found := said.Read(text)
	p.mu.Unlock()
	if len(found) == 0 {
		return "", errors.New(said.Unknown(text))
	}
	switch m := found[0]; {
	case m.WhyNot != "":
		return "", errors.New(m.Does + ": " + m.WhyNot)
	case m.Command != nil:
		for range max(m.Times, 1) {
			if _, err := v.game.Do(v.seat, m.Command); err != nil {
				return "", err
			}
		}
		return "/", nil
	case m.Offer != nil:
		return urlOf(play.DraftOf(*m.Offer)), nil
	case m.Before != 0:
		return s.order(v, model.Undo{Act: true})
	case pages[m.Key] != "":
		to := pages[m.Key]
		if m.Select != "" && to == "/sheet" {
			to += "?who=" + url.QueryEscape(m.Select)
		}
		if m.Text != "" && to == "/log" {
			to += "?find=" + url.QueryEscape(m.Text)
		}
		return to, nil
	case m.Key != "":
		return "", errors.New(m.Does + ": only the full screen does that")
	case m.Select != "":
		if c, ok := t.Character(m.Select); ok && v.seat.Owns(c) {
			return "/?who=" + url.QueryEscape(m.Select), nil
		}
		return "/sheet?who=" + url.QueryEscape(m.Select), nil
	default:
		return "", errors.New(capital(m.Does))
	}
}
