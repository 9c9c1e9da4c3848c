import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOwner } from '../../scripts/postgres.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'
import { freePort, untilReached } from './ports.ts'

/** A pooler's settings. `target`: the URL of any database of the PostgreSQL behind it. */
export interface PoolerSettings {
  readonly target: string
  /** The number of sessions per database. */
  readonly sessions: number
  readonly mode?: 'transaction' | 'statement' | 'session'
  readonly resetsAlways?: 0 | 1
  /** Session parameters that the pooler accepts from clients and ignores. */
  readonly ignored?: string
}

/** A running PgBouncer. */
export interface Pooler {
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Starts PgBouncer in front of PostgreSQL, on loopback, without passwords. */
export async function startPgbouncer(settings: PoolerSettings): Promise<Pooler> {
  const owner = await findOwner()
  const { folder, remove } = makeTemporaryFolder('pgbouncer', { owner })
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration(settings, folder, port))
  if (owner) chownSync(file, owner.uid, owner.gid)
  const child = spawn('/usr/sbin/pgbouncer', ['-q', file], { stdio: 'ignore', cwd: folder, ...owner })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  await Promise.race([
    untilReached(port),
    gone.then(() => Promise.reject(new Error(`PgBouncer didn’t start: ${file}`))),
  ])
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await gone
    await remove()
  }
  return { urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`, stop }
}

function configuration(settings: PoolerSettings, folder: string, port: number): string {
  const { target, sessions, mode = 'transaction', resetsAlways = 0, ignored } = settings
  const url = new URL(target)
  const host = url.searchParams.get('host') ?? url.hostname
  return `[databases]
* = host=${host} port=${url.port || 5432} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
logfile = ${join(folder, 'log')}
pidfile = ${join(folder, 'pid')}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${sessions}
max_client_conn = 2000
server_reset_query_always = ${resetsAlways}
${ignored ? `ignore_startup_parameters = ${ignored}` : ''}
`
}
