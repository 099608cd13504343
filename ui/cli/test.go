package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// mostPlay is the largest size of a play in bytes.
const mostPlay = 1 << 20

func testCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "test (FILE | FOLDER)…",
		Short: "Run plays: examples of rolls and of whole tables that must hold",
		Long: `Run plays and report each line that does not hold: what was expected, and what
happened.

A play is an example that a player can read, in a .play file. One that begins
with 'system ID' makes single rolls; 'fray export --as play' writes such plays of
a table's rolls. One that begins with 'table ID' drives a whole table: people, the
clock, rolls and what follows from them, undo.

In a FOLDER every .play file is run, those in folders below it as well. The exit
status is 1 if a play does not hold.`,
		Example: `  fray test fight.play
  fray test plays --json`,
		Annotations: map[string]string{tryRules: "fray test fight.play\trun plays, or a folder of them"},
		Args:        needs(1, "plays: .play files, or folders of them, such as: fray test fight.play"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"play"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := playsOf(args)
			if err != nil {
				return err
			}
			return testPlays(a, files)
		},
	}
}

// playsOf returns the plays among args and below the folders among args: in the order of
// args, then by name, each once.
func playsOf(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		found := 0
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() || path != arg && filepath.Ext(path) != ".play" {
				return nil
			}
			if found++; !slices.Contains(files, path) {
				files = append(files, path)
			}
			return nil
		})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, misusef("there is no file or folder %q", arg)
		case err != nil:
			return nil, saves.ExplainRead(arg, err)
		case found == 0:
			return nil, misusef("there is no .play file in %s", arg)
		}
	}
	return files, nil
}

// playFailureJSON is a line of a play that failed.
type playFailureJSON struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// playsJSON is the result of running plays.
type playsJSON struct {
	Plays  int               `json:"plays"`
	Failed []playFailureJSON `json:"failed"`
}

// errPlays means that a play failed, which was printed already.
var errPlays = errors.New("not every play holds")

func testPlays(a *app, files []string) error {
	out := playsJSON{Plays: len(files), Failed: []playFailureJSON{}}
	broken := 0
	for _, file := range files {
		failures, err := runPlay(a, file, nil)
		if err != nil {
			return err
		}
		if len(failures) > 0 {
			broken++
		}
		for _, f := range failures {
			out.Failed = append(out.Failed, playFailureJSON{f.File, f.Line, f.Want, f.Got})
			if !a.json {
				a.line("%s", clean(f.String()))
			}
		}
	}
	switch {
	case a.json:
		if err := a.document(out); err != nil {
			return err
		}
	case broken > 0:
		a.line("%d of %d %s not hold", broken, out.Plays, plural(broken, "plays does", "plays do"))
	default:
		a.line("%d %s", out.Plays, plural(out.Plays, "play holds", "plays hold"))
	}
	if broken > 0 {
		return errPlays
	}
	return nil
}

// runPlay runs the play in a file, of a rule or of a table. checked is the rulebook that is
// being checked; it may be nil.
func runPlay(a *app, file string, checked *engine.System) ([]plays.Failure, error) {
	text, err := readPlay(file)
	if err != nil {
		return nil, err
	}
	name := filepath.ToSlash(file)
	if len(text) > mostPlay {
		return []plays.Failure{{File: name, Line: 1, Want: "a play", Got: fmt.Sprintf("a file of more than %d bytes", mostPlay)}}, nil
	}
	failures, err := heldPlay(a, file, name, text, checked)
	var wrong *plays.SyntaxError
	if errors.As(err, &wrong) {
		return []plays.Failure{{File: name, Line: wrong.Line, Want: "a line of a play", Got: wrong.Words}}, nil
	}
	return failures, err
}

// readPlay gives the text of a play, and of one that is too long the beginning.
func readPlay(file string) (string, error) {
	f, err := transfer.OpenImport(file, 0)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	raw, err := io.ReadAll(io.LimitReader(f, mostPlay+1))
	return string(raw), err
}

func heldPlay(a *app, file, name, text string, checked *engine.System) ([]plays.Failure, error) {
	if phrase.IsTablePlay(text) {
		play, err := phrase.ParseTablePlay(name, text)
		if err != nil {
			return nil, err
		}
		return play.Run(rulesBeside(a, file, checked), phrase.Gate{Decide: decide.Decide, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue}, nil), nil
	}
	play, err := plays.Parse(name, text)
	if err != nil {
		return nil, err
	}
	sys, ok := rulesBeside(a, file, checked)[play.System]
	if !ok {
		return []plays.Failure{{File: name, Line: 1, Want: "system " + play.System, Got: "there is no rulebook of this name"}}, nil
	}
	return play.Run(sys, nil), nil
}
