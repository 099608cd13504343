package enginetest

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/fray/engine"
)

// drawing is one of the functions with which a rulebook shows a sheet.
type drawing struct {
	name string
	of   func(engine.View) []engine.Block
}

func (e *exam) drawings() []drawing {
	out := []drawing{{"panel", e.sys.Panel}, {"brief", e.sys.Brief}}
	if e.sys.Costs != nil {
		out = append(out, drawing{"costs", func(v engine.View) []engine.Block { return []engine.Block{e.sys.Costs(v)} }})
	}
	if e.sys.Marks != nil {
		out = append(out, drawing{"marks", func(v engine.View) []engine.Block {
			var words []engine.Block
			for _, m := range e.sys.Marks(v) {
				if m.ID == "" {
					m.Word = ""
				}
				words = append(words, engine.Heading{Text: m.Word})
			}
			return words
		}})
	}
	return out
}

func (e *exam) draw(d drawing, v engine.View) (blocks []engine.Block, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("breaks: %v", p)
		}
	}()
	e.dog.begin("the "+d.name, engine.Inputs{System: e.sys}, nil)
	return d.of(v), nil
}

// panels proves that every sheet can be shown, with and without an open roll.
func (e *exam) panels() {
	house := e.sys.House.Read(engine.Page{})
	e.drawn("an empty page", engine.View{Sheet: e.sys.Sheet.Read(engine.Page{}), House: house})
	for _, tpl := range e.sys.Templates {
		e.drawn(tpl.Name, engine.View{Sheet: e.sys.Sheet.Read(tpl.Page), House: house, Moment: 7})
		for _, sp := range e.sys.House.Fields() {
			for _, v := range e.tried.values(sp, nil) {
				ruled := e.sys.House.Read(engine.PageOf(sp.ID, v))
				e.drawn(tpl.Name+" with "+sp.ID+" "+v.String(), engine.View{Sheet: e.sys.Sheet.Read(tpl.Page), House: ruled})
			}
		}
	}
	for _, p := range e.tried.endings(40) {
		if len(p.tape) == 0 {
			continue
		}
		for _, n := range []int{0, len(p.tape) / 2, len(p.tape)} {
			if step, err := e.dog.run(p.in, p.tape[:n]); err == nil {
				e.drawn("a roll, "+p.trial.String(), engine.View{Sheet: e.sys.Sheet.Read(p.in.Sheets[engine.Actor]),
					House: e.sys.House.Read(p.in.House), Moment: p.in.Moment, Roll: &step, Action: p.in.Action})
			}
		}
	}
}

func (e *exam) drawn(what string, v engine.View) {
	for _, d := range e.drawings() {
		blocks, err := e.draw(d, v)
		if err == nil && d.name != "costs" && d.name != "marks" && len(blocks) == 0 {
			err = errors.New("shows nothing")
		}
		for _, b := range blocks {
			if err == nil {
				err = e.checkBlock(b, d.name)
			}
			if err == nil && d.name == "brief" {
				err = checkRow(b)
			}
		}
		if err == nil {
			if again, _ := e.draw(d, v); !reflect.DeepEqual(again, blocks) {
				err = errors.New("shows something else the second time")
			}
		}
		if err == nil {
			continue
		}
		if e.more[d.name]++; e.more[d.name] <= shown {
			e.t.Errorf("the %s of %s: %v", d.name, what, err)
		}
	}
}

// checkRow returns what is wrong with a block in a row of the roster.
func checkRow(b engine.Block) error {
	name := ""
	switch b := b.(type) {
	case engine.Meter:
		if name = b.Label; b.Full == 1 {
			return fmt.Errorf("%s is a meter of 1: a mark or a word says the same", b.ID)
		}
	case engine.Stat:
		name = b.Label
	case engine.Track:
		name = b.Label
	}
	if utf8.RuneCountInString(name) > engine.MostName {
		return fmt.Errorf("the name %q has more than %d letters", name, engine.MostName)
	}
	return nil
}

// checkBlock returns what is wrong with a block of a panel.
func (e *exam) checkBlock(b engine.Block, where string) error {
	switch b := b.(type) {
	case engine.Heading:
		return labelled("heading", b.Text)
	case engine.Stat:
		return e.checkStat(b)
	case engine.Meter:
		if b.ID == "" {
			return fmt.Errorf("the meter %q has no id", b.Label)
		}
		words := []string{b.Unit}
		for _, l := range b.Losses {
			words = append(words, l.Label)
		}
		if err := e.field(b.Field); err != nil {
			return fmt.Errorf("the meter %s: %w", b.ID, err)
		}
		return labelled("meter", b.Label, words...)
	case engine.Track:
		var words []string
		for _, x := range b.Boxes {
			words = append(words, x.Label)
		}
		return labelled("track", b.Label, words...)
	case engine.Costs:
		return checkCosts(b, where)
	case engine.Words:
		return labelled("text", "x", append(strings.Split(b.Text, "\n"), b.Label)...)
	case engine.Grid:
		return checkGrid(b)
	}
	return nil
}

func (e *exam) checkStat(b engine.Stat) error {
	if err := e.field(b.Field); err != nil {
		return fmt.Errorf("the number %q: %w", b.Label, err)
	}
	_, err := strconv.Atoi(b.Value)
	if err == nil && b.Field == "" && (len(b.Working) == 0 || b.Chapter == "") {
		return fmt.Errorf("the number %q is worked out, and doesn't say how (Working) or where the book has it (Chapter)", b.Label)
	}
	return labelled("number", b.Label, append([]string{b.Value, b.Unit, b.Chapter}, b.Working...)...)
}

func checkCosts(b engine.Costs, where string) error {
	if where == "costs" && len(b.Rows) == 0 {
		return nil // a rulebook may have no costs to show
	}
	for _, r := range b.Rows {
		if err := labelled("cost row", r.Label, r.Price, r.Gain, r.Mark, r.WhyNot); err != nil {
			return err
		}
	}
	return labelled("list of costs", b.Title)
}

func checkGrid(b engine.Grid) error {
	for i, row := range b.Rows {
		if len(row) != len(b.Head) {
			return fmt.Errorf("the table %q has %d columns and a row of %d", b.Title, len(b.Head), len(row))
		}
		if err := labelled("table", "x", row...); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	if len(b.Paths) > 0 && len(b.Paths) != len(b.Rows) {
		return fmt.Errorf("the table %q has %d rows and paths for %d", b.Title, len(b.Rows), len(b.Paths))
	}
	return labelled("table", b.Title, b.Head...)
}

// field returns an error where a path is not "" and of no field.
func (e *exam) field(path string) error {
	if _, ok := e.sys.Sheet.Field(path); path != "" && !ok {
		return fmt.Errorf("%q is not a field of the sheet", path)
	}
	return nil
}

func labelled(what, label string, more ...string) error {
	if label == "" {
		return fmt.Errorf("a %s has no label", what)
	}
	for _, s := range append(more, label) {
		if err := clean(s); err != nil {
			return fmt.Errorf("the %s %q: %q %w", what, label, s, err)
		}
	}
	return nil
}
