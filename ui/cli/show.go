package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/kit"
)

func showCommand(a *app) *cobra.Command {
	var as *oneOf
	eyes := ""
	c := &cobra.Command{
		Use:   "show FILE [NAME]",
		Short: "Show a table or a character sheet",
		Long: `Show a table as it is now or, with NAME, one character's sheet. With --json the
sheet can be used with --sheet and --against of 'fray roll'. --as html writes a
page to print, --as md Markdown, which leaves out what not everybody may know
unless --as-seen-by says otherwise.`,
		Example: `  fray show "The Vault Job"
  fray show vault Seraph
  fray show vault Seraph --json > seraph.json
  fray show vault Seraph --as html > seraph.html`,
		Annotations:       map[string]string{lookBack: "fray show NAME\tthe table now, or one sheet"},
		Args:              between(1, 2, "a table, such as: fray show vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			if a.json && as.is != "text" {
				return misusef("--json and --as %s are two forms: use only one of the two", as)
			}
			return withTable(a, args[0], func(live *saves.Live) error {
				seat, err := seatOf(live.Now(), defaultViewer(as.is, eyes))
				if err != nil {
					return err
				}
				t := view.SeenBy(live.Now(), seat)
				var c *model.Character
				if len(args) > 1 {
					if c, err = character(t, args[1]); err != nil {
						return err
					}
				}
				if as.is != "text" && c != nil && c.Public != nil {
					fmt.Fprintf(a.err, "fray: %s is known by name only to whom this is written for: --as-seen-by gm, or a player, writes what they know\n", clean(c.Name))
				}
				switch {
				case as.is == "html":
					return transfer.ShowHTML(a.out, t, c)
				case as.is == "md":
					return transfer.ShowMarkdown(a.out, t, c)
				case c == nil:
					return showTable(a, t)
				}
				return showSheet(a, t, seat, c)
			})
		},
	}
	as = flagOf(c, "as", "`FORM`: text, md or html", "text", "md", "html")
	seenByFlag(c, &eyes)
	return c
}

func showTable(a *app, t model.Table) error {
	if a.json {
		return a.document(t)
	}
	printTableText(a, t)
	return nil
}

func showSheet(a *app, t model.Table, seat model.Seat, c *model.Character) error {
	if a.json {
		who := *c
		who.Owner = t.PlayerOf(c)
		return a.document(who)
	}
	k := a.look()
	head, about := k.Row(width).Put(kit.Title, c.Name), strings.Join(aboutWords(t, c), ", ")
	beside := kit.Width(kit.Clean(about))+2 <= head.Left()
	if beside {
		head.Right(kit.Dim, about, head.Left())
	}
	a.line("%s", head.String())
	a.line("%s", k.Row(width).Times(kit.Faint, k.Box.Across, width).String())
	if !beside {
		a.text(" ", about)
	}
	if doing := scene.DoingWords(t, c); doing != "" && doing != "free" {
		a.text(" ", "Now: "+doing)
	}
	for _, id := range c.Systems() {
		a.line("\n%s", k.Paint(kit.Title, strings.ToUpper(t.SystemName(id))))
		for i, part := range groupByHeading(scene.Sheet(t, seat, c, id)) {
			if i > 0 {
				a.line("")
			}
			a.lines(k.Blocks(part, width))
		}
	}
	for _, part := range groupByHeading(scene.Notes(t, seat, c)) {
		a.line("")
		a.lines(k.Blocks(part, width))
	}
	return nil
}

// groupByHeading groups blocks by heading; each group begins with its heading.
func groupByHeading(blocks []engine.Block) [][]engine.Block {
	var out [][]engine.Block
	for _, b := range blocks {
		if len(out) == 0 || scene.Begins(b) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}

// character finds a character by id, by name, or by the beginning of the name, ignoring
// case.
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
	return nil, misusef("nobody is called %q%s The characters are %s", name, suggestion(name, names), strings.Join(names, ", "))
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

// printTableText prints a table.
func printTableText(a *app, t model.Table) {
	k := a.look()
	a.line("%s", k.Paint(kit.Title, t.Name))
	a.text("  ", t.When(t.Clock.Moment)+placeOf(t.Clock)+model.Prefixed(", ", t.DateWords()))
	if next := t.NextEveningWords(time.Now()); next != "" {
		a.text("  ", "next evening: "+next)
	}
	for _, c := range t.Characters() {
		a.line("%s", k.Paint(kit.Title, c.Name))
		for _, id := range c.Systems() {
			if sys, ok := t.Rulebook(id); ok {
				v := t.View(c, id)
				a.lines(k.Blocks(sys.Brief(v), width))
				if words := markWords(sys.Marked(v)); words != "" {
					a.text(" ", words)
				}
			}
		}
	}
	printPending(a, t, k)
	printNewest(a, t, k)
}

func placeOf(c model.Clock) string {
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
