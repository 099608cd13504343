package saves

import (
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// query runs one statement; row sees each of its rows until it says false.
func query(c *sqlite3.Conn, sql string, row func(*sqlite3.Stmt) bool, args ...any) error {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	for i, a := range args {
		if err == nil {
			err = bind(s, i+1, a)
		}
	}
	if err == nil {
		for s.Step() && (row == nil || row(s)) {
		}
		err = s.Err()
	}
	if closed := s.Close(); err == nil {
		err = closed
	}
	return err
}

func bind(s *sqlite3.Stmt, i int, a any) error {
	switch a := a.(type) {
	case int:
		return s.BindInt(i, a)
	case int64:
		return s.BindInt64(i, a)
	case uint64:
		return s.BindInt64(i, int64(a))
	case []byte:
		return s.BindBlob(i, a)
	case string:
		return s.BindText(i, a)
	}
	return fmt.Errorf("a %T cannot be bound", a)
}

// number gives the one number that a statement answers.
func number(c *sqlite3.Conn, sql string) (n int, err error) {
	err = query(c, sql, func(s *sqlite3.Stmt) bool { n = s.ColumnInt(0); return false })
	return n, err
}
