package saves

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/fray/model"
)

// partsField is the last field of an event's body: the hash of its parts.
const partsField = `,"parts":"`

// DigestOf gives the digest of a body, which stands for it in the chain of the log's
// hashes. That of an event is made of the SHA-256 of all that stands before its field
// "parts", and of that field, so that parts of it can be shown and proved without the rest.
func DigestOf(body []byte) Hash {
	content, parts, ok := splitParts(body)
	if !ok {
		return sha256.Sum256(body)
	}
	return digestOf(sha256.Sum256(content), parts)
}

func digestOf(content, parts Hash) Hash { return sha256.Sum256(append(content[:], parts[:]...)) }

// splitParts takes the hash of its parts from the body of an event, where it has one.
func splitParts(body []byte) (content []byte, parts Hash, ok bool) {
	at := len(body) - len(partsField) - hexLen - len(`"}`)
	if at < 1 || !bytes.HasPrefix(body[at:], []byte(partsField)) || !bytes.HasSuffix(body, []byte(`"}`)) {
		return nil, parts, false
	}
	digits := body[at+len(partsField) : len(body)-2]
	n, err := hex.Decode(parts[:], digits)
	return body[:at], parts, err == nil && n == len(parts) && !bytes.ContainsAny(digits, "ABCDEF") // which were never written
}

// saltField holds what the salts of an event's parts are made of.
const saltField = `,"salt":"`

// BodySalt is what the salts of an event's parts are made of. It is in the body, so that its
// digest tells nobody what stands in it, and shown to nobody who may not know all of it.
type BodySalt [16]byte

// NewBodySalt makes a salt of a secret, which must be another one for each event.
func NewBodySalt(secret [32]byte) BodySalt {
	sum := sha256.Sum256(append([]byte("fray: body\x00"), secret[:]...))
	return BodySalt(sum[:16])
}

// SaltIn finds the salt in the body of an event; false where it has none.
func SaltIn(body []byte) (salt BodySalt, ok bool) {
	var e struct {
		Salt string `json:"salt"`
	}
	if json.Unmarshal(body, &e) != nil {
		return salt, false
	}
	b, err := hex.DecodeString(e.Salt)
	if err != nil || len(b) != len(salt) {
		return salt, false
	}
	return BodySalt(b), true
}

// WithParts gives the body of an event as the log stores it: with its salt, and with the hash
// of its parts. A body that is no event's stays as it is.
func WithParts(body []byte, salt BodySalt) []byte {
	p, err := partsOf(body, salt)
	if err != nil || len(body) < 3 {
		return body
	}
	root := p.root()
	out := append(bytes.Clone(body[:len(body)-1]), saltField...)
	out = append(hex.AppendEncode(out, salt[:]), '"')
	out = append(out, partsField...)
	return append(hex.AppendEncode(out, root[:]), `"}`...)
}

// PartsHold reports whether the body of an event has parts, and their hash is the one that it
// says: then it is what was written, whatever became of the lines around it.
func PartsHold(body []byte) bool {
	content, _, ok := splitParts(body)
	salt, salted := SaltIn(body)
	at := len(content) - len(saltField) - 2*saltLen - 1
	if !ok || !salted || at <= 0 {
		return false
	}
	var e model.Event
	if e.UnmarshalJSON(append(bytes.Clone(content[:at]), '}')) != nil {
		return false
	}
	again, err := e.MarshalJSON()
	return err == nil && bytes.Equal(WithParts(again, salt), body)
}

// parts is an event, taken apart into what a seat may know or not: when and by whom, each
// of its facts, and the command.
type parts []part

// part is one of them.
type part struct {
	text   []byte
	salt   []byte // of the whole part
	values *values
}

// eventParts is an event's JSON, as far as it has parts.
type eventParts struct {
	Seq   uint64            `json:"seq"`
	Time  json.RawMessage   `json:"time"`
	By    json.RawMessage   `json:"by"`
	Facts []json.RawMessage `json:"facts"`
	Did   json.RawMessage   `json:"did"`
}

