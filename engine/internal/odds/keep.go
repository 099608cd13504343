package odds

import (
	"cmp"
	"slices"
)

// Kind is dice that are alike.
type Kind struct {
	Count  int
	Values []Valued // what one of them may come to; where they add up to less than 1, the rest is unreached
}

// Valued is a value and how likely it is.
type Valued struct {
	Value int
	P     float64
}

// Keep says which dice count: those from place From up to To, To itself not included, counted
// from the highest or from the lowest.
type Keep struct {
	From, To int
	Lowest   bool
}

// Kept gives what the dice that count are worth in all. It goes through the values from the end at
// which places are counted, with how many dice of each kind have come so far and what
// those are worth: values times dice times sums, however many throws there are.
func Kept(kinds []Kind, keep Keep, worth func(value int) int, spend Spend) *Weighted[int] {
	all := 0
	for _, k := range kinds {
		all += k.Count
	}
	keep.From, keep.To = max(keep.From, 0), min(keep.To, all)
	switch {
	case keep.From >= keep.To:
		return Certain(0)
	case keep.From == 0 && keep.To == all:
		return added(kinds, worth, spend)
	}
	c := newKeeping(kinds, keep, spend)
	for i, v := range c.values {
		c.value(i, worth(v))
	}
	return c.out.weighted()
}

// Sum gives what the dice that count are worth, of some that have fallen.
func (k Keep) Sum(fell []int, worth func(value int) int) int {
	sum := 0
	for i, at := range k.Places(fell) {
		if at >= k.From && at < k.To {
			sum += worth(fell[i])
		}
	}
	return sum
}

// Places gives the place of each die among those that have fallen, from 0: of equal ones the first
// that fell has the first place.
func (k Keep) Places(fell []int) []int {
	order := make([]int, len(fell))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if k.Lowest {
			i, j = j, i
		}
		return cmp.Compare(fell[j], fell[i])
	})
	out := make([]int, len(fell))
	for place, i := range order {
		out[i] = place
	}
	return out
}

// row holds weights by sums, from the lowest on.
type row struct {
	least int
	p     []float64
}

// room makes room for the sums from least to most.
func (r *row) room(least, most int) {
	if len(r.p) == 0 {
		r.least, r.p = least, make([]float64, most-least+1)
		return
	}
	if least < r.least {
		r.p = append(make([]float64, r.least-least), r.p...)
		r.least = least
	}
	if n := most - r.least + 1; n > len(r.p) {
		r.p = append(r.p, make([]float64, n-len(r.p))...)
	}
}

// add adds the weights of from, times p, with more added to each sum.
func (r *row) add(from *row, more int, p float64) {
	r.room(from.least+more, from.least+more+len(from.p)-1)
	to := r.p[from.least+more-r.least:]
	for i, w := range from.p {
		to[i] += w * p
	}
}

// weighted gives the sums that have a weight.
func (r *row) weighted() *Weighted[int] {
	out := &Weighted[int]{}
	for i, p := range r.p {
		if p > 0 {
			out.States, out.Weights = append(out.States, r.least+i), append(out.Weights, p)
		}
	}
	return out
}

// rowOf is the weights of one die, by what its values are worth.
func rowOf(values []Valued, worth func(int) int) *row {
	out := &row{}
	for _, v := range values {
		n := worth(v.Value)
		out.room(n, n)
		out.p[n-out.least] += v.P
	}
	return out
}

// inOneStep is how many additions a step takes in.
const inOneStep = 50

// added gives what all dice are worth in all.
func added(kinds []Kind, worth func(int) int, spend Spend) *Weighted[int] {
	sum := &row{0, []float64{1}}
	for _, k := range kinds {
		die := rowOf(k.Values, worth)
		if k.Count > 0 && die.even() && len(die.p) > 8 {
			sum = sum.plusEven(die, k.Count, spend)
			continue
		}
		for range k.Count {
			sum = sum.plus(die, spend)
		}
	}
	return sum.weighted()
}

