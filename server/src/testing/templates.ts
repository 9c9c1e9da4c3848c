import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrations } from '../migrations/index.ts'
import { openPostgres } from '../open.ts'
import { moment } from '../platform/clock.ts'
import { Keyring } from '../platform/crypto/keyring.ts'
import { type Database, openSqliteDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { propertyOf } from '../platform/errors.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { beginVouching, readTrailKeys, trailPurpose, vouchForMigration } from '../trail/commands/open-trail.ts'
import { testsBegin } from './clock.ts'
import { type Ids, insertOrganization } from './organization.ts'
import { cheapHasher, createTestServices } from './test-services.ts'

/**
 * Databases to copy from: empty tables, the test organization, or the demo at the time the tests begin. Each is made
 * when a test first needs it, and kept until the code that makes it changes (`scripts/prepare-tests.mjs`).
 */
export type TemplateContent = 'empty' | 'world' | 'demo'

/** The password of all test users. */
export const testPassword = 'check-request-demo'

/** The file of a SQLite database with this content. */
export async function sqliteTemplate(content: TemplateContent): Promise<string> {
  const file = join(environment('TEST_TEMPLATES'), `${nameOf(content)}.db`)
  await makeOnce(
    `${content}-sqlite`,
    async () => existsSync(file),
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'check-requests-template-'))
      const database = await openSqliteDatabase<Tables>(folder, (db) => migrate(db, 'sqlite', migrations))
      await fill(database, content)
      copyFileSync(join(folder, 'check-requests.db'), `${file}.part`)
      renameSync(`${file}.part`, file)
      rmSync(folder, { recursive: true })
    },
  )
  return file
}

/** The name of a PostgreSQL database with this content. */
export async function postgresTemplate(content: TemplateContent): Promise<string> {
  const name = `template_${nameOf(content)}`
  await makeOnce(
    `${content}-postgres`,
    async () => (await administerPostgres(`select from pg_database where datname = '${name}'`)) > 0,
    async () => {
      const part = `part_of_${name}`
      await administerPostgres(`drop database if exists ${part}`)
      await administerPostgres(`create database ${part}`)
      const database = openPostgres(postgresUrl(part), () => {})
      await migrate(database.read, 'postgres', migrations)
      await fill(database, content)
      await administerPostgres(`alter database ${part} rename to ${name}`)
    },
  )
  return name
}

function nameOf(content: TemplateContent): string {
  return `${content}_${JSON.parse(environment('TEST_TEMPLATE_KEYS'))[content]}`
}

/** Makes a template unless it exists. One test process makes the template while other processes wait. */
async function makeOnce(name: string, isThere: () => Promise<boolean>, make: () => Promise<void>): Promise<void> {
  if (made.has(name)) return
  const lock = join(tmpdir(), `making-${name}`)
  while (!(await isThere())) {
    if (!take(lock)) {
      await pause(50)
      continue
    }
    try {
      if (!(await isThere())) await make()
    } finally {
      rmSync(lock)
    }
  }
  made.add(name)
}

const made = new Set<string>()

function take(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (propertyOf(error, 'code') === 'EEXIST') return false
    throw error
  }
}

async function fill(unsealed: Database<Tables>, content: TemplateContent): Promise<void> {
  const database = { ...unsealed, keyring: testKeyring() }
  await beginTestTrail(database)
  if (content === 'demo') {
    const { seedDemo } = await import('../demo/seed.ts')
    await seedDemo(createTestServices(database))
  }
  if (content === 'world') await fillWorld(database)
  await database.close()
}

/** Adds the test organization to an empty database. */
export async function fillWorld(database: AppDatabase): Promise<Ids> {
  const hash = await cheapHasher().hash(testPassword)
  const ids = await database.transact((trx) => insertOrganization(trx, hash, moment(testsBegin - 30 * 86_400_000)))
  await vouchForAll(database)
  return ids
}

/** The key file for the audit trails of all templates and all PostgreSQL databases. */
export function testKeyFile(): string {
  const file = join(tmpdir(), 'audit-mac.json')
  // Every run uses the same key, because templates outlive a run.
  if (!existsSync(file))
    Keyring.create(file, trailPurpose, (bytes) => Buffer.alloc(bytes, 7), moment(testsBegin)).markedInUse(true)
  return file
}

/** The keys in the test key file. */
export function testKeyring(): Keyring {
  return readTrailKeys(testKeyFile()) as Keyring
}

/** Starts the audit trail of a database, so that it covers the current records. */
export function beginTestTrail(database: AppDatabase): Promise<void> {
  return database.transact((trx) => beginVouching(trx, database.keyring, testsBegin))
}

/** Adds records that a test inserted directly to the audit trail. */
export function vouchForAll(database: AppDatabase): Promise<void> {
  const nothing = new Set<string>()
  return database.transact((trx) =>
    vouchForMigration(trx, database.keyring, { at: testsBegin, except: nothing, records: true }),
  )
}

/** The URL of a database on this test run's PostgreSQL server. */
export function postgresUrl(name: string): string {
  return databaseAt(environment('TEST_DATABASE_URL'), name)
}

/** The URL of another database on the same PostgreSQL server. */
export function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Runs one statement on this test run's PostgreSQL server, outside all test databases. Returns the number of rows. */
export async function administerPostgres(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgresUrl('postgres') })
  await client.connect()
  try {
    return (await client.query(statement)).rows.length
  } finally {
    await client.end()
  }
}

/** A variable set by `scripts/prepare-tests.mjs`. */
function environment(name: 'TEST_TEMPLATES' | 'TEST_TEMPLATE_KEYS' | 'TEST_DATABASE_URL'): string {
  const value = process.env[name]
  if (value) return value
  const fault = name === 'TEST_DATABASE_URL' ? process.env.TEST_DATABASE_FAULT : undefined
  throw new Error(fault ?? `${name} isn’t set: run the tests with vitest.config.ts.`)
}
