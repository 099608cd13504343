package saves

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// fileLayer is the name of the file layer below SQLite.
const fileLayer = "fray"

// register makes the file layer known, when the first file is opened.
var register = sync.OnceFunc(func() { vfs.Register(fileLayer, disk{}) })

// disk is the system's file layer, except that it knows a full disk when it
// meets one: the driver takes it for a broken one and forgets what the system
// said.
type disk struct{}

// system is the layer below; tests put their own here.
var system = func() vfs.VFSFilename { return vfs.Find("os").(vfs.VFSFilename) }

func (disk) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := system().Open(name, flags)
	return diskFile{File: f}, flags, err
}

func (disk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if flags&(vfs.OPEN_WAL|vfs.OPEN_CREATE) == vfs.OPEN_WAL|vfs.OPEN_CREATE {
		likeMain(strings.TrimSuffix(name.String(), "-wal"), "-wal", "-shm")
	}
	wal := flags&vfs.OPEN_WAL != 0
	f, flags, err := system().OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	if wal {
		return diskFile{f, &room{}}, flags, nil
	}
	return diskFile{File: f}, flags, nil
}

// likeMain makes the files beside a table's that nobody may read who may not read
// that one: the driver would let everybody.
func likeMain(main string, suffixes ...string) {
	info, err := os.Stat(main)
	if err != nil {
		return
	}
	for _, suffix := range suffixes {
		if f, err := os.OpenFile(main+suffix, os.O_CREATE, info.Mode().Perm()); err == nil {
			_ = f.Close()
		}
	}
}

func (disk) Delete(name string, sync bool) error { return system().Delete(name, sync) }

func (disk) Access(name string, flags vfs.AccessFlag) (bool, error) {
	return system().Access(name, flags)
}

func (disk) FullPathname(name string) (string, error) { return system().FullPathname(name) }

// synced is false only in tests that don't look at what a power cut leaves.
var synced = true

type diskFile struct {
	vfs.File
	room *room // of a write-ahead log
}

// room is how far a write-ahead log is there to be written over. To sync what is
// written behind the end of a file costs the disk several times as much as over
// what is there, for the file's length has to be kept as well.
type room struct {
	upTo int64
	head []byte // of a frame, until its page comes
	at   int64
}

// roomAhead is how much is made at once: a hundred commits. A log that begins anew
// goes over the room it has.
const roomAhead = 256 * (4096 + frameHead)

// make makes room for so many bytes, of zeros, which SQLite takes for the end of
// the log, and so do we. Where there is none nothing is lost by that.
func (r *room) make(f vfs.File, upTo int64) {
	if r == nil || upTo <= r.upTo {
		return
	}
	size, err := f.Size()
	if err == nil && size < upTo {
		_, err = f.WriteAt(make([]byte, roomAhead), size)
		if err == nil {
			size += roomAhead
		} else {
			_ = f.Truncate(size)
		}
	}
	r.upTo = max(size, upTo) // so it is tried once
}

// SharedMemory is where the programs that have the file open meet.
func (f diskFile) SharedMemory() vfs.SharedMemory {
	if s, ok := f.File.(vfs.FileSharedMemory); ok {
		return s.SharedMemory()
	}
	return nil
}

// WriteAt reads again what it has written: what a disk took without keeping it
// must not be taken for safe. That costs microseconds. The head of a frame of the
// log waits for its page, and both are written at once.
func (f diskFile) WriteAt(b []byte, off int64) (int, error) {
	if f.room == nil {
		return f.write(b, off)
	}
	head := f.room.takes(off)
	if head == nil {
		if err := f.flush(); err != nil {
			return 0, err
		}
		if len(b) == frameHead {
			f.room.head, f.room.at = append(f.room.head, b...), off
			return len(b), nil
		}
	}
	f.room.make(f.File, off+int64(len(b)))
	if head == nil {
		return f.write(b, off)
	}
	frame := pages.Get().(*[]byte)
	defer pages.Put(frame)
	*frame = append(append((*frame)[:0], head...), b...)
	n, err := f.write(*frame, off-int64(len(head)))
	return max(0, n-len(head)), err
}

func (f diskFile) write(b []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(b, off)
	if err != nil {
		return n, full(err)
	}
	again := pages.Get().(*[]byte)
	defer pages.Put(again)
	*again = slices.Grow((*again)[:0], len(b))[:len(b)]
	if got, err := f.File.ReadAt(*again, off); got < len(b) || !bytes.Equal(*again, b) {
		return 0, vfs.SystemError(cmp.Or(err, errKept), sqlite3.IOERR_WRITE)
	}
	return n, nil
}

// takes gives the head that waits for what is written at off.
func (r *room) takes(off int64) (head []byte) {
	if len(r.head) == 0 || off != r.at+int64(len(r.head)) {
		return nil
	}
	head, r.head = r.head, r.head[:0]
	return head
}

// flush writes a head that waits for a page which does not come.
func (f diskFile) flush() error {
	if f.room == nil || len(f.room.head) == 0 {
		return nil
	}
	head := f.room.head
	f.room.head = head[:0]
	_, err := f.write(head, f.room.at)
	return err
}

// ReadAt reads what was written.
func (f diskFile) ReadAt(b []byte, off int64) (int, error) {
	if err := f.flush(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(b, off)
}

// Size counts what was written.
func (f diskFile) Size() (int64, error) {
	if err := f.flush(); err != nil {
		return 0, err
	}
	return f.File.Size()
}

// errKept is that what was written does not stand in the file.
var errKept = errors.New("the disk has not kept what was written to it")

// pages are for what is read again.
var pages = sync.Pool{New: func() any { return new([]byte) }}

// Truncate cuts the file.
func (f diskFile) Truncate(size int64) error {
	if err := f.flush(); err != nil {
		return err
	}
	if f.room != nil {
		f.room.upTo = 0
	}
	return full(f.File.Truncate(size))
}

// Sync keeps what the system said, but not its word: a disk that is full only
// when it must write has taken the pages already.
func (f diskFile) Sync(flags vfs.SyncFlag) error {
	if err := f.flush(); err != nil {
		return err
	}
	if !synced {
		return nil
	}
	if err := f.File.Sync(flags); err != nil {
		return vfs.SystemError(err, sqlite3.IOERR_FSYNC)
	}
	return nil
}

// full marks an error that means a full disk.
func full(err error) error {
	if noRoom(err) {
		return vfs.SystemError(err, sqlite3.FULL)
	}
	return err
}

func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