// plus gives the sums of two rows.
func (r *row) plus(die *row, spend Spend) *row {
	spend(1 + len(r.p)*len(die.p)/inOneStep)
	out := &row{r.least + die.least, make([]float64, len(r.p)+len(die.p)-1)}
	for i, p := range r.p {
		if p == 0 {
			continue
		}
		to := out.p[i:]
		for j, q := range die.p {
			to[j] += p * q
		}
	}
	out.trim()
	return out
}

// trim leaves out the ends of a long row that are too unlikely to matter.
func (r *row) trim() {
	const long = 4096
	if len(r.p) < long {
		return
	}
	from, to := 0, len(r.p)
	for from < to && r.p[from] < vanishing {
		from++
	}
	for to > from && r.p[to-1] < vanishing {
		to--
	}
	r.least, r.p = r.least+from, r.p[from:to]
}

// even reports whether all values of a die are equally likely.
func (r *row) even() bool {
	for _, p := range r.p {
		if p != r.p[0] {
			return false
		}
	}
	return true
}

// plusEven adds dice whose values are all equally likely: each sum is then one window of the sums
// before. Beyond sixteen digits, far from the middle, such windows are no longer exact, so
// it is done where counting one by one would take too long.
func (r *row) plusEven(die *row, count int, spend Spend) *row {
	one, size := 0, len(r.p)
	for range count {
		one += size * len(die.p) / inOneStep
		size += len(die.p) - 1
	}
	const enough = 1_000_000
	if one <= enough {
		for range count {
			r = r.plus(die, spend)
		}
		return r
	}
	windows, size := 0, len(r.p)
	for range count {
		windows += (size + len(die.p)) / inOneStep
		size += len(die.p) - 1
	}
	spend(windows)
	for range count {
		out := &row{r.least + die.least, make([]float64, len(r.p)+len(die.p)-1)}
		window := 0.0
		for i := range out.p {
			if i < len(r.p) {
				window += r.p[i]
			}
			if gone := i - len(die.p); gone >= 0 {
				window -= r.p[gone]
			}
			out.p[i] = max(window, 0) * die.p[0]
		}
		r = out
	}
	return r
}

// keeping is a count of dice of which some are kept.
type keeping struct {
	kinds  []Kind
	keep   Keep
	values []int       // in the order in which they are gone through
	p      [][]float64 // of each kind, for each of the values
	rest   [][]float64 // of each kind: that it comes to one of the values behind that one
	stride []int       // of each kind, in the index of a row
	rows   []*row      // by how many dice of each kind have come
	out    row
	spend  Spend
}

func newKeeping(kinds []Kind, keep Keep, spend Spend) *keeping {
	c := &keeping{kinds: kinds, keep: keep, spend: spend}
	for _, k := range kinds {
		for _, v := range k.Values {
			c.values = append(c.values, v.Value)
		}
	}
	slices.SortFunc(c.values, func(a, b int) int {
		if keep.Lowest {
			a, b = b, a
		}
		return cmp.Compare(b, a)
	})
	c.values = slices.Compact(c.values)
	place := make(map[int]int, len(c.values))
	for i, v := range c.values {
		place[v] = i
	}
	size := 1
	for _, k := range kinds {
		p, rest := make([]float64, len(c.values)), make([]float64, len(c.values))
		for _, v := range k.Values {
			p[place[v.Value]] += v.P
		}
		behind := 0.0
		for i := len(p) - 1; i >= 0; i-- {
			rest[i] = behind
			behind += p[i]
		}
		c.p, c.rest, c.stride = append(c.p, p), append(c.rest, rest), append(c.stride, size)
		size *= k.Count + 1
		spend(size / inOneStep)
	}
	c.rows = make([]*row, size)
	c.rows[0] = &row{0, []float64{1}}
	return c
}

