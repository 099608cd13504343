package screen

import "testing"

// Whatever a terminal draws with, what is sent turns it to what is wanted, and is
// no longer than to begin anew.
func TestTurnsToStyle(t *testing.T) {
	all := []style{{}}
	for _, attrs := range []attr{0, bold, faint, bold | faint, bold | underline, italic | reverse, struck | hidden, slow | fast} {
		for _, fore := range []colour{0, ansi16 | 2, ansi16 | 14, ansi256 | 99, rgb | 0x102030} {
			for _, back := range []colour{0, ansi16 | 4} {
				all = append(all, style{fore: fore, back: back, attrs: attrs})
			}
		}
	}
	all = append(all, style{under: ansi256 | 7, attrs: underline}, style{under: rgb | 7, fore: ansi16 | 1})
	for _, was := range all {
		for _, s := range all {
			if s == was {
				continue
			}
			sent := string(s.append(nil, was))
			n, params, sgr := escapeSequence(sent)
			if !sgr || n != len(sent) || was.sgr(params) != s {
				t.Fatalf("%q turns %+v to %+v, not to %+v", sent, was, was.sgr(params), s)
			}
			if anew := string(s.append(nil, style{})); len(sent) > max(len(anew)+len("0;"), len("\x1b[m")) {
				t.Errorf("%q is longer than %q behind a 0", sent, anew)
			}
		}
	}
}

// Of an empty cell only the ground is sent, and what is drawn through it.
func TestEmptyCells(t *testing.T) {
	var p Painter
	p.Frame([]string{"\x1b[31mab\x1b[m \x1b[32mcd\x1b[m  "}, 7, 1)
	if got := string(p.Frame([]string{"\x1b[31mac\x1b[1m \x1b[0;32mde\x1b[m  "}, 7, 1)); got != beginFrame+"\x1b[1;2H\x1b[31mc \x1b[32mde\x1b[m"+endFrame {
		t.Errorf("sent is %q", got)
	}
	if got := p.Frame([]string{"\x1b[31mac\x1b[36m \x1b[0;32mde \x1b[m "}, 7, 1); got != nil {
		t.Errorf("what nobody sees is sent: %q", got)
	}
	if got := string(p.Frame([]string{"\x1b[31mac\x1b[4m \x1b[0;32mde\x1b[44m \x1b[m "}, 7, 1)); got != beginFrame+"\x1b[1;3H\x1b[4;31m \x1b[0;32mde\x1b[0;44m \x1b[m"+endFrame {
		t.Errorf("what is drawn through an empty cell, or its ground, is sent as %q", got)
	}
}
