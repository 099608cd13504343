package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// shells are the shells with command completion, and the function that writes each script.
var shells = []struct {
	name  string
	write func(*cobra.Command, io.Writer) error
}{

	{"bash", func(c *cobra.Command, w io.Writer) error { return c.GenBashCompletionV2(w, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(c *cobra.Command, w io.Writer) error { return c.GenFishCompletion(w, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

func completionCommand(a *app) *cobra.Command {
	var names []string
	for _, sh := range shells {
		names = append(names, sh.name)
	}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script for a shell",
		Long: `Print a script that lets your shell complete commands, tables, actions and
their parameters. SHELL is one of ` + strings.Join(names, ", ") + ".",
		Example: `  source <(fray completion bash)
  fray completion bash > ~/.local/share/bash-completion/completions/fray
  fray completion zsh > "${fpath[1]}/_fray"
  fray completion fish > ~/.config/fish/completions/fray.fish
  fray completion powershell | Out-String | Invoke-Expression`,
		Annotations: map[string]string{setUpShell: "source <(fray completion bash)\tor zsh, fish, powershell"},
		Args:        between(1, 1, "a shell: one of "+strings.Join(names, ", ")),
		ValidArgs:   names,
		RunE: func(c *cobra.Command, args []string) error {
			i := slices.Index(names, args[0])
			if i < 0 {
				return misusef("there is no completion for %q%s Choose from %s", args[0], suggestion(args[0], names), strings.Join(names, ", "))
			}
			var b strings.Builder
			if err := shells[i].write(c.Root(), &b); err != nil {
				return err
			}
			if a.json {
				return a.document(map[string]string{"shell": args[0], "script": b.String()})
			}
			a.write([]byte(b.String()))
			return nil
		},
	}
}
