package people

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Files reads and writes what can be put into a table: as files, whose paths
// are as people typed them, on the shelf, and as text. A screen elsewhere has
// only text.
type Files struct {
	// Read gives what is in a file and, of another program's, what was not
	// taken.
	Read func(path string) (decide.ShelfItem, []string, error)
	// Write never writes over a file unless it is told to: its error is then
	// fs.ErrExist.
	Write func(path string, r *decide.ShelfItem, over bool) error

	Shelf func() ([]Piece, error)         // the newest first
	Keep  func(r *decide.ShelfItem) error // puts something on the shelf
	Drop  func(path string) error         // takes it off, for good

	Parse func(text string) (decide.ShelfItem, []string, error) // Read, of text
	Text  func(r *decide.ShelfItem) (string, error)             // what Write writes
}

// Piece is a file on the shelf.
type Piece struct {
	Path  string
	Ready decide.ShelfItem
	Left  []string // of another program's: what is not taken
	Wrong string   // why it cannot be read, "" when it can
}

// Prepared returns the characters and encounters on the shelf; none where there is no
// shelf, or it cannot be read.
func (x Files) Prepared() []phrase.Prepared {
	if x.Shelf == nil {
		return nil
	}
	all, err := x.Shelf()
	if err != nil {
		return nil
	}
	var out []phrase.Prepared
	for _, p := range all {
		if p.Wrong == "" && len(p.Ready.Characters) > 0 {
			out = append(out, phrase.Prepared{Name: p.Ready.Name, Characters: p.Ready.Characters})
		}
	}
	return out
}

// askImport reads a file and brings what is in it to the table.
func askImport(f pane.Frame, files Files) pane.Intent {
	p := form.Ask("Read from a file", "path", "", func(_ pane.Frame, p *form.Prompt, path string) pane.Intent {
		path = strings.TrimSpace(path)
		if path == "" {
			return pane.Fail{Words: "type the path of the file"}
		}
		return pane.Fetch{
			Run: func() any { r, left, err := files.Read(path); return Piece{path, r, left, wrong(err)} },
			Then: func(f pane.Frame, got any) pane.Intent {
				x := got.(Piece)
				if x.Wrong != "" {
					return pane.Fail{Words: x.Wrong}
				}
				return pane.All{pane.Close{}, bring(f, x)}
			},
		}
	})
	return pane.Push{Overlay: p.Saying("a file that " + f.KeyOf("write-character") + " has written, or a D6 character from Foundry VTT or OpenD6 Toolkit; ~ is your home folder")}
}

func wrong(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// bring puts something into the table as one act, and then says what of it was
// not taken.
func bring(f pane.Frame, x Piece) pane.Intent {
	r := x.Ready
	then := brought(f, r, 0, nil)
	if len(x.Left) == 0 {
		return then
	}
	return pane.All{then, pane.Push{Overlay: &pane.Notice{Head: r.Name + ": what was not imported", Text: x.Left}}}
}

// brought puts something into the table as one act, characters in a round to come unless
// that is 0, and then does what else is to be done.
func brought(f pane.Frame, r decide.ShelfItem, round int, then pane.Then) pane.Intent {
	also := func(w pane.Intent) pane.Intent {
		if then == nil {
			return w
		}
		return pane.All{w, then}
	}
	if len(r.Characters) > 0 {
		do := JoinAll(phrase.Prepared{Name: r.Name, Characters: r.Characters}.Join(f.Table, 1, round))
		said := do.Then
		do.Then = func(f pane.Frame) pane.Intent { return also(said(f)) }
		return do
	}
	c, err := r.Command(f.Table, f.Selected)
	if err != nil {
		return pane.Fail{Words: r.Name + ": " + err.Error()}
	}
	name, seq := f.Table.NameOf(f.Selected), len(f.Table.Requests)
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent {
		if len(f.Table.Requests) > seq { // which the screen tells
			return also(pane.Moved{})
		}
		return also(pane.Say{Words: fmt.Sprintf("%s now has %s: %s undoes it", name, r.Name, f.KeyOf("undo"))})
	}}
}

// askExport writes the selected character to a file.
func askExport(f pane.Frame, files Files) pane.Intent {
	c := *f.Here()
	return askWrite(files, &decide.ShelfItem{Name: c.Name, Characters: []model.Character{c}})
}

// askWrite asks for a path, and writes there.
func askWrite(files Files, r *decide.ShelfItem) pane.Intent {
	p := form.Ask(r.Name+": write to a file", "path", fileName(r.Name)+".json", func(_ pane.Frame, p *form.Prompt, path string) pane.Intent {
		path = strings.TrimSpace(path)
		if path == "" {
			return pane.Fail{Words: "type the path of the file"}
		}
		return (&overwrite{from: p, files: files, what: r, path: path}).write(false)
	})
	return pane.Push{Overlay: p.Saying("JSON, which fray can read again; ~ is your home folder")}
}

// fileName is a name as a file may be called.
func fileName(name string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		case r == ' ' || r == '-' || r == '_':
			return '-'
		}
		return -1
	}, name)
	if strings.Trim(out, "-") == "" {
		return "character"
	}
	return out
}

// overwrite asks whether a file may be lost.
type overwrite struct {
	from  *form.Prompt
	files Files
	what  *decide.ShelfItem
	path  string
}

// write writes off the drawing path. A file that is there already is written
// over only after a question.
func (o *overwrite) write(over bool) pane.Intent {
	return pane.Fetch{
		Run: func() any { return o.files.Write(o.path, o.what, over) },
		Then: func(_ pane.Frame, got any) pane.Intent {
			err, _ := got.(error)
			switch {
			case !over && errors.Is(err, fs.ErrExist):
				return pane.Push{Overlay: o}
			case err != nil:
				return pane.Fail{Words: err.Error()}
			}
			return pane.All{pane.Close{Overlay: o.from}, pane.Say{Words: o.what.Name + " was written to " + o.path}}
		},
	}
}

func (o *overwrite) About(pane.Frame) pane.About { return pane.About{Title: "The file exists already"} }

func (o *overwrite) Draw(f pane.Frame) []string {
	out := f.Paragraphs(kit.Text, o.path+" exists already. "+f.KeyOf("overwrite-write")+" overwrites it, which cannot be undone; "+
		f.KeyOf("everywhere-back")+" goes back to the path.")
	return out[:min(len(out), f.H)]
}

var overwriteKeys = slices.Concat(pane.In("overwrite", "Files",
	pane.Binding{ID: "write", Keys: []string{"W"}, Label: "overwrite it", Foot: "overwrite it"}), []pane.Binding{pane.Back})

func (o *overwrite) Keys(pane.Frame) []pane.Binding { return overwriteKeys }

func (o *overwrite) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(overwriteKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "write":
		return o, pane.All{pane.Close{}, o.write(true)}
	}
	return o, nil
}
