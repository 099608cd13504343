package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

func (s *shell) show() *cobra.Command {
	eyes := ""
	c := &cobra.Command{
		Use:   "show FILE [NAME]",
		Short: "Show a table or a character sheet",
		Long: `Show a table as it is now or, with NAME, one character's sheet. With --json the
sheet can be used with --sheet and --against of 'fray roll'.`,
		Example: `  fray show "The Vault Job"
  fray show vault Seraph
  fray show vault Seraph --json > seraph.json`,
		Args:              between(1, 2, "a table, such as: fray show vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			return s.looked(args[0], func(live *saves.Live) error {
				seat, err := seatOf(live.Now(), eyes)
				if err != nil {
					return err
				}
				t := view.SeenBy(live.Now(), seat)
				if len(args) == 1 {
					return s.tell().showTable(t)
				}
				return s.tell().showSheet(t, args[1])
			})
		},
	}
	seenBy(c, &eyes)
	return c
}

func (s teller) showTable(t model.Table) error {
	if s.json {
		return s.document(t)
	}
	s.tellTable(t)
	return nil
}

func (s teller) showSheet(t model.Table, name string) error {
	c, err := character(t, name)
	if err != nil {
		return err
	}
	if s.json {
		who := *c
		who.Owner = t.PlayerOf(c)
		return s.document(who)
	}
	k := s.look()
	head, about := k.Row(width).Put(kit.Title, c.Name), strings.Join(aboutWords(t, c), ", ")
	beside := kit.Width(kit.Clean(about))+2 <= head.Left()
	if beside {
		head.Right(kit.Dim, about, head.Left())
	}
	s.line("%s", head.String())
	s.line("%s", k.Row(width).Times(kit.Border, k.Box.Across, width).String())
	if !beside {
		s.text(" ", about)
	}
	s.text(" ", c.Notes)
	if doing := pane.Doing(t, k, c); doing != "" && doing != "free" {
		s.text(" ", "Now: "+doing)
	}
	for _, id := range c.Systems() {
		sys, ok := t.Rulebook(id)
		if !ok {
			s.text("  ", "also has a sheet for "+id+" , which this version does not have")
			continue
		}
		s.line("\n%s", k.Paint(kit.Title, strings.ToUpper(sys.Name)))
		for i, part := range parted(t.Shown(c, id)) {
			if i > 0 {
				s.line("")
			}
			s.lines(k.Blocks(part, width))
		}
	}
	return nil
}

// parted are the blocks under each heading, the heading with them.
func parted(blocks []engine.Block) [][]engine.Block {
	var out [][]engine.Block
	for _, b := range blocks {
		if len(out) == 0 || headed(b) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}

// headed reports whether a block begins with a heading.
func headed(b engine.Block) bool {
	switch b := b.(type) {
	case engine.Heading:
		return true
	case engine.Grid:
		return b.Title != ""
	case engine.Costs:
		return b.Title != ""
	}
	return false
}

// character finds a character by id or, in any case of letters, by name or the
// beginning of it.
func character(t model.Table, name string) (*model.Character, error) {
	if c, ok := t.Character(name); ok {
		return c, nil
	}
	var names []string
	var begins []*model.Character
	for _, c := range t.Characters() {
		if strings.EqualFold(c.Name, name) {
			return c, nil
		}
		if strings.HasPrefix(strings.ToLower(c.Name), strings.ToLower(name)) {
			begins = append(begins, c)
		}
		names = append(names, c.Name)
	}
	if len(begins) == 1 {
		return begins[0], nil
	}
	if len(begins) > 1 {
		return nil, misusef("%q could be %s or %s: type more of the name", name, begins[0].Name, begins[1].Name)
	}
	if names == nil {
		return nil, misusef("nobody is called %q: nobody is at the table", name)
	}
	return nil, misusef("nobody is called %q%s The characters are %s", name, meant(name, names), strings.Join(names, ", "))
}

func aboutWords(t model.Table, c *model.Character) []string {
	out := []string{"the gamemaster's"}
	if c.Owner != "" {
		out[0] = "played by " + t.PlayerOf(c)
	}
	if c.Hidden {
		out = append(out, "hidden")
	}
	if c.Left {
		out = append(out, "was removed from the table")
	}
	return out
}

// tellTable shows a table in plain lines.
func (s teller) tellTable(t model.Table) {
	k := s.look()
	s.line("%s", k.Paint(kit.Title, t.Name))
	s.text("  ", t.When(t.Clock.Moment)+scene(t.Clock))
	for _, c := range t.Characters() {
		s.line("%s", k.Paint(kit.Title, c.Name))
		for _, id := range c.Systems() {
			if sys, ok := t.Rulebook(id); ok {
				v := t.View(c, id)
				s.lines(k.Blocks(sys.Brief(v), width))
				if words := markWords(sys.Marked(v)); words != "" {
					s.text(" ", words)
				}
			}
		}
	}
	s.tellPending(t, k)
	s.tellNewest(t, k)
}

func scene(c model.Clock) string {
	if c.Place == "" {
		return ""
	}
	return ": " + c.Place
}

func markWords(marks []engine.Mark) string {
	var words []string
	for _, m := range marks {
		words = append(words, m.Word)
	}
	return strings.Join(words, ", ")
}
