import { dayOfEvent } from '@check-requests/domain/books/journal/events.ts'
import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { findOpenClock } from '../../books/journal/queries/journal.ts'
import { Failure } from '../../platform/errors.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { rememberEvents } from '../commands/record.ts'
import { skipTo } from '../commands/take-numbers.ts'
import { updateCheck } from '../queries/checks.ts'

/** A check that the bank has paid. */
export interface PaidCheck {
  readonly id: number
  readonly number: number
  readonly paidOn: string
}

/**
 * Marks checks of a dealer group as paid on the day reported by the bank. If that day is in a closed month, the
 * register clears the checks on the first open day, so that closed months never change.
 */
export async function clearChecks(
  unit: Unit,
  caller: Caller,
  dealerGroupId: number,
  paid: readonly PaidCheck[],
): Promise<void> {
  await beforeChange(unit.trx, 'check', ...paid.map(({ id }) => id))
  const { closedThrough } = await findOpenClock(unit.trx, dealerGroupId, null)
  const clearedOn = (paidOn: string) => {
    const day = dayOfEvent(paidOn, closedThrough)
    return day === paidOn ? null : day
  }
  await inTurns(paid, async ({ id, number, paidOn }) => {
    const dates = { bank_paid_on: paidOn, cleared_on: clearedOn(paidOn) }
    const values = { ...dates, state: stateAfter('clear'), void_asked: null }
    if (!(await updateCheck(unit.trx, { id, state: 'issued' }, values)))
      throw new Failure('CONFLICT', `Another user changed check ${number} in the meantime. Import the bank file again.`)
  })
  const happenings = paid.map(({ id, paidOn }) => ({
    checkId: id,
    act: 'clear',
    details: { bank_paid_on: paidOn, cleared_on: clearedOn(paidOn) ?? paidOn },
  }))
  await rememberEvents(unit, caller, dealerGroupId, happenings)
}

/** Records skipped numbers as spoiled when an account's check stock continues at a higher number. */
export function spoilSkipped(unit: Unit, caller: Caller, account: ShownAccount, next: number): Promise<void> {
  return skipTo(unit, caller, account, next)
}
