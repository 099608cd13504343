package model

import "fmt"

// Refused is the error of a command that cannot be carried out, with words for
// a player.
type Refused struct{ Words string }

// Error gives the words for a player.
func (e *Refused) Error() string { return e.Words }

// Refuse gives an error of type *Refused with words for the person who asked.
func Refuse(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }
