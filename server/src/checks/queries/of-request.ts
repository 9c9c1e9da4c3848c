import type { Db } from '../../tables.ts'
import type { CheckEventRow, CheckRow, HandOverRow } from './checks.ts'
import { signaturesOf } from './checks.ts'
import type { RunRow } from './runs.ts'

/** A check of a request with its account, its run, and its history. */
export interface CheckOfRequest {
  readonly check: CheckRow
  readonly accountName: string
  readonly run: RunRow | undefined
  readonly events: readonly CheckEventRow[]
  readonly signers: readonly string[]
  readonly handOver: HandOverRow | undefined
}

/** Every check that a request ever had, oldest first. Released numbers don't count as checks. */
export async function listOfRequest(db: Db, dealerGroupId: number, requestId: number): Promise<CheckOfRequest[]> {
  const rows = await db
    .selectFrom('checks')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'checks.bank_account_id')
    .selectAll('checks')
    .select('bank_accounts.name as account_name')
    .where('checks.dealer_group_id', '=', dealerGroupId)
    .where('checks.check_request_id', '=', requestId)
    .where('checks.state', '<>', 'released')
    .orderBy('checks.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const events = Map.groupBy(await listEventsOf(db, dealerGroupId, ids), ({ check_id }) => check_id)
  const signatures = await signaturesOf(db, ids)
  const handOvers = await listHandOversOf(db, dealerGroupId, ids)
  const runs = await listRunsOf(db, dealerGroupId, rows)
  return rows.map(({ account_name, ...check }) => ({
    check,
    accountName: account_name,
    run: runs.find(({ id }) => id === check.print_run_id),
    events: events.get(check.id) ?? [],
    signers: (signatures.get(check.id) ?? []).map(({ user_name }) => user_name),
    handOver: handOvers.find(({ check_id }) => check_id === check.id),
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
