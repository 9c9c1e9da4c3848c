import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from './testing/databases.ts'
import { openBucket } from './testing/file-stores.ts'
import { onBothDatabases } from './testing/on-databases.ts'
import { emailOf, type Ids } from './testing/organization.ts'
import { bodyAt } from './testing/requests.ts'
import {
  failToStart,
  type ServerProcess,
  type Settings,
  startServer,
  stopWhen,
  stopWhenReached,
  tokenAt,
  tryToRaise,
} from './testing/server-process.ts'
import { idsOf } from './testing/world.ts'
import { stored, WriteLoad, type Written } from './testing/write-load.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]

const places: TestPlace[] = []
const servers: ServerProcess[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGKILL')
  for (const place of places.splice(0)) await place.drop()
})

async function placeOf(kind: DatabaseKind): Promise<{ place: TestPlace; ids: Ids; settings: Settings }> {
  const place = await kind.create('world')
  places.push(place)
  const database = await place.open()
  const ids = await idsOf(database)
  await database.close()
  return { place, ids, settings: settingsOf(kind, place) }
}

function settingsOf(kind: DatabaseKind, { where }: TestPlace): Settings {
  return kind === sqlite ? { DATA_DIR: where } : { DATABASE_URL: where }
}

/** Counts the rows of a table in a file that another process writes; 0 before the table exists. */
async function countOf(file: string, table: string): Promise<number> {
  await wait(1)
  if (!existsSync(file)) return 0
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(connection.prepare(`select count(*) as amount from ${table}`).get()?.amount)
  } catch {
    return 0
  } finally {
    connection.close()
  }
}

async function start(settings: Settings): Promise<ServerProcess> {
  const server = await startServer(settings)
  servers.push(server)
  return server
}

describe('server process', () => {
  test('prints its version without starting, like the command line', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const program of ['main.ts', 'cli.ts']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [`server/src/${program}`, '--version'])
      expect([status, String(stdout), String(stderr)]).toEqual([0, `${version}\n`, ''])
    }
  })

  test('prints the address at which it answers', async () => {
    const { settings } = await placeOf(sqlite)
    const server = await start(settings)
    expect(server.output()).toMatch(/^Check Request App \d+\.\d+\.\d+ is ready: open http:\/\/localhost:\d+\n$/)
    for (const path of ['/healthz', '/readyz']) expect((await fetch(server.url + path)).status).toBe(200)
  })

  test('reports not ready while it stops, but still answers calls', async () => {
    const { settings } = await placeOf(sqlite)
    const server = await start({ ...settings, DRAIN_SECONDS: '5' })
    const gone = server.end('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 4500 }).toBe(503)
    const answer = await fetch(`${server.url}/healthz`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await gone).toBe(0)
  })

  // On SQLite, nothing runs between opening the port and starting the jobs, so this test stops the server earlier.
  test('shuts down cleanly on PostgreSQL when stopped as soon as the port is open', async () => {
    const { settings } = await placeOf(postgres)
    for (const _ of [1, 2, 3]) {
      const { code, output } = await stopWhenReached(settings)
      expect([code, output]).toEqual([0, expect.stringContaining('is ready')])
      expect(output).not.toContain('destroyed')
    }
  })

  test('finishes starting and then shuts down cleanly when stopped while it fills a new SQLite file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'check-requests-data-'))
    const file = join(folder, 'check-requests.db')
    const settings = { DATA_DIR: folder, DEMO: 'on' }
    let filled = 0
    const { code, output } = await stopWhen(settings, async () => {
      filled = await countOf(file, 'check_requests')
      return filled > 0
    })
    expect([code, output]).toEqual([0, expect.stringContaining('is ready')])
    expect(readdirSync(folder)).toContain('check-requests.db.closed')
    expect(await countOf(file, 'check_requests')).toBeGreaterThan(filled)
    expect(await countOf(file, 'jobs')).toBeGreaterThan(0)
  })

  test('warns on PostgreSQL if documents are stored on the server’s disk instead of in a bucket', async () => {
    const { settings } = await placeOf(postgres)
    const dataDir = mkdtempSync(join(tmpdir(), 'check-requests-data-'))
    const alone = await start({ ...settings, DATA_DIR: dataDir })
    const note = `Documents are stored in ${dataDir}/files. All instances must share this folder`
    await expect.poll(alone.output).toContain(note)
    const { config, drop } = await openBucket()
    const { bucket, endpoint } = config.filesAt
    const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
    const address = (name: string) => `s3://${name}/documents?region=us-east-1&endpoint=${endpoint}`
    const shared = await start({ ...settings, ...credentials, DATA_DIR: dataDir, FILES_URL: address(bucket) })
    expect(shared.output()).not.toContain('Documents are stored in')
    const refused = await failToStart({ ...settings, ...credentials, DATA_DIR: dataDir, FILES_URL: address('another') })
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('FILES_URL: the bucket another can’t be used (NoSuchBucket'),
    })
    await drop()
  })

  test('denies other operating system users access to the data folder, whatever the umask', async () => {
    const { settings, place, ids } = await placeOf(sqlite)
    const before = process.umask(0)
    try {
      const { url } = await start(settings)
      const token = await tokenAt(url, emailOf('requester-group'))
      expect(await tryToRaise(url, token, { key: 'closed', body: bodyAt(ids, 'NWG') })).toBeGreaterThan(0)
    } finally {
      process.umask(before)
    }
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    const entries = readdirSync(place.where, { recursive: true, withFileTypes: true })
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['check-requests.db', 'check-requests.db-wal']),
    )
    const modes = entries.map((entry) => [entry.name, modeOf(join(entry.parentPath, entry.name))])
    expect(modes).toEqual(entries.map((entry) => [entry.name, entry.isDirectory() ? '700' : '600']))
    expect(modeOf(place.where)).toBe('700')
  })

  test('refuses a data folder in use by another server, and uses the folder after the other server ends', async () => {
    const { settings, place } = await placeOf(sqlite)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const first = await start(settings)
      const { code, output } = await failToStart(settings)
      expect(code).toBe(1)
      expect(output).toBe(
        `The data folder ${place.where} is in use by another running server. Stop that server first.\n`,
      )
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
      await first.end(signal)
    }
    await start(settings)
  })

  test('migrates a new PostgreSQL database once when four servers start at the same time', async () => {
    const place = await postgres.create('nothing')
    places.push(place)
    const folder = mkdtempSync(join(tmpdir(), 'check-requests-keys-'))
    const settings = { ...settingsOf(postgres, place), AUDIT_MAC_KEY: join(folder, 'audit-mac.json') }
    const four = await Promise.all(Array.from({ length: 4 }, () => start(settings)))
    for (const { url } of four) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const database = await place.open()
    const methods = await database.read.selectFrom('delivery_methods').select('id').execute()
    await database.close()
    expect(methods).toHaveLength(4)
  })
})

