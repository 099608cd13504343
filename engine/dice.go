package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Dice are dice of one kind thrown together.
type Dice struct {
	Count int // how many, at least 1
	Low   int // the lowest face
	High  int // the highest face
	Again int // a die that shows this face is thrown again and added; 0: none
}

// D gives count dice with faces 1 to sides.
func D(count, sides int) Dice { return Dice{Count: count, Low: 1, High: sides} }

// Exploding gives the same dice, each thrown again and added while it shows
// its highest face.
func (d Dice) Exploding() Dice {
	d.Again = d.High
	return d
}

// String writes the dice as people do: 2d10, 4dF for faces from -1 to 1. The
// zero Dice is "".
func (d Dice) String() string {
	switch {
	case d.Count == 0:
		return ""
	case d.Low == -1 && d.High == 1:
		return strconv.Itoa(d.Count) + "dF"
	}
	return strconv.Itoa(d.Count) + "d" + strconv.Itoa(d.High-d.Low+1)
}

// Below gives a number from 0 to n-1, each as likely as the others, from words of 64 random
// bits. It takes further words for those above the largest multiple of n, which would favour
// low numbers.
func Below(n int, word func() uint64) int {
	if n < 1 {
		return 0
	}
	most := uint64(n)
	over := (math.MaxUint64%most + 1) % most
	for {
		if w := word(); w <= math.MaxUint64-over {
			return int(w % most)
		}
	}
}

// Throw gives the faces of the dice, from words of 64 random bits.
func (d Dice) Throw(word func() uint64) Faces {
	faces := make(Faces, 0, d.Count)
	for range d.Count {
		for again := true; again; {
			face := d.Low + Below(d.High-d.Low+1, word)
			faces = append(faces, face)
			again = d.Again != 0 && face == d.Again && d.Low < d.High
		}
	}
	return faces
}

// Faces are dice as they fell. If a die was thrown again, its further faces follow it at
// once: 6, 6, 2.
type Faces []int

// Sum adds all faces up.
func (f Faces) Sum() int {
	n := 0
	for _, x := range f {
		n += x
	}
	return n
}

// Values gives one number for each die: its face, or the sum of its faces if it was
// thrown again.
func (d Dice) Values(f Faces) []int {
	if d.Again == 0 {
		return f
	}
	var out []int
	open := false
	for _, x := range f {
		if open {
			out[len(out)-1] += x
		} else {
			out = append(out, x)
		}
		open = x == d.Again
	}
	return out
}

// Missing is the least number of faces that must still be thrown after f.
func (d Dice) Missing(f Faces) int {
	settled := 0
	for _, x := range f {
		if d.Again == 0 || x != d.Again {
			settled++
		}
	}
	return d.Count - settled
}

// Check says what is wrong with typed faces: too few, too many, or a face that the die
// does not have.
func (d Dice) Check(f Faces) error {
	for i, x := range f {
		if x < d.Low || x > d.High {
			return fmt.Errorf("die %d of %s shows %d: it has the faces %d to %d", i+1, d, x, d.Low, d.High)
		}
		if d.Missing(f[:i]) == 0 {
			return fmt.Errorf("%d is one face too many for %s", x, d)
		}
	}
	if n := d.Missing(f); n > 0 {
		return fmt.Errorf("%s needs %d more %s after %s", d, n, plural(n, "face", "faces"), f)
	}
	return nil
}

// String writes the faces with spaces between: 6 6 2.
func (f Faces) String() string {
	if len(f) == 0 {
		return "none"
	}
	var b strings.Builder
	for i, x := range f {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(x))
	}
	return b.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
