package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// Set by .ci/release with -ldflags; other builds use the go command's build info.
var (
	release  string // such as v1.2.0
	released string // the date, such as 2026-01-31
)

type versionJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Changed  bool   `json:"changed,omitempty"` // built from a modified tree
	Go       string `json:"go"`
}

func printVersion(a *app) error {
	v := versionJSON{Version: "unknown", Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = cmp.Or(release, info.Main.Version, "(devel)")
		v.Time = released
		for _, set := range info.Settings {
			switch set.Key {
			case "vcs.revision":
				v.Revision = set.Value
			case "vcs.time":
				v.Time = set.Value
			case "vcs.modified":
				v.Changed = set.Value == "true"
			}
		}
	}
	if a.json {
		return a.document(v)
	}
	words := "fray " + v.Version
	if v.Revision != "" {
		words += " " + v.Revision[:min(len(v.Revision), 12)]
	}
	a.line("%s %s", words, v.Go)
	return nil
}
