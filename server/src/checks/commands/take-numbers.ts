import { isClosedAccount } from '@check-requests/domain/bank/accounts.ts'
import { isInUse, isStock, refusalToTake } from '@check-requests/domain/bank/stock/rules.ts'
import { refusalOfSampleNumber } from '@check-requests/domain/checks/micr/template.ts'
import { refusalToSkip, skippedNumbers } from '@check-requests/domain/checks/printing.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { boxOf, listBoxes } from '../../bank/queries/stock-boxes.ts'
import { sampleNumbersOf } from '../../bank/queries/stored-account.ts'
import { moment } from '../../platform/clock.ts'
import { Failure, isUniqueViolation, present } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import {
  type CheckRow,
  forgetCombined,
  insertChecks,
  listNumbered,
  type NewCheck,
  updateCheck,
} from '../queries/checks.ts'
import { requireAccountOf, requireRight } from './load.ts'
import { dayOfCheckEvent, rememberEvents } from './record.ts'

/**
 * The account, locked, if checks can be drawn on it and the caller can print them. If two users take numbers, the
 * second waits and sees the numbers that the first has taken.
 */
export async function loadToDraw(unit: Unit, caller: Caller, id: number): Promise<ShownAccount> {
  await requireInForce(unit, caller)
  requireRight(caller, await requireAccountOf(unit.trx, caller, id), 'print')
  await beforeChange(unit.trx, 'bank-account', id)
  const account = await requireAccountOf(unit.trx, caller, id)
  if (account.state === 'proposed')
    throw new Failure(
      'CONFLICT',
      `Account ${account.name} is waiting for a second person. Ask another admin to confirm it.`,
    )
  if (isClosedAccount(account.state)) throw new Failure('CONFLICT', `Account ${account.name} is closed.`)
  return account
}

/** Throws if the box in use has too few checks, counted from the first number wanted. */
export async function requireInBox({ trx }: Unit, account: ShownAccount, wanted: { first: number; count: number }) {
  const boxes = (await listBoxes(trx, account)).filter(({ state }) => isStock(state))
  const box = boxes.find(({ state }) => isInUse(state))
  const others = boxes.filter((one) => one !== box).map(boxOf)
  const refusal = box && refusalToTake(boxOf(box), wanted, others)
  if (refusal) throw new Failure('CONFLICT', refusal)
}

/**
 * Skips numbers because the check stock in the tray determines the next one. Skipped numbers are recorded as spoiled
 * (checks.md, Printing).
 */
export async function skipTo(unit: Unit, caller: Caller, account: ShownAccount, first: number): Promise<void> {
  const { next_check_number: next } = account
  const refusal = refusalToSkip(next, first)
  if (refusal) throw new Failure('CONFLICT', refusal)
  const skipped = skippedNumbers(next, first)
  if (skipped.length === 0) return
  const reason = 'Skipped: printing continued at a higher number.'
  const today = await dayOfCheckEvent(unit, { ...account, bank_account_id: account.id })
  const spoiled = skipped.map(
    (number): NewCheck => ({
      ...blank(unit, account, number),
      state: 'spoiled',
      ended_on: today,
      reason,
      check_date: today,
      amount_cents: 0,
      payee_name: '',
      searched: '',
      face: 'null',
    }),
  )
  await putNumbers(unit, caller, account, spoiled, 'spoil')
}

/** A register row for a number whose check isn't known. */
export function blank({ now }: Unit, account: ShownAccount, number: number) {
  return {
    dealer_group_id: account.dealer_group_id,
    bank_account_id: account.id,
    number,
    kind: 'run',
    print_run_id: null,
    check_request_id: null,
    request_number: null,
    dealership_id: null,
    department_id: null,
    printed_by_id: null,
    entered_by: null,
    replaces_id: null,
    issued_on: null,
    bank_paid_on: null,
    ended_on: null,
    reason: null,
    void_asked: null,
    exception_asked: null,
    stop_number: null,
    stop_fee_cents: null,
    stop_lapses_on: null,
    stop_lapsed_at: null,
    created_at: moment(now),
  } as const
}

/** Adds rows for numbers. A released number reuses its row. Returns the check id of a number. */
export async function putNumbers(
  unit: Unit,
  caller: Caller,
  account: ShownAccount,
  checks: readonly NewCheck[],
  act: 'reserve' | 'spoil' | 'write' | 'enter',
): Promise<(number: number) => number> {
  const numbers = checks.map(({ number }) => number)
  const kept = sampleNumbersOf(account)
  const refusal = numbers.map((number) => refusalOfSampleNumber(number, kept)).find((one) => one !== undefined)
  if (refusal) throw new Failure('CONFLICT', refusal)
  const known = await listNumbered(unit.trx, account, Math.min(...numbers), Math.max(...numbers))
  const taken = known.find(({ state }) => state !== 'released')
  if (taken)
    throw new Failure(
      'CONFLICT',
      `Check number ${taken.number} is already in use for this account. Choose a different number.`,
    )
  const released = new Map(known.map((check) => [check.number, check]))
  const ids = await insertChecks(
    unit.trx,
    checks.filter(({ number }) => !released.has(number)),
  )
  for (const id of ids.values()) afterCreate(unit.trx, 'check', id)
  await takeAgain(unit, checks, released)
  const idOf = (number: number) => present(ids.get(number) ?? released.get(number)?.id, `check ${number}`)
  const happenings = checks.map(({ number, reason }) => ({ checkId: idOf(number), act, note: reason ?? null }))
  await rememberEvents(unit, caller, account.dealer_group_id, happenings)
  return idOf
}

async function takeAgain({ trx }: Unit, checks: readonly NewCheck[], released: ReadonlyMap<number, CheckRow>) {
  const again = checks.flatMap((check) => {
    const known = released.get(check.number)
    return known ? [{ check, known }] : []
  })
  await beforeChange(trx, 'check', ...again.map(({ known }) => known.id))
  for (const { check, known } of again) await updateCheck(trx, known, check)
  const ids = again.map(({ known }) => known.id)
  if (again[0]) await forgetCombined(trx, again[0].known.dealer_group_id, ids)
}

/**
 * If two users take a number for one request on two accounts at the same time, the unique key in the database decides.
 */
export function explainTakenTwice(error: unknown): never {
  if (!isUniqueViolation(error, 'checks_request')) throw error
  throw new Failure(
    'CONFLICT',
    'Another user just took a check number for one of these requests. Review your selection.',
  )
}
