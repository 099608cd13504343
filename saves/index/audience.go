package index

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"sort"

	"example.org/fray/saves"
)

// audiences say who may know of some events: of has a number for each, which is 0 for a
// lost event and otherwise counts in who from 1. In a block who is JSON and of is binary,
// since it is read for each event of the log whenever a seat is seen anew.
type audiences struct {
	who     []string
	of      []uint32
	numbers map[string]uint32
}

// add adds the audience of the next event; "" for a lost one.
func (a *audiences) add(who string) {
	n := a.numbers[who]
	if n == 0 && who != "" {
		if a.numbers == nil {
			a.numbers = map[string]uint32{}
		}
		a.who = append(a.who, who)
		n = uint32(len(a.who))
		a.numbers[who] = n
	}
	a.of = append(a.of, n)
}

// encoded returns the parts of a block.
func (a *audiences) encoded() (who, of []byte, err error) {
	if who, err = json.Marshal(a.who); err == nil {
		of, err = binary.Append(nil, binary.LittleEndian, a.of)
	}
	return who, of, err
}

// audiencesOf reads a block.
func (x *Index) audiencesOf(b block) (a audiences, err error) {
	parts, err := b.body(&x.buffer)
	if err == nil {
		err = json.Unmarshal(parts[0], &a.who)
	}
	if err == nil {
		a.of = make([]uint32, len(parts[1])/4)
		_, err = binary.Decode(parts[1], binary.LittleEndian, a.of)
	}
	if err == nil && (uint64(len(a.of)) != b.Seq-b.First+1 || slices.ContainsFunc(a.of, func(n uint32) bool { return int(n) > len(a.who) })) {
		err = errForeign
	}
	return a, err
}

// Audiences returns the last event whose audience is known; see [saves.Index].
func (x *Index) Audiences() (at saves.Reached, err error) {
	err = x.asked(func() error {
		b := last(x.blocks[known])
		at = saves.Reached{Seq: b.Seq, Hash: b.Hash}
		return nil
	})
	return at, err
}

// AddAudiences adds the audiences of the next events; see [saves.Index].
func (x *Index) AddAudiences(all []saves.EventAudience) error {
	return x.asked(func() error {
		had := last(x.blocks[known]).Seq // another program may have added some meanwhile
		all = slices.DeleteFunc(slices.Clone(all), func(e saves.EventAudience) bool { return e.Seq <= had })
		switch {
		case len(all) == 0:
			return nil
		case all[0].Seq != had+1:
			return errForeign // something between is missing
		}
		return x.addAudiences(all)
	})
}

func (x *Index) addAudiences(all []saves.EventAudience) error {
	var a audiences
	kinds := map[string][]uint64{}
	for _, e := range all {
		a.add(e.Who)
		for _, kind := range e.Kinds {
			kinds[kind] = append(kinds[kind], e.Seq)
		}
	}
	who, of, err := a.encoded()
	if err != nil {
		return err
	}
	ofThem, err := json.Marshal(kinds)
	if err != nil {
		return err
	}
	first, newest := all[0].Seq, all[len(all)-1].Reached
	if len(kinds) > 0 {
		if err := x.add(head{Kind: ofKinds}, ofThem); err != nil {
			return err
		}
	}
	return x.add(head{Kind: known, First: first, Seq: newest.Seq, Hash: newest.Hash}, who, of)
}

// EachAudience yields the audiences of the events up to one; see [saves.Index].
func (x *Index) EachAudience(upTo uint64, each func(who []string, of []uint32)) error {
	return x.asked(func() error {
		next := uint64(1)
		for _, b := range x.blocks[known] {
			if b.First > upTo {
				break
			}
			a, err := x.audiencesOf(b)
			if err != nil {
				return err
			}
			if b.First != next {
				return errForeign // something between is missing
			}
			next = b.Seq + 1
			each(a.who, a.of[:min(b.Seq, upTo)-b.First+1])
		}
		return nil
	})
}

// addKinds adds the events in a block to those of each kind.
func (x *Index) addKinds(b block) error {
	body, err := x.part(b, 0)
	if err != nil {
		return err
	}
	var more map[string][]uint64
	if err := json.Unmarshal(body, &more); err != nil {
		return err
	}
	for kind, all := range more {
		had := x.kinds[kind]
		for _, seq := range all {
			if len(had) == 0 || seq > had[len(had)-1] { // it may stand there twice
				had = append(had, seq)
			}
		}
		x.kinds[kind] = had
	}
	return nil
}

// readKinds reads which events are of which kind, once.
func (x *Index) readKinds() error {
	if x.kinds != nil {
		return nil
	}
	x.kinds = map[string][]uint64{}
	for _, b := range x.blocks[ofKinds] {
		if err := x.addKinds(b); err != nil {
			x.kinds = nil
			return err
		}
	}
	return nil
}

// Last gives the newest event of a kind before one; see [saves.Index].
func (x *Index) Last(kind string, before uint64) (seq uint64, err error) {
	err = x.OfKinds([]string{kind}, before, func(of uint64) bool { seq = of; return false })
	return seq, err
}

// OfKinds goes through the events of some kinds; see [saves.Index].
func (x *Index) OfKinds(kinds []string, before uint64, yield func(seq uint64) bool) error {
	return x.asked(func() error {
		if err := x.readKinds(); err != nil {
			return err
		}
		var all [][]uint64
		for _, kind := range kinds {
			of := x.kinds[kind]
			all = append(all, of[:sort.Search(len(of), func(i int) bool { return of[i] >= before })])
		}
		for {
			newest := uint64(0)
			for _, of := range all {
				if len(of) > 0 {
					newest = max(newest, of[len(of)-1])
				}
			}
			if newest == 0 || !yield(newest) {
				return nil
			}
			for i, of := range all {
				if len(of) > 0 && of[len(of)-1] == newest {
					all[i] = of[:len(of)-1]
				}
			}
		}
	})
}
