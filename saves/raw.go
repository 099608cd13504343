package saves

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
)

// What SQLite writes is read here without SQLite: it must not touch a file
// that may be damaged, and it stops at the first page that is. The numbers are
// those of its file format.
const (
	headerSize = 100 // bytes at the beginning of page 1
	walHeader  = 32
	frameHead  = 24
	leafPage   = 0x0d
	reserved   = 8 // bytes at the end of a page, where its checksum stands
)

// rawFile is a table's file as bytes, with its write-ahead log.
type rawFile struct {
	size   int // of a page
	main   []byte
	wal    []byte
	frames []frame
	stale  []frame         // of an older log
	whole  int             // frames up to the last commit that SQLite would take
	torn   bool            // more than one commit stands behind that: they were whole once
	newest map[uint32]int  // the last committed frame of a page
	bad    map[uint32]bool // pages whose checksum is wrong
}

// frame is a page in the write-ahead log.
type frame struct {
	page uint32
	at   int // where its content begins
}

// readRaw reads the file at path and its write-ahead log, as far as they are
// there.
func readRaw(path string) (*rawFile, error) {
	f, err := readMain(path)
	if err != nil {
		return nil, err
	}
	if f.wal, err = readRegular(path + "-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	f.readFrames()
	f.checkPages()
	return f, nil
}

// readMain reads the file alone.
func readMain(path string) (*rawFile, error) {
	f := &rawFile{size: 4096, newest: map[uint32]int{}, bad: map[uint32]bool{}}
	var err error
	if f.main, err = readRegular(path); err != nil {
		return nil, err
	}
	if len(f.main) >= headerSize {
		f.size = pageSize(f.main)
	}
	return f, nil
}

// pageSize is what the file's header says, or else what it is in all of ours.
func pageSize(header []byte) int {
	if n := int(binary.BigEndian.Uint16(header[16:])); bytes.HasPrefix(header, []byte("SQLite format 3\x00")) && n >= 512 && n&(n-1) == 0 {
		return n
	}
	return 4096
}

// readRegular reads a whole file, unless it is something that may never end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &NotFray{path, "no regular file"}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(file)
}

// readFrames finds the frames of the write-ahead log, and which of them SQLite
// would take.
func (f *rawFile) readFrames() {
	if len(f.wal) < walHeader {
		return
	}
	var order binary.ByteOrder = binary.LittleEndian
	if f.wal[3]&1 == 1 {
		order = binary.BigEndian
	}
	salt := f.wal[16:24]
	sum := walSum(order, [2]uint32{}, f.wal[:24])
	sound := sum[0] == binary.BigEndian.Uint32(f.wal[24:]) && sum[1] == binary.BigEndian.Uint32(f.wal[28:]) &&
		int(binary.BigEndian.Uint32(f.wal[8:])) == f.size
	if !sound && len(f.wal) >= walHeader+frameHead {
		salt = f.wal[walHeader+8 : walHeader+16]
	}
	waiting := map[uint32]int{} // frames of a commit that has not ended yet
	ended := 0                  // commits behind the last that is sound
	for at := walHeader; at+frameHead+f.size <= len(f.wal); at += frameHead + f.size {
		head, page := f.wal[at:at+frameHead], f.wal[at+frameHead:at+frameHead+f.size]
		if [frameHead]byte(head) == [frameHead]byte{} {
			sound = false
			continue // only room, or as good as gone
		}
		fr := frame{page: binary.BigEndian.Uint32(head), at: at + frameHead}
		if !bytes.Equal(head[8:16], salt) {
			sound = false
			f.stale = append(f.stale, fr) // an older log left it behind
			continue
		}
		sum = walSum(order, walSum(order, sum, head[:8]), page)
		sound = sound && sum[0] == binary.BigEndian.Uint32(head[16:]) && sum[1] == binary.BigEndian.Uint32(head[20:])
		n := len(f.frames)
		f.frames = append(f.frames, fr)
		commit := binary.BigEndian.Uint32(head[4:]) > 0
		if !sound {
			f.torn = f.torn || ended > 0
			if commit {
				ended++
			}
			continue
		}
		waiting[fr.page] = n
		if commit {
			for p, i := range waiting {
				f.newest[p] = i
			}
			clear(waiting)
			f.whole = n + 1
		}
	}
}

