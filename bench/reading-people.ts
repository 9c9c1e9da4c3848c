import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.mjs'
import { listApprovers, listApproversFor } from '../server/src/access/pending-accounts/queries/approvers.ts'
import { migrations } from '../server/src/migrations/index.ts'
import { openPostgres } from '../server/src/open.ts'
import { type Database, openSqliteDatabase } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import type { Tables } from '../server/src/tables.ts'
import { table } from './report.ts'
import { median } from './rounds.ts'
import { fill, type Store } from './seed/fill.ts'
import type { Organization, Row } from './seed/organization.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'

const approvers = 2000
const firstId = 100_000
const runs = 50

/**
 * Measures the time to load the approvers of a request: all approvers of its dealer group, or those of its location.
 */
export async function readingPeopleOnBoth(folder: string): Promise<string> {
  const data = join(folder, 'reading-people')
  mkdirSync(data)
  const open = () => openSqliteDatabase<Tables>(data, (db) => migrate(db, 'sqlite', migrations))
  const rows = [await measure('SQLite', await openSqliteStore(data), open)]
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    rows.push(await measure('PostgreSQL', await openPostgresStore(url), async () => openPostgres(url, () => {})))
  } finally {
    await postgres.stop()
  }
  return `Of ${approvers} approvers of a dealer group, each at one of its 28 dealerships:\n\n${table(['median, ms', 'all', 'those of a location'], rows)}`
}

async function measure(name: string, store: Store, open: () => Promise<Database<Tables>>): Promise<string[]> {
  const organization = await fill(store, 100)
  for (const [table, rows] of Object.entries(crowdOf(organization))) await store.insert(table, rows)
  await store.close()
  const database = await open()
  const { read } = database
  const place = { dealerGroupId: 1, dealershipId: organization.desks[0]?.dealershipId ?? null, departmentId: null }
  const now = new Date().toISOString()
  const all = await timeOf(() => listApprovers(read, 1, now))
  const here = await timeOf(() => listApproversFor(read, place, now, []))
  await database.close()
  return [name, all.toFixed(1), here.toFixed(1)]
}

function crowdOf({ desks }: Organization): Record<string, Row[]> {
  const ofGroup = desks.filter(({ groupId }) => groupId === 1)
  const ids = Array.from({ length: approvers }, (_, index) => firstId + index)
  return {
    users: ids.map((id) => ({
      id,
      email: `approver${id}@example.com`,
      username: `approver${id}@example.com`,
      first_name: 'Alice',
      last_name: `Abbott ${id}`,
      password_hash: 'none',
      primary_role: 3,
      access_level: 2,
      dealer_group_id: 1,
      created_at: '2026-01-01T00:00:00.000Z',
    })),
    user_roles: ids.map((user_id) => ({ user_id, role_id: 3 })),
    user_dealerships: ids.map((user_id, index) => ({
      user_id,
      dealer_group_id: 1,
      dealership_id: ofGroup[index % ofGroup.length]?.dealershipId ?? null,
    })),
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return median(times)
}
