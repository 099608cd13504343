// Package markup writes HTML and SVG.
//
// What stands in the program is written as it is; what comes from anywhere else is escaped
// where it is put in. The compiler sees to the first, since only constants can be written
// as they are, and [Writer.Put] to the second.
//
//	w.Put(`<a href="{}">{}</a>`, address, name)
//
// # Why
//
// Words from people stand as text or in an attribute between double quotes, where one way of
// escaping is right, or are an address. A template that is read when the program starts is
// not checked by the compiler, takes its time at every start, and calls methods by their
// names, so that the linker keeps every exported method of the whole program. The libraries
// that write elements import such templates themselves.
package markup

import (
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
)

// Writer collects markup. Its zero value is empty and ready to use.
type Writer struct{ b strings.Builder }

// Fragment is markup that a [Writer] has collected.
type Fragment struct{ markup string }

// Query is words that are put into the query of an address.
type Query string

// constant is what only a constant becomes by itself.
type constant string

// place stands in a format for a value.
const place = "{}"

// HTML writes a constant as it is.
func (w *Writer) HTML(c constant) { w.b.WriteString(string(c)) }

// Put writes a constant with values in the place of each {}: a string, which is escaped, an
// int, an int64, a [Query], or a [Fragment], which is written as it is. A place is in a text
// or in an attribute between double quotes. A string at the beginning of an address (href,
// action, src) becomes # unless it is relative or begins with http:// or https://, so that
// no script is called. It panics where places and values do not match.
func (w *Writer) Put(format constant, values ...any) {
	rest := string(format)
	for _, v := range values {
		before, after, there := strings.Cut(rest, place)
		if !there {
			panic(fmt.Sprintf("more values than places in %q", string(format)))
		}
		w.b.WriteString(before)
		w.value(before, v)
		rest = after
	}
	if strings.Contains(rest, place) {
		panic(fmt.Sprintf("more places than values in %q", string(format)))
	}
	w.b.WriteString(rest)
}

// value writes a value behind the markup before it.
func (w *Writer) value(before string, v any) {
	switch v := v.(type) {
	case string:
		if beginsAddress(before) {
			v = address(v)
		}
		w.b.WriteString(html.EscapeString(strings.ReplaceAll(v, "\x00", "\uFFFD")))
	case Query:
		w.b.WriteString(url.QueryEscape(string(v)))
	case int:
		w.b.WriteString(strconv.Itoa(v))
	case int64:
		w.b.WriteString(strconv.FormatInt(v, 10))
	case Fragment:
		w.b.WriteString(v.markup)
	default:
		panic(fmt.Sprintf("a %T cannot be written", v))
	}
}

func beginsAddress(before string) bool {
	for _, name := range []string{"href", "action", "src"} {
		if strings.HasSuffix(before, name+`="`) {
			return true
		}
	}
	return false
}

// address returns an address as it can be followed, or "#".
func address(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Opaque != "" || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return "#"
	}
	return s
}

// Made returns what was collected.
func (w *Writer) Made() Fragment { return Fragment{w.b.String()} }

// String is the markup as text.
func (f Fragment) String() string { return f.markup }

// If writes a constant if something is so.
func (w *Writer) If(so bool, c constant) {
	if so {
		w.HTML(c)
	}
}

// With puts words into their place in a constant; of "" nothing is written.
func (w *Writer) With(format constant, words string) {
	if words != "" {
		w.Put(format, words)
	}
}