// walSum is the running checksum of the write-ahead log.
func walSum(order binary.ByteOrder, s [2]uint32, b []byte) [2]uint32 {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}

// count is how many pages the file has.
func (f *rawFile) count() int { return (len(f.main) + f.size - 1) / f.size }

// tornAt reports whether there is a write-ahead log that is damaged.
func (f *rawFile) tornAt() bool { return f != nil && f.torn }

// checkPages compares the checksums of the pages in the file that count: not
// of those that stand in the write-ahead log, which a checkpoint may have been
// writing when the power went.
func (f *rawFile) checkPages() {
	n := uint32(1)
	for at := 0; at < len(f.main); at, n = at+f.size, n+1 {
		if _, logged := f.newest[n]; logged {
			continue
		}
		if at+f.size > len(f.main) || !pageSound(f.main[at:at+f.size]) {
			f.bad[n] = true
		}
	}
}

// pageSound reports whether a page is what its checksum says.
func pageSound(page []byte) bool {
	body, sum := page[:len(page)-reserved], page[len(page)-reserved:]
	var s [2]uint32
	for ; len(body) >= 8; body = body[8:] {
		s[0] += binary.LittleEndian.Uint32(body) + s[1]
		s[1] += binary.LittleEndian.Uint32(body[4:]) + s[0]
	}
	return s[0] == binary.LittleEndian.Uint32(sum) && s[1] == binary.LittleEndian.Uint32(sum[4:])
}

// pages goes through every image of every page there is: those of the file,
// then those of the write-ahead log from its beginning.
func (f *rawFile) pages(yield func(n uint32, page []byte)) {
	n := uint32(1)
	for at := 0; at+f.size <= len(f.main); at, n = at+f.size, n+1 {
		yield(n, f.main[at:at+f.size])
	}
	for _, fr := range slices.Concat(f.stale, f.frames) {
		yield(fr.page, f.wal[fr.at:fr.at+f.size])
	}
}

// images gives the images of one page, the newest first.
func (f *rawFile) images(n uint32) [][]byte {
	var out [][]byte
	for i := len(f.frames) - 1; i >= 0; i-- {
		if fr := f.frames[i]; fr.page == n {
			out = append(out, f.wal[fr.at:fr.at+f.size])
		}
	}
	if at := (int(n) - 1) * f.size; n > 0 && at+f.size <= len(f.main) {
		out = append(out, f.main[at:at+f.size])
	}
	for _, fr := range f.stale {
		if fr.page == n {
			out = append(out, f.wal[fr.at:fr.at+f.size])
		}
	}
	return out
}

// rows gives the cells of a page of a table: what each row is kept as. Whether
// they are what was written nobody says here.
func (f *rawFile) rows(n uint32, page []byte, yield func(id int64, payload []byte)) {
	head := 0
	if n == 1 {
		head = headerSize
	}
	if page[head] != leafPage {
		return
	}
	cells := int(binary.BigEndian.Uint16(page[head+3:]))
	for i := range cells {
		at := head + 8 + 2*i
		if at+2 > len(page) {
			return
		}
		cell := int(binary.BigEndian.Uint16(page[at:]))
		if cell < head+8 || cell >= len(page)-reserved {
			continue
		}
		if id, payload, ok := f.cell(page[cell : len(page)-reserved]); ok {
			yield(id, payload)
		}
	}
}

// longestRow keeps a flipped length from asking for all memory.
const longestRow = 64 << 20

