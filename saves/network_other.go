//go:build !linux

package saves

// networkOf would be the kind of network that the folder of path is on: here
// nobody can tell.
func networkOf(string) string { return "" }
