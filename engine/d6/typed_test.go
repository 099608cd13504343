package d6

import "testing"

// A die code in one line is a check; plain dice, which have faces, are not.
func TestTyped(t *testing.T) {
	for line, want := range map[string][2]string{
		"4D+1 vs 12": {"4D+1", "12"}, "4d": {"4D", ""}, "3d+2>=15": {"3D+2", "15"}, "5D vs moderate": {"5D", "moderate"}, " 2d+0": {"2D", ""},
		"4d6": {}, "d20": {}, "4d2": {}, "4dF": {}, "seraph": {}, "": {}, "D": {}, "4D+d6": {}, "dodge": {},
	} {
		action, params, err := System.Typed(line)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		code, _ := params.Get("code")
		difficulty, _ := params.Get("difficulty")
		if (action == "check") != (want[0] != "") || code.Text() != want[0] || difficulty.Text() != want[1] {
			t.Errorf("%q: %s, code %q, difficulty %q", line, action, code.Text(), difficulty.Text())
		}
	}
	for _, line := range []string{"4D+3", "99D", "4D vs nobody"} {
		if action, _, err := System.Typed(line); action == "" || err == nil {
			t.Errorf("%q: %q, %v: it is a check that says what is wrong", line, action, err)
		}
	}
}