func (f *rawFile) cell(b []byte) (id int64, payload []byte, ok bool) {
	length, n := varint(b)
	id, m := varint(b[n:])
	if n == 0 || m == 0 || length <= 0 || length > longestRow {
		return 0, nil, false
	}
	b = b[n+m:]
	usable := f.size - reserved
	most, least := usable-35, (usable-12)*32/255-23
	local := int(length)
	if local > most {
		local = least + (int(length)-least)%(usable-4)
		if local > most {
			local = least
		}
	}
	if local > len(b) {
		return 0, nil, false
	}
	if int(length) == local {
		return id, b[:local], true
	}
	if local+4 > len(b) {
		return 0, nil, false
	}
	payload, ok = f.overflow(append([]byte(nil), b[:local]...), binary.BigEndian.Uint32(b[local:]), int(length))
	return id, payload, ok
}

// overflow reads on where a row didn't fit on its page.
func (f *rawFile) overflow(payload []byte, next uint32, length int) ([]byte, bool) {
	for len(payload) < length {
		all := f.images(next)
		if len(all) == 0 {
			return nil, false
		}
		page := all[0][:f.size-reserved]
		next = binary.BigEndian.Uint32(page)
		payload = append(payload, page[4:min(len(page), 4+length-len(payload))]...)
	}
	return payload, true
}

// fields takes a row apart: kinds are SQLite's serial types.
func fields(payload []byte) (kinds []int64, values [][]byte) {
	size, n := varint(payload)
	if n == 0 || size < int64(n) || size > int64(len(payload)) {
		return nil, nil
	}
	head, body := payload[n:size], payload[size:]
	for len(head) > 0 {
		kind, n := varint(head)
		if n == 0 {
			return nil, nil
		}
		head = head[n:]
		length := serialSize(kind)
		if length < 0 || length > int64(len(body)) {
			return nil, nil
		}
		kinds, values = append(kinds, kind), append(values, body[:length])
		body = body[length:]
	}
	return kinds, values
}

func serialSize(kind int64) int64 {
	switch {
	case kind >= 12:
		return (kind - 12) / 2
	case kind == 5:
		return 6
	case kind == 6, kind == 7:
		return 8
	case kind >= 8:
		return 0
	}
	return kind // 0 to 4
}

// number reads an integer that SQLite has kept.
func serialNumber(kind int64, b []byte) int64 {
	if kind == 8 || kind == 9 {
		return kind - 8
	}
	var n int64
	for i, x := range b {
		if i == 0 && x >= 0x80 {
			n = -1
		}
		n = n<<8 | int64(x)
	}
	return n
}

// varint reads one of SQLite's numbers; n is 0 when it isn't whole.
func varint(b []byte) (v int64, n int) {
	var u uint64
	for i, x := range b {
		if i == 8 {
			return int64(u<<8 | uint64(x)), 9
		}
		u = u<<7 | uint64(x&0x7f)
		if x < 0x80 {
			return int64(u), i + 1
		}
	}
	return 0, 0
}

const (
	noValue   = 0
	digestRow = 12 + 2*32 // a blob of 32 bytes
	seedRow   = 12 + 2*64 // a seed, and where it is at home
)

// records gives everything that looks like an event.
func (f *rawFile) records(yield func(seq uint64, body, hash []byte)) {
	f.pages(func(n uint32, page []byte) {
		f.rows(n, page, func(id int64, payload []byte) {
			k, v := fields(payload)
			if len(k) == 3 && k[0] == noValue && k[1] >= 13 && k[1]%2 == 1 && id > 0 {
				yield(uint64(id), v[1], v[2])
			}
		})
	})
}

// seeds gives everything that looks like the seed of an evening.
func (f *rawFile) seeds(yield func(seed [32]byte, drawn int64)) {
	f.pages(func(n uint32, page []byte) {
		f.rows(n, page, func(id int64, payload []byte) {
			k, v := fields(payload)
			if len(k) == 3 && id == 1 && k[0] == noValue && (k[1] == digestRow || k[1] == seedRow) && k[2] < 12 && k[2] != 7 {
				yield([32]byte(v[1]), serialNumber(k[2], v[2]))
			}
		})
	})
}
