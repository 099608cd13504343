package postgres

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// worded is an error of the driver in words for people. What the driver says itself never reaches
// them: it is made for programmers, and may hold the address with its password.
type worded struct {
	words string
	err   error
}

func (e *worded) Error() string { return e.words }
func (e *worded) Unwrap() error { return e.err }

// inWords returns an error of the driver in words; nil and what is worded already stay.
func inWords(err error) error {
	if err == nil || isA[*worded](err) {
		return err
	}
	return &worded{wordsFor(err), err}
}

// wordsFor says what is wrong, and what would be right.
func wordsFor(err error) string {
	var said *pgconn.PgError
	var lookup *net.DNSError
	var file *fs.PathError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &said):
		return refusal(said)
	case errors.Is(err, pgx.ErrNoRows):
		return "something is missing that fray had written there: bring the database back from its backup"
	case errors.As(err, &unknown):
		return "its certificate is of an authority that is not known here: name the authority's file with sslrootcert=FILE in the address"
	case errors.As(err, &name):
		return "its certificate is for another machine: use the name in the address for which it was made"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the time of its certificate is over, or has not begun: give it a new one, if the clock of this machine is right"
	case errors.As(err, &invalid):
		return "its certificate is not valid: give it a new one"
	case isA[*pgconn.ParseConfigError](err):
		if errors.As(err, &file) {
			return fmt.Sprintf("the file %s, which its address names, cannot be read", file.Path)
		}
		return address
	case errors.As(err, &lookup):
		return fmt.Sprintf("there is no machine called %s", lookup.Name)
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist):
		return "no PostgreSQL listens at that address"
	case strings.Contains(err.Error(), "refused TLS"):
		return "it offers no TLS, which sslmode in the address asks for"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "there was no answer in time"
	}
	return "the connection broke off"
}

// address is what is said of one that cannot be read. It is not repeated: it may hold a password.
const address = "its address cannot be read: it begins with postgres:// and is written like postgres://ROLE:PASSWORD@HOST:PORT/DATABASE, where %20 stands for a blank, and likewise for other signs of a password"

// refusal words what the database said.
func refusal(said *pgconn.PgError) string {
	switch said.Code {
	case "28000", "28P01":
		return "it does not let this role in: look at the role's name and password, and at pg_hba.conf"
	case "3D000":
		return "there is no such database there: make it, for example with createdb"
	case "42501":
		return "this role may not do that there: 'fray store init URL --role ROLE', as a role that may make schemas, gives ROLE the rights to play"
	case "3F000", "42P01", "42703":
		return "what fray had made there is gone, or was changed: bring the database back from its backup, or prepare it with 'fray store init URL'"
	case "42P06", "42P07":
		return "somebody else prepares it just now, or has made a part of it by hand: try again"
	case "40001", "40P01":
		return "several programs were in each other's way: try again"
	case "53300":
		return "it has no connection left: raise its max_connections"
	case "53100":
		return "its disk is full"
	case "25006":
		return "it can only be read just now: it is a standby, or was made read-only"
	case "57P01", "57P02", "57P03":
		return "it is being stopped or started"
	}
	return fmt.Sprintf("it gives the code %.5s, and its own log says more", said.Code)
}

// wrong is an error in words of our own.
func wrong(format string, args ...any) error {
	return &worded{words: fmt.Sprintf(format, args...)}
}

// unusable is the error where a store cannot be opened.
func unusable(err error) error {
	return fmt.Errorf("the store cannot be used: %w", inWords(err))
}

var errAddress error = &worded{words: address}

// isAddress reports whether a text is the address of a database: what the driver takes beside
// addresses would be torn apart at its blanks.
func isAddress(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}
