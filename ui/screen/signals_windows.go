package screen

import tea "github.com/charmbracelet/bubbletea"

// listen does nothing here: Bubble Tea reads sizes with the keys, and nothing
// can be stopped.
func (r *root) listen(resizes <-chan tea.WindowSizeMsg) (stop func()) {
	done := make(chan struct{})
	go func() {
		for {
			select {
			case size, ok := <-resizes:
				if !ok {
					return
				}
				r.program.Send(size)
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

func (r *root) stop() {}
