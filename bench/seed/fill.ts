import { Dice } from '../../server/src/demo/dice.ts'
import type { Dialect } from '../../server/src/migrations/dialect.ts'
import { addStepTimes } from '../../server/src/migrations/steps/check-requests.ts'
import { add, everyRequest, totalsByStatus, totalsByWeek } from './kept-totals.ts'
import { makeOrganization, type Organization, type Row } from './organization.ts'
import { makeRequests, type RequestRows } from './requests.ts'

/** A database with the product's tables, to be filled quickly. */
export interface Store {
  readonly dialect: Dialect
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Removes indexes and triggers while `work` runs. They are restored, and match the data, when `work` has ended. */
  inBulk(work: () => Promise<void>): Promise<void>
  run(sql: string): Promise<void>
  close(): Promise<void>
}

const seed = 20_261_121
const rowsAtOnce = 5000

/**
 * Fills an empty database with an organization and this many requests. The data is always the same. `watchers` is the
 * number of additional users who see all requests of the largest group.
 */
export async function fill(store: Store, requests: number, watchers = 0): Promise<Organization> {
  const dice = new Dice(seed)
  const organization = makeOrganization(requests, dice, watchers)
  await store.inBulk(async () => {
    for (const [table, rows] of organization.tables) await store.insert(table, rows)
    for (const part of inParts(makeRequests(requests, organization.desks, dice), rowsAtOnce)) await insert(store, part)
    for (const statement of summaries(store.dialect)) await store.run(statement)
  })
  return organization
}

/** The organization that a database of this many requests was filled with. */
export function organizationOf(requests: number): Organization {
  return makeOrganization(requests, new Dice(seed))
}

async function insert(store: Store, rows: readonly RequestRows[]): Promise<void> {
  await store.insert(
    'check_requests',
    rows.map((row) => row.check_requests),
  )
  await store.insert(
    'check_request_search',
    rows.map((row) => row.check_request_search),
  )
  await store.insert(
    'check_request_notes',
    rows.map((row) => row.check_request_notes),
  )
  await store.insert(
    'match_keys',
    rows.map((row) => row.match_keys),
  )
  await store.insert(
    'status_history',
    rows.flatMap((row) => row.status_history),
  )
  await store.insert(
    'audit_entries',
    rows.flatMap((row) => row.audit_entries),
  )
}

// Data that triggers and transactions keep up to date in normal operation.
const summaries = (dialect: Dialect) => [
  ...[...totalsByStatus, totalsByWeek(dialect)].map((totals) => add(totals, everyRequest)),
  addStepTimes(dialect, 'true'),
  `insert into request_hands (dealer_group_id, check_request_id, user_id, part)
   select dealer_group_id, id, requester_id, 'raised' from check_requests`,
  `insert into audit_heads (chain, seq, hash)
   select chain, max(seq), 'bench' from audit_entries group by chain`,
  `insert into request_number_counters (group_code, last_number)
   select code, (select coalesce(max(id), 0) from check_requests) from dealer_groups`,
]

function* inParts<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let part: Item[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
