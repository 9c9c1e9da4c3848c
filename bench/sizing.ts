import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../scripts/postgres.mjs'
import { openDatabase } from '../server/src/open.ts'
import { openSqlite } from '../server/src/platform/database/sqlite/connection.ts'
import { emailOf } from '../server/src/testing/organization.ts'
import { bodyAt, moveBody } from '../server/src/testing/requests.ts'
import { tokenAt } from '../server/src/testing/server-process.ts'
import { fillWorld } from '../server/src/testing/templates.ts'
import { cpuMicrosecondsOf, cpuMicrosecondsOfEnded } from './load.ts'
import { table, whole } from './report.ts'
import { type Server, startOurs } from './servers.ts'

const atOnce = 8
const way = [3, 4, 5, 6, 7]

/** A database whose size and processor time can be measured. */
interface Measurable {
  /** The bytes of each table, including its indexes, or the bytes in total. */
  sizes(): Promise<Map<string, number>>
  /** Microseconds of processor time of the database's own processes so far. */
  processor(): Promise<number>
}

/** Measures the disk space and the processor time that requests need from creation to closing, on both databases. */
export async function sizingOnBoth(folder: string, requests: number): Promise<string> {
  const postgres = await startPostgres()
  const url = postgres.urlOf('postgres')
  const onPostgres = await sizing({ databaseUrl: url, dataDir: folder }, await measurablePostgres(url), requests)
  await postgres.stop()
  const onSqlite = await sizing({ dataDir: folder }, measurableSqlite(folder), requests)
  return `Sizing: ${requests} requests from creation to closing, five steps each, on an empty database.\n\n${onPostgres}\n\n${onSqlite}`
}

type Place = { readonly databaseUrl?: string; readonly dataDir: string }

async function sizing(place: Place, measurable: Measurable, requests: number): Promise<string> {
  const { databaseUrl, dataDir } = place
  const macKeyFile = databaseUrl && join(tmpdir(), `check-requests-bench-key-${hashOf(databaseUrl)}.json`)
  const database = await openDatabase({ databaseUrl, dataDir, macKeyFile })
  const ids = await fillWorld(database)
  await database.close()
  const server = await startOurs(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir })
  let raised = 0
  const body = () => {
    raised += 1
    const words = hashOf(String(raised)).replace(/\d/g, '')
    const payee_name_1 = `${words.slice(0, 7)} ${words.slice(7, 12)} Supply`
    return bodyAt(ids, 'NWG/TOY/SVC', { payee_name_1, memo_line: `Invoice ${raised}`, po_purchase_no: `PO-${raised}` })
  }
  const lives = new Lives(server, await tokensAt(server.url), body)
  await lives.run(Math.round(requests / 10))
  await lives.read(200)
  const before = await measurable.sizes()
  const costs = [...(await lives.run(requests, measurable)), ...(await lives.read(requests, measurable))]
  const after = await measurable.sizes()
  await server.stop()
  const name = databaseUrl ? 'PostgreSQL' : 'SQLite'
  return `${costTable(name, costs)}\n\n${sizeTable(name, before, after, requests)}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function tokensAt(url: string) {
  const [requester, approver, processor] = await Promise.all(
    (['requester-group', 'approver-group', 'processor-group'] as const).map((name) => tokenAt(url, emailOf(name))),
  )
  return { requester, approver, processor } as Readonly<Record<'requester' | 'approver' | 'processor', string>>
}

interface Cost {
  readonly what: string
  readonly server: number
  readonly database: number
  readonly perSecond: number
}

interface Life {
  readonly id: number
  version: number
}

/** Users who take requests from creation to closing, one kind of call at a time. */
class Lives {
  readonly #server: Server
  readonly #tokens: Awaited<ReturnType<typeof tokensAt>>
  readonly #body: () => object
  #calls = 0

  constructor(server: Server, tokens: Awaited<ReturnType<typeof tokensAt>>, body: () => object) {
    this.#server = server
    this.#tokens = tokens
    this.#body = body
  }

  async run(amount: number, measurable?: Measurable): Promise<Cost[]> {
    const { requester, approver, processor } = this.#tokens
    const lives: Life[] = []
    const create = async () => {
      lives.push(await this.#send<Life>(requester, '/check-requests/create-check-req', this.#body()))
    }
    const costs = [await this.#cost('create', amount, create, measurable)]
    let from = 1
    for (const to of way) {
      let next = 0
      const step = async () => {
        const life = lives[next++] as Life
        const token = to === 3 ? approver : processor
        await this.#send(token, `/status/check-request-history/${life.id}`, moveBody(to, from, life.version))
        life.version += 1
      }
      costs.push(await this.#cost(`step to status ${to}`, amount, step, measurable))
      from = to
    }
    return costs
  }

  async read(amount: number, measurable?: Measurable): Promise<Cost[]> {
    const paths = { 'list of 50': '/check-requests', 'list of completed requests': '/check-requests?view=completed' }
    const costs: Cost[] = []
    for (const [what, path] of Object.entries(paths))
      costs.push(await this.#cost(what, amount, () => this.#get(path), measurable))
    return costs
  }

  async #cost(what: string, amount: number, call: () => Promise<unknown>, measurable?: Measurable): Promise<Cost> {
    const before = await this.#processor(measurable)
    const begin = performance.now()
    let left = amount
    const work = async () => {
      while (left-- > 0) await call()
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const seconds = (performance.now() - begin) / 1000
    const after = await this.#processor(measurable)
    return {
      what,
      server: (after.server - before.server) / amount,
      database: (after.database - before.database) / amount,
      perSecond: amount / seconds,
    }
  }

  async #processor(measurable: Measurable | undefined) {
    return { server: cpuMicrosecondsOf(this.#server.pid) ?? 0, database: (await measurable?.processor()) ?? 0 }
  }

  async #get(path: string): Promise<void> {
    const headers = { 'x-auth-token': this.#tokens.approver }
    const reply = await fetch(`${this.#server.url}/api/v1${path}`, { headers })
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`)
    await reply.arrayBuffer()
  }

  async #send<Data>(token: string, path: string, body: object): Promise<Data> {
    this.#calls += 1
    const headers = { 'content-type': 'application/json', 'x-auth-token': token, 'idempotency-key': `${this.#calls}` }
    const call = { method: 'POST', headers, body: JSON.stringify(body) }
    const reply = await fetch(`${this.#server.url}/api/v1${path}`, call)
    const { data, message } = (await reply.json()) as { data: Data; message: string }
    if (reply.status !== 201) throw new Error(`${path} was answered ${reply.status}: ${message}`)
    return data
  }
}

