package model

import "fmt"

// Refused is the error of a command that cannot be carried out. Its words are meant for
// the person who sent the command.
type Refused struct{ Words string }

// Error returns the words for the person.
func (e *Refused) Error() string { return e.Words }

// Refuse returns a *Refused with formatted words.
func Refuse(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }
