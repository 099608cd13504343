// Asks imports Bubble Tea alone: the terminal is asked before main.
package main

import (
	"fmt"

	_ "github.com/charmbracelet/bubbletea"
)

func main() { fmt.Println("main began") }
