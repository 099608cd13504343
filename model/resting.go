package model

import "example.org/fray/engine"

// Resting is a rest that is under way: it goes on when whoever was asked something in it
// has answered.
type Resting struct {
	Who   []Rester   `json:"who"`
	Rolls []RestRoll `json:"rolls,omitempty"` // that are still to be made now
	Until int        `json:"until"`           // the moment at which all of it is over
}

// Rester is a character who rests by the rules of one rulebook.
type Rester struct {
	Who    string      `json:"who"`
	System string      `json:"system"`
	Span   string      `json:"span"` // the id of the rest
	Params engine.Page `json:"form,omitzero"`
	Began  int         `json:"began"`
	Gone   int         `json:"gone"` // the shortest rests that have gone by
	Left   int         `json:"left"` // and those that are left
	Next   int         `json:"next"` // the moment at which the next one is over
}

// RestRoll is a roll that a rest makes.
type RestRoll struct {
	Who    string      `json:"who"`
	System string      `json:"system"`
	Action string      `json:"action"`
	Params engine.Page `json:"form,omitzero"`
}

// RestPaused says how a rest that waits for an answer stands; without one, that it is over.
type RestPaused struct {
	Rest *Resting `json:"rest"`
}

// Kind is "rest-held".
func (RestPaused) Kind() string { return "rest-held" }
