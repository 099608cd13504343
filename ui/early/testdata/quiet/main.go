// Quiet imports Bubble Tea and early: the terminal is left alone before main.
package main

import (
	"fmt"

	_ "example.org/fray/ui/early"
	_ "github.com/charmbracelet/bubbletea"
)

func main() { fmt.Println("main began") }
