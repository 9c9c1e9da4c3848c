import { addressOf, balancers, type Database, databases, servers, shared } from './network.ts'

// The settings of the setup in docs/high-availability.md, for machines that are network namespaces on one host.

export const passwords = { superuser: 'super', replication: 'replica', app: 'secret' }

export function etcdArguments(node: Database, folder: string): string[] {
  const address = addressOf[node]
  const cluster = databases.map((name) => `${name}=http://${addressOf[name]}:2380`).join()
  return [
    '--enable-v2=true',
    ...['--name', node, '--data-dir', folder],
    ...['--listen-client-urls', `http://${address}:2379`, '--advertise-client-urls', `http://${address}:2379`],
    ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
    ...['--initial-cluster', cluster, '--initial-cluster-state', 'new', '--initial-cluster-token', 'checks'],
    ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
  ]
}

/** `isSynchronous`: false for a setup that acknowledges writes stored on only one machine. */
export function patroniSettings(node: Database, folder: string, isSynchronous: boolean): string {
  const address = addressOf[node]
  return `scope: checks
namespace: /db/
name: ${node}
restapi: {listen: "${address}:8008", connect_address: "${address}:8008"}
etcd: {hosts: "${databases.map((name) => `${addressOf[name]}:2379`).join()}"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    master_start_timeout: 10
    master_stop_timeout: 10
    maximum_lag_on_failover: ${isSynchronous ? 1_048_576 : 1_048_576_000}
    synchronous_mode: ${isSynchronous}
    synchronous_mode_strict: ${isSynchronous}
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      remove_data_directory_on_rewind_failure: true
      remove_data_directory_on_diverged_timelines: true
      use_slots: true
      parameters: {wal_log_hints: "on", synchronous_commit: "on", wal_sender_timeout: 5s, wal_receiver_timeout: 5s,
        wal_receiver_status_interval: 1s, tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3,
        tcp_user_timeout: 10000, wal_keep_size: 512MB, max_wal_size: 256MB, max_connections: 100, shared_buffers: 64MB}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
postgresql:
  listen: "${address}:5432"
  connect_address: "${address}:5432"
  data_dir: ${folder}/data
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${folder}/pgpass
  authentication:
    superuser: {username: postgres, password: ${passwords.superuser}}
    replication: {username: replicator, password: ${passwords.replication}}
  basebackup: {checkpoint: fast}
  parameters: {unix_socket_directories: "${folder}"}
  pg_hba: [local all postgres trust, host replication replicator 10.77.0.0/24 scram-sha-256, host all all 10.77.0.0/24 scram-sha-256]
watchdog: {mode: "off"}
`
}

export function haproxySettings(address: string): string {
  const of = (list: readonly Database[]) =>
    list.map((name) => `  server ${name} ${addressOf[name]}:5432 check port 8008`).join('\n')
  return `global
  maxconn 2000
defaults
  timeout connect 3s
  timeout check 2s
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
listen alive
  bind ${address}:8404
  mode http
  timeout client 5s
  timeout server 5s
  monitor-uri /alive
listen rw
  bind :5000
  mode tcp
  tcp-request connection reject if { nbsrv(rw) gt 1 }
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${of(databases)}
listen app
  bind :8080
  mode http
  balance leastconn
  option forwardfor
  option redispatch 1
  retry-on conn-failure
  option httpchk GET /readyz
  timeout client 300s
  timeout server 300s
  default-server inter 2s fall 2 rise 1
  use_backend assets if { path_beg /assets/ }
${servers.map((name) => `  server ${name} ${addressOf[name]}:3000 check`).join('\n')}
backend assets
  mode http
  timeout server 300s
  option redispatch 1
  retry-on conn-failure 404
${servers.map((name) => `  server ${name} ${addressOf[name]}:3000 track app/${name}`).join('\n')}
`
}

export function keepalivedSettings(balancer: (typeof balancers)[number]): string {
  const [peer] = balancers.filter((name) => name !== balancer)
  return `global_defs {
  router_id ${balancer}
  enable_script_security
  script_user root
  vrrp_garp_master_refresh 5
}
vrrp_script haproxy {
  script "/usr/bin/curl -fs -m 1 -o /dev/null http://${addressOf[balancer]}:8404/alive"
  interval 1
  fall 2
  rise 2
}
vrrp_instance checks {
  state BACKUP
  nopreempt
  interface eth0
  virtual_router_id 51
  priority ${balancer === 'lb1' ? 101 : 100}
  advert_int 1
  unicast_src_ip ${addressOf[balancer]}
  unicast_peer {
    ${addressOf[peer ?? 'lb1']}
  }
  virtual_ipaddress {
    ${shared}/24 dev eth0
  }
  track_script {
    haproxy
  }
}
`
}

/** Moves the primary off a machine whose disk is nearly full. PostgreSQL itself keeps running and refuses writes. */
export function diskGuard(node: Database, folder: string): string {
  return `while sleep 2; do
  free=$(df --output=avail -k ${folder} | tail -1)
  [ "$free" -gt 102400 ] && continue
  curl -fs -m 2 -o /dev/null http://${addressOf[node]}:8008/primary || continue
  curl -s -m 20 http://${addressOf[node]}:8008/switchover -d '{"leader":"${node}"}'
done
`
}
