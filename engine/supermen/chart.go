package supermen

import (
	_ "embed"
	"math/big"
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

// million is 1 in the unit of the cells of rows 0 and below.
const million = 1_000_000

// column is one column of the Action Chart.
type column struct {
	name  string
	whole []int // cells of rows 1 and above, rising
	part  []int // cells of rows 0, -1, -2 …, in millionths, falling
}

// mustParse reads a column of the printed chart and carries it on, upward and
// downward, as far as any number on a sheet can reach.
func mustParse(csv, name string, at int) column {
	c := column{name: name}
	for _, line := range strings.Split(strings.TrimSpace(csv), "\n")[1:] {
		cells := strings.Split(line, ",")
		row, err := strconv.Atoi(cells[0])
		micro, ok := micros(cells[at])
		switch {
		case err != nil || !ok:
			panic("the Action Chart cannot be read: " + line)
		case row > 0:
			c.whole = append(c.whole, micro/million)
		default:
			c.part = append([]int{micro}, c.part...)
		}
	}
	for row := len(c.whole) + 1; c.whole[len(c.whole)-1] < farthest; row++ {
		c.whole = append(c.whole, c.law(row))
	}
	for row := len(c.part); c.part[len(c.part)-1] > 0 && row < deepest; row++ {
		c.part = append(c.part, min(c.partLaw(row), c.part[row-1]))
	}
	return c
}

const (
	farthest = 1_000_000_000 // above every number that is looked up
	deepest  = 400           // rows below 0 that are kept
)

// micros reads a decimal as millionths.
func micros(s string) (int, bool) {
	whole, frac, _ := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole + (frac + "000000")[:6])
	return n, err == nil && len(frac) <= 6
}

// law is the cell of a row past the printed ones.
func (c column) law(row int) int {
	switch c.name {
	case "Square":
		return row * row
	case "Sphere":
		return fourThirds(row - 1)
	case "Doubles":
		return 2 * c.whole[row-2]
	}
	return farthest // fractions are read downward only
}

// fourThirds is (4/3)^n, rounded up.
func fourThirds(n int) int {
	up := new(big.Int).Exp(big.NewInt(4), big.NewInt(int64(n)), nil)
	down := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(n)), nil)
	up.Add(up, down).Sub(up, big.NewInt(1))
	return int(up.Div(up, down).Int64())
}

// partLaw is the cell of a row below the printed ones, in millionths: the
// same laws, mirrored.
func (c column) partLaw(below int) int {
	switch c.name {
	case "Square":
		return million / (below * below)
	case "Sphere":
		return c.part[below-1] * 3 / 4
	case "Doubles":
		return c.part[below-1] / 2
	}
	return million / below
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
	return sort.SearchInts(c.whole, n+1)
}

// look is of for a decimal number: between 0 and 1 the fraction cells count.
func (c column) look(n engine.Milli) int {
	switch {
	case n < 0:
		return -c.look(-n)
	case n == 0 || n >= 1000:
		return c.of(n.Whole())
	}
	return -sort.Search(len(c.part)-1, func(i int) bool { return c.part[i] <= int(n)*1000 })
}

// cell reads from the Result column to this one, in thousandths.
func (c column) cell(row int) engine.Milli {
	if row <= 0 {
		return engine.Milli(c.part[min(-row, len(c.part)-1)] / 1000)
	}
	return engine.Milli(c.whole[min(row, len(c.whole))-1] * 1000)
}

// natural reads a Result as a speed or a time: itself, or its fraction when
// it is 0 (0.9) or below.
func natural(row int) engine.Milli {
	if row <= 0 {
		return fractions.cell(row)
	}
	return engine.Milli(row * 1000)
}
