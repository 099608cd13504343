package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// oneOf is a flag with a fixed set of values; the first is the default.
type oneOf struct {
	is    string
	words []string
}

// flagOf declares such a flag, with completion.
func flagOf(c *cobra.Command, name, usage string, words ...string) *oneOf {
	f := &oneOf{words[0], words}
	c.Flags().Var(f, name, usage)
	_ = c.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}) // the error only means that the flag does not exist
	return f
}

func (f *oneOf) String() string { return f.is }
func (f *oneOf) Type() string   { return "WORD" }

// Set implements pflag.Value.
func (f *oneOf) Set(word string) error {
	if !slices.Contains(f.words, word) {
		return errors.New("it is not one of them") // flagMisuse adds the details
	}
	f.is = word
	return nil
}

// list names the values.
func (f *oneOf) list() string {
	last := len(f.words) - 1
	return strings.Join(f.words[:last], ", ") + " or " + f.words[last]
}