// eventPartsOf takes an event apart; false where it is none.
func eventPartsOf(body []byte) (e eventParts, ok bool) {
	if !isObject(body) {
		return e, false
	}
	for name, value := range fields(body) {
		switch {
		case strings.EqualFold(name, "time"):
			e.Time = value
		case strings.EqualFold(name, "by"):
			e.By = value
		case strings.EqualFold(name, "did"):
			e.Did = value
		case strings.EqualFold(name, "facts") && value[0] == '[':
			e.Facts = nil
			for f := range elements(value) {
				e.Facts = append(e.Facts, f)
			}
		}
	}
	return e, SeqOf(body) > 0
}

func isObject(text []byte) bool { return len(text) > 0 && text[0] == '{' && json.Valid(text) }

// head is the first part of an event: when it happened, and who did it.
func (e *eventParts) head() []byte {
	return slices.Concat([]byte(`{"time":`), e.Time, []byte(`,"by":`), e.By, []byte("}"))
}

func partsOf(body []byte, salt BodySalt) (p parts, err error) {
	e, ok := eventPartsOf(body)
	if !ok {
		return p, errors.New("it is no event")
	}
	stream := rand.NewChaCha8(sha256.Sum256(append([]byte("fray: parts\x00"), salt[:]...)))
	add := func(text []byte, facts bool) {
		x := part{text: text, salt: make([]byte, len(salt))}
		_, _ = stream.Read(x.salt)
		if facts {
			x.values = valuesOf(text, stream)
		}
		p = append(p, x)
	}
	add(e.head(), false)
	for _, f := range e.Facts {
		add(f, true)
	}
	add(e.Did, false)
	return p, nil
}

// root is the hash of all parts.
func (p parts) root() Hash {
	var all []byte
	for i := range p {
		d := p[i].digest()
		all = append(all, d[:]...)
	}
	return sha256.Sum256(all)
}

func (p *part) whole() Hash { return sha256.Sum256(append(bytes.Clone(p.salt), p.text...)) }

func (p *part) digest() Hash { return partDigest(p.whole(), p.values.root()) }

func partDigest(whole, values Hash) Hash { return sha256.Sum256(append(whole[:], values[:]...)) }

// values are single values of a fact, each with a salt of its own, so that one who sees the
// fact in part can be shown some of them. Others fill them up to a number that is always the
// same, so that nobody sees how many there are.
type values struct {
	salts  map[string][]byte // by the path of the value
	hashes []Hash            // of all, and of what fills them up, sorted
}

// valuesInAll is how many values a fact has, with those that stand for none. Where it has
// more, none of them can be shown by itself.
const valuesInAll = 64

// saltLen is the length of the salt of a part or a value, in bytes.
const saltLen = 16

func valuesOf(fact []byte, random *rand.ChaCha8) *values {
	v := &values{salts: map[string][]byte{}, hashes: make([]Hash, 0, valuesInAll)}
	all := flatten(fact)
	if len(all) > valuesInAll {
		all = nil
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		salt := make([]byte, saltLen)
		_, _ = random.Read(salt)
		v.salts[path] = salt
		v.hashes = append(v.hashes, valueHash(salt, path, all[path]))
	}
	var none [valuesInAll * len(Hash{})]byte
	rest := none[:(valuesInAll-len(v.hashes))*len(Hash{})]
	_, _ = random.Read(rest)
	for h := range slices.Chunk(rest, len(Hash{})) {
		v.hashes = append(v.hashes, Hash(h))
	}
	sortHashes(v.hashes)
	return v
}

func valueHash(salt []byte, path string, value []byte) Hash {
	text := binary.BigEndian.AppendUint64(bytes.Clone(salt), uint64(len(path)))
	return sha256.Sum256(append(append(text, path...), value...))
}

func sortHashes(all []Hash) {
	slices.SortFunc(all, func(a, b Hash) int { // each event has dozens: their first bytes nearly always differ
		if c := cmp.Compare(binary.BigEndian.Uint64(a[:]), binary.BigEndian.Uint64(b[:])); c != 0 {
			return c
		}
		return bytes.Compare(a[:], b[:])
	})
}

// root is the hash of all values; the zero hash for a part that has none.
func (v *values) root() Hash {
	if v == nil {
		return Hash{}
	}
	return hashOfAll(v.hashes)
}

func hashOfAll(all []Hash) Hash {
	text := make([]byte, 0, len(all)*len(Hash{}))
	for _, h := range all {
		text = append(text, h[:]...)
	}
	return sha256.Sum256(text)
}

