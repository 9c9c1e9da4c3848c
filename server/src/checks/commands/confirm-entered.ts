import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { DiscardEnteredInput } from '@check-requests/domain/checks/entered/fields.ts'
import {
  actWhenConfirmed,
  refusalClosedSince,
  refusalToConfirmAs,
} from '@check-requests/domain/checks/entered/rules.ts'
import { type CheckActName, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { refusalAboveLimit } from '@check-requests/domain/checks/printable.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { findOpenClock } from '../../books/journal/queries/events.ts'
import { refuseBlockedName } from '../../payees/commands/refuse-payee.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import type { CheckRow } from '../queries/checks.ts'
import { demandDuty, didFor } from './did.ts'
import { todayOf } from './event-day.ts'
import { demandRequestOf, loadCheck } from './load.ts'
import { changeCheck, printCheck } from './print-check.ts'
import { noteCheck, rememberEvents } from './record.ts'

/**
 * Confirms a check that somebody else has entered. One written by hand goes on as after a print run, and its request with
 * it; one of the time before is outstanding from its date on. Returns the check's id.
 */
export function confirmEntered(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check, account } = await loadCheck(unit, caller, id, version)
    const act = demandWaiting(check)
    const wrongRole = refusalToConfirmAs(caller.role, check)
    if (wrongRole) throw new Failure('FORBIDDEN', wrongRole)
    const enteredById = enteredBy(check)?.id ?? null
    const request = check.check_request_id === null ? null : await demandRequestOf(unit.trx, caller, check)
    demandDuty(checkBars['confirm entry'], caller, await didFor(unit.trx, check, request), { number: check.number })
    await (check.check_request_id === null
      ? openCheck(unit, check, account)
      : printCheck(unit, caller, check, {
          printedById: enteredById ?? caller.userId,
          instead: 'discard the entry',
        }))
    await remember(unit, caller, check, { act: 'confirm-entry' })
    noteCheck(unit, caller, check, { verb: 'confirm', after: { state: stateAfter(act) } })
    return id
  })
}

/**
 * A check of the time before counts as issued from its own date. In a closed month, that takes the reason for it. What
 * kept it from being entered is asked once more.
 */
async function openCheck(unit: Unit, check: CheckRow, account: ShownAccount): Promise<void> {
  const { number, check_date: date, reason } = check
  const { closedThrough } = await findOpenClock(unit.trx, check.dealer_group_id, null)
  const refusal = refusalClosedSince({ number, date, reason }, closedThrough)
  const above = refusalAboveLimit(check.amount_cents, { name: account.name, limitPerCheck: account.limit_cents })
  const any = refusal ?? (above && `Check ${number} cannot be confirmed. ${above}`)
  if (any) throw new Failure('CONFLICT', any)
  await refuseBlockedName(unit.trx, check.dealer_group_id, check.payee_name)
  await changeCheck(unit, check, { state: stateAfter('open'), issued_on: date, reason: null })
}

/** Discards a check that was entered and that nobody has confirmed. Returns the check's id. */
export function discardEntered(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, number, version }: DiscardEnteredInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    demandWaiting(check)
    if (check.check_request_id !== null) await demandRequestOf(unit.trx, caller, check)
    const isSpoiled = number === 'spoiled' && check.kind === 'manual'
    const state = stateAfter(isSpoiled ? 'spoil' : 'release')
    const ended_on = isSpoiled ? await todayOf(unit, check) : null
    await changeCheck(unit, check, { state, reason, ended_on })
    await remember(unit, caller, check, { act: 'discard', note: reason })
    noteCheck(unit, caller, check, { verb: 'discard', after: { state, reason } })
    return id
  })
}

/** What confirming does to the check; throws when it waits for nobody. */
function demandWaiting(check: CheckRow): CheckActName {
  const act = actWhenConfirmed(check)
  if (act) return act
  throw new Failure('CONFLICT', `Check ${check.number} does not wait to be confirmed. Look at what became of it.`)
}

function enteredBy({ entered_by }: CheckRow): { readonly id: number } | undefined {
  return entered_by === null ? undefined : JSON.parse(entered_by)
}

function remember(unit: Unit, caller: Caller, check: CheckRow, happening: { act: string; note?: string }) {
  return rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: check.id, ...happening }])
}
