import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, openPostgres } from '../open.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Tables } from '../tables.ts'
import { insertOrganization } from '../testing/organization.ts'
import { migrations } from './index.ts'

/** A PostgreSQL server for this file only. Roles belong to the whole server, and other tests need theirs unchanged. */
interface Cluster {
  urlOf(database: string): string
  stop(): Promise<void>
}

let cluster: Cluster
beforeAll(async () => {
  const { startPostgres } = await import(new URL('../../../scripts/postgres.mjs', import.meta.url).href)
  cluster = await startPostgres({ flushes: false })
})
afterAll(() => cluster.stop())

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function openAs(role: string): Database<Tables> {
  const url = Object.assign(new URL(cluster.urlOf(role)), { username: role }).href
  return openPostgres(url, () => {})
}

const upgrade = (database: Database<Tables>) => migrate(database.read, 'postgres', migrations)
const advice = (role: string) =>
  `As an administrator of PostgreSQL run: create role check_requests_walled nologin; grant check_requests_walled to ${role};`

test('shows the statements to run if the database user can’t create roles, and isolates tenants after they are run', async () => {
  await administer('create role app login', 'create database app owner app')
  const database = openAs('app')
  await expect(upgrade(database)).rejects.toThrow(
    `The role check_requests_walled is missing, and app may not create it. ${advice('app')}`,
  )
  await administer('create role check_requests_walled nologin')
  await expect(upgrade(database)).rejects.toThrow(
    `app may not take on the role check_requests_walled. ${advice('app')}`,
  )
  await administer('grant check_requests_walled to app')
  await upgrade(database)

  const { places } = await database.transact((trx) => insertOrganization(trx, 'none', '2026-11-20T15:00:00.000Z'))
  const codes = async () =>
    (await database.read.selectFrom('dealerships').select('code').orderBy('code').execute()).map(({ code }) => code)
  expect(await database.forTenant(places.EAS, codes)).toEqual(['KIA'])
  expect(await codes()).toEqual(['HON', 'KIA', 'OLD', 'TOY'])
  await database.close()
})

test('refuses to start on a restored database without the role or its rights', async () => {
  const { href: databaseUrl } = Object.assign(new URL(cluster.urlOf('app')), { username: 'app' })
  const macKeyFile = join(mkdtempSync(join(tmpdir(), 'check-requests-keys-')), 'keys')
  const open = () => openDatabase({ databaseUrl, dataDir: '', macKeyFile })
  await administer('revoke check_requests_walled from app')
  await expect(open()).rejects.toThrow(
    'The database role “check_requests_walled” can’t be used here (permission denied to set role',
  )
  await administer('grant check_requests_walled to app')
  await (await open()).close()
})

test('creates the role if the database user has the right to, and gives the role no tables to own', async () => {
  await administer('drop database app', 'drop role check_requests_walled')
  await administer('create role maker login createrole', 'create database maker owner maker')
  const database = openAs('maker')
  await upgrade(database)
  const { places } = await database.transact((trx) => insertOrganization(trx, 'none', '2026-11-20T15:00:00.000Z'))
  const away = sql`alter table dealerships disable row level security`
  await expect(database.forTenant(places.EAS, () => away.execute(database.read))).rejects.toThrow('must be owner')
  await database.close()
})
