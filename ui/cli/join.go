package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/saves"
	"example.org/fray/ui/serve"
)

func joinCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "join NAME",
		Short: "Open a second terminal at a table that is open here",
		Long: `Open a second terminal at a table that is already open on this machine, with
'fray play' or 'fray host'. Both play it, and each sees at once what the other
does.`,
		Example: `  fray join "The Vault Job"
  fray join vault --plain`,
		Annotations:       map[string]string{together: "fray join NAME\ta second terminal at an open table"},
		Args:              between(1, 1, "a table, such as: fray join vault"),
		ValidArgsFunction: completeTable(a),
		RunE:              func(_ *cobra.Command, args []string) error { return joinTable(a, args[0]) },
	}
}

func joinTable(a *app, name string) error {
	p, err := a.find(name)
	if err != nil {
		return err
	}
	if !a.onTerminal() && !a.inLines() {
		return misusef("'fray join' needs a terminal, or --plain")
	}
	live, err := p.look(a)
	if err != nil {
		return err
	}
	id, called := live.ID(), live.Now().Name
	if err := live.Close(); err != nil {
		return err
	}
	c, err := serve.DialHere(serveFolder(a), id)
	if err != nil {
		return fmt.Errorf("%w: open it with 'fray play %q'", err, called)
	}
	host, err := serve.HostKey(serveFolder(a))
	if err != nil {
		return errors.Join(err, c.Close())
	}
	if a.inLines() {
		return serve.JoinInLines(c, host.PublicKey(), a.in, a.out)
	}
	return serve.Join(c, host.PublicKey(), a.in.(*os.File), a.out.(*os.File), a.env)
}

// joinInstead offers to join a table as a second terminal if another program on this
// machine has it open. done reports that the user did, and has left again.
func joinInstead(a *app, live *saves.Live) (done bool, err error) {
	var open *saves.InUse
	if !errors.As(live.Why(), &open) || !a.onTerminal() || a.inLines() {
		return false, nil
	}
	c, err := serve.DialHere(serveFolder(a), live.ID())
	if errors.Is(err, serve.ErrNotOpen) { // a version without second terminals
		return false, nil
	} else if err != nil {
		return false, err
	}
	fmt.Fprintf(a.out, "fray: %s is open in another terminal on this machine.\nJoin it? [Y/n: only watch] ", clean(live.Now().Name))
	answer, _ := bufio.NewReader(a.in).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "" && a != "y" && a != "yes" {
		return false, c.Close()
	}
	host, err := serve.HostKey(serveFolder(a))
	if err = errors.Join(err, live.Close()); err != nil {
		return true, errors.Join(err, c.Close())
	}
	return true, serve.Join(c, host.PublicKey(), a.in.(*os.File), a.out.(*os.File), a.env)
}
