package serve

import (
	"os"

	"golang.org/x/crypto/ssh"
)

// watchSize does nothing: Windows has no signal for it.
func watchSize(*os.File, *ssh.Session) (stop func()) { return func() {} }
