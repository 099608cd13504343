package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Milli is a decimal number in thousandths: 1791 is 1.791. It has 64 bits on every
// machine; what is parsed has at most nine digits before the point.
type Milli int64

// Whole gives m without its fraction, rounded toward negative infinity.
func (m Milli) Whole() int {
	if m < 0 {
		return narrow(-int64((-m + 999) / 1000))
	}
	return narrow(int64(m / 1000))
}

// narrow gives n as an int, or the nearest int of a machine of 32 bits.
func narrow(n int64) int { return int(min(max(n, math.MinInt), math.MaxInt)) }

// String writes m with at most three decimals: 1.791, 2, -0.5.
func (m Milli) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	s := fmt.Sprintf("%s%d.%03d", sign, int64(m)/1000, int64(m)%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Set reads a decimal number with at most three decimals and nine digits before
// them; the error says so.
func (m *Milli) Set(text string) error {
	body, neg := strings.CutPrefix(strings.TrimSpace(text), "-")
	whole, frac, dotted := strings.Cut(body, ".")
	if whole == "" && frac == "" || len(frac) > 3 || len(whole) > 9 || dotted && frac == "" ||
		strings.Trim(whole+frac, "0123456789") != "" {
		return fmt.Errorf("%q is not a number with at most three decimals, such as 1.791", text)
	}
	n, _ := strconv.ParseInt("0"+whole+(frac + "000")[:3], 10, 64)
	if neg {
		n = -n
	}
	*m = Milli(n)
	return nil
}

// Kind says what a Value is.
type Kind uint8

// The kinds of Value. The zero Value has none of them: nothing is written there.
const (
	none Kind = iota
	Int
	Decimal
	Bool
	Text
)

// Value is the content of one field. It is comparable.
type Value struct {
	kind Kind
	n    int64 // of 64 bits, so that a file means the same on every machine
	s    string
}

// Type is what a field can hold.
type Type interface{ int | Milli | bool | string }

// ValueOf gives v as a value: a whole number, a decimal, a yes or no, or text.
func ValueOf[T Type](v T) Value {
	switch x := any(v).(type) {
	case int:
		return Value{kind: Int, n: int64(x)}
	case Milli:
		return Value{kind: Decimal, n: int64(x)}
	case bool:
		if x {
			return Value{kind: Bool, n: 1}
		}
		return Value{kind: Bool}
	}
	return Value{kind: Text, s: any(v).(string)}
}

// Kind gives the kind of v.
func (v Value) Kind() Kind { return v.kind }

// IsNone reports whether nothing is written.
func (v Value) IsNone() bool { return v.kind == none }

// Int gives v as a whole number; a decimal is rounded down. If a machine's int is too
// small for it, it is the nearest int.
func (v Value) Int() int {
	if v.kind == Decimal {
		return Milli(v.n).Whole()
	}
	return narrow(v.n)
}

// Milli gives v in thousandths.
func (v Value) Milli() Milli {
	if v.kind == Decimal {
		return Milli(v.n)
	}
	return Milli(min(max(v.n, math.MinInt64/1000), math.MaxInt64/1000) * 1000)
}

// Bool gives v as yes or no; a number other than 0 is a yes.
func (v Value) Bool() bool { return v.n != 0 }

// Text gives the text of v, "" for a number.
func (v Value) Text() string { return v.s }

// String writes v for people.
func (v Value) String() string {
	switch v.kind {
	case Int:
		return strconv.FormatInt(v.n, 10)
	case Decimal:
		return Milli(v.n).String()
	case Bool:
		if v.n != 0 {
			return "yes"
		}
		return "no"
	case Text:
		return v.s
	}
	return ""
}

// MarshalJSON writes a number, true or false, a string or null. A decimal
// always has a point, so that it is read back as one.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.kind {
	case Int:
		return strconv.AppendInt(nil, v.n, 10), nil
	case Decimal:
		s := Milli(v.n).String()
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return []byte(s), nil
	case Bool:
		return strconv.AppendBool(nil, v.n != 0), nil
	case Text:
		return json.Marshal(v.s)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Value) UnmarshalJSON(b []byte) error {
	switch s := string(b); {
	case s == "null":
		*v = Value{}
	case s == "true" || s == "false":
		*v = ValueOf(s == "true")
	case s != "" && s[0] == '"':
		v.kind, v.n = Text, 0
		return json.Unmarshal(b, &v.s)
	case strings.Contains(s, "."):
		var m Milli
		if err := m.Set(s); err != nil {
			return err
		}
		*v = ValueOf(m)
	default:
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return fmt.Errorf("%s is not a whole number, a decimal, true, false or a string", s)
		}
		*v = Value{kind: Int, n: n}
	}
	return nil
}
