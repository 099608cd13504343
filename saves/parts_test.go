package saves_test

import (
	"bytes"
	"testing"

	"example.org/fray/saves"
)

// Any bit of an event that is another gives another digest, those of its digits included.
func TestEveryBitOfAnEventCounts(t *testing.T) {
	body := saves.WithParts([]byte(`{"seq":1,"time":"2026-01-01T00:00:00Z","by":{"role":"gm"},"facts":[{"kind":"noted","fact":{"text":"a word"}}]}`), saves.NewBodySalt([32]byte{7}))
	if !bytes.Contains(body, []byte(`,"parts":"`)) {
		t.Fatalf("there are no parts in %s", body)
	}
	sound := saves.DigestOf(body)
	for at := range body {
		for bit := range 8 {
			spoiled := bytes.Clone(body)
			spoiled[at] ^= 1 << bit
			if saves.DigestOf(spoiled) == sound {
				t.Errorf("bit %d of byte %d makes %q of %q, and the digest is the same", bit, at, spoiled[at], body[at])
			}
		}
	}
}
