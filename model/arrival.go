package model

// Arrival is a character or an encounter that will come to the table at a moment of the
// present scene. Only the gamemaster knows of it.
type Arrival struct {
	ID         string      `json:"id"`
	Name       string      `json:"name"`
	Due        int         `json:"due"` // moment
	Characters []Character `json:"characters"`
}

// ArrivalSet is the fact that somebody will arrive.
type ArrivalSet struct {
	Arrival Arrival `json:"arrival"`
}

// Kind implements [Fact].
func (ArrivalSet) Kind() string { return "arrival-set" }

// ArrivalOver is the fact that somebody has arrived or, if Why is set, will not arrive.
type ArrivalOver struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Why  string `json:"why,omitempty"`
}

// Kind implements [Fact].
func (ArrivalOver) Kind() string { return "arrival-over" }
