package cli

import (
	"context"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"example.org/fray/ui/serve"
)

// operation is what an operator sees of a host: logs on standard error, and metrics on a port
// of their own.
type operation struct {
	log     *slog.Logger
	metrics *serve.Metrics
	server  *http.Server // nil without --metrics
}

// operate begins the logs of a host and, if it has an address, its metrics.
func operate(a *app, address string, healthy func() error) (*operation, error) {
	o := &operation{log: slog.New(slog.NewTextHandler(a.err, nil)), metrics: serve.NewMetrics(time.Now())}
	if address == "" {
		return o, nil
	}
	l, err := net.Listen("tcp", webListen(address))
	if err != nil {
		return nil, misusef("cannot listen on %s: %v. Try another address, such as 127.0.0.1:9122", address, err)
	}
	o.server = &http.Server{Handler: serve.MetricsHandler(o.metrics, healthy), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	o.log.Info("metrics are served", slog.String("address", l.Addr().String()))
	go func() { _ = o.server.Serve(l) }() // it ends with the program
	return o, nil
}

// close ends the metrics.
func (o *operation) close() {
	o.log.Info("the host has stopped")
	if o.server != nil {
		_ = o.server.Close()
	}
}

// storeAnswers says why the store of a host does not answer, if it has one.
func storeAnswers(a *app) func() error {
	return func() error {
		if a.store == nil {
			return nil
		}
		return a.store.Ping(context.Background())
	}
}

// watchStore logs when the store goes away, and when it is back.
func watchStore(ctx context.Context, log *slog.Logger, answers func() error) {
	const every = 2 * time.Second
	away := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
		switch err := answers(); {
		case err != nil && !away:
			away = true
			log.Error("the store does not answer", slog.String("error", err.Error()))
		case err == nil && away:
			away = false
			log.Info("the store answers again")
		}
	}
}

// service is a unit for systemd.
const service = `# A unit of systemd for a host of all tables of a store. Put it into
# /etc/systemd/system/fray.service, and then type: systemctl enable --now fray
#
# /etc/fray/env holds FRAY_STORE=postgres://fray:PASSWORD@db.example.org/fray, readable by
# root alone. All hosts of the store have the same /etc/fray/host_key, made once with
# ssh-keygen -t ed25519 -N '' -f host_key, and the keys of those who make tables, one a
# line, in /etc/fray/makers. For pages behind a reverse proxy on this machine, add
# --web 127.0.0.1:8080 --web-proxy X-Forwarded-For --web-name https://table.example.org
[Unit]
Description=fray, tables of role-playing games
After=network-online.target
Wants=network-online.target

[Service]
DynamicUser=yes
StateDirectory=fray
Environment=XDG_STATE_HOME=/var/lib/fray FRAY_SAVES=/var/lib/fray/tables
EnvironmentFile=-/etc/fray/env
LoadCredential=host_key:/etc/fray/host_key
LoadCredential=makers:/etc/fray/makers
ExecStart=PROGRAM host --listen 0.0.0.0:2222 --host-key %d/host_key --makers %d/makers --metrics 127.0.0.1:9122
Restart=always
RestartSec=1
TimeoutStopSec=15
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
`

// ownProgram is the path of this program.
func ownProgram() string {
	path, err := os.Executable()
	if err != nil {
		return "/usr/local/bin/fray"
	}
	return path
}
