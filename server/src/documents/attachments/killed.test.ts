import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, watch } from 'node:fs'
import { type ClientRequest, request as call, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { byProfile } from '@check-requests/domain/testing/random.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db } from '../../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../testing/databases.ts'
import { formOf, pdfOf } from '../../testing/documents.ts'
import { emailOf } from '../../testing/organization.ts'
import { bodyAt } from '../../testing/requests.ts'
import { type ServerProcess, startServer, tokenAt, tryToRaise } from '../../testing/server-process.ts'
import { testKeyFile } from '../../testing/templates.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { idsOf } from '../../testing/world.ts'
import { sweepFiles } from './commands/documents.ts'
import { verifyFiles } from './commands/stored-files.ts'

const someHours = 2 * 3_600_000

interface Upload {
  readonly request: ClientRequest
  readonly body: Buffer
  readonly answered: Promise<IncomingMessage>
}

/** The folder where a server keeps document files. */
class Folder {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'files')
    // All folders are created in advance, because the watcher could miss events in a folder created later.
    for (let index = 0; index < 256; index += 1) this.#make(index.toString(16).padStart(2, '0'))
    this.#make('incoming')
  }

  /** The sizes of incoming files, in bytes. */
  arriving(): number[] {
    return readdirSync(join(this.#path, 'incoming')).map((name) => statSync(join(this.#path, 'incoming', name)).size)
  }

  /** Waits for a change in the folder that fulfills the condition. */
  async until(holds: (changed: string) => boolean): Promise<void> {
    const stop = new AbortController()
    const watcher = watch(this.#path, { recursive: true, signal: stop.signal })
    try {
      if (holds('')) return
      for (;;) {
        const [, changed] = await once(watcher, 'change')
        if (holds(String(changed))) return
      }
    } finally {
      watcher.close()
    }
  }

  #make(name: string): void {
    mkdirSync(join(this.#path, name), { recursive: true, mode: 0o700 })
  }
}

/** Returns true if a complete file is stored. */
const isStored = (changed: string) => /^[0-9a-f]{2}\/.{60}/.test(changed)

interface Step {
  readonly name: string
  /** Sends enough data to bring the server to this step, and waits until it gets there. `db` is the server's database. */
  reach(folder: Folder, upload: Upload, db: Db): Promise<unknown>
  /** The incoming files, stored files, and rows that a kill at this step leaves behind. */
  readonly leaves: { readonly arriving?: number; readonly stored?: number; readonly rows?: number }
}

const steps: readonly Step[] = [
  {
    name: 'while a file arrives',
    reach(folder, { request, body }) {
      request.write(body.subarray(0, body.length / 2))
      return folder.until(() => folder.arriving().some((size) => size > 0))
    },
    leaves: { arriving: 1, stored: 0, rows: 0 },
  },
  {
    name: 'while a file is inspected',
    reach(folder, { request, body }) {
      request.end(body)
      return folder.until(() => folder.arriving().some((size) => size > body.length - 1000))
    },
    leaves: {},
  },
  {
    name: 'after a file is stored and before its row is committed',
    reach(folder, { request, body }) {
      request.end(body)
      return folder.until(isStored)
    },
    leaves: { arriving: 0, stored: 1 },
  },
  {
    name: 'as soon as the row exists',
    async reach(folder, { request, body }, db) {
      request.end(body)
      await folder.until(isStored)
      // Lets other work run between queries, such as sending the upload.
      while ((await rowsIn(db)) === 0) await setImmediate()
    },
    leaves: { arriving: 0, stored: 1, rows: 1 },
  },
  {
    name: 'as soon as the server has answered',
    async reach(_, { request, body, answered }) {
      request.end(body)
      expect((await answered).statusCode).toBe(201)
    },
    leaves: { arriving: 0, stored: 1, rows: 1 },
  },
]

const open: { server?: ServerProcess; place?: TestPlace; dataDir?: string } = {}
afterEach(async () => {
  await open.server?.end('SIGKILL')
  await open.place?.drop()
  if (open.dataDir) rmSync(open.dataDir, { recursive: true, force: true })
})

// The gate runs each step on only one database, because each step starts a server and files are stored the same way.
const stepsOn = databases.map((kind, turn) => ({
  ...kind,
  steps: byProfile({ gate: steps.filter((_, index) => index % databases.length === turn), nightly: steps }),
}))

describe.each(stepsOn)('a killed server on $name', { timeout: 240_000 }, ({ steps, ...kind }) => {
  test.each(steps)(
    'leaves no row without a file and, after the sweep, no file without a row when killed $name',
    async (step) => {
      const { place, dataDir, ids } = await prepare(kind)
      const folder = new Folder(dataDir)
      const settings = kind.name === 'SQLite' ? {} : { DATABASE_URL: place.where }
      const server = await startServer({ DATA_DIR: dataDir, ...settings })
      open.server = server
      const token = await tokenAt(server.url, emailOf('requester-group'))
      const id = await tryToRaise(server.url, token, { key: 'one', body: bodyAt(ids, 'NWG') })
      const watched = await place.open()
      const upload = await beginUpload(`${server.url}/api/v1/check-requests/${id}/attachments`, token)
      await step.reach(folder, upload, watched.read)
      await server.end('SIGKILL')
      await watched.close()

      const database = await place.open()
      if (kind.name === 'PostgreSQL') await untilAlone(database.read)
      const macKeyFile = kind.name === 'SQLite' ? undefined : testKeyFile()
      const services = createTestServices(database, { dataDir, macKeyFile })
      const counted = async () => {
        let stored = 0
        for await (const _ of services.files.list()) stored += 1
        return { arriving: folder.arriving().length, stored, rows: await rowsIn(database.read) }
      }
      const before = await counted()
      expect(before).toMatchObject(step.leaves)
      expect(await verifyFiles(database.read, services.files)).toEqual([])
      await sweepFiles({ ...services, clock: () => Date.now() + someHours })
      expect(await counted()).toEqual({ arriving: 0, stored: before.rows, rows: before.rows })
      expect(await verifyFiles(database.read, services.files)).toEqual([])
      await database.close()
    },
  )
})

async function rowsIn(db: Db): Promise<number> {
  return (await db.selectFrom('attachments').select('id').execute()).length
}

// The last query of a killed server continues for a moment on PostgreSQL.
async function untilAlone(db: Db): Promise<void> {
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  while ((await others.execute(db)).rows.length > 0);
}

async function prepare(kind: DatabaseKind) {
  const place = await kind.create('world')
  open.place = place
  const dataDir = kind.name === 'SQLite' ? place.where : mkdtempSync(join(tmpdir(), 'check-requests-data-'))
  open.dataDir = dataDir
  const database = await place.open()
  const ids = await idsOf(database)
  await database.close()
  return { place, dataDir, ids }
}

/** Starts an upload, but doesn't send its body. */
async function beginUpload(url: string, token: string): Promise<Upload> {
  const content = Buffer.concat([await pdfOf('Invoice'), Buffer.alloc(400_000, '\n% padding ')])
  const { body, headers } = await formOf({ name: 'invoice.pdf', content })
  const request = call(url, {
    method: 'POST',
    headers: { ...headers, 'x-auth-token': token, 'content-length': body.length },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  )
  // The server is killed in the middle of most uploads.
  answered.catch(() => {})
  request.flushHeaders()
  return { request, body, answered }
}
