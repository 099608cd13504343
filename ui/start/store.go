package start

import (
	"time"

	"example.org/fray/engine"
)

// Table is an opened table. This package only hands it to the root.
type Table any

// Store opens, creates and deletes tables. Its functions may take long, so the screen calls
// them in the background. What is nil is not offered.
type Store struct {
	Welcome string // the text of the start screen, or "" for the one that introduces fray

	List    func() ([]TableInfo, error)      // the table played last comes first
	Open    func(path string) (Table, error) // opens a table as it was left
	Demo    func(guided bool) (Table, error) // opens a temporary copy of the demo; guided starts the guided tour
	Make    func(name, system string) (Table, error)
	Import  func(file string) (Table, error) // creates a table from an exported file
	Delete  func(path string) error
	Deleted string                  // what becomes of a deleted table, or "" if it cannot be undone
	Systems func() []*engine.System // rulebooks whose clock a new table can use; the first call reads them
	Join    func(invite string) (Table, error)
	Ask     func(table, name string) error   // asks the gamemaster of a table that is being played to let a person in under a name
	Device  func() (words string, err error) // makes an invite for another device of the same person, and tells it
}

// TableInfo describes a table that is not open.
type TableInfo struct {
	Path, Name string
	System     string   // name of the rulebook whose clock it uses
	Characters []string // names of the characters at the table
	Events     uint64
	Played     time.Time // shown in its own time zone
	NoDelete   string    // why it cannot be deleted here, or ""
	Problem    string    // why the table cannot be read, or ""
	Evening    string    // when it is played next, or ""
	State      string    // how it stands, shown in place of events and characters, or ""
}

// Left reports that somebody has left a table for the list of tables, and why if they had to.
type Left struct{ Why string }

// Arrived carries an opened table, or the error.
type Arrived struct {
	Table Table
	Err   error
}
