package engine

import "strconv"

// Percent writes a chance for people, in whole percents. What is not quite
// never or always is never written as if it were.
func Percent(p float64) string {
	switch {
	case p <= 0:
		return "never"
	case p >= 1-1e-9:
		return "always"
	case p < 0.005:
		return "<1 %"
	case p > 0.995:
		return ">99 %"
	}
	return strconv.Itoa(int(100*p+0.5)) + " %"
}
