package alley

import (
	"testing"

	"example.org/fray/engine/enginetest"
)

func TestSystem(t *testing.T)  { enginetest.TestSystem(t, System) }
func TestPlays(t *testing.T)   { enginetest.TestPlays(t, System, "testdata") }
func TestMillion(t *testing.T) { enginetest.TestMillion(t, System) }
