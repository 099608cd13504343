package kit

import "strconv"

func itoa(n int) string { return strconv.Itoa(n) }

// Meter draws how much of full is there, in w cells. A little is never shown
// as nothing, and nearly all never as all.
func (r *Row) Meter(now, full, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	part := r.look.Eighths
	n := parts(now, full, w*len(part))
	r.Times(Full, part[len(part)-1], n/len(part))
	if rest := n % len(part); rest > 0 {
		r.Sign(Full, part[rest-1])
	}
	return r.Times(Empty, r.look.Empty, w-(n+len(part)-1)/len(part))
}

// parts gives how many of whole parts stand for now out of full.
func parts(now, full, whole int) int {
	switch {
	case now <= 0 || full <= 0:
		return 0
	case now >= full:
		return whole
	}
	return max(1, min(whole-1, int(int64(now)*int64(whole)/int64(full))))
}

// Share draws a bar for the part p of 1 of w cells, and pads it.
func (r *Row) bar(t Token, p float64, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	part := r.look.Eighths
	n := max(0, min(int(p*float64(w*len(part))+0.5), w*len(part)))
	if n == 0 && p > 0 {
		n = 1
	}
	r.Times(t, part[len(part)-1], n/len(part))
	if rest := n % len(part); rest > 0 {
		r.Sign(t, part[rest-1])
	}
	return r.Space(w - (n+len(part)-1)/len(part))
}
