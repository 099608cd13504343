package people

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
)

// Files reads and writes characters as files. Paths are as people typed them.
type Files struct {
	Read func(path string) (model.Character, error)
	// Write never writes over a file unless it is told to: its error is then
	// fs.ErrExist.
	Write func(path string, c *model.Character, over bool) error
}

// askImport reads a character from a file and brings it to the table.
func askImport(f pane.Frame, files Files) pane.Wish {
	p := paper.Ask("Read a character from a file", "path", "", func(_ pane.Frame, p *paper.Prompt, path string) pane.Wish {
		path = strings.TrimSpace(path)
		if path == "" {
			return pane.Fail{Words: "type the path of the file"}
		}
		type read struct {
			c   model.Character
			err error
		}
		return pane.Fetch{
			Run: func() any { c, err := files.Read(path); return read{c, err} },
			Then: func(_ pane.Frame, got any) pane.Wish {
				r := got.(read)
				if r.err != nil {
					return pane.Fail{Words: r.err.Error()}
				}
				return pane.All{pane.Close{Overlay: p}, joinAll([]model.Character{r.c}, false)}
			},
		}
	})
	return pane.Push{Overlay: p.Saying("a file that " + f.KeyOf("write-character") + " has written; ~ is your home")}
}

// askExport writes the selected character to a file.
func askExport(f pane.Frame, files Files) pane.Wish {
	c := f.Here()
	p := paper.Ask(c.Name+": write to a file", "path", fileName(c.Name)+".json", func(_ pane.Frame, p *paper.Prompt, path string) pane.Wish {
		path = strings.TrimSpace(path)
		if path == "" {
			return pane.Fail{Words: "type the path of the file"}
		}
		return (&overwrite{from: p, files: files, who: c, path: path}).write(false)
	})
	return pane.Push{Overlay: p.Saying("JSON, with the sheet of every rulebook; ~ is your home")}
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
	from  *paper.Prompt
	files Files
	who   *model.Character
	path  string
}

// write writes off the drawing path. A file that is there already is written
// over only after a question.
func (o *overwrite) write(over bool) pane.Wish {
	return pane.Fetch{
		Run: func() any { return o.files.Write(o.path, o.who, over) },
		Then: func(_ pane.Frame, got any) pane.Wish {
			err, _ := got.(error)
			switch {
			case !over && errors.Is(err, fs.ErrExist):
				return pane.Push{Overlay: o}
			case err != nil:
				return pane.Fail{Words: err.Error()}
			}
			return pane.All{pane.Close{Overlay: o.from}, pane.Say{Words: o.who.Name + " is written to " + o.path}}
		},
	}
}

func (o *overwrite) Title(pane.Frame) string { return "There is a file already" }

func (o *overwrite) Draw(f pane.Frame) []string {
	out := paper.Paragraphs(f, kit.Text, o.path+" is there already. "+f.KeyOf("overwrite-write")+" writes over it, and nothing brings it back; "+
		f.KeyOf("everywhere-back")+" goes back to the path.")
	return out[:min(len(out), f.H)]
}

var overwriteKeys = slices.Concat(pane.In("overwrite", "Files",
	pane.Binding{ID: "write", Keys: []string{"W"}, Label: "write over it", Foot: "write over it"}), []pane.Binding{pane.Back})

func (o *overwrite) Keys() []pane.Binding { return overwriteKeys }

func (o *overwrite) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Wish) {
	switch f.Pressed(overwriteKeys, k) {
	case "back":
		return o, pane.Close{Overlay: o}
	case "write":
		return o, pane.All{pane.Close{Overlay: o}, o.write(true)}
	}
	return o, nil
}