// oneOfEach reports whether no name stands twice in an object of a fact, in whatever letters:
// else one could be proved and another be read.
func oneOfEach(fact []byte) bool {
	type object struct {
		names map[string]bool // nil: it is a list
		value bool            // what comes next is a value, and no name
	}
	var open []object
	for dec := json.NewDecoder(bytes.NewReader(fact)); ; {
		t, err := dec.Token()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		in := len(open) - 1
		switch t := t.(type) {
		case json.Delim:
			if t == '}' || t == ']' {
				open = open[:in]
				continue
			}
			if in >= 0 {
				open[in].value = false
			}
			next := object{}
			if t == '{' {
				next.names = map[string]bool{}
			}
			open = append(open, next)
			continue
		case string:
			if in >= 0 && open[in].names != nil && !open[in].value {
				name := strings.ToLower(t)
				if open[in].names[name] {
					return false
				}
				open[in].names[name], open[in].value = true, true
				continue
			}
		}
		if in >= 0 {
			open[in].value = false
		}
	}
}

// flatten gives the values of a fact that are no lists, by their paths, two names deep at
// most. What is empty is left out: there, what was taken out for a seat looks the same.
func flatten(fact []byte) map[string][]byte {
	out := map[string][]byte{}
	if !isObject(fact) {
		return out
	}
	var kind, named []byte
	for name, value := range fields(fact) {
		switch {
		case strings.EqualFold(name, "kind"):
			kind = value
		case strings.EqualFold(name, "fact"):
			named = value
		}
	}
	switch {
	case string(named) == "null":
		named = nil
	case len(named) > 0 && named[0] != '{':
		return out
	}
	add := func(path string, value []byte) {
		switch s := string(value); {
		case s == "", value[0] == '[', value[0] == '{', s == `""`, s == "0", s == "null":
		default:
			out[path] = value
		}
	}
	add("kind", kind)
	if named == nil {
		return out
	}
	for name, value := range fields(named) {
		if value[0] != '{' {
			add("fact/"+name, value)
			continue
		}
		for deeper, value := range fields(value) {
			add("fact/"+name+"/"+deeper, value)
		}
	}
	return out
}

// Shown is what proves an event as a seat sees it: with it the digest of its body can be
// made, and so the chain of hashes be followed.
type Shown struct {
	Content string      `json:"content"` // the SHA-256 of the body but for the hash of its parts
	Parts   []ShownPart `json:"parts"`
}

// ShownPart is one part: when and by whom, a fact, or the command. A part that is kept from
// the seat has its digest alone.
type ShownPart struct {
	Digest string            `json:"digest,omitempty"`
	Salt   string            `json:"salt,omitempty"`   // of a part that is seen whole
	Values string            `json:"values,omitempty"` // the hash of the values of one that is seen whole
	Whole  string            `json:"whole,omitempty"`  // the hash of one that is seen in part
	Salts  map[string]string `json:"salts,omitempty"`  // of the values that are seen of it
	Others string            `json:"others,omitempty"` // the hashes of the others, in base64
}

// Show proves an event as a seat sees it. from says of which facts of the whole event the
// seat's are.
func Show(body, seen []byte, from []int) (Shown, error) {
	content, _, ok := splitParts(body)
	if !ok {
		return Shown{}, errors.New("the event has no parts")
	}
	var whole, part eventParts
	if err := errors.Join(json.Unmarshal(body, &whole), json.Unmarshal(seen, &part)); err != nil {
		return Shown{}, err
	}
	if from == nil && len(part.Facts) == len(whole.Facts) { // it was not redacted
		for i := range whole.Facts {
			from = append(from, i)
		}
	}
	if len(from) != len(part.Facts) {
		return Shown{}, fmt.Errorf("%d facts are seen of event %d, and %d are said to be", len(part.Facts), whole.Seq, len(from))
	}
	salt, ok := SaltIn(body)
	if !ok {
		return Shown{}, fmt.Errorf("event %d has no salt", whole.Seq)
	}
	p, err := partsOf(body, salt)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{Content: Hash(sha256.Sum256(content)).String()}
	for i := range p {
		var as []byte
		if i == 0 {
			as = part.head()
		}
		if n := slices.Index(from, i-1); i > 0 && n >= 0 {
			as = part.Facts[n]
		}
		out.Parts = append(out.Parts, p[i].show(as))
	}
	return out, nil
}

