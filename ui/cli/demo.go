package cli

import (
	"github.com/spf13/cobra"
)

func demoCommand(a *app) *cobra.Command {
	o := playFlags{}
	c := &cobra.Command{
		Use:         "demo",
		Short:       "Open a throw-away copy of the demo table",
		Long:        "Open a copy of the demo table. Nothing you do in it is saved, so try anything.",
		Example:     "  fray demo\n  fray demo --plain\n  fray demo --read-only\n  fray demo | less",
		Annotations: map[string]string{toPlay: "fray demo\ttry anything; nothing is saved"},
		Args:        between(0, 0, ""),
		RunE:        func(*cobra.Command, []string) error { return playDemo(a, o, openOptions{demo: true}) },
	}
	o.flags(a, c, "play the fight in this `RULEBOOK`")
	return c
}

func playDemo(a *app, o playFlags, how openOptions) error {
	own := rules()
	if o.system != "" {
		sys, err := systemOf(a, o.system)
		if err != nil {
			return err
		}
		own[sys.ID], o.system = sys, sys.ID
	}
	live, err := demoLive(a, own, o.system)
	if err != nil {
		return err
	}
	if o.readOnly {
		live.OnlyLook()
	}
	return playTable(a, live, how)
}
