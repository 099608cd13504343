package saves

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
)

// Whatever JSON a stranger writes is taken apart as encoding/json does it.
func FuzzPieces(f *testing.F) {
	for _, text := range []string{
		`{}`, `[]`, `[ ]`, ` { } `, `{"a":1}`, ` { "a" : 1 , "b" : [ 1 , { "c" : "}" } ] , "c":{"d":"\"]\\"} } `,
		`[1,-2.5e3,null,true,"x\\","\\\"",[[],[{}]],{"a":{"b":[]}}]`, `{"a\"b":"c\u0020","\u0061":2,"":3,"é😀":"\n"}`,
		"{\"a\xff\":\"\xfe\"}", "{\n\t\"a\"\r:\n[\n]\n}", `{"a":1,"a":{"b":2}}`, `7`, `"x"`, `null`, ``, `{`, `[1,`, `{"a"`,
		`{"seq":25,"time":"2026-11-26T23:24:46.123Z","by":{"role":"program"},"facts":[{"kind":"noted","fact":{"text":"a \"gate\", [12]: {3e8}"}}],"did":null}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		text = afterSpace(text)
		switch text[0] {
		case '{':
			var want map[string]json.RawMessage
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			got := map[string]json.RawMessage{}
			for name, value := range fields(text) {
				got[name] = value
			}
			if !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return string(a) == string(b) }) {
				t.Errorf("%q is taken apart as %q, not %q", text, got, want)
			}
		case '[':
			var want []json.RawMessage
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			if got := slices.Collect(elements(text)); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
				t.Errorf("%q is taken apart as %q, not %q", text, got, want)
			}
		}
	})
}