test('stops without waiting for a running trail verification', async () => {
  const { place, settings } = await placeOf(postgres)
  const server = await start(settings)
  const token = await tokenAt(server.url, emailOf('admin-group'))
  const other = new pg.Client({ connectionString: place.where })
  await other.connect()
  try {
    // The verification waits ten seconds for this table.
    await other.query('begin; lock table audit_entries in access exclusive mode')
    const verifying = fetch(new URL('/api/v1/audit/verify', server.url), { headers: { 'x-auth-token': token } })
    const waiting = `select 1 from pg_locks where not granted and relation = 'audit_entries'::regclass`
    await expect.poll(async () => (await other.query(waiting)).rows.length, { timeout: 60_000 }).toBe(1)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await (await verifying).json()).toMatchObject({
      message: expect.stringContaining('The server is stopping.'),
    })
  } finally {
    await other.end()
  }
})

function nodeStartsIn(): number {
  const begin = performance.now()
  spawnSync(process.execPath, ['--eval', ''])
  return performance.now() - begin
}

onBothDatabases('shutdown on $name', (kind) => {
  test('answers and stores all calls in progress, and exits with code 0', async () => {
    const { place, ids, settings } = await placeOf(kind)
    const load = new WriteLoad(ids, 'stop')
    for (let round = 0; round < 3; round += 1) {
      const server = await start(settings)
      const token = await tokenAt(server.url, emailOf('requester-group'))
      let left: Promise<number | null> | undefined
      await load.run(server.url, token, () => {
        setTimeout(() => {
          left = server.end(round === 2 ? 'SIGINT' : 'SIGTERM')
        }, 150)
      })
      expect(await left).toBe(0)
    }
    const { written, verdict } = await stored(place)
    expect(load.acknowledged.length).toBeGreaterThan(10)
    expect(written).toEqual(expect.arrayContaining(load.acknowledged))
    expect(new Set(written.map(({ key }) => key)).size).toBe(written.length)
    expect(verdict).toMatchObject({ intact: true, mismatches: [] })
  })
})

test('neither loses nor duplicates acknowledged writes on SQLite when killed five times while writing', async () => {
  const { place, ids, settings } = await placeOf(sqlite)
  const load = new WriteLoad(ids, 'kill')
  const starts: number[] = []
  let token: string | undefined
  for (let round = 0; round < 5; round += 1) {
    const server = await start(settings)
    starts.push(server.startedIn)
    token ??= await tokenAt(server.url, emailOf('requester-group'))
    await load.finish(server.url, token)
    let killed: Promise<number | null> | undefined
    await load.run(server.url, token, () => {
      setTimeout(
        () => {
          killed = server.end('SIGKILL')
        },
        (round * 14) % 60,
      )
    })
    expect(await killed).toBeNull()
  }
  const last = await start(settings)
  await load.finish(last.url, token as string)
  await last.end('SIGTERM')
  const { written, verdict } = await stored(place)
  expect(load.acknowledged.length).toBeGreaterThan(20)
  expect(byId(written)).toEqual(byId(load.acknowledged))
  expect(new Set(written.map(({ key }) => key)).size).toBe(written.length)
  expect(verdict).toMatchObject({ intact: true, mismatches: [] })
  // A busy machine can double the time of each start, so only the fastest of them counts, with a margin for slow
  // machines. The benchmarks measure the actual speed.
  expect(Math.min(...starts)).toBeLessThan(Math.max(5000, 40 * nodeStartsIn()))
}, 480_000)

function byId(requests: readonly Written[]): Written[] {
  return requests.toSorted((one, other) => one.id - other.id)
}
