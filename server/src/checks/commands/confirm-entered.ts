import type { DiscardEnteredInput } from '@check-requests/domain/checks/entered/fields.ts'
import { actWhenConfirmed, refusalClosedSince } from '@check-requests/domain/checks/entered/rules.ts'
import { type CheckActName, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { findOpenClock } from '../../journal/queries/events.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Command } from '../../sessions/queries/command.ts'
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
    const { check } = await loadCheck(unit, caller, id, version)
    const act = demandWaiting(check)
    const enteredById = enteredBy(check)?.id ?? null
    const request = check.check_request_id === null ? null : await demandRequestOf(unit.trx, caller, check)
    demandDuty('confirm-entry', caller, { number: check.number, did: await didFor(unit, check, request) })
    await (check.check_request_id === null
      ? openCheck(unit, check)
      : printCheck(unit, caller, check, {
          printedById: enteredById ?? caller.userId,
          instead: 'discard the entry',
        }))
    await remember(unit, caller, check, { act: 'confirm-entry' })
    noteCheck(unit, caller, check, { verb: 'confirm', after: { state: stateAfter(act) } })
    return id
  })
}

/** A check of the time before counts as issued from its own date. In a closed month, that takes the reason for it. */
async function openCheck(unit: Unit, check: CheckRow): Promise<void> {
  const { number, check_date: date, reason } = check
  const { closedThrough } = await findOpenClock(unit.trx, check.dealer_group_id, null)
  const refusal = refusalClosedSince({ number, date, reason }, closedThrough)
  if (refusal) throw new Failure('CONFLICT', refusal)
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
