package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

func inked(t *testing.T, p engine.Page) string {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A page is a value: whoever holds the old one sees nothing of what was written
// on the new one.
func TestWritingOnAPageLeavesTheOldOne(t *testing.T) {
	old := engine.PageOf("strength", 3, "height", engine.Milli(1791), "awake", true,
		"skills/a/name", "Climb", "skills/a/level", 2, "skills/b/name", "Swim")
	was := inked(t, old)
	const want = `{"awake":true,"height":1.791,"strength":3,"skills":[{"id":"a","level":2,"name":"Climb"},{"id":"b","name":"Swim"}]}`
	if was != want {
		t.Fatalf("it is\n%s, want\n%s", was, want)
	}
	for _, c := range []struct{ name, path, what, want string }{
		{"a field", "strength", "9", strings.Replace(want, `"strength":3`, `"strength":9`, 1)},
		{"a field cleared", "strength", "", strings.Replace(want, `"strength":3,`, ``, 1)},
		{"a column", "skills/a/level", "9", strings.Replace(want, `"level":2`, `"level":9`, 1)},
		{"a column cleared", "skills/a/level", "", strings.Replace(want, `"level":2,`, ``, 1)},
		{"a row more", "skills/c/level", "1", strings.Replace(want, `"Swim"}`, `"Swim"},{"id":"c","level":1}`, 1)},
		{"a row less", "skills/a", "", strings.Replace(want, `{"id":"a","level":2,"name":"Climb"},`, ``, 1)},
		{"a row less that isn't there", "skills/z", "", want},
		{"another list", "arms/a/level", "1", strings.Replace(want, `"skills"`, `"arms":[{"id":"a","level":1}],"skills"`, 1)},
	} {
		v := engine.Value{}
		if c.what != "" {
			v = engine.ValueOf(int(c.what[0] - '0'))
		}
		if got := inked(t, old.With(c.path, v)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
		if inked(t, old) != was {
			t.Fatalf("%s: the old page has changed: %s", c.name, inked(t, old))
		}
	}
}

func TestRowsOfAPageAreMoved(t *testing.T) {
	p := engine.PageOf("l/a/n", 1, "l/b/n", 2, "l/c/n", 3)
	for _, c := range []struct {
		row  string
		to   int
		want string
	}{{"a", 2, "b c a"}, {"c", 0, "c a b"}, {"b", 1, "a b c"}, {"a", 3, "a b c"}, {"a", -1, "a b c"}, {"z", 0, "a b c"}} {
		if got := strings.Join(p.MoveRow("l", c.row, c.to).RowIDs("l"), " "); got != c.want {
			t.Errorf("%s to %d: %s, want %s", c.row, c.to, got, c.want)
		}
	}
	if got := strings.Join(p.RowIDs("l"), " "); got != "a b c" {
		t.Errorf("the page itself is %s", got)
	}
}

func TestAPageTellsItsPathsInOrder(t *testing.T) {
	p := engine.PageOf("b", 1, "a", 2, "m/y/n", 1, "m/x/o", 2, "m/x/n", 3, "l/q/n", 4)
	want := strings.Fields("a b l/q/n m/y/n m/x/n m/x/o")
	if got := p.Paths(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, path := range want {
		if _, ok := p.Get(path); !ok {
			t.Errorf("%s is not there", path)
		}
	}
	for _, path := range []string{"c", "l/q", "l/z/n", "k/q/n", "l/q/z"} {
		if v, ok := p.Get(path); ok {
			t.Errorf("%s is %s", path, v)
		}
	}
	if p.IsZero() || !(engine.Page{}).IsZero() {
		t.Error("a page with something on it is zero, or one with nothing is not")
	}
}

// What another version wrote is kept, whatever it is.
func TestAPageSurvivesJSON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, `{}`},
		{`{"strength":3,"future":"what?","mass":2.0,"gone":null}`, `{"future":"what?","gone":null,"mass":2.0,"strength":3}`},
		{`{"skills":[{"name":"Climb"},{"name":"Swim"}]}`, `{"skills":[{"id":"r1","name":"Climb"},{"id":"r2","name":"Swim"}]}`},
		{`{"skills":[]}`, `{}`},
	} {
		var p engine.Page
		if err := json.Unmarshal([]byte(c.text), &p); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if got := inked(t, p); got != c.want {
			t.Errorf("%s comes to %s, want %s", c.text, got, c.want)
		}
	}
	for text, want := range map[string]string{
		`[1]`: "a sheet's page is a JSON object", `{"a":{}}`: "a: ", `{"a":[1]}`: "a row is a JSON object",
		`{"a":[{"n":1.23456}]}`:            "a: ",
		`{"a":[{"id":"x"},{"id":"x"}]}`:    `a has two rows with the id "x"`,
		`{"a":[{"id":"r2"},{"name":"n"}]}`: `a has two rows with the id "r2"`,
	} {
		var p engine.Page
		if err := json.Unmarshal([]byte(text), &p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
