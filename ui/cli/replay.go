package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/replay"
)

func replayCommand(a *app) *cobra.Command {
	var as *oneOf
	eyes, fight, recap := "", 0, false
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Tell a fight again",
		Long: `Tell a fight of a table again, to standard output: as a page to step through
(html), as a picture that moves by itself (svg), or as a recording for a
terminal (cast, asciicast version 3). It holds what everybody may know, unless
--as-seen-by says otherwise.

--recap writes one card instead, as html, svg or md: what everybody gave and took,
luck, the turning point, and who stood last. For a seat that knows enough it has the
chance of the heroes to win at up to 20 moments, which takes some seconds.`,
		Example: `  fray replay "The Vault Job" > fight.html
  fray replay vault --fight 2 --as svg > fight.svg
  fray replay vault --recap --as md`,
		Annotations:       map[string]string{lookBack: "fray replay NAME\ta fight told again"},
		Args:              between(1, 1, "a table, such as: fray replay vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case recap && as.is == "cast":
				return misusef("--recap is html, svg or md, not a recording.")
			case !recap && as.is == "md":
				return misusef("--as md is a form of --recap: fray replay %s --recap --as md", args[0])
			}
			return withTable(a, args[0], func(live *saves.Live) error {
				if eyes == "" {
					eyes = "everyone"
				}
				seat, err := seatOf(live.Now(), eyes)
				if err != nil {
					return err
				}
				if recap {
					card, err := replay.CardOf(c.Context(), live.Now(), seat, fight)
					if err != nil {
						return err
					}
					return writeCard(a, card, as.is)
				}
				r, err := replay.Of(live.Now(), seat, fight)
				switch {
				case err != nil:
					return err
				case a.json:
					return a.document(r)
				case as.is == "svg":
					return r.WriteSVG(a.out)
				case as.is == "cast":
					return r.WriteCast(a.out)
				}
				return r.WriteHTML(a.out)
			})
		},
	}
	as = flagOf(c, "as", "`FORM`: html, svg, cast or, of a recap, md", "html", "svg", "cast", "md")
	c.Flags().BoolVar(&recap, "recap", false, "one card of what came of the fight")
	c.Flags().IntVar(&fight, "fight", 0, "the `NUMBER` of the fight, counted from 1; the last one if there is no number")
	seenByFlag(c, &eyes)
	return c
}

func writeCard(a *app, c replay.Card, form string) error {
	switch {
	case a.json:
		return a.document(c)
	case form == "svg":
		return c.WriteSVG(a.out)
	case form == "md":
		return c.WriteMarkdown(a.out, transfer.EscapeMarkdown)
	}
	return c.WriteHTML(a.out)
}
