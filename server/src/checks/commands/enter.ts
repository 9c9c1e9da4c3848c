import { boxInWords, isStock } from '@check-requests/domain/bank/stock/rules.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import {
  actWhenConfirmed,
  type DiscardEnteredInput,
  type EnteredKind,
  type EnterManualInput,
  type EnterOpeningInput,
  refusalClosedSince,
  refusalInClosedMonth,
  refusalToConfirmAs,
  refusalToDate,
  refusalToOpen,
} from '@check-requests/domain/checks/entered/rules.ts'
import { type CheckActName, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { refusalAboveLimit } from '@check-requests/domain/checks/printing.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { type ShownAccount, takeNumbers } from '../../bank/queries/accounts.ts'
import { boxOf, listBoxes } from '../../bank/queries/stock-boxes.ts'
import { findOpenClock } from '../../books/journal/queries/journal.ts'
import { refuseBlockedName } from '../../payees/commands/refuse-payee.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { type CheckRow, lastChecksOf, listNumbered, type NewCheck } from '../queries/checks.ts'
import { drawFaces } from './fronts.ts'
import { loadCheck } from './load.ts'
import { didFor, requireDuty } from './participants.ts'
import { noteCheck, rememberEvents, todayOf } from './record.ts'
import { requirePrintable } from './refuse-printing.ts'
import { changeCheck, printCheck } from './settle-run.ts'
import { blank, explainTakenTwice, loadToDraw, putNumbers, requireInBox, skipTo } from './take-numbers.ts'

/** How many days before or after the day of entry a handwritten check can be dated. */
const mostDaysApart = 31

/**
 * Enters a handwritten check for an approved request. Takes the check's number immediately and records skipped numbers
 * as spoiled. The request waits until a second person confirms the check. Returns the check id.
 */
export async function enterManual(services: Services, { caller, repeatable }: Command, input: EnterManualInput) {
  const entry = commit(services, repeatable, async (unit) => {
    const account = await loadToDraw(unit, caller, input.bank_account_id)
    const date = await dateOf(unit, account, input.check_date)
    const { payments } = await requirePrintable(unit, caller, account, { ids: [[input.check_request_id]], date })
    const reason = await reasonFor(unit, account, date, input)
    const number = input.number ?? account.next_check_number
    const [drawn] = await drawFaces(unit.trx, caller, account, { payments, date })
    if (!drawn) throw new Error('No check front was generated')
    const { face, amount, payee } = drawn
    const [request] = drawn.requests
    const { id, request_number, dealership_id, department_id, memo_line } = request
    const replaced = (await lastChecksOf(unit.trx, account.dealer_group_id, [id])).get(id)
    await makeWay(unit, caller, account, number)
    return put(unit, caller, account, 'write', {
      ...blank(unit, account, number),
      ...entered(caller, 'manual', reason),
      check_request_id: id,
      request_number,
      dealership_id,
      department_id,
      check_date: date,
      amount_cents: amount,
      payee_name: payee,
      searched: fold([payee, request_number, memo_line ?? ''].join('\n')),
      face: JSON.stringify(face),
      printed_by_id: caller.userId,
      replaces_id: replaced && replaced.state !== stateAfter('release') ? replaced.id : null,
    })
  })
  return entry.catch(explainTakenTwice)
}

/**
 * Enters a check from before the account was set up that the bank hasn't paid. The check waits for a second person.
 * Returns the check id.
 */
export function enterOpening(services: Services, { caller, repeatable }: Command, input: EnterOpeningInput) {
  return commit(services, repeatable, async (unit) => {
    const account = await loadToDraw(unit, caller, input.bank_account_id)
    const { number, check_date, payee_name, amount } = input
    const refusal = refusalToOpen(number, account.next_check_number)
    if (refusal) throw invalidFields({ number: refusal })
    const above = refusalAboveLimit(amount, { name: account.name, limitPerCheck: account.limit_cents })
    if (above) throw invalidFields({ amount: above })
    const boxes = (await listBoxes(unit.trx, account)).filter(({ state }) => isStock(state)).map(boxOf)
    const box = boxes.find(({ first, last }) => last !== null && first <= number && number <= last)
    if (box)
      throw invalidFields({
        number: `Number ${number} is in a box of this account (${boxInWords(box)}). Enter a number from before the account was set up.`,
      })
    const tooLate = refusalToDate(check_date, datesIn(account.time_zone)(Date.parse(account.created_at)))
    if (tooLate) throw invalidFields({ check_date: tooLate })
    await refuseBlockedName(unit.trx, account.dealer_group_id, payee_name)
    const reason = await reasonFor(unit, account, check_date, input)
    return put(unit, caller, account, 'enter', {
      ...blank(unit, account, number),
      ...entered(caller, 'opening', reason),
      check_date,
      amount_cents: amount,
      payee_name,
      searched: fold(payee_name),
      face: 'null',
    })
  })
}

/**
 * The columns of an entered check. `reason` says why the check is dated in a closed month, and is shown until the
 * second person confirms the check.
 */
function entered({ userId: id, name }: Caller, kind: EnteredKind, reason: string | null) {
  return { kind, state: stateAfter('reserve'), entered_by: JSON.stringify({ id, name }), reason } as const
}

/**
 * The reason for dating a check in a closed month; null for a date in an open month. Throws if a required reason is
 * missing.
 */
async function reasonFor(
  { trx }: Unit,
  { dealer_group_id }: ShownAccount,
  date: string,
  { closed_month_reason: given }: Pick<EnterOpeningInput, 'closed_month_reason'>,
): Promise<string | null> {
  const { closedThrough } = await findOpenClock(trx, dealer_group_id, null)
  const refusal = refusalInClosedMonth(date, closedThrough, given)
  if (refusal) throw invalidFields({ closed_month_reason: refusal })
  return refusalInClosedMonth(date, closedThrough, null) === undefined ? null : given
}

/**
 * Throws unless the number is the next one, a later one, or a released one. Records the numbers in between as spoiled.
 */
async function makeWay(unit: Unit, caller: Caller, account: ShownAccount, number: number): Promise<void> {
  const { next_check_number: next } = account
  if (number < next) {
    const [known] = await listNumbered(unit.trx, account, number, number)
    if (known) return
    throw invalidFields({
      number: `Number ${number} comes before the next number in the box in use, ${next}. Enter ${next} or a higher number.`,
    })
  }
  await requireInBox(unit, account, { first: number, count: 1 })
  await skipTo(unit, caller, account, number)
  if (!(await takeNumbers(unit.trx, account.id, next, number + 1)))
    throw new Failure('CONFLICT', 'Another user took numbers from this account in the meantime. Try again.')
}

async function put(unit: Unit, caller: Caller, account: ShownAccount, act: 'write' | 'enter', check: NewCheck) {
  await putNumbers(unit, caller, account, [check], act)
  const [row] = await listNumbered(unit.trx, account, check.number, check.number)
  if (!row) throw new Error(`Check ${check.number} isn’t stored`)
  const { kind, check_request_id, check_date, payee_name, amount_cents, reason } = check
  const said = { kind, check_request_id, check_date, payee_name, amount_cents, ...(reason && { reason }) }
  const after = { bank_account_id: account.id, ...said }
  noteCheck(unit, caller, row, { verb: 'enter', after })
  return row.id
}

async function dateOf(unit: Unit, account: ShownAccount, given: string | undefined): Promise<string> {
  const today = datesIn(account.time_zone)(unit.now)
  if (given === undefined) return today
  if (given >= addDays(today, -mostDaysApart) && given <= addDays(today, mostDaysApart)) return given
  throw invalidFields({ check_date: `Choose a check date within ${mostDaysApart} days of today.` })
}

/**
 * Confirms a check that another user entered. A handwritten check and its request continue as if the check had been
 * printed. A check from before the account was set up is outstanding from its date. Returns the check id.
 */
export function confirmEntered(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check, account, paid } = await loadCheck(unit, caller, id, version)
    const act = requireWaiting(check)
    const wrongRole = refusalToConfirmAs(caller.role, check)
    if (wrongRole) throw new Failure('FORBIDDEN', wrongRole)
    const enteredById = enteredBy(check)?.id ?? null
    const did = await didFor(
      unit.trx,
      check,
      paid.map(({ request }) => request),
    )
    requireDuty(checkBars['confirm entry'], caller, did, { number: check.number })
    await (check.check_request_id === null
      ? openCheck(unit, check, account)
      : printCheck(unit, caller, check, {
          printedById: enteredById ?? caller.userId,
          paid,
          instead: 'discard the entry',
        }))
    await remember(unit, caller, check, { act: 'confirm-entry' })
    noteCheck(unit, caller, check, { verb: 'confirm', after: { state: stateAfter(act) } })
    return id
  })
}

