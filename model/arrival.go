package model

// Arrival is somebody, or an encounter, who will come to the table at a moment of this
// scene. It is the gamemaster's alone.
type Arrival struct {
	ID         string      `json:"id"`
	Name       string      `json:"name"`
	Due        int         `json:"due"` // moment
	Characters []Character `json:"characters"`
}

// ArrivalSet says who will come.
type ArrivalSet struct {
	Arrival Arrival `json:"arrival"`
}

// Kind implements [Fact].
func (ArrivalSet) Kind() string { return "arrival-set" }

// ArrivalOver says that they have come or, with a reason, that they will not.
type ArrivalOver struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Why  string `json:"why,omitempty"`
}

// Kind implements [Fact].
func (ArrivalOver) Kind() string { return "arrival-over" }
