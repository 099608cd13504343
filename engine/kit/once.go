package kit

import "sync"

// AtFirstLook gives a table of the book that is made when it is first looked at, and once for
// all who look at the same time.
func AtFirstLook[T any](make func() T) func() T { return sync.OnceValue(make) }