/**
 * Issues a check from before the account was set up on the check's own date, which needs a reason in a closed month.
 * Repeats all validation done when the check was entered.
 */
async function openCheck(unit: Unit, check: CheckRow, account: ShownAccount): Promise<void> {
  const { number, check_date: date, reason } = check
  const { closedThrough } = await findOpenClock(unit.trx, check.dealer_group_id, null)
  const refusal = refusalClosedSince({ number, date, reason }, closedThrough)
  const above = refusalAboveLimit(check.amount_cents, { name: account.name, limitPerCheck: account.limit_cents })
  const any = refusal ?? (above && `Check ${number} can’t be confirmed. ${above}`)
  if (any) throw new Failure('CONFLICT', any)
  await refuseBlockedName(unit.trx, check.dealer_group_id, check.payee_name)
  await changeCheck(unit, check, { state: stateAfter('open'), issued_on: date, reason: null })
}

/** Discards a check that was entered but not confirmed. Returns the check id. */
export function discardEntered(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, number, version }: DiscardEnteredInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    requireWaiting(check)
    const isSpoiled = number === 'spoiled' && check.kind === 'manual'
    const state = stateAfter(isSpoiled ? 'spoil' : 'release')
    const ended_on = isSpoiled ? await todayOf(unit, check) : null
    await changeCheck(unit, check, { state, reason, ended_on })
    await remember(unit, caller, check, { act: 'discard', note: reason })
    noteCheck(unit, caller, check, { verb: 'discard', after: { state, reason } })
    return id
  })
}

/** The action by which a second person's confirmation continues the check. Throws if no confirmation is pending. */
function requireWaiting(check: CheckRow): CheckActName {
  const act = actWhenConfirmed(check)
  if (act) return act
  throw new Failure(
    'CONFLICT',
    `Check ${check.number} isn’t waiting for confirmation. Open it to see its current state.`,
  )
}

function enteredBy({ entered_by }: CheckRow): { readonly id: number } | undefined {
  return entered_by === null ? undefined : JSON.parse(entered_by)
}

function remember(unit: Unit, caller: Caller, check: CheckRow, happening: { act: string; note?: string }) {
  return rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: check.id, ...happening }])
}
