// Package screen is the one writer to a terminal: it runs a Bubble Tea model
// and sends what changed of its frames, as soon as Update returns.
//
// [Run] owns the terminal from the first byte to the last: raw mode, the size,
// the alternate screen, the cursor, bracketed paste, the mouse. It restores
// everything when the model quits or panics, on signals and while the
// program is suspended. The model is an ordinary one; of Bubble Tea's
// own messages it may use tea.Quit, tea.Suspend, tea.ClearScreen,
// tea.EnableMouseCellMotion, tea.DisableMouse, tea.Batch, tea.Sequence and
// timers. Its View should have as many lines as the terminal, each of exactly
// its width.
//
// # Why
//
// Bubble Tea v1 writes by a clock of 60 a second: a key waits for half a tick
// on average, each change sends whole lines, and an idle program wakes 300
// times a second. Here a frame goes out at once, then at most one in 4 ms, the
// newest always last; nothing ticks.
//
// Frames are sent by a goroutine of their own, and only the newest waits for it.
// A terminal that doesn't read stalls nobody: at a table served to several
// people, one sleeping laptop must not stop the game.
//
// The screens of a table that is served to many share a [Scheduler]: a few goroutines
// with the deep stacks that drawing needs, and turns for frames that no key waits for.
// [InTurn] gives work behind a screen the same turns.
//
// The [Painter] reads every line into cells before it sends any. So it
// sends few bytes, and it is the last guard: text that got past all
// others still cannot move the cursor, ask the terminal a question or write
// to the clipboard. After a letter whose width terminals disagree about it
// sends the position of the next cell, so that one emoji cannot shift a row.
package screen
