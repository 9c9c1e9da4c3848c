import { isApproved, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { refusalToPrintPayoff } from '@check-requests/domain/check-requests/payoff.ts'
import { refusalToPrint } from '@check-requests/domain/checks/printing.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { type FoundRequest, findAllVisible, findVisible, stateOf } from '../../check-requests/queries/detail/find.ts'
import {
  findUnexplained,
  listIdsOfStores,
  waitingInWords,
} from '../../check-requests/queries/detail/print-duplicates.ts'
import { lockRequests } from '../../check-requests/queries/write/store.ts'
import { refusePayee } from '../../payees/commands/refuse-payee.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { lastChecksOf } from '../queries/checks.ts'
import { amountOn, groupCombinable } from './fronts.ts'

/**
 * These requests, if the check of each can be printed on this account with this date. Otherwise throws with the reason.
 */
export async function requirePrintable(
  unit: Unit,
  caller: Caller,
  account: ShownAccount,
  { ids, date }: { readonly ids: readonly number[]; readonly date: string },
): Promise<FoundRequest[]> {
  await lockRequests(unit.trx, ids)
  const requests: FoundRequest[] = []
  for (const id of ids) {
    const request = await findVisible(unit.trx, caller, id)
    if (!request) throw notFound('check request')
    const refusal = refusalToPrintOn(caller, account, request, date)
    if (refusal) throw new Failure('CONFLICT', `${request.request_number}: ${refusal}`)
    await refusePayee(unit.trx, request, 'print')
    requests.push(request)
  }
  await requireNoStopWithoutBank(unit, account, requests)
  await requireReasons(unit, caller, account, requests)
  return requests
}

function refusalToPrintOn(caller: Caller, account: ShownAccount, request: FoundRequest, date: string) {
  const { dealership_id: dealershipId } = request
  const amount = amountOn(request, date)
  const drawsOnIt = dealershipId !== null && account.dealership_ids.includes(dealershipId)
  const { name, limit_cents: limitPerCheck } = account
  const refusal = refusalToPrint(caller.userId, { name, limitPerCheck }, { ...stateOf(request), amount, drawsOnIt })
  return refusal ?? refusalOfPayoff(request, date)
}

/** Refuses a payoff that costs more on a day than was approved. */
function refusalOfPayoff(request: FoundRequest, date: string): string | undefined {
  const { good_through: goodThrough, amount_cents: amount, per_diem_cents: perDiem, approved_cents } = request
  if (goodThrough === null) return undefined
  const clock = { amount, perDiem: perDiem ?? 0, goodThrough }
  return refusalToPrintPayoff(clock, { approved: approved_cents ?? amount, today: date })
}

/**
 * Throws if a request has possible duplicates in the dealer group without an approver's reason for paying them
 * (checks.md, Printing).
 */
async function requireReasons(unit: Unit, caller: Caller, account: ShownAccount, requests: readonly FoundRequest[]) {
  const ids = requests.map(({ id }) => id)
  const waiting = await findUnexplained(unit.trx, account.dealer_group_id, ids)
  for (const { id, request_number } of requests) {
    const unexplained = waiting.get(id)
    if (unexplained) throw new Failure('CONFLICT', `${request_number}: ${waitingInWords(caller, unexplained)}`)
  }
}

/** The approved requests of an account's dealerships that need a reason before printing, each with an explanation. */
export async function listWaiting(db: Db, caller: Caller, account: ShownAccount) {
  const stores = { dealershipIds: account.dealership_ids, statusIds: approvedStatuses() }
  const ids = await listIdsOfStores(db, account.dealer_group_id, stores)
  const waiting = await findUnexplained(db, account.dealer_group_id, ids)
  return [...waiting].map(([id, unexplained]) => ({
    check_request_id: id,
    sentence: waitingInWords(caller, unexplained),
  }))
}

/** The approved requests of an account's dealerships that can share a check, in groups. */
export async function listCombinable(db: Db, caller: Caller, account: ShownAccount) {
  const stores = { dealershipIds: account.dealership_ids, statusIds: approvedStatuses() }
  const ids = await listIdsOfStores(db, account.dealer_group_id, stores)
  const groups = await groupCombinable(db, [...(await findAllVisible(db, caller, ids)).values()])
  return groups.map((check_request_ids) => ({ check_request_ids }))
}

function approvedStatuses(): number[] {
  return statuses.filter(({ name }) => isApproved(name)).map(({ id }) => id)
}

/**
 * Throws if a request's earlier check was stopped but the bank hasn't confirmed the stop, because both checks could be
 * paid.
 */
async function requireNoStopWithoutBank(unit: Unit, account: ShownAccount, requests: readonly FoundRequest[]) {
  const last = await lastChecksOf(
    unit.trx,
    account.dealer_group_id,
    requests.map(({ id }) => id),
  )
  for (const { id, request_number } of requests) {
    const before = last.get(id)
    if (before?.state === 'stopped' && before.stop_number === null)
      throw new Failure(
        'CONFLICT',
        `${request_number}: Its check ${before.number} was stopped, but the bank hasn’t confirmed the stop yet. Enter the bank’s confirmation number first.`,
      )
  }
}
