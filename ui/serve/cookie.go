package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"example.org/fray/model"
)

// cookiePrefix marks a cookie in the guest list, where it stands for a seat like a key. The
// list stores only its hash, so that reading the list does not help anybody to use it.
const cookiePrefix = "cookie "

// cookieBytes is how many random bytes a cookie has.
const cookieBytes = 32

// NewCookie returns a new cookie, which stands for no seat yet.
func NewCookie() string {
	var random [cookieBytes]byte
	_, _ = rand.Read(random[:]) // it never returns an error
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// keyOfCookie returns what the guest list stores for a cookie, or "" if cookie is not one.
func keyOfCookie(cookie string) string {
	if b, err := base64.RawURLEncoding.DecodeString(cookie); err != nil || len(b) != cookieBytes {
		return ""
	}
	sum := sha256.Sum256([]byte(cookie))
	return cookiePrefix + base64.RawURLEncoding.EncodeToString(sum[:])
}

// IsCookie reports whether cookie has the form of a cookie.
func IsCookie(cookie string) bool { return keyOfCookie(cookie) != "" }

func isCookie(key string) bool { return strings.HasPrefix(key, cookiePrefix) }

// browserWords describes a browser: its device, and the beginning of its cookie's hash,
// which tells it from others.
func browserWords(key, device string) string {
	sum := strings.TrimPrefix(key, cookiePrefix)
	return "browser " + sum[:min(len(sum), 8)] + model.Prefixed(", ", device)
}
