package scene

import "testing"

// What a meter says already isn't said by a mark once more.
func TestHurtIsSaidOnce(t *testing.T) {
	for _, words := range []string{"hurt", "badly hurt"} {
		if d := (doing{states: []State{{Words: words}}}); !d.says("hurt") || d.says("down") {
			t.Errorf("%q: %v, %v", words, d.says("hurt"), d.says("down"))
		}
	}
	if d := (doing{states: []State{{Words: "unhurt"}}}); d.says("hurt") {
		t.Error("unhurt says hurt")
	}
}
