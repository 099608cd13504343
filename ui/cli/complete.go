package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// shells are those that commands are completed in, with what writes the script.
var shells = []struct {
	name  string
	write func(*cobra.Command, io.Writer) error
}{
	{"bash", func(c *cobra.Command, w io.Writer) error { return c.GenBashCompletionV2(w, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(c *cobra.Command, w io.Writer) error { return c.GenFishCompletion(w, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

func (s *shell) completion() *cobra.Command {
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
		Args:      between(1, 1, "a shell: one of "+strings.Join(names, ", ")),
		ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			i := slices.Index(names, args[0])
			if i < 0 {
				return misusef("there is no completion for %q%s Choose from %s", args[0], meant(args[0], names), strings.Join(names, ", "))
			}
			var b strings.Builder
			if err := shells[i].write(c.Root(), &b); err != nil {
				return err
			}
			if s.json {
				return s.document(map[string]string{"shell": args[0], "script": b.String()})
			}
			s.write([]byte(b.String()))
			return nil
		},
	}
}

// completeRoll completes a rulebook, an action of it, then its keys.
func completeRoll(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const plain = cobra.ShellCompDirectiveNoFileComp
	if len(args) == 0 {
		var out []string
		for _, s := range systems.All() {
			out = append(out, cobra.CompletionWithDesc(s.ID, s.Name))
		}
		return out, plain
	}
	sys, err := systemOf(args[0])
	if err != nil {
		return nil, plain
	}
	if len(args) == 1 {
		var out []string
		for _, a := range sys.Actions {
			out = append(out, cobra.CompletionWithDesc(a.ID, a.Help))
		}
		return out, plain
	}
	act, ok := sys.Action(args[1])
	if !ok {
		return nil, plain
	}
	if key, _, valued := strings.Cut(typed, "="); valued {
		return completeValue(act.Params(), key), plain
	}
	var out []string
	for _, key := range keys(sys, act) {
		out = append(out, key+"=")
	}
	return out, plain | cobra.ShellCompDirectiveNoSpace
}

// completeSystems completes 'systems'.
func completeSystems(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeRoll(c, args, typed)
}

// completeValue completes the words that a parameter may be.
func completeValue(params []*engine.Spec, key string) []string {
	var out []string
	for _, sp := range params {
		if sp.ID != key {
			continue
		}
		words := sp.Options
		if sp.Kind == engine.Bool {
			words = []string{"yes", "no"}
		}
		for _, w := range words {
			out = append(out, key+"="+w)
		}
	}
	return out
}
