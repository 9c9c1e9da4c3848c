import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '../../scripts/processes.mjs'
import { databaseFile } from '../../server/src/platform/database/sqlite/backup.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { programOf, startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { idsOf } from '../../server/src/testing/world.ts'
import { WriteLoad, type Written } from '../../server/src/testing/write-load.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'

const [sqlite] = databases as [DatabaseKind]
const enough = 30

export const harness: Harness = {
  prove: (attempt) => drills(attempt, copyTheFile),
  run: (attempt) => drills(attempt, backUp),
}

/** Backs up this data folder. Returns the file and additional arguments for `restore`. */
type Copy = (dataDir: string, folder: string) => Promise<string[]>

async function backUp(dataDir: string, folder: string): Promise<string[]> {
  const file = join(folder, 'backup.db')
  await cli(dataDir, 'backup', file)
  return [file]
}

/** A naive copy of the database file, which lacks the data still in the log. */
async function copyTheFile(dataDir: string, folder: string): Promise<string[]> {
  const file = join(folder, 'copy.db')
  cpSync(databaseFile(dataDir), file)
  return [file, '--unverified']
}

async function drills({ count }: Attempt, copy: Copy): Promise<Figures> {
  const faults: string[] = []
  for (let drill = 0; drill < count; drill += 1) {
    const lost = await drillOnce(copy).catch((error: Error) => [error.message])
    if (lost.length > 0) faults.push(`drill ${drill + 1}: ${lost[0]}`)
  }
  return figuresOf(count, faults)
}

/** Backs up a server while it writes, destroys it, restores it on another machine, and checks all acknowledged data. */
async function drillOnce(copy: Copy): Promise<string[]> {
  const place = await sqlite.create('world')
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-drill-'))
  const { backup, acknowledged } = await backUpWhileWriting(place, folder, copy)
  const elsewhere = join(folder, 'elsewhere')
  cpSync(join(place.where, 'keys'), join(elsewhere, 'keys'), { recursive: true })
  await place.drop()
  await cli(elsewhere, 'restore', ...backup)
  await cli(elsewhere, 'audit', 'verify')
  const server = await startServer({ DATA_DIR: elsewhere })
  const found = await requestsAt(server.url)
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  const lost = acknowledged.filter(({ id, key }) => found.get(id) !== key)
  return lost.map(({ id, key }) => `${key} was acknowledged as request ${id} before the backup but is lost`)
}

async function backUpWhileWriting(place: TestPlace, folder: string, copy: Copy) {
  const database = await place.open()
  const load = new WriteLoad(await idsOf(database), 'drill')
  await database.close()
  const server = await startServer({ DATA_DIR: place.where })
  const writing = load.run(server.url, await tokenAt(server.url, emailOf('requester-group')), () => {})
  while (load.acknowledged.length < enough) await wait(5)
  const acknowledged: Written[] = [...load.acknowledged]
  const backup = await copy(place.where, folder)
  await server.end('SIGKILL')
  await writing
  return { backup, acknowledged }
}

/** The data visible to a user who may see everything: each request by id, with the key that created it. */
async function requestsAt(url: string): Promise<Map<number, string | null>> {
  const headers = { 'x-auth-token': await tokenAt(url, emailOf('admin-super')) }
  const reply = await fetch(new URL('/api/v1/check-requests/by-user', url), { headers })
  const { data } = (await reply.json()) as { data: { id: number; memo_line: string | null }[] }
  return new Map(data.map(({ id, memo_line }) => [id, memo_line]))
}

async function cli(dataDir: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: 'off', DATABASE_URL: '' }
  const { code, output } = await run(process.execPath, [programOf('cli'), ...args], { env })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`)
}
