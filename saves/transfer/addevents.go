package transfer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"example.org/fray/saves"
)

// longestEvent is how many bytes of a line are read.
const longestEvent = 64 << 20

// AddEvents adds to a file the events of a log that stand behind the last one in it, a
// line each with its hash, and gives how many. Lines of the log that are no events, such
// as the seeds of a session, are left out. A file that is not there is made; a last line
// that was cut off is written anew. The errors are those of the log and of the file, and
// that what the file holds is not the beginning of the log. A kill leaves a file that ends
// earlier, and of one that was not there nothing.
func AddEvents(ctx context.Context, file string, log saves.Log) (added int, err error) {
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		err := WriteFile(file, false, func(w io.Writer) (err error) {
			added, err = addEvents(ctx, w, file, log, 0, saves.Hash{})
			return err
		})
		return added, err
	}
	f, err := openOwn(file)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	after, hash, err := lastEvent(f)
	if err != nil {
		return 0, err
	}
	out := bufio.NewWriter(f)
	added, err = addEvents(ctx, out, file, log, after, hash)
	return added, errors.Join(err, out.Flush(), f.Sync())
}

// addEvents writes the events behind one to a file.
func addEvents(ctx context.Context, out io.Writer, file string, log saves.Log, after uint64, hash saves.Hash) (added int, err error) {
	var before saves.Hash
	follows := after == 0
	for line, err := range log.Read(ctx, max(after, 1)-1) {
		if err != nil {
			return added, err
		}
		follows = follows || line.Seq == after && line.Hash == hash
		if line.Seq > after && !follows {
			break
		}
		if line.Seq > after && line.Body != nil {
			text, _ := saves.Seal(before, line.Body)
			if _, err := out.Write(append(text, '\n')); err != nil {
				return added, err
			}
			added++
		}
		before = line.Hash
	}
	if !follows {
		return 0, fmt.Errorf("%s does not hold the beginning of this table: export to an empty folder", file)
	}
	return added, nil
}

// openOwn opens a file to be added to. A link is not written through, symbolic
// or hard: what it leads to is somebody else's.
func openOwn(file string) (*os.File, error) {
	info, err := os.Lstat(file)
	if err == nil && (!info.Mode().IsRegular() || saves.Links(info) > 1) {
		err = fmt.Errorf("%s is a link, or no file of its own: export to another folder", file)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errors.Join(fmt.Errorf("%s was replaced just now: try again", file), err, f.Close())
	}
	return f, nil
}

// lastEvent gives the number and the hash of the last whole line of a file, 0 where there
// is none, and goes to the place behind it, where the file ends from then on. The error is
// that the file holds something else.
func lastEvent(f *os.File) (seq uint64, last saves.Hash, err error) {
	end := int64(0)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longestEvent)
	for lines.Scan() {
		body, _, hash, sound := saves.Unseal(lines.Bytes())
		if !sound {
			break
		}
		last = hash
		seq, end = saves.SeqOf(body), end+int64(len(lines.Bytes()))+1
	}
	if err := lines.Err(); err != nil {
		return 0, last, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, last, err
	}
	if end == 0 && size > 0 {
		return 0, last, fmt.Errorf("%s is not what fray has exported: export to another folder", f.Name())
	}
	if end > size { // the last line has no line feed
		if _, err := f.Write([]byte{'\n'}); err != nil {
			return 0, last, err
		}
	}
	if err := f.Truncate(end); err != nil {
		return 0, last, err
	}
	_, err = f.Seek(end, io.SeekStart)
	return seq, last, err
}
