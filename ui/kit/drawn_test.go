package kit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"example.org/fray/engine"
)

// someBlock is a block of any kind, often one like another.
func someBlock(r *rand.Rand) engine.Block {
	n := r.IntN(3)
	label := []string{"Strength", "EP", "a long one that takes its room"}[n]
	switch r.IntN(12) {
	case 8, 9:
		return engine.Meter{ID: label, Label: label, Now: 1, Full: 2}
	case 10:
		return engine.Words{Text: "few"}
	case 0:
		return engine.Heading{Text: label}
	case 1:
		return engine.Words{Text: label + " and what it means, told in more words than a line holds"}
	case 2:
		return engine.Words{Label: label, Text: "words"}
	case 3, 4:
		return engine.Meter{ID: label, Label: label, Now: r.IntN(3), Full: 3, Losses: []engine.Loss{{Label: "by the round", N: n}}}
	case 5:
		return engine.Track{Label: label, Boxes: make([]engine.Box, n)}
	case 6:
		return engine.Grid{Title: label, Head: []string{"Name", "N"}, Rows: [][]string{{"a", fmt.Sprint(n)}, {"b", "2"}}, Paths: []string{"l/a", "l/b"}[:2*r.IntN(2)]}
	}
	return engine.Stat{Label: label, Value: fmt.Sprint(r.IntN(3)), Working: []string{"1 + 1"}[:r.IntN(2)]}
}

// What of a panel is kept is as it would be drawn now, whatever changes in it.
func TestDrawnIsNeverOld(t *testing.T) {
	paints := lipgloss.NewRenderer(nil)
	paints.SetColorProfile(termenv.TrueColor)
	looks := []*Look{NewLook(paints, Dark, Unicode), NewLook(paints, Light, ASCII)}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		var drawn Drawn
		var blocks []engine.Block
		for range r.IntN(12) {
			blocks = append(blocks, someBlock(r))
		}
		p, w, k := Panel{}, 60, looks[0]
		for step := range 80 {
			blocks = slices.Clone(blocks)
			switch at := r.IntN(len(blocks) + 1); r.IntN(9) {
			case 0:
				blocks = slices.Insert(blocks, at, someBlock(r))
			case 1:
				blocks = slices.Delete(blocks, at, min(at+1, len(blocks)))
			case 2:
				if p.Focused = !p.Focused; r.IntN(2) == 0 {
					w = 20 + r.IntN(60)
				}
			case 3:
				p.Large, p.Room, k = r.IntN(2) == 0, r.IntN(2)*r.IntN(60), looks[r.IntN(2)]
			case 4, 5:
				p.On = []string{"", "EP", "EP#2", "l/a", "Strength"}[r.IntN(5)]
			case 6:
				open := []string{"Strength", "EP", "EP#2"}[r.IntN(3)]
				p.Open = func(key string) bool { return key == open }
			default:
				if at < len(blocks) {
					blocks[at] = someBlock(r)
				}
			}
			p.Blocks, p.Drawn = blocks, nil
			lines, spots := k.Panel(p, w)
			p.Drawn = &drawn
			kept, at := k.Panel(p, w)
			if !slices.Equal(lines, kept) || !slices.Equal(spots, at) {
				t.Fatalf("seed %d, step %d: shows\n%q\n%+v\nand should show\n%q\n%+v", seed, step, kept, at, lines, spots)
			}
		}
	}
}

// Blocks that differ in anything are not the same.
func TestSameBlock(t *testing.T) {
	for _, b := range []engine.Block{engine.Heading{}, engine.Stat{}, engine.Meter{}, engine.Track{}, engine.Costs{}, engine.Words{}, engine.Grid{}} {
		if !sameBlock(b, b) {
			t.Errorf("%T is not itself", b)
		}
		for i := range reflect.TypeOf(b).NumField() {
			other := reflect.New(reflect.TypeOf(b)).Elem()
			switch f := other.Field(i); f.Kind() {
			case reflect.String:
				f.SetString("x")
			case reflect.Int:
				f.SetInt(1)
			case reflect.Bool:
				f.SetBool(true)
			case reflect.Slice:
				f.Set(reflect.MakeSlice(f.Type(), 1, 1))
			default:
				t.Fatalf("a field of kind %s", f.Kind())
			}
			if o := other.Interface().(engine.Block); sameBlock(b, o) || sameBlock(o, b) {
				t.Errorf("%T with another %s is the same", b, reflect.TypeOf(b).Field(i).Name)
			}
		}
	}
}
