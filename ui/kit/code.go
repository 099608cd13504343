package kit

// codeBorder is how many light modules a QR code needs around it, so that cameras find it.
const codeBorder = 2

// CodeLines are the dark modules of a QR code in half blocks, two rows to a line. What is
// written is light on a dark ground, and dark on a light one.
func CodeLines(dark [][]bool, onDark bool) []string {
	size := len(dark)
	module := func(x, y int) bool { // is to be written
		black := x >= 0 && y >= 0 && x < size && y < size && dark[y][x]
		return black != onDark
	}
	var out []string
	for y := -codeBorder; y < size+codeBorder; y += 2 {
		line := ""
		for x := -codeBorder; x < size+codeBorder; x++ {
			upper, lower := module(x, y), module(x, y+1)
			if y+1 >= size+codeBorder {
				lower = false
			}
			switch {
			case upper && lower:
				line += "█"
			case upper:
				line += "▀"
			case lower:
				line += "▄"
			default:
				line += " "
			}
		}
		out = append(out, line)
	}
	return out
}
