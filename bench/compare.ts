import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../scripts/postgres.mjs'
import { Dice } from '../server/src/demo/dice.ts'
import { compareCallers } from './compare-callers.ts'
import { cpuMicrosecondsOf } from './load.ts'
import { cpuTable, speedTable } from './report.ts'
import { compare, type Medians, type Plan } from './rounds.ts'
import { fill, organizationOf } from './seed/fill.ts'
import type { Organization } from './seed/organization.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'
import { type Server, startConstant, startMinimal, startMinimalPostgres, startOurs } from './servers.ts'
import { publish, standing } from './standing.ts'
import {
  type Contender,
  constantContender,
  contender,
  type Ground,
  type WorkloadName,
  workloadNames,
} from './workloads.ts'

export const databaseName = 'check-requests.db'

/** Runs work with the product and the handwritten servers on the same 10,000 requests, and a constant response. */
export async function onSqlite<Result>(
  folder: string,
  work: (sides: Record<'constant' | 'minimal' | 'best' | 'ours', Contender>, ground: Ground) => Promise<Result>,
): Promise<Result> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, '10k'), 10_000)
  const files = ['plain', 'best'].map((variant) => {
    mkdirSync(join(folder, variant))
    copyFileSync(join(folderOfOurs, databaseName), join(folder, variant, databaseName))
    return join(folder, variant, databaseName)
  }) as [string, string]
  const sides = {
    constant: constantContender(await startConstant()),
    minimal: contender(await startMinimal(files[0], 'plain'), ground),
    best: contender(await startMinimal(files[1], 'best'), ground),
    ours: contender(await settled(await startOurs({ DATA_DIR: folderOfOurs })), ground),
  }
  try {
    return await work(sides, ground)
  } finally {
    for (const { server } of Object.values(sides)) await server.stop()
  }
}

/**
 * Compares the product with handwritten endpoints on the same 10,000 requests, and with a constant response. A saved run
 * also goes into docs/performance.md.
 */
export function compareOnSqlite(folder: string, plan: Plan, isSaved: boolean): Promise<string> {
  return onSqlite(folder, async (sides, ground) => {
    const results = await compareAll(Object.values(sides), plan)
    const others = [sides.constant.server.name, 'minimal', 'best']
    const servers = [sides.minimal, sides.best, sides.ours].map(({ server }) => server)
    const callers = await compareCallers(servers, ground, plan)
    const stands = standing('SQLite', results, 'ours', (name) =>
      name === 'unchanged poll' ? (others[0] ?? '') : 'best',
    )
    if (isSaved) publish('SQLite', stands)
    return [speedTable(results, 'ours', others), cpuTable(results, 'ours', others), stands, callers].join('\n\n')
  })
}

/** Waits until the server has finished what it does after its start, such as verifying the audit trail. */
async function settled(server: Server): Promise<Server> {
  const used = () => cpuMicrosecondsOf(server.pid) ?? 0
  for (let seconds = 0; seconds < mostSecondsToSettle; seconds += 1) {
    const before = used()
    await setTimeout(1000)
    if (used() - before < idlePerSecond) break
  }
  return server
}

const mostSecondsToSettle = 30
/** In microseconds of processor time. */
const idlePerSecond = 30_000

/** Runs work with the product and handwritten endpoints on PostgreSQL, each with its own database in one cluster. */
export async function onPostgres<Result>(
  work: (sides: Record<'minimal' | 'ours', Contender>) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  const servers: Server[] = []
  try {
    for (const name of ['ours', 'minimal']) await client.query(`create database ${name}`)
    const ground = await preparePostgres(postgres.urlOf('ours'), 10_000)
    await preparePostgres(postgres.urlOf('minimal'), 10_000)
    servers.push(await startMinimalPostgres(postgres.urlOf('minimal')))
    servers.push(await settled(await startOurs({ DATABASE_URL: postgres.urlOf('ours') })))
    const [minimal, ours] = servers.map((server) => contender(server, ground)) as [Contender, Contender]
    return await work({ minimal, ours })
  } finally {
    for (const server of servers) await server.stop()
    await client.end()
    await postgres.stop()
  }
}

/** Compares the product with handwritten endpoints on PostgreSQL. A saved run also goes into docs/performance.md. */
export function compareOnPostgres(plan: Plan, isSaved: boolean): Promise<string> {
  return onPostgres(async (sides) => {
    const results = await compareAll(Object.values(sides), plan)
    const [minimal, ours] = [sides.minimal.server.name, sides.ours.server.name]
    const stands = standing('PostgreSQL', results, ours, () => minimal)
    if (isSaved) publish('PostgreSQL', stands)
    return [speedTable(results, ours, [minimal]), cpuTable(results, ours, [minimal]), stands].join('\n\n')
  })
}

async function compareAll(contenders: readonly Contender[], plan: Plan): Promise<Map<WorkloadName, Medians>> {
  const results = new Map<WorkloadName, Medians>()
  for (const name of workloadNames.filter((n) => !process.env.ONLY || process.env.ONLY.includes(n)))
    results.set(name, await compare(name, contenders, plan))
  return results
}

/** Fills an empty database with this many requests. Returns the data that the workloads refer to. */
async function preparePostgres(url: string, requests: number): Promise<Ground> {
  const store = await openPostgresStore(url)
  const organization = await fill(store, requests)
  await store.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = async (sql: string) => (await client.query(sql)).rows
  const ground = groundOf(organization, await read(idsOfGroup), await read(openOfGroup))
  await client.end()
  return ground
}

async function fillSqlite(folder: string, requests: number): Promise<Organization> {
  mkdirSync(folder, { recursive: true })
  const store = await openSqliteStore(folder)
  const organization = await fill(store, requests)
  await store.close()
  return organization
}

/**
 * Creates a folder with a database of the product that contains this many requests, or uses the folder from an earlier
 * run. Returns the data that the workloads refer to. All users count as recently active.
 */
export async function prepareSqlite(
  folder: string,
  requests: number,
): Promise<{ ground: Ground; folderOfOurs: string }> {
  const organization = existsSync(join(folder, databaseName))
    ? organizationOf(requests)
    : await fillSqlite(folder, requests)
  const database = new DatabaseSync(join(folder, databaseName))
  database
    .prepare('update sessions set authenticated_at = $now, last_human_at = $now')
    .run({ now: new Date().toISOString() })
  const ground = groundOf(organization, database.prepare(idsOfGroup).all(), database.prepare(openOfGroup).all())
  database.close()
  return { ground, folderOfOurs: folder }
}

// PostgreSQL sends a bigint as text.
const idsOfGroup = 'select cast(id as integer) as id from check_requests where dealer_group_id = 1'
const openOfGroup = `select cast(id as integer) as id, cast(requester_id as integer) as requester_id from check_requests
  where dealer_group_id = 1 and status_id = 1 order by 1`

function groundOf(organization: Organization, ids: readonly unknown[], open: readonly unknown[]): Ground {
  const found = ids as { id: number }[]
  return { organization, ids: found.map(({ id }) => id), open: open as Ground['open'], dice: new Dice(7) }
}