async function measurablePostgres(url: string): Promise<Measurable> {
  const ask = async <Row>(statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows as Row[]
  }
  return {
    sizes: async () => {
      await ask('vacuum')
      const rows = await ask<{
        name: string
        bytes: string
      }>(`select relname as name, pg_total_relation_size(oid) as bytes
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
      return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
    },
    processor: async () => {
      const rows = await ask<{ pid: number }>('select pid from pg_stat_activity')
      const times = rows.map(({ pid }) => cpuMicrosecondsOf(pid) ?? 0)
      return times.reduce((sum, time) => sum + time, cpuMicrosecondsOfEnded(rows[0]?.pid ?? 0))
    },
  }
}

function measurableSqlite(folder: string): Measurable {
  return {
    sizes: async () => {
      const connection = openSqlite(join(folder, 'check-requests.db'), { readOnly: true })
      const rows = connection.prepare(`select (page_count - freelist_count) * page_size as bytes
        from pragma_page_count, pragma_freelist_count, pragma_page_size`)
      const bytes = Number(rows.get()?.bytes)
      connection.close()
      return new Map([['the file', bytes]])
    },
    processor: async () => 0,
  }
}

function costTable(name: string, costs: readonly Cost[]): string {
  const rows = costs.map(({ what, server, database, perSecond }) => [
    what,
    whole(server),
    database === 0 ? '' : whole(database),
    whole(perSecond),
  ])
  return table([`processor, µs per call: ${name}`, 'server', 'database', 'calls per second'], rows)
}

function sizeTable(
  name: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  requests: number,
): string {
  const grown = [...after].map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / requests] as const)
  const rows = grown.filter(([, bytes]) => bytes >= 1).toSorted((one, other) => other[1] - one[1])
  const sum = rows.reduce((all, [, bytes]) => all + bytes, 0)
  return table(
    [`bytes per request: ${name}`, 'with indexes'],
    [...rows, ['all of them', sum] as const].map(([table, bytes]) => [table, whole(bytes)]),
  )
}
