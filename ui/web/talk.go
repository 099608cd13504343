package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
)

// Recipients of a text that is typed on the page.
const (
	toAll     = "all"
	toGM      = "gm"
	asRequest = "ask"
	asLine    = "do"
	asJournal = "journal"
	asWord    = "word"
	toSeat    = "seat:" // followed by the seat's key
)

// talk sends a message to everybody or to one seat, sends a request to the gamemaster, or
// carries out the line as a command.
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
	}
	t := v.game.Now()
	said := (&phrase.Context{Table: t, Seat: v.seat}).Message(text) // @Mira is Mira, as in the prompt
	m, _ := said.Command.(model.Say)
	if to = cmp.Or(to, toAll); to == toAll && said.WhyNot != "" {
		return "", errors.New(said.WhyNot)
	}
	if to == toAll {
		return s.order(v, m)
	}
	chosen := model.Seat{Role: model.GM}
	if key, is := strings.CutPrefix(to, toSeat); is {
		i := slices.IndexFunc(t.Seats(), func(seat model.Seat) bool { return seat.Key() == key })
		if i < 0 {
			return "", errors.New("they have no seat at this table any more")
		}
		chosen = t.Seats()[i]
	} else if to != toGM {
		return "", errors.New("choose for whom it is")
	}
	switch {
	case m.To == chosen: // named once more
		return s.order(v, m)
	case m.To != model.Seat{}:
		return "", fmt.Errorf("it begins as if it were for %s: choose for whom it is", cmp.Or(t.SeatName(m.To), "the gamemaster"))
	}
	return s.order(v, model.Say{Text: text, To: chosen})
}

// do carries out the line that a button stands for.
func (s *Site) do(r *http.Request, v *visit) (string, error) {
	return s.line(v, r.PostForm.Get("who"), r.PostForm.Get("line"))
}

// pages are the paths for verbs that show something, by ID, beside the page that asks.
var pages = map[string]string{"recap": "recap", "sessions": "recap", "dice": "dice", "take-home": "dice", "log": "log", "find": "log", "journal": "log?journal=yes",
	"show": "sheet", "costs": "sheet", "explain": "sheet", "handout": "shown", "roster": "./#others", "who": "more", "follow": "./", "resume": "./", "house": "more"}

// line carries out a typed line, read like that of a prompt.
func (s *Site) line(v *visit, who, text string) (string, error) {
	p := v.pages
	p.mu.Lock()
	t := p.refresh(v)
	f := p.scene(v, who)
	said := p.memory.Said(t, v.seat, f.Selected, time.Now)
	p.mu.Unlock()
	return v.carriesOut(said, text)
}

// carriesOut does what a line means, and returns the page to go to.
func (v *visit) carriesOut(said *phrase.Context, text string) (string, error) {
	p, t := v.pages, said.Table
	p.mu.Lock()
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
		return "./", nil
	case m.Offer != nil:
		return urlOf(scene.DraftOf(*m.Offer)), nil
	case m.Before != 0:
		now := func() model.Table {
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.refresh(v)
		}
		return "./", m.UndoBack(v.seat, now, func(c model.Command) error { _, err := v.game.Do(v.seat, c); return err })
	case pages[m.Verb] != "":
		to := pages[m.Verb]
		if m.Select != "" && to == "sheet" {
			to += "?who=" + url.QueryEscape(m.Select)
		}
		if m.Text != "" && to == "log" {
			to += "?find=" + url.QueryEscape(m.Text)
		}
		return to, nil
	case m.Verb != "":
		return "", errors.New(m.Does + ": only the full screen does that")
	case m.Select != "":
		if c, ok := t.Character(m.Select); ok && v.seat.Owns(c) {
			return "./?who=" + url.QueryEscape(m.Select), nil
		}
		return "sheet?who=" + url.QueryEscape(m.Select), nil
	default:
		return "", errors.New(model.Capitalize(m.Does))
	}
}
