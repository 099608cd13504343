package cli

import (
	"github.com/spf13/cobra"
)

func demoCommand(a *app) *cobra.Command {
	readOnly := false
	c := &cobra.Command{
		Use:         "demo",
		Short:       "Open a throw-away copy of the demo table",
		Long:        "Open a copy of the demo table. Nothing you do in it is saved, so try anything.",
		Example:     "  fray demo\n  fray demo --plain\n  fray demo --read-only\n  fray demo | less",
		Annotations: map[string]string{toPlay: "fray demo\ttry anything; nothing is saved"},
		Args:        between(0, 0, ""),
		RunE:        func(*cobra.Command, []string) error { return playDemo(a, readOnly, entrance{demo: true}) },
	}
	c.Flags().BoolVar(&readOnly, "read-only", false, "only look at the table, without changing it")
	return c
}

func playDemo(a *app, readOnly bool, how entrance) error {
	live, err := demoLive()
	if err != nil {
		return err
	}
	if readOnly {
		live.OnlyLook()
	}
	return playTable(a, live, how)
}
