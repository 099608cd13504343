package engine

import (
	"encoding/json"
	"math"
	"testing"
)

// A file holds the same on every machine, and what an int has no room for is
// the nearest that it has.
func TestValuesAreOf64BitsEverywhere(t *testing.T) {
	for text, want := range map[string]struct {
		n int64
		m Milli
	}{
		"5000000000":     {5_000_000_000, 5_000_000_000_000},
		"-5000000000":    {-5_000_000_000, -5_000_000_000_000},
		"999999999.999":  {999_999_999, 999_999_999_999},
		"-999999999.001": {-1_000_000_000, -999_999_999_001},
		"1.5":            {1, 1500},
	} {
		var v Value
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if got := v.Int(); int64(got) != min(max(want.n, math.MinInt), math.MaxInt) {
			t.Errorf("%s as a whole number is %d", text, got)
		}
		if got := v.Milli(); got != want.m {
			t.Errorf("%s in thousandths is %d, want %d", text, int64(got), int64(want.m))
		}
		if b, err := json.Marshal(v); err != nil || string(b) != text || v.String() != text {
			t.Errorf("%s is written %s and told %s: %v", text, b, v, err)
		}
	}
	most := (&Schema{}).Group("A").Decimal("mass", "Mass", 0, 2_000_000_000)
	if most.Check(ValueOf(2_000_000)) != nil || most.Check(ValueOf(2_000_001)) == nil || most.Check(ValueOf(5_000_000)) == nil {
		t.Error("a whole number is not held to the range of a decimal")
	}
	if v := (Value{kind: Int, n: math.MaxInt64}); v.Milli() < Milli(math.MaxInt64)/1000*999 {
		t.Errorf("the largest number is %d thousandths", int64(v.Milli()))
	}
}
