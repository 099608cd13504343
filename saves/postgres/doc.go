// Package postgres keeps the logs of tables in PostgreSQL.
package postgres
