package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/model"
)

// seenByFlag declares --as-seen-by.
func seenByFlag(c *cobra.Command, eyes *string) {
	c.Flags().StringVar(eyes, "as-seen-by", "", "show only what this `NAME` may know: gm, everyone or a player")
}

// defaultViewer returns the default of --as-seen-by for an output format: Markdown is meant to be
// shared, so it is for everyone.
func defaultViewer(form, eyes string) string {
	if eyes == "" && form == "md" {
		return "everyone"
	}
	return eyes
}

// seatOf returns the seat that --as-seen-by names.
func seatOf(t model.Table, eyes string) (model.Seat, error) {
	switch eyes {
	case "", "gm":
		return model.Seat{Role: model.GM}, nil
	case "everyone":
		return model.Seat{Role: model.Watcher}, nil
	}
	names := []string{"gm", "everyone"}
	for _, s := range t.Seats() {
		if t.SeatName(s) == eyes {
			return s, nil
		}
		names = append(names, t.SeatName(s))
	}
	return model.Seat{}, misusef("nobody at the table is called %q%s Choose from %s", eyes, suggestion(eyes, names), strings.Join(names, ", "))
}
