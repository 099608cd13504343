package people

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Files reads and writes characters, groups, conditions and rows of sheets: in files, on
// the shelf, and as text. Only Parse and Text are set on a remote screen.
type Files struct {
	// Read reads the file at path. The second result lists what a file of another program
	// contains that was not imported.
	Read func(path string) (decide.ShelfItem, []string, error)
	// Write writes r to path. If the file exists and over is false, the error is
	// fs.ErrExist.
	Write func(path string, r *decide.ShelfItem, over bool) error

	Shelf  func() ([]ShelfFile, error)     // newest first
	Add    func(r *decide.ShelfItem) error // adds r to the shelf
	Delete func(path string) error         // deletes a file of the shelf; this cannot be undone

	Parse func(text string) (decide.ShelfItem, []string, error) // like Read, from text
	Text  func(r *decide.ShelfItem) (string, error)             // returns what Write would write
}

// ShelfFile is one file of the shelf.
type ShelfFile struct {
	Path        string
	Item        decide.ShelfItem
	NotImported []string // what was not imported from another program's file
	Problem     string   // why the file cannot be read, or ""
}

// Prepared returns the characters and encounters on the shelf, or nil if the shelf is
// missing or cannot be read.
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
		if p.Problem == "" && len(p.Item.Characters) > 0 {
			out = append(out, phrase.Prepared{Name: p.Item.Name, Characters: p.Item.Characters})
		}
	}
	return out
}

// askImport asks for a path, and adds the contents of that file to the table.
func askImport(f pane.Frame, files Files) pane.Intent {
	p := form.Ask("Read from a file", "path", "", func(_ pane.Frame, p *form.Prompt, path string) pane.Intent {
		path = strings.TrimSpace(path)
		if path == "" {
			return pane.Fail{Words: "type the path of the file"}
		}
		return pane.Fetch{
			Run: func() any { r, left, err := files.Read(path); return ShelfFile{path, r, left, wrong(err)} },
			Then: func(f pane.Frame, got any) pane.Intent {
				x := got.(ShelfFile)
				if x.Problem != "" {
					return pane.Fail{Words: x.Problem}
				}
				return pane.All{pane.Close{}, addFile(f, x)}
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

// addFile adds the contents of a file to the table as one act, and lists what was not
// imported.
func addFile(f pane.Frame, x ShelfFile) pane.Intent {
	r := x.Item
	then := addItem(f, r, 0, nil)
	if len(x.NotImported) == 0 {
		return then
	}
	return pane.All{then, pane.Push{Overlay: &pane.Notice{Head: r.Name + ": what was not imported", Text: x.NotImported}}}
}

// addItem adds r to the table as one act and then runs then, if it is not nil. Characters
// arrive in round, or at once if it is 0.
func addItem(f pane.Frame, r decide.ShelfItem, round int, then pane.Then) pane.Intent {
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
		if len(f.Table.Requests) > seq { // a request to the gamemaster, which the screen reports by itself
			return also(pane.Moved{})
		}
		return also(pane.Say{Words: fmt.Sprintf("%s now has %s: %s undoes it", name, r.Name, f.KeyOf("undo"))})
	}}
}

// askExport asks for a path, and writes the selected character there.
func askExport(f pane.Frame, files Files) pane.Intent {
	c := f.Table.CopyOf(f.Here())
	return askWrite(files, &decide.ShelfItem{Name: c.Name, Characters: []model.Character{c}})
}

// askWrite asks for a path, and writes r there.
func askWrite(files Files, r *decide.ShelfItem) pane.Intent {
	p := form.Ask(r.Name+": write to a file", "path", model.FileName(r.Name)+".json", func(_ pane.Frame, p *form.Prompt, path string) pane.Intent {
		path = strings.TrimSpace(path)
		if path == "" {
			return pane.Fail{Words: "type the path of the file"}
		}
		return (&overwrite{from: p, files: files, what: r, path: path}).write(false)
	})
	return pane.Push{Overlay: p.Saying("JSON, which fray can read again; ~ is your home folder")}
}

// overwrite asks whether an existing file may be overwritten.
type overwrite struct {
	from  *form.Prompt
	files Files
	what  *decide.ShelfItem
	path  string
}

// write writes the file in the background. Unless over is true, it asks before it
// overwrites a file.
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
