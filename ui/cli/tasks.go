package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/ui/kit"
)

// task is something that people want, and the commands that do it.
type task struct {
	want string
	do   [][2]string
}

// tasks are what people come for, the usual first.
var tasks = []task{
	{"Play", [][2]string{
		{"fray", "open the last table, or the start page"},
		{"fray demo", "try anything; nothing is saved"},
		{"fray play NAME", "open a table"},
		{"fray play NAME --new", "create one; --system d6 sets its rulebook"},
		{"fray play NAME --read-only", "look at a table without changing it"},
		{"fray play NAME --plain", "in lines, for screen readers and pipes"},
	}},
	{"Throw dice and see the odds", [][2]string{
		{"fray roll d20+5 vs 12", "plain dice"},
		{`fray odds "4d6 drop lowest" ">=12"`, "their exact odds"},
		{"fray roll d6 check code=4D difficulty=8", "an action of a rulebook, without a table"},
		{"fray odds easiness pool dice=2 easiness=4", "its exact odds"},
		{"fray systems d6 check", "what an action needs"},
	}},
	{"Play together", [][2]string{
		{"fray host NAME", "play, and let others join over SSH"},
		{"fray invite NAME --as Mira", "let one person in"},
		{"fray join NAME", "a second terminal at an open table"},
	}},
	{"Look back", [][2]string{
		{"fray show NAME", "the table now, or one sheet"},
		{"fray log NAME --grep blow", "what happened"},
		{"fray export NAME --as md", "the story, to share"},
	}},
	{"Keep it safe", [][2]string{
		{"fray check NAME", "the file, the dice, every change"},
		{"fray restore NAME", "backups, and how to bring one back"},
		{"fray export NAME --as json > table.json", "everything, for other programs"},
		{"fray import table.json", "import a table or a character"},
		{"fray paths", "where tables and config.toml are"},
	}},
	{"Try the rules", [][2]string{
		{"fray export NAME --as play", "rolls of a table, as plays"},
		{"fray test fight.play", "run plays; folders of them, too"},
	}},
	{"Set up your shell", [][2]string{
		{"source <(fray completion bash)", "or zsh, fish, powershell"},
		{"fray man > ~/.local/share/man/man1/fray.1", "the man page"},
	}},
}

// helping is help in tasks or, with a command, the help of that.
func (s *shell) helping() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show what fray can do, task by task",
		Long:    "List common tasks and the commands for them or, with COMMAND, explain that command.",
		Example: "  fray help\n  fray help roll",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				if len(args) == 0 && sub.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return s.tell().tellTasks()
			}
			sub, _, err := c.Root().Find(args)
			if err != nil || sub == c.Root() {
				var names []string
				for _, x := range c.Root().Commands() {
					names = append(names, x.Name())
				}
				return misusef("there is no command %q%s 'fray --help' lists them", args[0], meant(args[0], names))
			}
			sub.InitDefaultHelpFlag()
			return sub.Help()
		},
	}
}

func (s teller) tellTasks() error {
	if s.json {
		type jsonTask struct {
			Want     string      `json:"want"`
			Commands [][2]string `json:"commands"` // each with what it does
		}
		var out []jsonTask
		for _, t := range tasks {
			out = append(out, jsonTask{t.want, t.do})
		}
		return s.document(out)
	}
	k := s.look()
	for i, t := range tasks {
		if i > 0 {
			s.line("")
		}
		s.line("%s", k.Paint(kit.Title, t.want))
		for _, d := range t.do {
			if len(d[0]) > 34 {
				s.line("  %s", d[0])
				s.line("  %34s  %s", "", k.Paint(kit.Dim, d[1]))
				continue
			}
			s.line("  %-34s  %s", d[0], k.Paint(kit.Dim, d[1]))
		}
	}
	s.line("\n'fray help COMMAND' explains a command.")
	return nil
}
