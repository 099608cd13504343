package logfile

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// networks are the file systems of other machines, by the number that the system has
// for them.
var networks = map[uint32]string{
	0x6969:     "NFS",
	0x517b:     "SMB",
	0xfe534d42: "SMB",
	0xff534d42: "SMB",
	0x01021997: "9P",
	0x5346414f: "AFS",
	0x73757245: "Coda",
	0x00c36400: "Ceph",
}

// networkOf is the kind of network that the folder of path is on, "" where it is on this
// machine or nobody can tell.
func networkOf(path string) string {
	var s syscall.Statfs_t
	if syscall.Statfs(filepath.Dir(path), &s) != nil {
		return ""
	}
	return networks[uint32(s.Type)]
}

// nowAt is the path of an open file at this moment, "" where it has none or nobody can tell.
func nowAt(f file) string {
	open, ok := f.(systemFile)
	if !ok {
		return ""
	}
	path, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", open.Fd()))
	there, statErr := os.Lstat(path)
	info, infoErr := open.Stat()
	if err != nil || statErr != nil || infoErr != nil || !os.SameFile(there, info) {
		return ""
	}
	return path
}
