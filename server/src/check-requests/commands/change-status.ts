import { placeOf } from '@check-requests/domain/access/scope.ts'
import { barringParts, requestBars } from '@check-requests/domain/check-requests/duties.ts'
import type { BulkStatusInput, StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import {
  decidesUnderPolicy,
  decideTransition,
  isApproved,
  missingFor,
  refuseWithoutVersion,
  type StatusName,
  statusNamed,
  statusOf,
  type Transition,
  whileApprovalsAreMissing,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import type { BulkResult, HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { provedUntil, requireFreshProof } from '../../access/sessions/commands/required-proof.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { askBeforeStatus, decideUnderPolicy } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  Failure,
  failureStatus,
  invalidFields,
  isDatabaseUnavailable,
  isDiskFull,
  isUniqueViolation,
  refuseMissing,
} from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db, Tx } from '../../tables.ts'
import type { DecidedStep, FieldChange } from '../listeners/request-event.ts'
import { presentHistory } from '../presenter.ts'
import { isAboveProofLimit, listPaidTogether } from '../queries/detail/checks.ts'
import { type FoundRequest, findVisible, stateOf, subjectOf } from '../queries/detail/find.ts'
import { latestHistory } from '../queries/detail/history.ts'
import { findCheckNumber } from '../queries/write/numbers.ts'
import type { NotBy } from '../queries/write/store.ts'
import { applyInHistory, loadForChange, loadPaidTogether, refuse, whileVisible } from './apply-change.ts'
import { chooseMethod } from './delivery-method.ts'
import { payoffChange } from './payoff.ts'

/**
 * Makes one transition of a request (A4, A5). Of several simultaneous attempts, exactly one succeeds. `admit` can refuse
 * the transition inside its transaction.
 */
export async function changeStatus(
  services: Services,
  command: Command,
  id: number,
  input: StatusInput,
  admit?: (unit: Unit) => Promise<void>,
): Promise<HistoryEntry> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  const target = statusOf(input.status_id).name
  const change = commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, input.version)
    const row = allowedTransition(caller, request, target)
    refuse(refuseWithoutVersion(row, input.version))
    checkInput(row, input)
    await admit?.(unit)
    const others = await loadPaidTogether(unit.trx, caller, request)
    await askBeforeStatus(unit, { request, to: row.to })
    const approves = isApproved(row.to)
    if (approves) await requireProofToApprove(unit.trx, services, caller, [id])
    const isPolicyAsked = request.policy_number !== null && decidesUnderPolicy(row)
    const step = isPolicyAsked ? await decideUnderPolicy(unit, caller, subjectOf(request), approves) : undefined
    const to = step?.leavesMore ? whileApprovalsAreMissing : row.to
    const payoff = await payoffChange(unit, request, row.to, input)
    const values = { ...(await valuesOf(unit, request, { ...row, to }, input)), ...payoff.values }
    const event = {
      name: row.withdraws ? 'withdrawn' : 'status',
      comment: input.note,
      changes: [...stepChanges(step), ...payoff.changes, ...receipt(input)],
      decides: row.decides ?? false,
      approves,
      ...(step && { details: inTrail(step) }),
    } as const
    const notBy = notByOf(caller, request, row)
    const entry = await applyInHistory(unit, caller, request, { values, event, notBy })
    await moveTogether(unit, caller, others, { target, input, event })
    return entry
  })
  return change.catch(explainDuplicate)
}

interface Moving extends Pick<Parameters<typeof applyInHistory>[3], 'event'> {
  readonly target: StatusName
  readonly input: StatusInput
}

/** Moves the other requests of a check of several along with one of them (decision 173). */
async function moveTogether(
  unit: Unit,
  caller: Caller,
  others: readonly FoundRequest[],
  { target, input, event }: Moving,
): Promise<void> {
  for (const other of others) {
    const { row, refusal } = decideTransition(caller, stateOf(other), target)
    if (!row) throw new Failure('CONFLICT', `${other.request_number}: ${refusal.sentence}`)
    await askBeforeStatus(unit, { request: other, to: row.to })
    await applyInHistory(unit, caller, other, { values: await valuesOf(unit, other, row, input), event })
  }
}

function allowedTransition(caller: Caller, request: FoundRequest, target: StatusName): Transition {
  const { row, refusal } = decideTransition(caller, stateOf(request), target)
  return row ?? refuse(refusal)
}

function stepChanges(step: DecidedStep | undefined): FieldChange[] {
  if (!step) return []
  const named = { field: 'approval_step', from: null, to: step.name }
  return step.forName === null ? [named] : [named, { field: 'approved_for', from: null, to: step.forName }]
}

function inTrail({ name, forName }: DecidedStep): object {
  return { approval_step: name, ...(forName !== null && { approved_for: forName }) }
}

function notByOf({ userId }: Caller, request: FoundRequest, { duty }: Transition): NotBy | undefined {
  if (!duty || request.separation_of_duties !== 1) return undefined
  return { userId, parts: barringParts(requestBars[duty]) }
}

/** Refuses missing input, and input that the transition doesn't use. */
function checkInput(row: Transition, input: StatusInput): void {
  refuseMissing(missingFor(row, input))
  if (row.needs !== 'checkNumber' && input.check_number)
    throw invalidFields({ check_number: 'A check number can be entered only when the printed check is signed.' })
  if (row.offers !== 'deliveryMethod' && input.delivery_method_id !== undefined)
    throw invalidFields({ delivery_method_id: 'A delivery method can be chosen only when the check becomes Ready.' })
  if (row.offers !== 'receivedBy' && input.received_by)
    throw invalidFields({ received_by: 'The recipient can be entered only when the check is handed over.' })
}

