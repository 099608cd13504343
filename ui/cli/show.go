package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui/kit"
)

func (s *shell) show() *cobra.Command {
	eyes := ""
	c := &cobra.Command{
		Use:   "show FILE [NAME]",
		Short: "The table, or one sheet, as it stands",
		Long: `Show a table as it stands; with NAME, the sheet of one character. With --json a
sheet is written as --sheet and --against of 'fray roll' read it.`,
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
				t := live.Now().SeenBy(seat)
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
		return s.document(c)
	}
	k := s.look()
	s.line("%s", k.Paint(kit.Title, c.Name))
	s.text("  ", strings.Join(aboutWords(c), ", "))
	for _, id := range c.Systems() {
		sys, ok := t.Rulebook(id)
		if !ok {
			s.text("  ", "is written in "+id+" too, which this version does not know")
			continue
		}
		s.line("\n%s", k.Paint(kit.Title, sys.Name))
		s.lines(k.Blocks(sys.Panel(t.View(c, id)), width))
	}
	return nil
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
		return nil, misusef("%q may be %s or %s: say more of the name", name, begins[0].Name, begins[1].Name)
	}
	if names == nil {
		return nil, misusef("nobody is called %q: nobody is at the table", name)
	}
	return nil, misusef("nobody is called %q%s At the table are %s", name, meant(name, names), strings.Join(names, ", "))
}

func aboutWords(c *model.Character) []string {
	out := []string{"the gamemaster's"}
	if c.Owner != "" {
		out[0] = "played by " + c.Owner
	}
	if c.Hidden {
		out = append(out, "hidden")
	}
	if c.Left {
		out = append(out, "has left the table")
	}
	if c.Notes != "" {
		out = append(out, c.Notes)
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
