package screen

import "strconv"

// style is the colours and attributes of a cell. The zero value is the terminal's
// default.
type style struct {
	fore, back, under colour
	attrs             attr
}

// colour is a colour's kind in its highest byte, and its value below.
type colour uint32

const (
	ansi16  colour = 1 << 24 // 0 to 15
	ansi256 colour = 2 << 24 // 0 to 255
	rgb     colour = 3 << 24 // red, green, blue
	kinds   colour = 0xff << 24
)

// attr is a set of the attributes of SGR 1 to 9: each is the bit of its number.
type attr uint16

const (
	bold      attr = 1 << 1
	faint     attr = 1 << 2
	italic    attr = 1 << 3
	underline attr = 1 << 4
	slow      attr = 1 << 5
	fast      attr = 1 << 6
	reverse   attr = 1 << 7
	hidden    attr = 1 << 8
	struck    attr = 1 << 9
)

// mostParams is how many numbers of one SGR sequence are read.
const mostParams = 32

// sgr returns s changed by an SGR sequence with these parameters, as in "1;38;5;9".
// Unknown parameters change nothing.
func (s style) sgr(params string) style {
	var nums [mostParams]int
	var colon [mostParams]bool // the number belongs to the one before
	n := 0
	nums[0] = 0
	for i := range len(params) {
		switch c := params[i]; {
		case c == ';' || c == ':':
			if n++; n == mostParams {
				return s
			}
			nums[n], colon[n] = 0, c == ':'
		default:
			nums[n] = min(nums[n]*10+int(c-'0'), 9999)
		}
	}
	for i := 0; i <= n; {
		own := i + 1 // the numbers of one attribute
		for own <= n && colon[own] {
			own++
		}
		switch p := nums[i]; p {
		case 38, 48, 58:
			var c colour
			c, own = extendedColour(nums[:n+1], colon[:n+1], i, own)
			s.setColour(p, c)
		default:
			s.set(p, nums[i+1:own])
		}
		i = own
	}
	return s
}

// extendedColour reads the colour of 38, 48 or 58 at i, and returns where the next
// attribute begins.
func extendedColour(nums []int, colon []bool, i, own int) (colour, int) {
	args := nums[i+1 : own]
	if len(args) == 0 { // separated by semicolons
		args = nums[i+1:]
		if len(args) > 0 && args[0] == 5 {
			own = min(i+3, len(nums))
		} else {
			own = min(i+5, len(nums))
		}
		args = nums[i+1 : own]
	} else if len(args) == 5 && args[0] == 2 { // 2:space:r:g:b
		args = []int{2, args[2], args[3], args[4]}
	}
	switch {
	case len(args) == 2 && args[0] == 5 && args[1] < 256:
		return ansi256 | colour(args[1]), own
	case len(args) == 4 && args[0] == 2 && max(args[1], args[2], args[3]) < 256:
		return rgb | colour(args[1]<<16|args[2]<<8|args[3]), own
	}
	return 0, own
}

func (s *style) setColour(p int, c colour) {
	switch p {
	case 38:
		s.fore = c
	case 48:
		s.back = c
	case 58:
		s.under = c
	}
}

// off is the attributes that SGR 22 to 29 switch off, by their last digit.
var off = [10]attr{2: bold | faint, 3: italic, 4: underline, 5: slow | fast, 7: reverse, 8: hidden, 9: struck}

func (s *style) set(p int, sub []int) {
	switch {
	case p == 0:
		*s = style{}
	case p == 4 && len(sub) > 0 && sub[0] == 0:
		s.attrs &^= underline
	case p <= 9:
		s.attrs |= 1 << p
	case p >= 22 && p <= 29:
		s.attrs &^= off[p-20]
	case p >= 30 && p <= 37:
		s.fore = ansi16 | colour(p-30)
	case p >= 90 && p <= 97:
		s.fore = ansi16 | colour(p-90+8)
	case p >= 40 && p <= 47:
		s.back = ansi16 | colour(p-40)
	case p >= 100 && p <= 107:
		s.back = ansi16 | colour(p-100+8)
	case p == 39:
		s.fore = 0
	case p == 49:
		s.back = 0
	case p == 59:
		s.under = 0
	}
}

// onBlank returns the part of a style that can be seen on a blank cell: its ground, unless
// the style also draws lines or swaps colours.
func (s style) onBlank() style {
	if s.attrs&(underline|reverse|struck) != 0 {
		return s
	}
	return style{back: s.back}
}

// append writes the shortest sequence that changes the style of a terminal from was to s.
func (s style) append(b []byte, was style) []byte {
	if s == was {
		return b
	}
	if s == (style{}) {
		return append(b, "\x1b[m"...)
	}
	from := len(b)
	b = s.appendAdditions(append(b, "\x1b[0;"...), style{})
	if was.under != 0 && s.under == 0 { // some terminals cannot reset the underline colour alone
		return b
	}
	anew := len(b)
	b, was = s.appendRemovals(append(b, "\x1b["...), was)
	b = s.appendAdditions(b, was)
	if len(b)-anew > anew-from {
		return b[:anew]
	}
	return append(b[:from], b[anew:]...)
}

// appendRemovals writes what takes off was what s does not have, and returns what is left
// of was.
func (s style) appendRemovals(b []byte, was style) ([]byte, style) {
	for n := 2; n <= 9; n++ {
		if gone := was.attrs &^ s.attrs & off[n]; gone != 0 {
			b = append(b, '2', byte('0'+n), ';')
			was.attrs &^= off[n]
		}
	}
	if was.fore != 0 && s.fore == 0 {
		b, was.fore = append(b, "39;"...), 0
	}
	if was.back != 0 && s.back == 0 {
		b, was.back = append(b, "49;"...), 0
	}
	return b, was
}

// appendAdditions writes what s has and was does not, and ends the sequence.
func (s style) appendAdditions(b []byte, was style) []byte {
	for n := 1; n <= 9; n++ {
		if (s.attrs&^was.attrs)&(1<<n) != 0 {
			b = append(b, byte('0'+n), ';')
		}
	}
	if s.fore != was.fore {
		b = s.fore.append(b, 30)
	}
	if s.back != was.back {
		b = s.back.append(b, 40)
	}
	if s.under != was.under {
		b = s.under.append(b, 50)
	}
	b[len(b)-1] = 'm' // in place of the last semicolon
	return b
}

// append writes the parameters of a colour: base is 30 for the foreground, 40 for the
// background, 50 for the underline.
func (c colour) append(b []byte, base int) []byte {
	v := int(c &^ kinds)
	part := func(n int) { b = append(strconv.AppendInt(b, int64(n), 10), ';') }
	switch c & kinds {
	case ansi16:
		if v < 8 {
			part(base + v)
		} else {
			part(base + 60 + v - 8)
		}
	case ansi256:
		part(base + 8)
		part(5)
		part(v)
	case rgb:
		part(base + 8)
		part(2)
		part(v >> 16)
		part(v >> 8 & 255)
		part(v & 255)
	}
	return b
}