async function valuesOf({ trx, now }: Unit, request: FoundRequest, row: Transition, input: StatusInput) {
  const at = moment(now)
  return {
    status_id: statusNamed(row.to).id,
    status_changed_at: at,
    ...(row.completes && { cleared_at: at }),
    ...(input.check_number && { check_number: await freeCheckNumber(trx, request, input.check_number) }),
    ...(input.delivery_method_id !== undefined &&
      (await otherDelivery(trx, request, input.delivery_method_id, input.note))),
  }
}

function receipt({ received_by }: StatusInput): readonly FieldChange[] {
  return received_by ? [{ field: 'received_by', from: null, to: received_by }] : []
}

async function freeCheckNumber(trx: Tx, request: FoundRequest, checkNumber: string): Promise<string> {
  const taken = await findCheckNumber(trx, placeOf(request), checkNumber)
  if (!taken) return checkNumber
  const message = `Check number ${checkNumber} is already on ${taken}.`
  throw new Failure('CONFLICT', message, { fields: { check_number: message } })
}

// The note also describes a delivery method of the kind “other”, because the call has no other text.
async function otherDelivery(trx: Tx, request: FoundRequest, methodId: number, note: string | null) {
  if (methodId === request.delivery_method_id) return {}
  const { method, diversion } = await chooseMethod(trx, request, methodId)
  const delivery_method_other = method.kind === 'other' ? note : null
  const { delivery_method_other: missing } = missingOther({ delivery: method.kind }, { delivery_method_other })
  if (missing) throw invalidFields({ note: missing })
  return { delivery_method_id: methodId, mailing_method: null, delivery_method_other, ...diversion }
}

// If two processors enter the same number at the same time, the unique key in the database decides.
function explainDuplicate(error: unknown): never {
  if (!isUniqueViolation(error, 'check_number')) throw error
  const message = 'This check number was just given to another request. Enter a different one.'
  throw new Failure('CONFLICT', message, { fields: { check_number: message } })
}

/**
 * Throws if the caller is about to approve a request above the amount for which the dealer group requires a recent
 * sign-in, but hasn't used their second factor in the last ten minutes.
 */
async function requireProofToApprove(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const now = clock()
  if (caller.proofWays.length === 0 || provedUntil(caller, now) !== undefined) return
  if (await isAboveProofLimit(db, ids)) requireFreshProof(caller, now)
}

/**
 * Makes one transition on several requests, each in its own transaction: if one is refused or fails, the others are
 * unaffected. `log` receives the errors that no one expects.
 * A repeated call returns the results of the transitions already made and continues with the other requests.
 */
export async function changeStatuses(
  services: Services,
  { caller, repeatable }: Command,
  { items, ...shared }: BulkStatusInput,
  log: (error: unknown) => void,
): Promise<BulkResult[]> {
  // Required before the first change, so that nothing is approved if the caller declines to sign in again.
  if (isApproved(statusOf(shared.status_id).name))
    await requireProofToApprove(
      services.database.read,
      services,
      caller,
      items.map(({ id }) => id),
    )
  // Binds the key to this request body before any change is made. Each item's result is stored under a key of its own.
  await commit(services, repeatable, async () => null)
  const target = statusOf(shared.status_id).name
  const results: BulkResult[] = []
  for (const { id, ...item } of items) {
    const command = { caller, repeatable: repeatable && { ...repeatable, key: `${repeatable.key}#${id}` } }
    const change = changeStatus(services, command, id, { ...shared, ...item })
    const result = await change.then((entry): BulkResult => ({ id, done: true, entry }), refusedBy(id, log))
    const entry = result.done ? undefined : await movedAlready(services, caller, { id, target, results })
    results.push(entry ? { id, done: true, entry } : result)
  }
  return results
}

/** The newest history entry of a request that moved with an earlier one of these, which has the same check. */
async function movedAlready(
  { database: { read } }: Services,
  caller: Caller,
  {
    id,
    target,
    results,
  }: { readonly id: number; readonly target: StatusName; readonly results: readonly BulkResult[] },
): Promise<HistoryEntry | undefined> {
  const request = await findVisible(read, caller, id)
  if (!request || request.bank_account_id === null || statusOf(request.status_id).name !== target) return undefined
  const others = await listPaidTogether(read, request)
  if (!results.some((one) => one.done && others.includes(one.id))) return undefined
  const latest = await latestHistory(read, id)
  return latest && presentHistory(latest)
}

const surprise = 'Something went wrong with this request. Check whether it was changed before you try again.'

// A surprise is logged and reported for its own request, so that it doesn't keep the others from moving (J1).
function refusedBy(id: number, log: (error: unknown) => void) {
  return (error: unknown): BulkResult => {
    // A full disk or an unreachable database stops all of them, and a repeated call continues.
    if (isDatabaseUnavailable(error) || isDiskFull(error)) throw error
    if (!(error instanceof Failure)) {
      log(error)
      return { id, done: false, status: 500, message: surprise, error: { code: 'INTERNAL' } }
    }
    const { code, message, fields } = error
    return { id, done: false, status: failureStatus[code], message, error: { code, ...(fields && { fields }) } }
  }
}
