package screen

// listen does nothing here: Bubble Tea reads sizes with the keys, and nothing
// can be stopped.
func (r *root) listen() (stop func()) { return func() {} }

func (r *root) stop() {}
