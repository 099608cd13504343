package enginetest_test

import (
	"fmt"
	"strings"
	"testing"
)

// layoutCase is a source file that violates one rule. want is the beginning of
// the message; where it is "" the source must pass.
type layoutCase struct{ name, path, src, want string }

var badSources = []layoutCase{
	{"engine may use the library", "engine/a.go", `package engine; import _ "fmt"`, ""},
	{"engine imports os", "engine/a.go", `package engine; import _ "os"`, "engine/a.go:1: engine/a.go must not import os"},
	{"engine imports below net", "engine/a.go", `package engine; import _ "net/http"`, "engine/a.go:1: engine/a.go must not import net/http"},
	{"engine imports math/rand/v2", "engine/a.go", `package engine; import _ "math/rand/v2"`, "engine/a.go:1: engine/a.go must not import math/rand/v2"},
	{"engine imports C", "engine/a.go", `package engine; import _ "C"`, "engine/a.go:1: engine/a.go must not import C"},
	{"engine imports ours", "engine/a.go", `package engine; import _ "example.org/fray/model"`, "engine/a.go:1: engine/a.go must not import example.org/fray/model"},
	{"engine imports a library", "engine/a.go", `package engine; import _ "github.com/charmbracelet/lipgloss"`, "engine/a.go:1: engine/a.go must not import github.com/charmbracelet/lipgloss"},
	{"a test of engine uses the exam", "engine/a_test.go", `package engine_test; import (_ "os"; _ "pgregory.net/rapid"; _ "example.org/fray/engine/enginetest")`, ""},
	{"a test of engine looks up", "engine/a_test.go", `package engine_test; import _ "example.org/fray/ui"`, "engine/a_test.go:1: engine/a_test.go must not import example.org/fray/ui"},
	{"a rulebook may embed", "engine/d6/a.go", `package d6; import (_ "embed"; _ "example.org/fray/engine"); var System int`, ""},
	{"a rulebook imports another", "engine/d6/a.go", `package d6; import _ "example.org/fray/engine/trip"; var System int`, "engine/d6/a.go:1: engine/d6/a.go must not import example.org/fray/engine/trip"},
	{"a rulebook imports time", "engine/d6/a.go", `package d6; import _ "time"; var System int`, "engine/d6/a.go:1: engine/d6/a.go must not import time"},
	{"the exam reads plays", "engine/enginetest/a.go", `package enginetest; import _ "example.org/fray/engine/plays"`, ""},
	{"engine reads plays", "engine/a.go", `package engine; import _ "example.org/fray/engine/plays"`, "engine/a.go:1: engine/a.go must not import example.org/fray/engine/plays"},
	{"a rulebook reads plays", "engine/d6/a.go", `package d6; import _ "example.org/fray/engine/plays"; var System int`, "engine/d6/a.go:1: engine/d6/a.go must not import example.org/fray/engine/plays"},
	{"a play knows a rulebook", "engine/plays/a.go", `package plays; import _ "example.org/fray/engine/d6"`, "engine/plays/a.go:1: engine/plays/a.go must not import example.org/fray/engine/d6"},
	{"the exam knows a rulebook", "engine/enginetest/a.go", `package enginetest; import _ "example.org/fray/engine/d6"`, "engine/enginetest/a.go:1: engine/enginetest/a.go must not import"},
	{"systems imports rulebooks", "engine/systems/a.go", `package systems; import _ "example.org/fray/engine/d6"; func All() {}`, ""},
	{"systems does more", "engine/systems/a.go", `package systems; func All() {}; func Find() {}`, "engine/systems/a.go:1: engine/systems exports Find"},
	{"model may name a time", "model/a.go", `package model; import "time"; type Event struct{ At time.Time }`, ""},
	{"model reads a clock", "model/a.go", `package model; import "time"; var Start = time.Now()`, "model/a.go:1: model reads a clock: time.Now"},
	{"model imports a rulebook", "model/a.go", `package model; import _ "example.org/fray/engine/d6"`, "model/a.go:1: model/a.go must not import example.org/fray/engine/d6"},
	{"model imports os", "model/a.go", `package model; import _ "os"`, "model/a.go:1: model/a.go must not import os"},
	{"model imports SQL", "model/a.go", `package model; import _ "database/sql"`, "model/a.go:1: model/a.go must not import database/sql"},
	{"model imports a subpackage", "model/a.go", `package model; import _ "example.org/fray/model/view"`, "model/a.go:1: model/a.go must not import example.org/fray/model/view"},
	{"decide imports view", "model/decide/a.go", `package decide; import _ "example.org/fray/model/view"`, "model/decide/a.go:1: model/decide/a.go must not import example.org/fray/model/view"},
	{"amend imports decide and view", "model/amend/a.go", `package amend; import (_ "example.org/fray/model/decide"; _ "example.org/fray/model/view")`, ""},
	{"an index is a file", "saves/index/a.go", `package index; import _ "os"`, ""},
	{"an index is a database", "saves/index/a.go", `package index; import _ "github.com/ncruces/go-sqlite3"`, "saves/index/a.go:1: saves/index/a.go must not import github.com/ncruces/go-sqlite3"},
	{"dice read a file", "saves/fairdice/a.go", `package fairdice; import _ "os"`, "saves/fairdice/a.go:1: saves/fairdice/a.go must not import os"},
	{"dice know the store", "saves/fairdice/a.go", `package fairdice; import _ "example.org/fray/saves"`, "saves/fairdice/a.go:1: saves/fairdice/a.go must not import example.org/fray/saves"},
	{"saves imports a rulebook", "saves/a.go", `package saves; import _ "example.org/fray/engine/systems"`, "saves/a.go:1: saves/a.go must not import example.org/fray/engine/systems"},
	{"saves imports ui", "saves/a.go", `package saves; import _ "example.org/fray/ui"`, "saves/a.go:1: saves/a.go must not import example.org/fray/ui"},
	{"ui draws", "ui/pane/a.go", `package pane; import (_ "github.com/charmbracelet/lipgloss"; _ "example.org/fray/model"; _ "example.org/fray/ui/kit")`, ""},
	{"the root imports packages of ui", "ui/a.go", `package ui; import (_ "example.org/fray/ui/act"; _ "example.org/fray/ui/people"; _ "example.org/fray/ui/screen")`, ""},
	{"the plain lines use acts", "ui/lines/a.go", `package lines; import _ "example.org/fray/ui/act"`, "ui/lines/a.go:1: ui/lines/a.go must not import example.org/fray/ui/act"},
	{"pages use panes", "ui/web/a.go", `package web; import _ "example.org/fray/ui/pane"`, "ui/web/a.go:1: ui/web/a.go must not import example.org/fray/ui/pane"},
	{"a package of ui imports the root", "ui/act/a.go", `package act; import _ "example.org/fray/ui"`, "ui/act/a.go:1: ui/act/a.go must not import example.org/fray/ui"},
	{"a form imports what is above it", "ui/form/a.go", `package form; import _ "example.org/fray/ui/act"`, "ui/form/a.go:1: ui/form/a.go must not import example.org/fray/ui/act"},
	{"start imports people", "ui/start/a.go", `package start; import _ "example.org/fray/ui/people"`, "ui/start/a.go:1: ui/start/a.go must not import example.org/fray/ui/people"},
	{"a pane imports a form", "ui/pane/a.go", `package pane; import _ "example.org/fray/ui/form"`, "ui/pane/a.go:1: ui/pane/a.go must not import example.org/fray/ui/form"},
	{"a drawing knows a pane", "ui/kit/a.go", `package kit; import _ "example.org/fray/ui/pane"`, "ui/kit/a.go:1: ui/kit/a.go must not import example.org/fray/ui/pane"},
	{"ui imports saves", "ui/pane/a.go", `package pane; import _ "example.org/fray/saves"`, "ui/pane/a.go:1: ui/pane/a.go must not import example.org/fray/saves"},
	{"ui imports a rulebook", "ui/kit/a.go", `package kit; import _ "example.org/fray/engine/d6"`, "ui/kit/a.go:1: ui/kit/a.go must not import example.org/fray/engine/d6"},
	{"ui imports SQL", "ui/a.go", `package ui; import _ "database/sql"`, "ui/a.go:1: ui/a.go must not import database/sql"},
	{"ui imports what ties it in", "ui/a.go", `package ui; import _ "example.org/fray/ui/cli"`, "ui/a.go:1: ui/a.go must not import example.org/fray/ui/cli"},
	{"a host accepts connections", "ui/serve/a.go", "package serve\nimport \"net\"\ntype Host struct{}\nfunc (h *Host) Open(l net.Listener) {}", ""},
	{"an optional interface", "ui/a.go", "package ui\ntype sealer interface{ Seal() }\nfunc f(g any) { if s, ok := g.(sealer); ok { s.Seal() } }", "ui/a.go:3: sealer is asked for by type"},
	{"one without a name", "ui/a.go", "package ui\nfunc f(g any) { _, _ = g.(interface{ Seal() }) }", "ui/a.go:2: an interface is asked for by type"},
	{"one of a switch", "ui/a.go", "package ui\ntype sealer interface{ Seal() }\nfunc f(g any) { switch g.(type) { case sealer: } }", "ui/a.go:3: sealer is asked for by type"},
	{"a type is asked for", "ui/a.go", "package ui\ntype table struct{}\nfunc f(g any) { _, _ = g.(table) }", ""},
	{"an interface is what anything holds", "ui/a.go", "package ui\ntype page interface{ Draw() }\nfunc f(got any) { got.(page).Draw() }", ""},
	{"a path that means a store", "ui/cli/a.go", `package cli; var path = "store:vault"`, "ui/cli/a.go:1: \"store:vault\" means a store"},
	{"a second host", "ui/serve/a.go", "package serve\nimport \"net\"\ntype Door struct{}\nfunc (d *Door) Open(l net.Listener) {}", "ui/serve/a.go:4: ui/serve accepts connections with Open"},
	{"cli ties all together", "ui/cli/a.go", `package cli; import (_ "example.org/fray/saves"; _ "example.org/fray/engine/systems"; _ "github.com/spf13/cobra")`, ""},
	{"early imports more", "ui/early/a.go", `package early; import _ "github.com/charmbracelet/bubbletea"`, "ui/early/a.go:1: ui/early/a.go must not import"},
	{"a package that is not in the table", "tools/a.go", `package tools`, "tools/a.go:1: package tools is not in the import table"},

	{"go", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { go f() }", "engine/d6/a.go:3: go statement in a rulebook"},
	{"defer", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { defer f() }", "engine/d6/a.go:3: defer in a rulebook"},
	{"recover", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { recover() }", "engine/d6/a.go:3: recover in a rulebook"},
	{"our own recover", "engine/d6/a.go", "package d6\nvar System int\nfunc f(recover func()) { recover() }", ""},
	{"a map", "engine/d6/a.go", "package d6\nvar System int\ntype m map[int]int\nfunc f(x struct{ m m }) { for range x.m {} }", "engine/d6/a.go:4: ranging over a map in a rulebook"},
	{"a map out of the library", "engine/d6/a.go", "package d6\nimport \"maps\"\nvar System int\nfunc f(m map[int]int) { for range maps.Clone(m) {} }", "engine/d6/a.go:4: ranging over a map in a rulebook"},
	{"the keys of a map", "engine/d6/a.go", "package d6\nimport \"maps\"\nvar System int\nfunc f(m map[int]int) { for range maps.Keys(m) {} }", "engine/d6/a.go:4: ranging over maps.Keys in a rulebook"},
	{"the sorted keys of a map", "engine/d6/a.go", "package d6\nimport (\"maps\"; \"slices\")\nvar System int\nfunc f(m map[int]int) { for range slices.Sorted(maps.Keys(m)) {} }", ""},
	{"a package variable", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { System = 1 }", "engine/d6/a.go:3: writing package variable System"},
	{"a package variable counted up", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { System++ }", "engine/d6/a.go:3: writing package variable System"},
	{"a part of a package variable", "engine/d6/a.go", "package d6\nvar System []struct{ n int }\nfunc f() { System[0].n += 1 }", "engine/d6/a.go:3: writing package variable System"},
	{"a package variable in a range", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { for System = range 3 {} }", "engine/d6/a.go:3: writing package variable System"},
	{"a package map cleared", "engine/d6/a.go", "package d6\nvar System map[int]int\nfunc f() { clear(System) }", "engine/d6/a.go:3: writing package variable System"},
	{"a local variable of the same name", "engine/d6/a.go", "package d6\nvar System int\nfunc f() int { System := 1; System = 2; return System }", ""},
	{"a float", "engine/d6/a.go", "package d6\nvar System int\nfunc f(x float64) {}", "engine/d6/a.go:3: float64 in a rulebook"},
	{"a float by inference", "engine/d6/a.go", "package d6\nvar System int\nfunc f() { x := 0.5; _ = x }", "engine/d6/a.go:3: float64 in a rulebook"},
	{"a whole number written so", "engine/d6/a.go", "package d6\nvar System int = 2 * 0.5e3", ""},
	{"two names", "engine/d6/a.go", "package d6\nvar System int\ntype Wound int", "engine/d6/a.go:3: engine/d6 exports Wound and may export System alone"},
	{"no System", "engine/d6/a.go", "package d6", "engine/d6/a.go:1: engine/d6 doesn't export System"},
	{"a test exports", "engine/d6/a_test.go", "package d6\nfunc TestX() {}", ""},
}

// badExports are sources for the check that every exported name has a comment.
var badExports = []layoutCase{
	{"a function without a word", "saves/a.go", "package saves\nfunc Open() {}", "saves/a.go:2: Open is exported and has no comment"},
	{"a method without a word", "saves/a.go", "package saves\n// Full is an error.\ntype Full struct{}\nfunc (*Full) Error() string { return \"\" }", "saves/a.go:4: Error is exported and has no comment"},
	{"a method of all types without a word", "engine/a.go", "package engine\n// Field is one.\ntype Field[T, U any] struct{}\nfunc (f Field[T, U]) Of() {}", "engine/a.go:4: Of is exported and has no comment"},
	{"an interface without a word", "ui/a.go", "package ui\n// Game is one.\ntype Game interface {\n\tSee()\n\t// Do does.\n\tDo()\n}", "ui/a.go:4: See is exported and has no comment"},
	{"a constant without a word", "model/a.go", "package model\nconst Most = 3", "model/a.go:2: Most is exported and has no comment"},
	{"a method that nobody reads of", "ui/a.go", "package ui\ntype heap []int\nfunc (h heap) Len() int { return 0 }", ""},
}

func TestLayoutComplains(t *testing.T) {
	complains(t, badSources, func(code *sourceTree) (found []violation) {
		for _, check := range []func() []violation{code.imports, code.circles, code.clock, code.rulebooks, code.host, code.stores, code.optional} {
			found = append(found, check()...)
		}
		return found
	})
	complains(t, badExports, (*sourceTree).exported)
}

func complains(t *testing.T, cases []layoutCase, read func(*sourceTree) []violation) {
	for _, bad := range cases {
		t.Run(bad.name, func(t *testing.T) {
			code, err := parseSources(map[string]string{bad.path: bad.src})
			if err != nil {
				t.Fatal(err)
			}
			found := read(code)
			switch got := fmt.Sprint(found); {
			case bad.want == "" && len(found) > 0:
				t.Errorf("complains: %s", got)
			case bad.want != "" && len(found) != 1:
				t.Errorf("want one complaint, got %d: %s", len(found), got)
			case bad.want != "" && !strings.HasPrefix(found[0].String(), bad.want):
				t.Errorf("got  %s\nwant %s…", got, bad.want)
			}
		})
	}
}

func TestLayoutFindsCircles(t *testing.T) {
	code, err := parseSources(map[string]string{
		"model/a.go":        `package model; import _ "example.org/fray/model/decide"`,
		"model/decide/a.go": `package decide; import _ "example.org/fray/model/view"`,
		"model/view/a.go":   `package view; import _ "example.org/fray/model"`,
		"ui/a.go":           `package ui; import _ "example.org/fray/model"`,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(code.circles()); strings.Count(got, "circle") != 1 || !strings.HasPrefix(got, "[model/a.go:1: model, model/decide, model/view import each other in a circle") {
		t.Errorf("got %s", got)
	}
}

func TestLayoutComplainsOfTheTop(t *testing.T) {
	if found := checkTop([]string{"engine", "main.go", ".ci"}); len(found) > 0 {
		t.Errorf("complains: %s", found)
	}
	found := checkTop([]string{"docs", "engine"})
	if len(found) != 1 || !strings.HasPrefix(found[0].String(), "docs:1: not in the layout") {
		t.Errorf("got %s", found)
	}
}
