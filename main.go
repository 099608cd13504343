// Fray is a full-screen terminal program for a table of role-players.
package main

import (
	"os"

	_ "example.org/fray/ui/early" // before Bubble Tea: see there

	"example.org/fray/ui/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
