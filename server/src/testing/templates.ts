import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trailPurpose } from '../audit/commands/open-trail.ts'
import { seedDemo } from '../demo/seed.ts'
import { migrations } from '../migrations/index.ts'
import { openPostgres } from '../open.ts'
import { moment } from '../platform/clock.ts'
import { type Database, openSqliteDatabase } from '../platform/database.ts'
import { Keyring } from '../platform/keyring.ts'
import { migrate } from '../platform/migrate.ts'
import { secureRandom } from '../platform/random.ts'
import type { Tables } from '../tables.ts'
import { testsBegin } from './clock.ts'
import {
  administerPostgres,
  beginTestTrail,
  type Content,
  postgresTemplate,
  postgresUrl,
  sqliteTemplate,
  testKeyFile,
  testKeyring,
} from './databases.ts'
import { createTestServices } from './test-services.ts'

/** Vitest's global set-up. */
export function setup(): Promise<() => Promise<void>> {
  return makeTemplates(['empty', 'demo'])
}

/** Makes databases that others are copied from, since migrating and seeding each would take longer. */
export async function makeTemplates(contents: readonly Content[]): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-templates-'))
  process.env.TEST_SQLITE_TEMPLATES = folder
  Keyring.create(testKeyFile(), trailPurpose, secureRandom, moment(testsBegin)).markedInUse(true)
  for (const content of contents) {
    await makeSqlite(folder, content)
    if (process.env.TEST_DATABASE_URL) await makePostgres(content)
  }
  return async () => rmSync(folder, { recursive: true })
}

async function makeSqlite(folder: string, content: Content): Promise<void> {
  const work = join(folder, content)
  const database = await openSqliteDatabase<Tables>(work, (db) => migrate(db, 'sqlite', migrations))
  await fill(database, content)
  renameSync(join(work, 'check-requests.db'), sqliteTemplate(folder, content))
}

async function makePostgres(content: Content): Promise<void> {
  const name = postgresTemplate(content)
  await administerPostgres(`drop database if exists ${name}`)
  await administerPostgres(`create database ${name}`)
  const database = openPostgres(postgresUrl(name), () => {})
  await migrate(database.read, 'postgres', migrations)
  await fill(database, content)
}

async function fill(unsealed: Database<Tables>, content: Content): Promise<void> {
  const database = { ...unsealed, keyring: testKeyring() }
  await beginTestTrail(database)
  if (content === 'demo') await seedDemo(createTestServices(database))
  await database.close()
}
