//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Before its first line the program builds little: the tables of rulebooks and words. What can
// wait until somebody looks at it waits. Time differs between machines, so allocations are
// counted, those of helpers of tests aside.
func TestLittleIsBuiltAtTheStart(t *testing.T) {
	const mostBytes, mostAllocations = 1_300_000, 7_500
	start := exec.Command(built(t), "--version")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var told bytes.Buffer
	start.Stderr = &told
	if err := start.Run(); err != nil {
		t.Fatal(err)
	}
	bytesOfAll, allocations, packages := 0, 0, 0
	for lines := bufio.NewScanner(&told); lines.Scan(); {
		var path, at, unit, took string
		var size, n int
		if _, err := fmt.Sscanf(lines.Text(), "init %s @%s %s %s ms clock, %d bytes, %d allocs", &path, &at, &unit, &took, &size, &n); err != nil ||
			!strings.HasPrefix(path, "example.org/fray") || strings.Contains(path, "test") {
			continue
		}
		bytesOfAll, allocations, packages = bytesOfAll+size, allocations+n, packages+1
	}
	t.Logf("%d packages, %d bytes in %d allocations", packages, bytesOfAll, allocations)
	if packages < 20 {
		t.Errorf("only %d packages say what they build:\n%s", packages, &told)
	}
	if bytesOfAll > mostBytes || allocations > mostAllocations {
		t.Errorf("%d bytes in %d allocations are built before the first line, want at most %d in %d:\n%s", bytesOfAll, allocations, mostBytes, mostAllocations, &told)
	}
}
