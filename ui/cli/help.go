package cli

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine/systems"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// fairness is the page about fair dice.
//
//go:embed docs/fairness.md
var fairness string

// Groups of tasks in 'fray help', most common first. The Annotations of a command list its
// tasks under these names, one in a line: the command line, a tab, and what it does.
const (
	toPlay     = "Play"
	toRoll     = "Throw dice and see the odds"
	together   = "Play together"
	lookBack   = "Look back"
	keepSafe   = "Keep it safe"
	tryRules   = "Try the rules"
	setUpShell = "Set up your shell"
)

var wants = []string{toPlay, toRoll, together, lookBack, keepSafe, tryRules, setUpShell}

// task is one group with its commands.
type task struct {
	Want     string      `json:"want"`
	Commands [][2]string `json:"commands"` // command line and what it does
}

// tasksOf collects the tasks from the commands.
func tasksOf(commands []*cobra.Command) []task {
	var out []task
	for _, want := range wants {
		t := task{Want: want}
		for _, c := range commands {
			for line := range strings.Lines(c.Annotations[want]) {
				command, does, _ := strings.Cut(strings.TrimSpace(line), "\t")
				t.Commands = append(t.Commands, [2]string{command, does})
			}
		}
		out = append(out, t)
	}
	return out
}

// helpCommand is 'fray help': the tasks or, with an argument, the help of one command.
func helpCommand(a *app, commands []*cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND|keys|rulebook|fairness|service]",
		Short:   "Show what fray can do, task by task",
		Long:    "List common tasks and the commands for them or, with COMMAND, explain that command.\nWith keys, list what every key does and what config.toml calls it.\nWith rulebook, a lesson in writing a game of your own, and every word for it.\nWith fairness, what fray check proves of the dice, and what it cannot.\nWith service, a unit of systemd for a host.",
		Example: "  fray help\n  fray help roll\n  fray help keys\n  fray help rulebook",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			names := []string{"keys", "rulebook", "fairness", "service"}
			for _, sub := range c.Root().Commands() {
				if len(args) == 0 && sub.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return tellTasks(a, tasksOf(commands))
			}
			if args[0] == "keys" {
				return printKeys(a)
			}
			if args[0] == "rulebook" {
				return printGuide(a)
			}
			if args[0] == "fairness" {
				a.write([]byte(fairness))
				return nil
			}
			if args[0] == "service" {
				a.write([]byte(strings.ReplaceAll(service, "PROGRAM", ownProgram())))
				return nil
			}
			sub, _, err := c.Root().Find(args)
			if err != nil || sub == c.Root() {
				var names []string
				for _, x := range c.Root().Commands() {
					names = append(names, x.Name())
				}
				return misusef("there is no command %q%s 'fray --help' lists them", args[0], suggestion(args[0], names))
			}
			sub.InitDefaultHelpFlag()
			return sub.Help()
		},
	}
}

// keyJSON is one binding.
type keyJSON struct {
	Name  string   `json:"name,omitempty"` // name in config.toml; "" for bindings of a rulebook
	Keys  []string `json:"keys"`
	Does  string   `json:"does"`
	Group string   `json:"group"`
}

// printKeys lists the bindings of the program and of the rulebooks.
func printKeys(a *app) error {
	groups := ui.KeyGroups()
	for _, s := range systems.All() {
		g := ui.KeyGroup{Name: s.Name}
		for _, act := range s.Actions {
			if act.Key != "" {
				g.Keys = append(g.Keys, ui.Key{Label: act.Label, Group: s.Name, Keys: []string{act.Key}})
			}
		}
		if g.Keys != nil {
			groups = append(groups, g)
		}
	}
	k, all := a.look(), []keyJSON{}
	for _, g := range groups {
		if !a.json {
			a.line("%s", k.Paint(kit.Title, g.Name))
		}
		for _, key := range g.Keys {
			words := []string{}
			for _, x := range key.Keys {
				words = append(words, pane.KeyWord(x))
			}
			all = append(all, keyJSON{key.Name, words, key.Label, g.Name})
			if !a.json {
				a.line("  %-18s %-40s %s", strings.Join(words, " "), key.Label, k.Paint(kit.Dim, key.Name))
			}
		}
	}
	if a.json {
		return a.document(all)
	}
	return nil
}

func tellTasks(a *app, tasks []task) error {
	if a.json {
		return a.document(tasks)
	}
	k := a.look()
	for i, t := range tasks {
		if i > 0 {
			a.line("")
		}
		a.line("%s", k.Paint(kit.Title, t.Want))
		for _, d := range t.Commands {
			if len(d[0]) > 34 {
				a.line("  %s", d[0])
				a.line("  %34s  %s", "", k.Paint(kit.Dim, d[1]))
				continue
			}
			a.line("  %-34s  %s", d[0], k.Paint(kit.Dim, d[1]))
		}
	}
	a.line("\n'fray help COMMAND' explains a command.")
	return nil
}
