import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Dice } from '../../server/src/demo/dice.ts'
import { keyFileOf, openDatabase } from '../../server/src/open.ts'
import { sqliteDatabase } from '../../server/src/platform/database/database.ts'
import { databaseFile } from '../../server/src/platform/database/sqlite/backup.ts'
import { configure } from '../../server/src/platform/database/sqlite/connection.ts'
import { sqliteDialect } from '../../server/src/platform/database/sqlite/dialect.ts'
import type { AppDatabase, Tables } from '../../server/src/tables.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import type { Ids } from '../../server/src/testing/organization.ts'
import { serve } from '../../server/src/testing/start-app.ts'
import { testKeyFile, testKeyring } from '../../server/src/testing/templates.ts'
import { idsOf, worldOf } from '../../server/src/testing/world.ts'
import { verifyTrail } from '../../server/src/trail/commands/verify.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { type CrashState, powerCuts } from '../power/power-cuts.ts'
import { type DiskEvent, RecordingDisk } from '../power/recording-disk.ts'
import { openRecordingSqlite } from '../power/recording-sqlite.ts'
import { type Acknowledged, workFor } from '../support/work.ts'

const [sqlite] = databases as [DatabaseKind]
const name = 'check-requests.db'
// Enough for three checkpoints, which move the log into the database.
const requests = 60

export const harness: Harness = {
  prove: (attempt) => cutPower(attempt, 'pragma synchronous = normal'),
  run: (attempt) => cutPower(attempt),
}

interface Recording {
  readonly before: ReadonlyMap<string, Uint8Array>
  readonly events: readonly DiskEvent[]
  /** The acknowledged writes, and the number of events before each. */
  readonly acknowledged: readonly (Acknowledged & { readonly moment: number })[]
}

/** Writes data and cuts the power at many moments. In each state, everything acknowledged by then must be there. */
async function cutPower({ count, dice }: Attempt, setting?: string): Promise<Figures> {
  const recording = await record(dice, setting)
  const faults: string[] = []
  for (const state of powerCuts(recording.before, recording.events, count, dice)) {
    const found = await faultsOf(state, recording)
    faults.push(
      ...found.slice(0, 1).map((fault) => `power cut after ${state.moment} of ${recording.events.length}: ${fault}`),
    )
  }
  return figuresOf(count, faults, `${recording.acknowledged.length} writes, ${recording.events.length} disk events`)
}

async function record(dice: Dice, setting?: string): Promise<Recording> {
  const { ids, content } = await filledDatabase()
  const disk = new RecordingDisk()
  disk.put(name, content.slice())
  const database = await openRecorded(disk, setting)
  const before = new Map([[name, content]])
  const world = worldOf(await serve(database), database, ids)
  const acknowledged: Recording['acknowledged'][number][] = []
  await workFor(world, requests, dice, (done) => acknowledged.push({ ...done, moment: disk.events.length }))
  await world.close()
  return { before, events: [...disk.events], acknowledged }
}

/** A database created by the product, with an empty log. */
async function filledDatabase(): Promise<{ ids: Ids; content: Uint8Array }> {
  const place = await sqlite.create('world')
  const database = await place.open()
  const ids = await idsOf(database)
  await database.close()
  const content = new Uint8Array(readFileSync(folded(databaseFile(place.where))))
  await place.drop()
  return { ids, content }
}

/** Folds the log into the database file, and returns the file. */
function folded(file: string): string {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  return file
}

/** The product's own database layer and settings, plus an optional one, on a recording disk. */
async function openRecorded(disk: RecordingDisk, setting: string | undefined): Promise<AppDatabase> {
  const open = await openRecordingSqlite(disk)
  const [writing, reading] = [open(name), open(name)]
  configure(writing)
  configure(reading, { readOnly: true })
  if (setting) writing.exec(setting)
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writing) })
  return { ...sqliteDatabase(write, writing, reading), keyring: testKeyring() }
}

/** Opens the remains of a power cut with the product, and looks for missing or damaged data. */
async function faultsOf(state: CrashState, { acknowledged }: Recording): Promise<string[]> {
  const folder = join(tmpdir(), 'after-power-cut')
  mkdirSync(folder, { recursive: true })
  for (const [file, content] of state.files) writeFileSync(join(folder, file), content)
  try {
    copyFileSync(testKeyFile(), keyFileOf({ dataDir: folder, macKeyFile: undefined }))
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, macKeyFile: undefined })
    const rows = await database.read.selectFrom('check_requests').select(['id', 'version']).execute()
    const { intact, mismatches } = await verifyTrail(database, null)
    await database.close()
    const lost = lostOf(
      rows,
      acknowledged.filter(({ moment }) => moment <= state.moment),
    )
    return [...damageOf(databaseFile(folder)), ...lost, ...mismatches, ...(intact ? [] : ['the audit trail is broken'])]
  } catch (error) {
    return [String(error)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function damageOf(file: string): string[] {
  const database = new DatabaseSync(file)
  const found = database
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row.integrity_check))
  database.close()
  return found.filter((line) => line !== 'ok')
}

function lostOf(rows: readonly { id: number; version: number }[], acknowledged: readonly Acknowledged[]): string[] {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return acknowledged
    .filter(({ id, version }) => (versions.get(id) ?? 0) < version)
    .map(({ id, version }) => `version ${version} of request ${id} was acknowledged but is lost`)
}
