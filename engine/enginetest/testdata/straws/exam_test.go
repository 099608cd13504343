package straws

import (
	"testing"

	"example.org/fray/engine/enginetest"
)

func TestSystem(t *testing.T)   { enginetest.TestSystem(t, System) }
func TestPlays(t *testing.T)    { enginetest.TestPlays(t, System, "testdata") }
func TestMillion(t *testing.T)  { enginetest.TestMillion(t, System) }
func TestChapters(t *testing.T) { enginetest.TestChapters(t, System, ".") }
func FuzzRules(f *testing.F)    { enginetest.FuzzRules(f, System) }
