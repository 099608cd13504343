package start

import (
	"time"

	"example.org/fray/engine"
)

// Table is a table that was opened, as the root takes it: here it is only
// handed on.
type Table any

// Shelf is where tables are kept. What it does may take a while: the screen
// calls it off the drawing path.
type Shelf struct {
	List    func() ([]Spine, error)          // the table played last first
	Open    func(path string) (Table, error) // a table as it was left
	Demo    func(guided bool) (Table, error) // a copy that is thrown away; guided begins the guided minute
	Make    func(name, system string) (Table, error)
	Import  func(file string) (Table, error) // a table of an exported one
	Delete  func(path string) error          // for good
	Systems func() []*engine.System          // whose time a new table can keep; reading them takes a moment
}

// Spine is what is known of a table that is not open.
type Spine struct {
	Path, Name string
	System     string   // name of the rulebook whose time it keeps
	Characters []string // names of those who are at the table
	Events     uint64
	Played     time.Time // drawn as it is: in the zone it was given in
	Wrong      string    // why the table cannot be read, "" when it can
}

// Arrived brings a table that was opened, or why it was not.
type Arrived struct {
	Table Table
	Err   error
}
