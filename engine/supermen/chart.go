package supermen

import (
	_ "embed"
	"math"
	"math/big"
	"math/bits"
	"sort"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

//go:embed action-chart.csv
var printed string

// The Action Chart. Rows 1 and above are whole numbers; rows 0 and below are
// parts of 1. Beyond the printed rows each column goes on by its law.
var (
	fractions = mustParse(printed, "Fraction", 1)
	square    = mustParse(printed, "Square", 2)
	sphere    = mustParse(printed, "Sphere", 4)
	doubles   = mustParse(printed, "Doubles", 6)
)

// nano is a number in thousand-millionths: what is read from the chart and
// worked out further before it is told in thousandths.
type nano int64

// one is 1, and farthest the largest number that is read from a column.
const (
	one      nano  = 1_000_000_000
	farthest int64 = 1_000_000_000
)

// milli rounds to the thousandths that are told, of 10^9 at most.
func (n nano) milli() engine.Milli {
	return engine.Milli((min(n, nano(farthest)*one) + one/2000) / (one / 1000))
}

// times is n x of / over, for numbers from 0. What would be beyond all bounds
// is the largest number there is.
func (n nano) times(of, over int64) nano {
	high, low := bits.Mul64(uint64(n), uint64(of))
	if high >= uint64(over) {
		return math.MaxInt64
	}
	q, _ := bits.Div64(high, low, uint64(over))
	return nano(min(q, math.MaxInt64))
}

// column is one column of the Action Chart.
type column struct {
	name  string
	whole []int64 // cells of rows 1 and above, rising
	part  []nano  // cells of rows 0, -1, -2 …, falling
}

// mustParse reads a column of the printed chart. Sphere and Doubles, which
// grow fast, are carried on here as far as numbers go.
func mustParse(csv, name string, at int) column {
	c := column{name: name}
	for _, line := range strings.Split(strings.TrimSpace(csv), "\n")[1:] {
		cells := strings.Split(line, ",")
		row, err := strconv.Atoi(cells[0])
		whole, err2 := strconv.ParseInt(cells[at], 10, 64)
		part, ok := nanos(cells[at])
		switch {
		case err != nil || row > 0 && err2 != nil || row <= 0 && !ok:
			panic("the Action Chart cannot be read: " + line)
		case row > 0:
			c.whole = append(c.whole, whole)
		default:
			c.part = append([]nano{part}, c.part...)
		}
	}
	switch name {
	case "Sphere":
		for row := len(c.whole) + 1; c.whole[len(c.whole)-1] < math.MaxInt64/2; row++ {
			c.whole = append(c.whole, powered(4, 3, row-1, 1))
		}
		for n := len(c.part); c.part[len(c.part)-1] > 0; n++ {
			c.part = append(c.part, nano(powered(3, 4, n+1, int64(one))))
		}
	case "Doubles":
		for c.whole[len(c.whole)-1] < math.MaxInt64/2 {
			c.whole = append(c.whole, 2*c.whole[len(c.whole)-1])
		}
		for n := len(c.part); c.part[len(c.part)-1] > 0; n++ {
			c.part = append(c.part, one>>min(n+1, 62))
		}
	}
	return c
}

// nanos reads a decimal as thousand-millionths.
func nanos(s string) (nano, bool) {
	whole, frac, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole+(frac + "000000000")[:9], 10, 64)
	return nano(n), err == nil && len(frac) <= 9
}

// powered is unit x (over/under)^n: rounded up where it grows, and down where
// it falls.
func powered(over, under int64, n int, unit int64) int64 {
	up := new(big.Int).Exp(big.NewInt(over), big.NewInt(int64(n)), nil)
	down := new(big.Int).Exp(big.NewInt(under), big.NewInt(int64(n)), nil)
	up.Mul(up, big.NewInt(unit))
	if over > under {
		up.Add(up, down).Sub(up, big.NewInt(1))
	}
	if up.Div(up, down); !up.IsInt64() {
		return math.MaxInt64
	}
	return up.Int64()
}

// up is the cell of a row from 1.
func (c column) up(row int) int64 {
	switch {
	case row <= len(c.whole):
		return c.whole[row-1]
	case c.name == "Square" && int64(row) < math.MaxInt32:
		return int64(row) * int64(row)
	}
	return math.MaxInt64
}

// down is the cell of so many rows below 0: past the printed ones the same
// laws, mirrored.
func (c column) down(rows int) nano {
	switch {
	case rows < len(c.part):
		return c.part[rows]
	case c.name == "Square":
		return one / nano(rows) / nano(rows)
	case c.name == "Fraction":
		return one / nano(rows)
	}
	return 0
}

// of looks a whole number up: the Result of the largest entry that is not
// above it. A negative number gives the mirrored Result of its size.
func (c column) of(n int) int {
	switch {
	case n < 0:
		return -c.of(-n)
	case n == 0:
		return 0
	}
	return sort.Search(n, func(i int) bool { return c.up(i+1) > int64(n) }) // no row is above its own cell
}

// look looks a decimal number up, as of does a whole one: between 0 and 1 the
// fraction cells count.
func (c column) look(n engine.Milli) int {
	switch {
	case n < 0:
		return -c.look(-n)
	case n == 0 || n >= 1000:
		return c.of(n.Whole())
	}
	return c.lookPart(nano(n) * (one / 1000))
}

// deepest is below every row that a thousand-millionth can tell from 0.
const deepest = 100_000

// lookPart looks up a number between 0 and 1.
func (c column) lookPart(n nano) int {
	return -sort.Search(deepest, func(i int) bool { return c.down(i) <= n })
}

// cell reads from the Result column to this one. No number that is read is
// more than 10^9.
func (c column) cell(row int) nano {
	if row <= 0 {
		return c.down(-row)
	}
	return nano(min(c.up(row), farthest)) * one
}

// read gives the same as cell, and notes where the column goes no further.
func (c column) read(r *engine.Roll, row int) nano {
	if row > 0 && c.up(row) > farthest {
		r.Note("%s(%d) is more than %d: that is the number", c.name, row, farthest)
	}
	return c.cell(row)
}

// natural reads a Result as a speed or a time: itself, or its fraction when
// it is 0 (0.9) or below.
func natural(row int) nano {
	if row <= 0 {
		return fractions.cell(row)
	}
	return nano(row) * one
}