// value takes in the dice that come to the i-th value. Rows of more dice are done first, since
// dice are added to them.
func (c *keeping) value(i, worth int) {
	came := make([]int, len(c.kinds))
	for at := len(c.rows) - 1; at >= 0; at-- {
		if c.rows[at] == nil {
			continue
		}
		for k := range c.kinds {
			came[k] = at / c.stride[k] % (c.kinds[k].Count + 1)
		}
		c.more(i, worth, at, came, 0, at, 0, 1, 1)
	}
}

// more adds dice of kind k and those behind it to a row, as many as there may be; so far it has
// gone from the row at to the row to, with some dice and a weight, and would end with the
// weight rest if the remaining dice come to values behind.
func (c *keeping) more(i, worth, at int, came []int, k, to, dice int, weight, rest float64) {
	if k == len(c.kinds) {
		c.move(worth, at, came, to, dice, weight, rest)
		return
	}
	left := c.kinds[k].Count - came[k]
	behind := power(c.rest[k][i], left)
	for j := 0; j <= left; j++ {
		c.more(i, worth, at, came, k+1, to+j*c.stride[k], dice+j, weight, rest*behind)
		weight *= c.p[k][i] * float64(left-j) / float64(j+1)
		if weight == 0 {
			return
		}
		behind = power(c.rest[k][i], left-j-1)
	}
}

// move takes the sums of a row to another, or to the end where all dice that count have come.
func (c *keeping) move(worth, at int, came []int, to, dice int, weight, rest float64) {
	if dice == 0 {
		return
	}
	before := 0
	for _, n := range came {
		before += n
	}
	count := min(before+dice, c.keep.To) - max(before, c.keep.From)
	more := max(count, 0) * worth
	from := c.rows[at]
	c.spend(1 + len(from.p)/inOneStep)
	if before+dice >= c.keep.To {
		if p := weight * rest; p > 0 {
			c.out.add(from, more, p)
		}
		return
	}
	if c.rows[to] == nil {
		c.rows[to] = &row{}
	}
	c.rows[to].add(from, more, weight)
}

// power is p to the n-th.
func power(p float64, n int) float64 {
	out := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out *= p
		}
		p *= p
	}
	return out
}

// Single gives what one die comes to that may be thrown on: next gives its state after one more
// face, and whether it is thrown again. A face that leaves the state as it is counts as not
// thrown. What is too unlikely to be thrown on is left out.
func Single[S comparable](low, high int, from S, next func(s S, face int) (S, bool)) *Weighted[S] {
	ends, now := &Weighted[S]{}, Certain(from)
	for len(now.States) > 0 {
		then := &Weighted[S]{}
		for i, s := range now.States {
			if now.Weights[i] < vanishing {
				continue
			}
			back := 0
			for f := low; f <= high; f++ {
				if to, again := next(s, f); again && to == s {
					back++
				}
			}
			p := now.Weights[i] / float64(high-low+1-back)
			for f := low; f <= high; f++ {
				to, again := next(s, f)
				switch {
				case !again:
					ends.Add(to, p)
				case to != s:
					then.Add(to, p)
				}
			}
		}
		now = then
	}
	return ends
}

// KindOf makes dice that are alike of what one of them comes to.
func KindOf[S comparable](count int, of *Weighted[S], value func(S) int) Kind {
	out := Kind{Count: count}
	for i, s := range of.States {
		out.Values = append(out.Values, Valued{value(s), of.Weights[i]})
	}
	return out
}

// Join gives what two things that know nothing of each other come to together.
func Join[A, B, C comparable](a *Weighted[A], b *Weighted[B], join func(A, B) C, spend Spend) *Weighted[C] {
	spend(len(a.States) * len(b.States))
	out := &Weighted[C]{}
	for i, x := range a.States {
		for j, y := range b.States {
			out.Add(join(x, y), a.Weights[i]*b.Weights[j])
		}
	}
	return out
}
