import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../domain/src/operation/jobs/endpoints.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { callAs } from './calls.ts'
import { publishPolicy } from './publish-policy.ts'
import { percentile, table, whole } from './report.ts'
import { fill, type Store } from './seed/fill.ts'
import type { Callers, Organization } from './seed/organization.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'
import { type Environment, type Server, startWatched } from './servers.ts'

const watchers = 200
const restBetween = 20

/**
 * Measures how long queues take to reflect a change of users: an approver for a whole group leaves, and every request
 * is checked.
 */
export async function queueCheckOnBoth(folder: string, requests: number): Promise<string> {
  const data = join(folder, `queue-check-${requests}`)
  mkdirSync(data)
  const rows = [await measure('SQLite', { DATA_DIR: data }, () => openSqliteStore(data), requests)]
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    rows.push(await measure('PostgreSQL', { DATABASE_URL: url }, () => openPostgresStore(url), requests))
  } finally {
    await postgres.stop()
  }
  const heads = [
    'database',
    'wait',
    'approvers',
    'without a policy, s',
    'with a policy, s',
    'a list meanwhile, ms',
    'p99',
  ]
  return `Of ${whole(requests)} requests of four dealer groups, an approver of the whole largest group leaves.\n\n${table(heads, rows)}`
}

async function measure(
  name: string,
  place: Environment,
  open: () => Promise<Store>,
  requests: number,
): Promise<string[]> {
  const store = await open()
  const organization = await fill(store, requests, watchers)
  const [first, second] = organization.watchers as [number, number]
  try {
    let server = await startWatched(place)
    const waiting = await publishPolicy(server, organization.callers, { rules: [], otherwise: { steps: [step] } })
    const unrouted = await leave(server, organization, first)
    await server.stop()
    await store.run(routes)
    server = await startWatched(place)
    const routed = await leave(server, organization, second)
    await server.stop()
    const seconds = (took: Left) => (took.milliseconds / 1000).toFixed(1)
    const waits = [0.5, 0.99].map((part) => percentile(routed.waits, part).toFixed(1))
    return [name, whole(waiting), whole(watchers), seconds(unrouted), seconds(routed), ...waits]
  } finally {
    await store.close()
  }
}

const step = { name: 'Approval', approvers: { user_ids: [], approval_title_ids: [], anyone_in_scope: true }, needed: 1 }
/** Gives pending requests the approval chain that they would have if they had been submitted under the policy. */
const routes = `insert into approval_routes
  (check_request_id, dealer_group_id, policy_number, round, rule, added, steps, fallback, cents, step_since)
  select id, dealer_group_id, 1, 1, null, '[]', '${JSON.stringify([step])}', '${JSON.stringify(step.approvers)}',
    amount_cents, created_at from check_requests where dealer_group_id = 1 and status_id in (1, 2)`

interface Left {
  readonly milliseconds: number
  /** The waits for another approver's list in the meantime. */
  readonly waits: readonly number[]
}

async function leave(server: Server, { callers }: Organization, userId: number): Promise<Left> {
  await untilChecked(server, callers, new Date(0))
  await callAs(server, callers.groupAdmin, '/users', 'PATCH', { id: userId, active: false })
  const asked = new Date()
  await callAs(server, callers.superAdmin, '/jobs/run', 'POST', { name: 'check-approvals' })
  return untilChecked(server, callers, asked)
}

/** Waits until the queues have been checked by a run that started after this time. */
async function untilChecked(server: Server, { superAdmin, approver }: Callers, asked: Date): Promise<Left> {
  const waits: number[] = []
  const begin = performance.now()
  for (;;) {
    const { state, started_at } = await jobOf(server, superAdmin)
    if (state === 'waiting' && started_at !== null && Date.parse(started_at) >= asked.getTime()) break
    const asks = performance.now()
    await callAs(server, approver, '/check-requests?view=pending')
    waits.push(performance.now() - asks)
    await pause(restBetween)
  }
  return { milliseconds: performance.now() - begin, waits }
}

async function jobOf(server: Server, superAdmin: number): Promise<Job> {
  const listed = await callAs<Job[]>(server, superAdmin, '/jobs')
  const job = listed.find(({ name }) => name === 'check-approvals')
  if (!job) throw new Error('There is no job that checks approvals.')
  return job
}
