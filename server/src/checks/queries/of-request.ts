import type { Place } from '@check-requests/domain/access/scope.ts'
import { actWhenConfirmed } from '@check-requests/domain/checks/entered/rules.ts'
import { isPaying, paysRequest } from '../../check-requests/queries/detail/checks.ts'
import type { Db } from '../../tables.ts'
import {
  type CheckEventRow,
  type CheckRow,
  type CombinedRequestRow,
  combinedIn,
  type HandOverRow,
  signaturesOf,
} from './checks.ts'
import type { RunRow } from './runs.ts'

/** A check of a request with its account, its run, and its history. */
export interface CheckOfRequest {
  readonly check: CheckRow
  readonly accountName: string
  readonly run: RunRow | undefined
  readonly events: readonly CheckEventRow[]
  readonly signers: readonly string[]
  readonly handOver: HandOverRow | undefined
  /** All requests that the check pays; empty if it pays only this one. */
  readonly combined: readonly CombinedRequestRow[]
}

/** Every check that a request ever had, oldest first. Released numbers don't count as checks. */
export async function listOfRequest(db: Db, dealerGroupId: number, requestId: number): Promise<CheckOfRequest[]> {
  const rows = await db
    .selectFrom('checks')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'checks.bank_account_id')
    .selectAll('checks')
    .select('bank_accounts.name as account_name')
    .where('checks.dealer_group_id', '=', dealerGroupId)
    .where(isPaying('checks', dealerGroupId, requestId))
    .where('checks.state', '<>', 'released')
    .orderBy('checks.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const events = Map.groupBy(await listEventsOf(db, dealerGroupId, ids), ({ check_id }) => check_id)
  const signatures = await signaturesOf(db, ids)
  const combined = await combinedIn(db, ids)
  const handOvers = await listHandOversOf(db, dealerGroupId, ids)
  const runs = await listRunsOf(db, dealerGroupId, rows)
  return rows.map(({ account_name, ...check }) => ({
    check,
    accountName: account_name,
    run: runs.find(({ id }) => id === check.print_run_id),
    events: events.get(check.id) ?? [],
    signers: (signatures.get(check.id) ?? []).map(({ user_name }) => user_name),
    handOver: handOvers.find(({ check_id }) => check_id === check.id),
    combined: combined.get(check.id) ?? [],
  }))
}

function listEventsOf(db: Db, dealerGroupId: number, ids: readonly number[]): Promise<CheckEventRow[]> {
  const events = db.selectFrom('check_events').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return events.where('check_id', 'in', ids).orderBy('id').execute()
}

function listHandOversOf(db: Db, dealerGroupId: number, ids: readonly number[]): Promise<HandOverRow[]> {
  const handOvers = db.selectFrom('hand_overs').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return handOvers.where('check_id', 'in', ids).execute()
}

async function listRunsOf(db: Db, dealerGroupId: number, checks: readonly CheckRow[]): Promise<RunRow[]> {
  const ids = checks.flatMap(({ print_run_id }) => print_run_id ?? [])
  if (ids.length === 0) return []
  const runs = db.selectFrom('print_runs').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return runs.where('id', 'in', ids).execute()
}

/**
 * Returns true if a check was ever drawn for this location, for a request that is now at this location, or by hand
 * without a bank account.
 */
export async function hasDrawn(db: Db, { dealerGroupId, dealershipId, departmentId }: Place): Promise<boolean> {
  let drawn = db
    .selectFrom('check_totals as t')
    .select('t.dealer_group_id')
    .where('t.dealer_group_id', '=', dealerGroupId)
  let written = db
    .selectFrom('journal_events as e')
    .innerJoin('check_requests as r', 'r.id', 'e.check_request_id')
    .select('e.dealer_group_id')
    .where('e.dealer_group_id', '=', dealerGroupId)
  let moved = db
    .selectFrom('check_requests as r')
    .innerJoin('checks as c', (join) => join.on(paysRequest('c', 'r')))
    .select('r.dealer_group_id')
    .where('r.dealer_group_id', '=', dealerGroupId)
    .where('c.state', '<>', 'released')
  if (dealershipId !== null) {
    drawn = drawn.where('t.dealership_id', '=', dealershipId)
    written = written.where('r.dealership_id', '=', dealershipId)
    moved = moved.where('r.dealership_id', '=', dealershipId)
  }
  if (departmentId !== null) {
    drawn = drawn.where('t.department_id', '=', departmentId)
    written = written.where('r.department_id', '=', departmentId)
    moved = moved.where('r.department_id', '=', departmentId)
  }
  const found =
    (await drawn.where('t.amount', '>', 0).limit(1).executeTakeFirst()) ??
    (await written.limit(1).executeTakeFirst()) ??
    (await moved.limit(1).executeTakeFirst())
  return found !== undefined
}

/** The names of the dealerships of these requests, by request. */
export async function dealershipsOf(db: Db, requestIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (requestIds.length === 0) return new Map()
  const found = db
    .selectFrom('check_requests as r')
    .innerJoin('dealerships as d', 'd.id', 'r.dealership_id')
    .select(['r.id', 'd.name'])
    .where('r.id', 'in', requestIds)
  return new Map((await found.execute()).map(({ id, name }) => [id, name]))
}

/** The requests that a check pays. `combined`: its requests if it pays several. */
export function requestsOf(
  { check_request_id }: Pick<CheckRow, 'check_request_id'>,
  combined: readonly CombinedRequestRow[] | undefined,
): number[] {
  if (combined) return combined.map((one) => one.check_request_id)
  return check_request_id === null ? [] : [check_request_id]
}

/** The users who created the requests of checks that wait for confirmation by a second person, by check. */
export async function raisersOf(db: Db, rows: readonly CheckRow[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const waiting = rows.filter((row) => row.check_request_id !== null && actWhenConfirmed(row) !== undefined)
  if (waiting.length === 0) return new Map()
  const found = await db
    .selectFrom('checks')
    .innerJoin('request_hands', (join) =>
      join
        .onRef('request_hands.check_request_id', '=', 'checks.check_request_id')
        .onRef('request_hands.dealer_group_id', '=', 'checks.dealer_group_id'),
    )
    .select(['checks.id', 'request_hands.user_id'])
    .where(
      'checks.id',
      'in',
      waiting.map(({ id }) => id),
    )
    .where('request_hands.part', '=', 'raised')
    .execute()
  return new Map(waiting.map(({ id }) => [id, found.filter((one) => one.id === id).map(({ user_id }) => user_id)]))
}
