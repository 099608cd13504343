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
	"example.org/fray/engine/kit"
)

//go:embed action-chart.csv
var printed string

// The Action Chart. Rows from 1 up are whole numbers, rows from 0 down fractions of 1. Beyond
// the printed rows each column goes on by the same law.
var (
	fractions = columnOf("Fraction", 1)
	square    = columnOf("Square", 2)
	sphere    = columnOf("Sphere", 4)
	doubles   = columnOf("Doubles", 6)
)

// nano is a number in units of 10^-9. Numbers that are read from the chart are calculated with
// in it before they are shown in thousandths.
type nano int64

// one is the number 1, farthest the largest number that is read from a column.
const (
	one      nano  = 1_000_000_000
	farthest int64 = 1_000_000_000
)

// milli rounds to thousandths. It gives 10^9 at most.
func (n nano) milli() engine.Milli {
	return engine.Milli((min(n, nano(farthest)*one) + one/2000) / (one / 1000))
}

// times gives n x of / over, for numbers that are not negative. If that is too large for an
// int64, it gives the largest one.
func (n nano) times(of, over int64) nano {
	high, low := bits.Mul64(uint64(n), uint64(of))
	if high >= uint64(over) {
		return math.MaxInt64
	}
	q, _ := bits.Div64(high, low, uint64(over))
	return nano(min(q, math.MaxInt64))
}

// column is one column of the Action Chart, which is read once somebody looks at it.
type column struct {
	name string
	rows func() cells
}

// cells are those of one column.
type cells struct {
	whole []int64 // of rows 1 and above, rising
	part  []nano  // of rows 0, -1, -2 …, falling
}

func columnOf(name string, at int) column {
	return column{name, kit.AtFirstLook(func() cells { return mustParse(printed, name, at) })}
}

// mustParse reads a column of the printed chart. Sphere and Doubles, which grow fast, are
// continued here as far as an int64 goes.
func mustParse(csv, name string, at int) cells {
	var c cells
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

// nanos reads a decimal number of at most nine decimals.
func nanos(s string) (nano, bool) {
	whole, frac, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole+(frac + "000000000")[:9], 10, 64)
	return nano(n), err == nil && len(frac) <= 9
}

// powered gives unit x (over/under)^n, rounded up if it grows with n and else down.
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

// up gives the cell of a row from 1 up.
func (c column) up(row int) int64 {
	whole := c.rows().whole
	switch {
	case row <= len(whole):
		return whole[row-1]
	case c.name == "Square" && int64(row) < math.MaxInt32:
		return int64(row) * int64(row)
	}
	return math.MaxInt64
}

// down gives the cell that is rows below row 0. Beyond the printed rows it follows the laws of
// the rows above 0, mirrored.
func (c column) down(rows int) nano {
	part := c.rows().part
	switch {
	case rows < len(part):
		return part[rows]
	case c.name == "Square":
		return one / nano(rows) / nano(rows)
	case c.name == "Fraction":
		return one / nano(rows)
	}
	return 0
}

// of looks a whole number up. It gives the row of the largest entry that is not above n, and
// for a negative number the mirrored row.
func (c column) of(n int) int {
	switch {
	case n < 0:
		return -c.of(-n)
	case n == 0:
		return 0
	}
	return sort.Search(n, func(i int) bool { return c.up(i+1) > int64(n) }) // no row is above its own cell
}

// look looks a decimal number up, as of does. Numbers between 0 and 1 are found among the
// fractions.
func (c column) look(n engine.Milli) int {
	switch {
	case n < 0:
		return -c.look(-n)
	case n == 0 || n >= 1000:
		return c.of(n.Whole())
	}
	return c.lookPart(nano(n) * (one / 1000))
}

// deepest is beyond every row below 0 whose cell is not 0 in units of 10^-9.
const deepest = 100_000

// lookPart looks up a number between 0 and 1.
func (c column) lookPart(n nano) int {
	return -sort.Search(deepest, func(i int) bool { return c.down(i) <= n })
}

// cell gives the number in a row, 10^9 at most.
func (c column) cell(row int) nano {
	if row <= 0 {
		return c.down(-row)
	}
	return nano(min(c.up(row), farthest)) * one
}

// read is cell, with a note if the number was cut to 10^9.
func (c column) read(r *engine.Roll, row int) nano {
	if row > 0 && c.up(row) > farthest {
		r.Note("%s(%d) is more than %d: that is the number", c.name, row, farthest)
	}
	return c.cell(row)
}

// natural gives the speed or time that a row stands for: the number of the row itself or, from
// 0 down, its fraction (0.9 for row 0).
func natural(row int) nano {
	if row <= 0 {
		return fractions.cell(row)
	}
	return nano(row) * one
}
