import type { RenewStopInput } from '@check-requests/domain/checks/fields.ts'
import { refusalToRenew, stopLapsesAfter } from '@check-requests/domain/checks/rules.ts'
import { addMonths } from '@check-requests/domain/values/calendar-date.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { todayOf } from './event-day.ts'
import { loadCheck } from './load.ts'
import { changeCheck } from './print-check.ts'
import { noteCheck, rememberEvents } from './record.ts'

/** Renews a stop with the bank's new number: it holds for another six months from today on. Returns the check's id. */
export function renewStop(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { confirmation_number: stop_number, fee, version }: RenewStopInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const refusal = refusalToRenew(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const today = await todayOf(unit, check)
    const stop_lapses_on = addMonths(today, stopLapsesAfter)
    const stop_fee_cents = fee === null ? check.stop_fee_cents : Math.round(fee * 100) + (check.stop_fee_cents ?? 0)
    await changeCheck(unit, check, { stop_number, stop_fee_cents, stop_lapses_on, stop_lapsed_at: null })
    const { stop_number: number, stop_lapses_on: lapses, stop_fee_cents: paid } = check
    const before = { stop_number: number, stop_lapses_on: lapses, stop_fee_cents: paid }
    await rememberEvents(unit, caller, check.dealer_group_id, [
      { checkId: id, act: 'renew-stop', note: stop_number, details: { ...before, stop_fee_cents } },
    ])
    noteCheck(unit, caller, check, {
      verb: 'renew-stop',
      before,
      after: { stop_number, stop_lapses_on, stop_fee_cents },
    })
    return id
  })
}
