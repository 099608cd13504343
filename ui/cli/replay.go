package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/saves"
	"example.org/fray/ui/replay"
)

func replayCommand(a *app) *cobra.Command {
	var as *oneOf
	eyes, fight := "", 0
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Tell a fight again",
		Long: `Tell a fight of a table again, to standard output: as a page to step through
(html), as a picture that moves by itself (svg), or as a recording for a
terminal (cast, asciicast version 3). It holds what everybody may know, unless
--as-seen-by says otherwise.`,
		Example: `  fray replay "The Vault Job" > fight.html
  fray replay vault --fight 2 --as svg > fight.svg`,
		Annotations:       map[string]string{lookBack: "fray replay NAME\ta fight told again"},
		Args:              between(1, 1, "a table, such as: fray replay vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			return withTable(a, args[0], func(live *saves.Live) error {
				if eyes == "" {
					eyes = "everyone"
				}
				seat, err := seatOf(live.Now(), eyes)
				if err != nil {
					return err
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
	as = flagOf(c, "as", "`FORM`: html, svg or cast", "html", "svg", "cast")
	c.Flags().IntVar(&fight, "fight", 0, "the `NUMBER` of the fight, counted from 1; the last one if there is no number")
	seenByFlag(c, &eyes)
	return c
}
