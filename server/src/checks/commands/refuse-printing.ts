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
import { type CheckRow, lastChecksOf } from '../queries/checks.ts'
import { amountOn, groupCombinable } from './fronts.ts'
import { refusedInWords } from './load.ts'

/** A request that a run of several leaves out, with the reason, which names the request. */
interface RequestLeftOut {
  readonly check_request_id: number
  readonly message: string
}

/**
 * The requests of each check, if it can be printed on this account with this date, and those left out with the reason.
 * Throws if no check can be printed.
 */
export async function requirePrintable(
  unit: Unit,
  caller: Caller,
  account: ShownAccount,
  { ids, date }: { readonly ids: readonly (readonly number[])[]; readonly date: string },
): Promise<{ payments: FoundRequest[][]; leftOut: RequestLeftOut[] }> {
  const all = ids.flat()
  await lockRequests(unit.trx, all)
  const last = await lastChecksOf(unit.trx, account.dealer_group_id, all)
  const unexplained = await findUnexplained(unit.trx, account.dealer_group_id, all)
  const requireOne = async (id: number) => {
    const request = await findVisible(unit.trx, caller, id)
    if (!request) throw notFound('check request')
    const waiting = unexplained.get(id)
    const refusal =
      refusalToPrintOn(caller, account, request, date) ??
      refusalWhileStopping(last.get(id)) ??
      (waiting && waitingInWords(caller, waiting))
    if (refusal) throw new Failure('CONFLICT', `${request.request_number}: ${refusal}`)
    await refusePayee(unit.trx, request, 'print').catch((error: unknown) => {
      if (!(error instanceof Failure) || all.length === 1) throw error
      throw new Failure(error.code, `${request.request_number}: ${error.message}`)
    })
    return request
  }
  return printableOf(
    ids,
    (list) => list,
    async (list) => {
      const requests: FoundRequest[] = []
      for (const id of list) requests.push(await requireOne(id))
      return requests
    },
  )
}

/** The results for the checks that can be printed, and the requests of the others with the reason. */
export async function printableOf<Check, Result>(
  checks: readonly Check[],
  idsOf: (check: Check) => readonly number[],
  requireOne: (check: Check) => Promise<Result>,
): Promise<{ payments: Result[]; leftOut: RequestLeftOut[] }> {
  const payments: Result[] = []
  const leftOut: RequestLeftOut[] = []
  const failures: Failure[] = []
  for (const check of checks)
    try {
      payments.push(await requireOne(check))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
      const { message } = error
      leftOut.push(...idsOf(check).map((check_request_id) => ({ check_request_id, message })))
    }
  const [first] = failures
  if (first && payments.length === 0)
    throw failures.length === 1 ? first : new Failure(first.code, refusedInWords(failures))
  return { payments, leftOut }
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

/** Both checks could be paid if the bank hasn't confirmed the stop of a request's earlier check. */
function refusalWhileStopping(before: CheckRow | undefined): string | undefined {
  if (before?.state !== 'stopped' || before.stop_number !== null) return undefined
  return `The bank hasn’t confirmed the stop on this request’s check ${before.number} yet. Enter its confirmation number first.`
}
