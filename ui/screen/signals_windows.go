package screen

// listen does nothing on Windows: Bubble Tea reads sizes with the keys, and a process
// cannot be stopped.
func (r *root) listen() (stop func()) { return func() {} }

func (r *root) stop() {}
