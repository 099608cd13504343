package kit_test

import (
	"strings"
	"testing"

	"rsc.io/qr"

	"example.org/fray/ui/kit"
)

// On a dark ground as on a light one, a camera sees the very modules of the code with light
// ones around it: what the lines show is read back, pixel by pixel.
func TestCodeLines(t *testing.T) {
	code, err := qr.Encode("http://192.0.2.17:8080/i/babab-babab-babab-babab", qr.L)
	if err != nil {
		t.Fatal(err)
	}
	dark := make([][]bool, code.Size)
	for y := range dark {
		for x := range code.Size {
			dark[y] = append(dark[y], code.Black(x, y))
		}
	}
	const border = 2
	for _, onDark := range []bool{true, false} {
		lines := kit.CodeLines(dark, onDark)
		for y := -border; y < code.Size+border; y++ {
			signs := []rune(lines[(y+border)/2])
			for x := -border; x < code.Size+border; x++ {
				half := "█▀"
				if (y+border)%2 == 1 {
					half = "█▄"
				}
				written := strings.ContainsRune(half, signs[x+border])
				if seen, want := written != onDark, code.Black(x, y); seen != want {
					t.Fatalf("on a dark ground %v: the module %d, %d is seen as dark: %v", onDark, x, y, seen)
				}
			}
		}
	}
}
