package engine

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Milli is a decimal quantity in thousandths: 1791 is 1.791.
type Milli int

// Whole gives m without its fraction, rounded toward negative infinity.
func (m Milli) Whole() int {
	if m < 0 {
		return -int((-m + 999) / 1000)
	}
	return int(m) / 1000
}

// String writes m with at most three decimals: 1.791, 2, -0.5.
func (m Milli) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	s := fmt.Sprintf("%s%d.%03d", sign, int(m)/1000, int(m)%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// ParseMilli reads a decimal number with at most three decimals.
func ParseMilli(s string) (Milli, error) {
	body, neg := strings.CutPrefix(strings.TrimSpace(s), "-")
	whole, frac, dotted := strings.Cut(body, ".")
	if whole == "" && frac == "" || len(frac) > 3 || len(whole) > 9 || dotted && frac == "" {
		return 0, fmt.Errorf("%q is not a number with at most three decimals, such as 1.791", s)
	}
	for _, c := range whole + frac {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%q is not a number with at most three decimals, such as 1.791", s)
		}
	}
	n, _ := strconv.Atoi("0" + whole + (frac + "000")[:3])
	if neg {
		n = -n
	}
	return Milli(n), nil
}

// Kind says what a Value is.
type Kind uint8

// The kinds of Value. The zero Value has none of them: nothing is written
// there.
const (
	none Kind = iota
	Int
	Decimal
	Bool
	Text
)

// Value is what stands in one field. It is comparable.
type Value struct {
	kind Kind
	n    int
	s    string
}

// Type is what a field can hold.
type Type interface{ int | Milli | bool | string }

// ValueOf gives v as a value: a whole number, a decimal, a yes or no, or text.
func ValueOf[T Type](v T) Value {
	switch x := any(v).(type) {
	case int:
		return Value{kind: Int, n: x}
	case Milli:
		return Value{kind: Decimal, n: int(x)}
	case bool:
		if x {
			return Value{kind: Bool, n: 1}
		}
		return Value{kind: Bool}
	}
	return Value{kind: Text, s: any(v).(string)}
}

// Kind tells what v is.
func (v Value) Kind() Kind { return v.kind }

// IsNone reports whether nothing is written.
func (v Value) IsNone() bool { return v.kind == none }

// Int gives v as a whole number; a decimal loses its fraction, downward.
func (v Value) Int() int {
	if v.kind == Decimal {
		return Milli(v.n).Whole()
	}
	return v.n
}

// Milli gives v in thousandths.
func (v Value) Milli() Milli {
	if v.kind == Decimal {
		return Milli(v.n)
	}
	return Milli(v.n * 1000)
}

// Bool gives v as yes or no; a number is a yes when it is not 0.
func (v Value) Bool() bool { return v.n != 0 }

// Text gives the text of v, "" for a number.
func (v Value) Text() string { return v.s }

// String writes v for people.
func (v Value) String() string {
	switch v.kind {
	case Int:
		return strconv.Itoa(v.n)
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
		return strconv.AppendInt(nil, int64(v.n), 10), nil
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
		m, err := ParseMilli(s)
		if err != nil {
			return err
		}
		*v = ValueOf(m)
	default:
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("%s is not a whole number, a decimal, true, false or a string", s)
		}
		*v = ValueOf(n)
	}
	return nil
}
