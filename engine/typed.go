package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Set writes a typed parameter of the action; "none" clears it unless it is a text. It
// is false when the action has no parameter of that name.
func (a *Action) Set(params Page, key, value string) (Page, bool, error) {
	sp, ok := a.Param(key)
	if !ok {
		return params, false, nil
	}
	if strings.EqualFold(value, "none") && sp.Kind != Text {
		return params.With(key, Value{}), true, nil
	}
	v, err := sp.Parse(value)
	if err != nil {
		return params, true, err
	}
	return params.With(key, v), true, nil
}

// Write writes a typed value onto a page: at the path of a field or under another name
// that the rulebook reads, such as that of a skill; see [Typing]. The error is an
// *UnknownField if there is neither.
func (s *System) Write(p Page, key, value string) (Page, error) {
	if sp, ok := s.Sheet.Field(key); ok {
		v, err := sp.Parse(value)
		if err != nil {
			return p, err
		}
		return p.With(key, v), nil
	}
	if s.Named != nil {
		if out, ok, err := s.Named(p, key, value); ok || err != nil {
			return out, err
		}
	}
	return p, &UnknownField{System: s, Key: key}
}

// UnknownField is the error of a name that is no field of a sheet.
type UnknownField struct {
	System *System
	Key    string
}

// Error names the nearest field, and the command that lists them.
func (e *UnknownField) Error() string {
	words := fmt.Sprintf("%s has no field %q", e.System.Name, e.Key)
	if near := Nearest(e.Key, e.System.Sheet.ids()); near != "" {
		words += fmt.Sprintf("; did you mean %q?", near)
	}
	return words + " 'fray systems " + e.System.ID + "' lists them"
}

func (s *Schema) ids() []string {
	var out []string
	for _, sp := range s.Fields() {
		out = append(out, sp.ID)
	}
	for _, l := range s.Lists() {
		out = append(out, l.ID)
	}
	return out
}

// Nearest gives the word that is most like typed, "" if none is close.
func Nearest(typed string, words []string) string {
	best, least := "", max(2, len(typed)/3)+1
	for _, w := range words {
		if d := edits(strings.ToLower(typed), strings.ToLower(w)); d < least {
			best, least = w, d
		}
	}
	return best
}

// edits is the number of bytes to insert, drop or change to get from a to b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
