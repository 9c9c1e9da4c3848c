import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyFileOf, openDatabase, openPostgres } from '../open.ts'
import type { AppDatabase } from '../tables.ts'
import {
  administerPostgres,
  databaseAt,
  postgresTemplate,
  postgresUrl,
  sqliteTemplate,
  type TemplateContent,
  testKeyFile,
  testKeyring,
} from './templates.ts'

/** The contents of a new database. `nothing` has no tables. */
export type Content = 'nothing' | TemplateContent

/** A stored database that can be opened several times: one after another or, on PostgreSQL, at the same time. */
export interface TestPlace {
  /** The SQLite data folder or the PostgreSQL database URL. */
  readonly where: string
  open(): Promise<AppDatabase>
  drop(): Promise<void>
}

/** A kind of database that the product runs on. */
export interface DatabaseKind {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Creates a database for the caller, who must drop it. */
  create(content: Content): Promise<TestPlace>
  /** Creates a database for the caller, and deletes it when it is closed. */
  open(content: Content): Promise<AppDatabase>
}

/** For `describe.each`: every database test runs on each of these. */
export const databases: readonly DatabaseKind[] = [
  { name: 'SQLite', create: createSqlite, open: (content) => openAlone(createSqlite, content) },
  { name: 'PostgreSQL', create: createPostgres, open: (content) => openAlone(createPostgres, content) },
]

/**
 * Pairs each kind of database with one of these locations. Databases and locations are independent, so testing all
 * combinations would find no more errors.
 */
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
  const where = mkdtempSync(join(tmpdir(), 'check-requests-'))
  if (content !== 'nothing') {
    copyFileSync(await sqliteTemplate(content), join(where, 'check-requests.db'))
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
  const template = content === 'nothing' ? 'template0' : await postgresTemplate(content)
  // Copying template files takes a quarter of the time of copying their pages through the log.
  await administerPostgres(`create database ${name} template ${template} strategy file_copy`)
  return {
    where: postgresUrl(name),
    open: async () => ({ ...openAsAsked(name), keyring: testKeyring() }),
    drop: async () => void (await administerPostgres(`drop database if exists ${name} with (force)`)),
  }
}

// In the operation proofs, these tests connect through a pooler.
function openAsAsked(name: string) {
  const { TEST_POOLER_URL: pooler } = process.env
  if (!pooler) return openPostgres(postgresUrl(name), () => {})
  return openPostgres(databaseAt(pooler, name), () => {}, { directUrl: postgresUrl(name) })
}
