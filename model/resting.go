package model

import "example.org/fray/engine"

// Resting is a rest that is under way. It waits for an answer in one of its rolls and goes
// on when that is given.
type Resting struct {
	Who   []Rester   `json:"who"`
	Rolls []RestRoll `json:"rolls,omitempty"` // the rolls that are still to be made at this moment
	Until int        `json:"until"`           // the moment at which the whole rest is over
}

// Rester is a character who rests by the rules of one rulebook.
type Rester struct {
	Who    string      `json:"who"`
	System string      `json:"system"`
	Span   string      `json:"span"` // the id of the way to rest
	Params engine.Page `json:"form,omitzero"`
	Began  int         `json:"began"`
	Gone   int         `json:"gone"` // how many of the shortest rests have passed
	Left   int         `json:"left"` // and how many are left
	Next   int         `json:"next"` // the moment at which the next one is over
}

// RestRoll is a roll that a rest makes.
type RestRoll struct {
	Who    string      `json:"who"`
	System string      `json:"system"`
	Action string      `json:"action"`
	Params engine.Page `json:"form,omitzero"`
}

// RestPaused is the fact that a rest waits for an answer. Without a rest it is over.
type RestPaused struct {
	Rest *Resting `json:"rest"`
}

// Kind is "rest-held".
func (RestPaused) Kind() string { return "rest-held" }
