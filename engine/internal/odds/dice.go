package odds

import "math"

// Dice are dice of one kind that are thrown together.
type Dice struct {
	Count int
	Low   int // the lowest face
	High  int // the highest face
	Again int // a die that shows this face is thrown again and added; 0 for none
}

// deepest is how often one die is thrown again before the rest counts as unreached:
// 6^-20 is below 1e-15.
const deepest = 20

// face is a value that one die may come to, and how likely it is.
type face struct {
	value int
	p     float64
}

// faces gives the values of one of the dice, the likeliest first. The weights of a
// die that is thrown again add up to a little less than 1; see deepest.
func (d Dice) faces() []face {
	out := make([]face, 0, d.sides())
	carried, p := 0, 1/float64(d.sides())
	for range deepest {
		for f := d.Low; f <= d.High; f++ {
			if d.Again == 0 || f != d.Again {
				out = append(out, face{carried + f, p})
			}
		}
		if d.Again == 0 {
			break
		}
		carried += d.Again
		p /= float64(d.sides())
	}
	return out
}

// Values gives the values that one of the dice may come to.
func (d Dice) Values() []Valued {
	var out []Valued
	for _, f := range d.faces() {
		out = append(out, Valued{f.value, f.p})
	}
	return out
}

// Throw is one way in which dice can fall, and how likely it is. Where a die was
// thrown again, its further faces follow it at once.
type Throw struct {
	Faces []int
	P     float64
}

// Ways is how many throws [Dice.Throws] lists, [math.MaxInt32] for more.
func (d Dice) Ways() int {
	single, all := d.sides(), 1
	if d.Again != 0 {
		single *= deepest
	}
	for range d.Count {
		if all > math.MaxInt32/single {
			return math.MaxInt32
		}
		all *= single
	}
	return all
}

// Throws lists every way in which the dice can fall, which differ in the order of their faces as well.
func (d Dice) Throws() []Throw {
	var single []Throw
	var again []int // the faces of a die that has been thrown again so far
	p := 1 / float64(d.sides())
	for range deepest {
		for f := d.Low; f <= d.High; f++ {
			if d.Again == 0 || f != d.Again {
				single = append(single, Throw{appended(again, f), p})
			}
		}
		if d.Again == 0 {
			break
		}
		again = append(again, d.Again)
		p /= float64(d.sides())
	}
	throws := []Throw{{nil, 1}}
	for range d.Count {
		var next []Throw
		for _, t := range throws {
			for _, s := range single {
				next = append(next, Throw{appended(t.Faces, s.Faces...), t.P * s.P})
			}
		}
		throws = next
	}
	return throws
}

// appended is append to a copy.
func appended(faces []int, more ...int) []int { return append(faces[:len(faces):len(faces)], more...) }

// sides is how many faces a die has.
func (d Dice) sides() int { return d.High - d.Low + 1 }

// throws gives in how many ways the dice can fall; 0 where those are more than a
// float64 counts one by one.
func (d Dice) throws() float64 {
	if d.Again != 0 {
		return 0
	}
	all := 1.0
	for range d.Count {
		if all *= float64(d.sides()); all > 1<<53 {
			return 0
		}
	}
	return all
}
