import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { ConfirmRunInput } from '@check-requests/domain/checks/fields.ts'
import { checkActs, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { refusalToRelease } from '@check-requests/domain/checks/printing.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { takeNumbers } from '../../bank/queries/accounts.ts'
import { followCheck } from '../../check-requests/commands/apply-change.ts'
import { amountChange } from '../../check-requests/commands/payoff.ts'
import { stateOf } from '../../check-requests/queries/detail/find.ts'
import { refusePayee } from '../../payees/commands/refuse-payee.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { type CheckRow, combinedIn, listOfRun, updateCheck } from '../queries/checks.ts'
import { type RunRow, updateRun } from '../queries/runs.ts'
import { findRequestsOfAll, loadRun, type PaidRequest } from './load.ts'
import { didInRequest, requireDuty } from './participants.ts'
import { type CheckHappening, dayOfCheckEvent, noteRun, rememberEvents } from './record.ts'

/**
 * Records the result of a print run. Requests with good sheets become Printed. Spoiled sheets keep their numbers, and
 * their requests wait for the next run. Returns the run id.
 */
export function confirmRun(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { spoiled, version }: ConfirmRunInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { run } = await loadRun(unit, caller, id, version)
    requireOpen(run)
    const checks = await listOfRun(unit.trx, id)
    const reasons = reasonsByNumber(checks, spoiled)
    await beforeChange(unit.trx, 'check', ...checks.map((check) => check.id))
    await beforeChange(unit.trx, 'check-request', ...(await requestIdsOf(unit, checks)))
    const paidBy = await findRequestsOfAll(unit.trx, caller, checks)
    const happenings: CheckHappening[] = []
    for (const check of checks) {
      const reason = reasons.get(check.number)
      await (reason === undefined
        ? printCheck(unit, caller, check, {
            printedById: caller.userId,
            paid: paidBy(check),
            instead: `mark sheet ${check.number} as spoiled`,
          })
        : spoil(unit, check, reason))
      happenings.push({ checkId: check.id, act: reason === undefined ? 'print' : 'spoil', note: reason })
    }
    await rememberEvents(unit, caller, run.dealer_group_id, happenings)
    const state = reasons.size === checks.length ? 'spoiled' : 'confirmed'
    await updateRun(unit.trx, id, { state, ...settled(unit, caller) })
    noteRun(unit, caller, { verb: 'confirm', id, dealerGroupId: run.dealer_group_id, after: { state, spoiled } })
    return id
  })
}

/** Releases the numbers of a run whose file was never downloaded, so they can't be on paper. Returns the run id. */
export function releaseRun(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { run, account } = await loadRun(unit, caller, id, version)
    requireOpen(run)
    const isFetched = run.fetched_at !== null
    await beforeChange(unit.trx, 'bank-account', account.id)
    const isLast =
      !isFetched && (await takeNumbers(unit.trx, account.id, run.first_number + run.count, run.first_number))
    const refusal = refusalToRelease({ isFetched, isLast })
    if (refusal) throw new Failure('CONFLICT', refusal)
    const checks = await listOfRun(unit.trx, id)
    await beforeChange(unit.trx, 'check', ...checks.map((check) => check.id))
    for (const check of checks) await changeCheck(unit, check, { state: stateAfter('release') })
    const happenings = checks.map((check) => ({ checkId: check.id, act: 'release' }))
    await rememberEvents(unit, caller, run.dealer_group_id, happenings)
    await updateRun(unit.trx, id, { state: 'released', ...settled(unit, caller) })
    noteRun(unit, caller, { verb: 'release', id, dealerGroupId: run.dealer_group_id, after: { state: 'released' } })
    return id
  })
}

async function requestIdsOf({ trx }: Unit, checks: readonly CheckRow[]): Promise<number[]> {
  const combined = await combinedIn(
    trx,
    checks.map(({ id }) => id),
  )
  return checks
    .flatMap<{ check_request_id: number | null }>((check) => combined.get(check.id) ?? [check])
    .flatMap(({ check_request_id }) => check_request_id ?? [])
}

function requireOpen({ state, settled_by_name }: RunRow): void {
  if (state === 'made') return
  throw new Failure(
    'CONFLICT',
    `${settled_by_name ?? 'Another user'} has already settled this print run. Reload the page.`,
  )
}

function settled({ now }: Unit, { userId, name }: Caller) {
  return { settled_by_id: userId, settled_by_name: name, settled_at: moment(now) }
}

function reasonsByNumber(checks: readonly CheckRow[], spoiled: ConfirmRunInput['spoiled']): Map<number, string> {
  const reasons = new Map(spoiled.map(({ number, reason }) => [number, reason]))
  const numbers = new Set(checks.map(({ number }) => number))
  const foreign = [...reasons.keys()].find((number) => !numbers.has(number))
  if (foreign !== undefined)
    throw invalidFields({ spoiled: `Number ${foreign} isn’t in this print run. Choose a number on the list.` })
  return reasons
}

async function spoil(unit: Unit, check: CheckRow, reason: string): Promise<void> {
  await changeCheck(unit, check, { state: stateAfter('spoil'), reason, ended_on: await dayOfCheckEvent(unit, check) })
}

/**
 * The user who printed or wrote a check. `instead` says what to do instead of lifting a hold on the check's request.
 */
export interface Printing {
  readonly printedById: number
  /** The requests of the check; undefined if the user can't see all of them. */
  readonly paid: readonly PaidRequest[] | undefined
  readonly instead: string
}

/** Sets the requests of a printed check to Printed, with the check's number and their amounts. */
export async function printCheck(
  unit: Unit,
  caller: Caller,
  check: CheckRow,
  { printedById, paid, instead }: Printing,
): Promise<void> {
  if (!paid)
    throw new Failure(
      'CONFLICT',
      `You can’t see the request for check ${check.number}. Someone with access to it must settle this print run.`,
    )
  for (const { request } of paid) await requirePrintedRequest(unit, caller, check, { request, instead })
  await changeCheck(unit, check, { state: stateAfter('print'), printed_by_id: printedById, reason: null })
  const [from, to] = checkActs.print.request
  for (const { request, amount } of paid) {
    const { values, changes } = amountChange(request, amount)
    await followCheck(unit, caller, request, {
      name: 'status',
      from: [from],
      to,
      values: { ...values, check_number: String(check.number), bank_account_id: check.bank_account_id },
      changes,
    })
  }
}

/** Throws if a check that was just printed can't pay a request: its duties, its hold, and its payee. */
async function requirePrintedRequest(
  { trx }: Unit,
  caller: Caller,
  check: CheckRow,
  { request, instead }: Pick<Printing, 'instead'> & Pick<PaidRequest, 'request'>,
): Promise<void> {
  const { hold, separationOfDuties: separation } = stateOf(request)
  // For a handwritten check, the confirming user's earlier actions were already checked.
  if (check.kind === 'run')
    requireDuty(checkBars.settle, caller, didInRequest(request), { number: check.number, separation })
  if (hold)
    throw new Failure(
      'CONFLICT',
      `${hold.byName} has put ${request.request_number} on hold. Lift the hold, or ${instead}. The reason: ${hold.reason}`,
    )
  await refusePayee(trx, request, 'settle', ` Until then, ${instead}.`)
}

/** Changes a check. Throws if another user changed it first. */
export async function changeCheck({ trx }: Unit, check: CheckRow, values: Parameters<typeof updateCheck>[2]) {
  if (!(await updateCheck(trx, check, values)))
    throw new Failure(
      'CONFLICT',
      `Another user changed check ${check.number} in the meantime. Review it before you continue.`,
    )
}
