import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.mjs'
import { callAs } from './calls.ts'
import { prepareSqlite } from './compare.ts'
import { publishPolicy } from './publish-policy.ts'
import { table, whole } from './report.ts'
import { median } from './rounds.ts'
import { fill } from './seed/fill.ts'
import type { Callers, Organization } from './seed/organization.ts'
import { openPostgresStore } from './seed/stores.ts'
import { type Environment, type Server, startWatched } from './servers.ts'

const calls = 40
const settles = 10_000
const questions = ['/check-requests?view=pending', '/check-requests/summary', '/inbox']
const anyone = { anyone_in_scope: true }
const policy = {
  rules: [
    { name: 'Large', conditions: { amount_from: 10_000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] },
  ],
  otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
}
const askers = ['approver', 'dealershipApprover', 'departmentApprover'] as const

/**
 * Measures the cost of an approver's pending requests before and after a dealer group publishes its first approval
 * policy.
 */
export async function waitingOnSqlite(folder: string, requests: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `waiting-${requests}`), requests)
  return `SQLite, ${whole(requests)} requests: ${await measure({ DATA_DIR: folderOfOurs }, ground.organization)}`
}

/** Measures the cost of an approver's pending requests on PostgreSQL. */
export async function waitingOnPostgres(requests: number): Promise<string> {
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    const store = await openPostgresStore(url)
    const organization = await fill(store, requests)
    await store.close()
    return `PostgreSQL, ${whole(requests)} requests: ${await measure({ DATABASE_URL: url }, organization)}`
  } finally {
    await postgres.stop()
  }
}

async function measure(place: Environment, { callers }: Organization): Promise<string> {
  const server = await startWatched(place)
  try {
    const before = await askAll(server, callers)
    await server.longestHold()
    const begin = performance.now()
    const waiting = await publishPolicy(server, callers, policy)
    const took = performance.now() - begin
    const held = await server.longestHold()
    // During this pause, a checkpoint moves the written data into the database file.
    await pause(settles)
    const after = await askAll(server, callers)
    const rows = [...before].map(([name, ms]) => [name, ms.toFixed(1), (after.get(name) ?? 0).toFixed(1)])
    const first = `publishing the first policy of a group with ${whole(waiting)} pending requests takes`
    return `${first}\n${whole(took)} ms, and holds the event loop for ${whole(held)} ms.\n\n${table(['median, ms', 'without', 'with a policy'], rows)}`
  } finally {
    await server.stop()
  }
}

async function askAll(server: Server, callers: Callers): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const asker of askers)
    for (const path of questions) {
      const times: number[] = []
      for (let index = 0; index < calls; index += 1) {
        const begin = performance.now()
        await callAs(server, callers[asker], path)
        times.push(performance.now() - begin)
      }
      found.set(`${path}, ${asker}`, median(times))
    }
  return found
}
