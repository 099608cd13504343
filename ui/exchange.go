package ui

import (
	"errors"
	"io/fs"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// Files reads and writes characters as files. Paths are as people typed them.
type Files struct {
	Read func(path string) (model.Character, error)
	// Write never writes over a file unless it is told to: its error is then
	// fs.ErrExist.
	Write func(path string, c *model.Character, over bool) error
}

func needsFiles(m *Model) string {
	if m.files().Read == nil || m.files().Write == nil {
		return "this screen has no files"
	}
	return ""
}

func (m *Model) files() Files {
	if m.cfg.Shelf == nil {
		return Files{}
	}
	return m.cfg.Shelf.People
}

// askImport reads a character from a file and brings it to the table.
func (m *Model) askImport() tea.Cmd {
	p := m.ask("Read a character from a file", "path", "", nil)
	p.help = func(*prompt) string {
		return "a file that " + m.keyOf("write-character") + " has written; ~ is your home"
	}
	p.done = func(m *Model, texts []string) tea.Cmd {
		if strings.TrimSpace(texts[0]) == "" {
			return m.fail("type the path of the file")
		}
		game, files := m.game, m.files()
		return func() tea.Msg {
			c, err := files.Read(strings.TrimSpace(texts[0]))
			return did{game, game.Now(), err, func(m *Model) tea.Cmd {
				m.without(p)
				return m.joinAll([]model.Character{c}, false)
			}}
		}
	}
	return nil
}

// askExport writes the selected character to a file.
func (m *Model) askExport() tea.Cmd {
	c := m.here()
	p := m.ask(c.Name+": write to a file", "path", fileName(c.Name)+".json", nil)
	p.help = func(*prompt) string { return "JSON, with the sheet of every rulebook; ~ is your home" }
	p.done = func(m *Model, texts []string) tea.Cmd {
		path := strings.TrimSpace(texts[0])
		if path == "" {
			return m.fail("type the path of the file")
		}
		return m.export(p, c, path, false)
	}
	return nil
}

// export writes off the drawing path. A file that is there already is written
// over only after a question.
func (m *Model) export(from *prompt, c *model.Character, path string, over bool) tea.Cmd {
	game, files := m.game, m.files()
	return func() tea.Msg {
		err := files.Write(path, c, over)
		if !over && errors.Is(err, fs.ErrExist) {
			return did{game, game.Now(), nil, func(m *Model) tea.Cmd {
				m.push(&overwrite{from: from, who: c, path: path})
				return nil
			}}
		}
		return did{game, game.Now(), err, func(m *Model) tea.Cmd {
			m.without(from)
			return m.say(c.Name + " is written to " + path)
		}}
	}
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
	quiet
	from *prompt
	who  *model.Character
	path string
}

func (o *overwrite) title(*Model) string { return "There is a file already" }

func (o *overwrite) draw(m *Model, w, h int) []string {
	var out []string
	for _, l := range kit.Wrap(o.path+" is there already. W writes over it, and nothing brings it back; esc goes back to the path.", w-2) {
		out = append(out, m.look.Row(w).Space(1).Put(kit.Text, l).String())
	}
	return out[:min(len(out), h)]
}

func (o *overwrite) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "q":
		m.without(o)
	case "W":
		m.without(o)
		return m.export(o.from, o.who, o.path, true)
	}
	return nil
}

func (o *overwrite) hints(*Model) []hint {
	return []hint{{"W", "write over it"}, {"esc", "back"}}
}
