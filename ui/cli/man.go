package cli

import (
	"strings"
	"time"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:         "man",
		Short:       "Print the man page",
		Example:     "  fray man > ~/.local/share/man/man1/fray.1",
		Annotations: map[string]string{setUpShell: "fray man > ~/.local/share/man/man1/fray.1\tthe man page"},
		Args:        between(0, 0, ""),
		RunE: func(c *cobra.Command, _ []string) error {
			unquote(c.Root())
			page, err := mango.NewManPage(1, c.Root())
			if err != nil {
				return err
			}
			text := page.WithLongDescription(unwrap(c.Root().Long)).Build(dated{roff.NewDocument()})
			if a.json {
				return a.document(map[string]string{"man": text})
			}
			a.write([]byte(text))
			return nil
		},
	}
}

// dated is a man page with the date of the release, so that the same program always writes
// the same page.
type dated struct{ *roff.Document }

// Heading implements mango.Builder.
func (d dated) Heading(section uint, title, description string, today time.Time) {
	if day, err := time.Parse(time.DateOnly, released); err == nil {
		today = day
	}
	d.Document.Heading(section, title, description, today)
}

// unwrap joins the lines of each paragraph, since roff starts a new paragraph at a line
// break.
func unwrap(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n")
}

// unquote removes the backquotes around value names, which cobra uses and mango would
// print.
func unquote(c *cobra.Command) {
	plain := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	c.Flags().VisitAll(plain)
	c.PersistentFlags().VisitAll(plain)
	for _, sub := range c.Commands() {
		unquote(sub)
	}
}
