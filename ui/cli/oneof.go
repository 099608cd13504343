package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// oneOf is a flag that takes one of several words, the first of them unless another is
// typed.
type oneOf struct {
	is    string
	words []string
}

// flagOf declares a flag that takes one of some words, and has it completed.
func flagOf(c *cobra.Command, name, usage string, words ...string) *oneOf {
	f := &oneOf{words[0], words}
	c.Flags().Var(f, name, usage)
	_ = c.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}) // it fails only for a flag that is not there
	return f
}

func (f *oneOf) String() string { return f.is }
func (f *oneOf) Type() string   { return "WORD" }

// Set takes a word that is typed.
func (f *oneOf) Set(word string) error {
	if !slices.Contains(f.words, word) {
		return errors.New("it is not one of them") // flagMisuse says it in full
	}
	f.is = word
	return nil
}

// list says which words there are.
func (f *oneOf) list() string {
	last := len(f.words) - 1
	return strings.Join(f.words[:last], ", ") + " or " + f.words[last]
}
