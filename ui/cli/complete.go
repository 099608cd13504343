package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
)

// completeRoll completes a rulebook, then one of its actions, then its keys.
func completeRoll(a *app) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return rollCompletion(a, args, typed)
	}
}

func rollCompletion(a *app, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const plain = cobra.ShellCompDirectiveNoFileComp
	if len(args) == 0 {
		var out []string
		for _, s := range allSystems(a) {
			out = append(out, cobra.CompletionWithDesc(s.ID, s.Name))
		}
		return out, plain
	}
	sys, err := systemOf(a, args[0])
	if err != nil {
		return nil, plain
	}
	if len(args) == 1 {
		var out []string
		for _, act := range sys.Actions {
			out = append(out, cobra.CompletionWithDesc(act.ID, act.Help))
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

// completeSystems completes the arguments of 'systems'.
func completeSystems(a *app) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 1 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return rollCompletion(a, args, typed)
	}
}

// completeValue completes the values of a parameter that has a fixed set.
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

// completeTable completes the names of tables.
func completeTable(a *app) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		all, _ := a.files().List(context.Background()) // an error completes nothing, like an empty folder
		var names []string
		for _, l := range all {
			names = append(names, l.Name)
		}
		slices.Sort(names)
		return names, cobra.ShellCompDirectiveDefault
	}
}
