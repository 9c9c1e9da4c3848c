import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readTrailKeys } from '../audit/commands/open-trail.ts'
import { beginVouching, vouchForMigration } from '../audit/commands/vouch.ts'
import { keyFileOf, openDatabase, openPostgres } from '../open.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { AppDatabase } from '../tables.ts'
import { testsBegin } from './clock.ts'

/**
 * What a fresh database holds: the tables only, or the demo as it stands when the tests begin; `nothing`: no table at
 * all.
 */
export type Content = 'nothing' | 'empty' | 'demo'

/**
 * A place where data lives: it can be opened more than once, one after the other or, on PostgreSQL, at the same time.
 */
export interface TestPlace {
  /** The data folder of SQLite, or the URL of the PostgreSQL database. */
  readonly where: string
  open(): Promise<AppDatabase>
  drop(): Promise<void>
}

/** One of the kinds of database that the product runs on. */
export interface DatabaseKind {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Makes a database of its own for whoever asks; whoever asks drops it. */
  create(content: Content): Promise<TestPlace>
  /** Makes a database of its own for whoever asks; closing it deletes it. */
  open(content: Content): Promise<AppDatabase>
}

/** For `describe.each`: every database test runs on each. */
export const databases: readonly DatabaseKind[] = [
  { name: 'SQLite', create: createSqlite, open: (content) => openAlone(createSqlite, content) },
  { name: 'PostgreSQL', create: createPostgres, open: (content) => openAlone(createPostgres, content) },
]

/** Each kind of database with one of these places. Neither knows of the other, so all combinations would show no more. */
export function databasesWith<Place extends { readonly name: string }>(places: readonly Place[]) {
  return databases.flatMap((database, index) => {
    const place = places[index % places.length]
    return place ? [{ database, place, name: `${database.name} with ${place.name}` }] : []
  })
}

async function openAlone(create: DatabaseKind['create'], content: Content): Promise<AppDatabase> {
  const place = await create(content)
  const database = await place.open()
  const close = async () => {
    await database.close()
    await place.drop()
  }
  return { ...database, close }
}

async function createSqlite(content: Content): Promise<TestPlace> {
  const templates = process.env.TEST_SQLITE_TEMPLATES
  if (!templates) throw new Error('The templates are not there: run the tests with vitest.config.ts.')
  const where = mkdtempSync(join(tmpdir(), 'check-requests-'))
  if (content !== 'nothing') {
    copyFileSync(sqliteTemplate(templates, content), join(where, 'check-requests.db'))
    copyFileSync(testKeyFile(), keyFileOf({ dataDir: where, macKeyFile: undefined }))
  }
  return {
    where,
    open: () => openDatabase({ dataDir: where, databaseUrl: undefined, macKeyFile: undefined }),
    drop: async () => rmSync(where, { recursive: true, force: true }),
  }
}

async function createPostgres(content: Content): Promise<TestPlace> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = content === 'nothing' ? 'template0' : postgresTemplate(content)
  // Copying files takes a quarter of the time of copying pages through the log.
  await administerPostgres(`create database ${name} template ${template} strategy file_copy`)
  return {
    where: postgresUrl(name),
    open: async () => ({ ...openAsTold(name), keyring: testKeyring() }),
    drop: () => administerPostgres(`drop database if exists ${name} with (force)`),
  }
}

// The proofs of operation run these tests through a pooler.
function openAsTold(name: string) {
  const { TEST_POOLER_URL: pooler } = process.env
  if (!pooler) return openPostgres(postgresUrl(name), () => {})
  return openPostgres(databaseAt(pooler, name), () => {}, { directUrl: postgresUrl(name) })
}

/** The file of the key that seals the trails of all templates, and of all databases in PostgreSQL. */
export function testKeyFile(): string {
  return join(process.env.TEST_SQLITE_TEMPLATES ?? '', 'audit-mac.json')
}

/** The key in it. */
export function testKeyring(): Keyring {
  const keyring = readTrailKeys(testKeyFile())
  if (!keyring) throw new Error('The key of the tests is not there: run the tests with vitest.config.ts.')
  return keyring
}

/** Lets the trail begin to vouch for what is in a database. */
export function beginTestTrail(database: AppDatabase): Promise<void> {
  return database.transact((trx) => beginVouching(trx, database.keyring, testsBegin))
}

/** Lets the trail vouch for what a test has put into a database by itself. */
export function vouchForAll(database: AppDatabase): Promise<void> {
  const nothing = new Set<string>()
  return database.transact((trx) =>
    vouchForMigration(trx, database.keyring, { at: testsBegin, except: nothing, records: true }),
  )
}

/** Where the template of a SQLite database lies. */
export function sqliteTemplate(folder: string, content: Content): string {
  return join(folder, `${content}.db`)
}

/** The name of the PostgreSQL database that new ones are copied from. */
export function postgresTemplate(content: Content): string {
  return `template_${content}`
}

/** The URL of a database in the PostgreSQL of this test run. */
export function postgresUrl(name: string): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error(process.env.TEST_DATABASE_FAULT ?? 'TEST_DATABASE_URL is not set.')
  return databaseAt(url, name)
}

/** The URL of another database on the same PostgreSQL. */
function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Runs one statement on the PostgreSQL of this test run, beside all test databases. */
export async function administerPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
