import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findOwner } from '../../scripts/postgres.mjs'
import { propertyOf } from '../../server/src/platform/errors.ts'
import {
  addressOf,
  balancers,
  createNetwork,
  type Database,
  databases,
  type Machine,
  onMachine,
  processesOf,
  run,
  servers,
  shared,
} from './network.ts'
import {
  diskGuard,
  etcdArguments,
  haproxySettings,
  keepalivedSettings,
  passwords,
  patroniSettings,
} from './settings.ts'

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const diskMegabytes = 1500

export type Program = 'etcd' | 'patroni' | 'guard' | 'haproxy' | 'keepalived' | 'server'

/** All machines of the high-availability setup, with their programs. */
export class Cluster {
  readonly #folder: string
  readonly #logs: string
  readonly #isSynchronous: boolean
  readonly #running = new Map<string, ChildProcess>()

  /** `logs`: the folder for the programs' output. `isSynchronous`: false for a setup that can lose writes. */
  constructor(
    folder: string,
    { logs = folder, isSynchronous = true }: { logs?: string | undefined; isSynchronous?: boolean },
  ) {
    this.#folder = folder
    this.#logs = logs
    this.#isSynchronous = isSynchronous
    mkdirSync(logs, { recursive: true })
  }

  get keyFile(): string {
    return join(this.#folder, 'audit-mac.json')
  }

  readonly databaseUrl = `postgres://app:${passwords.app}@${shared}:5000/checks`

  folderOf(machine: Machine): string {
    return join(this.#folder, machine)
  }

  async start(): Promise<void> {
    createNetwork()
    const owner = await findOwner()
    for (const machine of Object.keys(addressOf) as Machine[]) mkdirSync(this.folderOf(machine), { mode: 0o755 })
    for (const node of databases) {
      run('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=711`, 'tmpfs', this.folderOf(node))
      if (owner) chownSync(this.folderOf(node), owner.uid, owner.gid)
      this.launch(node, 'etcd')
    }
    await until('etcd', 60, () => answers(`http://${addressOf.n1}:2379/health`))
    this.launch('n1', 'patroni')
    await until('the first primary', 90, () => answers(`http://${addressOf.n1}:8008/primary`))
    await this.#prepareDatabase()
    for (const node of databases) {
      if (node !== 'n1') this.launch(node, 'patroni')
      this.launch(node, 'guard')
    }
    await this.untilWhole()
    for (const balancer of balancers) {
      this.launch(balancer, 'haproxy')
      this.launch(balancer, 'keepalived')
    }
    await until('the shared address', 30, () => isReached(`http://${shared}:8080`))
    for (const server of servers) {
      this.launch(server, 'server')
      await until(server, 60, () => answers(`http://${addressOf[server]}:3000/readyz`))
    }
    await until('the servers', 30, () => answers(`http://${shared}:8080/readyz`))
  }

  async #prepareDatabase(): Promise<void> {
    // Commits locally, because a strictly synchronous primary without a standby would wait for one forever.
    const statements = [
      'set synchronous_commit = local',
      `create role app login password '${passwords.app}'`,
      'create role check_requests_walled nologin',
      'grant check_requests_walled to app',
    ]
    await this.query('n1', statements.join('; '))
    await this.query('n1', 'create database checks owner app', '-c synchronous_commit=local')
    await this.query('n1', 'create extension if not exists pg_trgm', '-c synchronous_commit=local', 'checks')
  }

  /** The result of a query over a machine's Unix socket, whatever the network does; fields are separated by `|`. */
  async query(node: Database, sql: string, options = '', database = 'postgres'): Promise<string> {
    const environment = ['env', `PGOPTIONS=${options}`, 'PGCONNECT_TIMEOUT=2']
    const psql = ['psql', '-X', '-A', '-t', '-h', this.folderOf(node), '-U', 'postgres', '-d', database, '-c', sql]
    const command = ['-s', 'KILL', '5', ...asPostgres, ...environment, ...psql]
    const { stdout } = await promisify(execFile)('timeout', command, { cwd: '/', maxBuffer: 100_000_000 })
    return stdout.trim()
  }

  /** Starts a program on a machine. */
  launch(machine: Machine, program: Program): void {
    const folder = this.folderOf(machine)
    const log = openSync(join(this.#logs, `${machine}-${program}.log`), 'a')
    const [command, ...args] = [...onMachine(machine), ...this.#commandOf(machine, program, folder)]
    const env = { PATH: process.env.PATH, HOME: folder, ...(program === 'server' ? this.#environmentOf(machine) : {}) }
    const child = spawn(command as string, args, { stdio: ['ignore', log, log], env, cwd: '/' })
    this.#running.set(`${machine} ${program}`, child)
  }

  #commandOf(machine: Machine, program: Program, folder: string): string[] {
    const write = (name: string, text: string) => {
      const file = join(this.#folder, `${machine}-${name}`)
      writeFileSync(file, text)
      return file
    }
    const node = machine as Database
    const balancer = machine as (typeof balancers)[number]
    const commands: Record<Program, () => string[]> = {
      etcd: () => [...asPostgres, '/usr/bin/etcd', ...etcdArguments(node, join(folder, 'etcd'))],
      patroni: () => [
        ...asPostgres,
        '/usr/bin/patroni',
        write('patroni.yml', patroniSettings(node, folder, this.#isSynchronous)),
      ],
      guard: () => ['sh', write('guard.sh', diskGuard(node, folder))],
      haproxy: () => ['/usr/sbin/haproxy', '-db', '-f', write('haproxy.cfg', haproxySettings(addressOf[machine]))],
      keepalived: () => {
        const pids = ['-p', join(folder, 'keepalived.pid'), '-r', join(folder, 'vrrp.pid')]
        return [
          '/usr/sbin/keepalived',
          '-n',
          '-l',
          '-P',
          '-f',
          write('keepalived.conf', keepalivedSettings(balancer)),
          ...pids,
        ]
      },
      server: () => [process.execPath, main],
    }
    return commands[program]()
  }

  #environmentOf(machine: Machine): Record<string, string> {
    return {
      DATABASE_URL: this.databaseUrl,
      AUDIT_MAC_KEY: this.keyFile,
      DATA_DIR: this.folderOf(machine),
      HOST: addressOf[machine],
      PORT: '3000',
      DEMO: 'off',
      TRUST_PROXY: balancers.map((name) => addressOf[name]).join(),
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'warn',
    }
  }

  /** Stops a server gracefully and starts it again; resolves when the load balancers have noticed. */
  async restart(server: (typeof servers)[number]): Promise<void> {
    const child = this.#running.get(`${server} server`)
    const gone = child && once(child, 'exit')
    child?.kill('SIGTERM')
    await gone
    this.launch(server, 'server')
    await until(server, 60, () => answers(`http://${addressOf[server]}:3000/readyz`))
    await wait(6000)
  }

  /** Kills a program and the PostgreSQL that it has started. */
  kill(machine: Machine, program: Program): void {
    this.#running.get(`${machine} ${program}`)?.kill('SIGKILL')
    if (program === 'patroni') this.#killPostgres(machine)
  }

  /** Sends a signal to all processes on a machine except etcd. */
  signalDatabase(node: Database, signal: NodeJS.Signals): void {
    const etcd = this.#running.get(`${node} etcd`)?.pid
    for (const pid of processesOf(node)) if (pid !== etcd) signalIfThere(pid, signal)
  }

  #killPostgres(machine: Machine): void {
    try {
      const [postmaster] = readFileSync(join(this.folderOf(machine), 'data', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGKILL')
      run('sh', '-c', `pkill -KILL -P ${Number(postmaster)} || true`)
    } catch {
      // PostgreSQL wasn't running.
    }
  }

  /** The machines that would acknowledge writes: their PostgreSQL isn't a standby and has a confirming standby. */
  async primaries(): Promise<Database[]> {
    const roles = await this.roles()
    return databases.filter((node) => roles[node] === 'f|t')
  }

  /** Whether each PostgreSQL is a standby and could acknowledge writes, such as `f|t`; empty if it doesn't respond. */
  async roles(): Promise<Record<Database, string>> {
    const [n1, n2, n3] = await Promise.all(databases.map((node) => this.#roleOf(node)))
    return { n1: n1 ?? '', n2: n2 ?? '', n3: n3 ?? '' }
  }

  async #roleOf(node: Database): Promise<string> {
    try {
      return await this.query(
        node,
        `select pg_is_in_recovery(), exists (select from pg_stat_replication where sync_state = 'sync')
          or current_setting('synchronous_standby_names') = ''`,
      )
    } catch {
      return ''
    }
  }

  /** The standby that confirms this primary's commits. */
  async standbyOf(primary: Database): Promise<Database> {
    return (await this.query(
      primary,
      `select application_name from pg_stat_replication where sync_state = 'sync'`,
    )) as Database
  }

  /** Resolves to the primary once it has a confirming standby and another standby, and Patroni reports both. */
  async untilWhole(): Promise<Database> {
    let primary: Database | undefined
    await until('the whole cluster', 120, async () => {
      const [first, ...others] = await this.primaries()
      if (!first || others.length > 0) return false
      const streaming = await this.query(first, `select count(*) from pg_stat_replication where state = 'streaming'`)
      if (streaming !== '2' || !(await answers(`http://${addressOf[first]}:8008/primary`))) return false
      primary = first
      if (!this.#isSynchronous) return true
      return answers(`http://${addressOf[await this.standbyOf(first)]}:8008/sync`)
    })
    return primary as Database
  }

  fill(node: Database): void {
    const file = join(this.folderOf(node), 'ballast')
    run(
      'sh',
      '-c',
      `dd if=/dev/zero of=${file} bs=1M 2>/dev/null || true; dd if=/dev/zero of=${file}2 bs=1k 2>/dev/null || true`,
    )
  }

  empty(node: Database): void {
    for (const name of ['ballast', 'ballast2']) rmSync(join(this.folderOf(node), name), { force: true })
  }
}

/** Resolves when the condition is met; throws after this many seconds. */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what}: not reached within ${seconds} seconds`)
    await wait(300)
  }
}

/** Signals a process, unless it has already ended. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (propertyOf(error, 'code') !== 'ESRCH') throw error
  }
}

function isReached(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(Boolean, () => false)
}

/** True if this URL returns a successful response. */
async function answers(url: string): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.ok ?? false
}
