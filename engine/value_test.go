package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.org/fray/engine"
)

func TestDecimalsAreThousandths(t *testing.T) {
	for _, c := range []struct {
		text  string
		milli engine.Milli
		back  string // "": the same
		whole int
	}{
		{"1.791", 1791, "", 1}, {"2", 2000, "", 2}, {"-0.5", -500, "", -1}, {"0", 0, "", 0},
		{"2.000", 2000, "2", 2}, {".5", 500, "0.5", 0}, {" 1.10 ", 1100, "1.1", 1}, {"-2", -2000, "", -2},
		{"-1.001", -1001, "", -2}, {"1000.05", 1_000_050, "", 1000},
	} {
		var got engine.Milli
		if err := got.Set(c.text); err != nil || got != c.milli {
			t.Errorf("%q is %d, %v; want %d", c.text, got, err, c.milli)
		}
		want := c.back
		if want == "" {
			want = c.text
		}
		if got.String() != want || got.Whole() != c.whole {
			t.Errorf("%q is written %s with %d whole ones, want %s and %d", c.text, got, got.Whole(), want, c.whole)
		}
	}
	for _, wrong := range []string{"", "-", ".", "1.", "1.2345", "1,5", "12345678901", "0x1", "1e3", "--1", "1.-5"} {
		var n engine.Milli
		if err := n.Set(wrong); err == nil || !strings.Contains(err.Error(), "at most three decimals") {
			t.Errorf("%q is read as %s, %v", wrong, n, err)
		}
	}
}

func TestValuesAreReadAsWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		v     engine.Value
		kind  engine.Kind
		n     int
		milli engine.Milli
		yes   bool
		text  string
		shown string
		json  string
	}{
		{engine.ValueOf(7), engine.Int, 7, 7000, true, "", "7", "7"},
		{engine.ValueOf(0), engine.Int, 0, 0, false, "", "0", "0"},
		{engine.ValueOf(engine.Milli(1500)), engine.Decimal, 1, 1500, true, "", "1.5", "1.5"},
		{engine.ValueOf(engine.Milli(-1500)), engine.Decimal, -2, -1500, true, "", "-1.5", "-1.5"},
		{engine.ValueOf(engine.Milli(2000)), engine.Decimal, 2, 2000, true, "", "2", "2.0"},
		{engine.ValueOf(true), engine.Bool, 1, 1000, true, "", "yes", "true"},
		{engine.ValueOf(false), engine.Bool, 0, 0, false, "", "no", "false"},
		{engine.ValueOf(`a "b"`), engine.Text, 0, 0, false, `a "b"`, `a "b"`, `"a \"b\""`},
		{engine.Value{}, 0, 0, 0, false, "", "", "null"},
	} {
		if c.v.Kind() != c.kind || c.v.Int() != c.n || c.v.Milli() != c.milli || c.v.Bool() != c.yes || c.v.Text() != c.text || c.v.String() != c.shown {
			t.Errorf("%s: %v %d %d %t %q %q", c.json, c.v.Kind(), c.v.Int(), c.v.Milli(), c.v.Bool(), c.v.Text(), c.v)
		}
		if c.v.IsNone() != (c.json == "null") {
			t.Errorf("%s is none: %t", c.json, c.v.IsNone())
		}
		text, err := json.Marshal(c.v)
		var back engine.Value
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || string(text) != c.json || back != c.v {
			t.Errorf("%s is written %s and read as %#v, %v", c.json, text, back, err)
		}
	}
	for _, wrong := range []string{`1.23456`, `1e9`, `99999999999999999999`, `{}`, `[1]`} {
		var v engine.Value
		if err := json.Unmarshal([]byte(wrong), &v); err == nil {
			t.Errorf("%s is read as %s", wrong, v)
		}
	}
}