// show proves a part as it is seen; nil: it is not.
func (p *part) show(as []byte) ShownPart {
	switch {
	case as == nil, p.values == nil && !bytes.Equal(as, p.text):
		return ShownPart{Digest: p.digest().String()}
	case bytes.Equal(as, p.text):
		return ShownPart{Salt: hex.EncodeToString(p.salt), Values: p.values.root().String()}
	}
	out := ShownPart{Whole: p.whole().String(), Salts: map[string]string{}}
	own, shown := flatten(p.text), map[Hash]bool{}
	for path, value := range flatten(as) {
		if salt := p.values.salts[path]; salt != nil && bytes.Equal(own[path], value) {
			out.Salts[path] = hex.EncodeToString(salt)
			shown[valueHash(salt, path, value)] = true
		}
	}
	var others []byte
	for _, h := range p.values.hashes {
		if !shown[h] {
			others = append(others, h[:]...)
		}
	}
	out.Others = base64.RawStdEncoding.EncodeToString(others)
	return out
}

// Proved gives the digest of a body by what is shown of its event, and how many of its facts
// are seen in part, so that what stands in the place of the rest is compared with nothing.
// The error says what is not as it was written.
func (s Shown) Proved(seen []byte) (digest Hash, inPart int, err error) {
	var e eventParts
	if err := json.Unmarshal(seen, &e); err != nil {
		return digest, 0, err
	}
	if len(s.Parts) < 2 || len(s.Parts[0].Salts) > 0 {
		return digest, 0, errors.New("it has no parts")
	}
	content, err := ParseHash(s.Content)
	if err != nil {
		return digest, 0, err
	}
	var root []byte
	facts := e.Facts
	for i, p := range s.Parts {
		var as []byte
		switch {
		case i == 0:
			as = e.head()
		case p.Digest != "":
		case len(facts) == 0 || i == len(s.Parts)-1:
			return digest, 0, errors.New("a fact is missing")
		default:
			as, facts = facts[0], facts[1:]
		}
		d, err := p.digest(as)
		if err != nil {
			return digest, 0, err
		}
		if p.Whole != "" {
			inPart++
		}
		root = append(root, d[:]...)
	}
	if len(facts) > 0 {
		return digest, 0, errors.New("it has more facts than were written")
	}
	if again := slices.Concat(fmt.Appendf(nil, `{"seq":%d,"time":%s,"by":%s,"facts":[`, e.Seq, e.Time, e.By), bytes.Join(rawTexts(e.Facts), []byte(",")), []byte("]}")); !bytes.Equal(again, seen) {
		return digest, 0, errors.New("more stands in it than was written")
	}
	return digestOf(content, sha256.Sum256(root)), inPart, nil
}

func rawTexts(all []json.RawMessage) (out [][]byte) {
	for _, x := range all {
		out = append(out, x)
	}
	return out
}

// digest gives the digest of a part that is seen so.
func (p ShownPart) digest(as []byte) (Hash, error) {
	var none Hash
	if p.Digest != "" {
		return ParseHash(p.Digest)
	}
	if p.Whole == "" {
		salt, err := hex.DecodeString(p.Salt)
		values, err2 := ParseHash(p.Values)
		if err := errors.Join(err, err2); err != nil {
			return none, err
		}
		x := part{text: as, salt: salt}
		return partDigest(x.whole(), values), nil
	}
	whole, err := ParseHash(p.Whole)
	if err != nil {
		return none, err
	}
	if !oneOfEach(as) {
		return none, errors.New("a name stands twice in a fact")
	}
	others, err := base64.RawStdEncoding.DecodeString(p.Others)
	if err != nil || len(p.Salts)*len(none)+len(others) != valuesInAll*len(none) {
		return none, errors.New("a fact has another number of values")
	}
	var all []Hash
	seen := flatten(as)
	for path, text := range p.Salts {
		salt, err := hex.DecodeString(text)
		if err != nil || len(salt) != saltLen || seen[path] == nil {
			return none, fmt.Errorf("%q of a fact is not what was written", path)
		}
		all = append(all, valueHash(salt, path, seen[path]))
	}
	for ; len(others) > 0; others = others[len(none):] {
		all = append(all, Hash(others[:len(none)]))
	}
	sortHashes(all)
	return partDigest(whole, hashOfAll(all)), nil
}
