import type { HoldInput } from '@check-requests/domain/check-requests/fields.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { refusalToHold, refusalToLift } from '@check-requests/domain/check-requests/rules.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services } from '../../services.ts'
import { stateOf } from '../queries/detail/find.ts'
import { applyInHistory, loadForChange, refuse } from './apply-change.ts'

/** Puts an approved request on hold: no transition is possible until another user lifts the hold. */
export async function holdRequest(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: HoldInput,
): Promise<HistoryEntry> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    refuse(refusalToHold(caller, stateOf(request)))
    const values = { held_by_id: caller.userId, hold_reason: reason, held_at: moment(unit.now) }
    const event = { name: 'held', comment: reason } as const
    return applyInHistory(unit, caller, request, { values, event })
  })
}

/** Lifts a hold that another user put on the request. */
export async function liftHold(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  version: number | undefined,
): Promise<HistoryEntry> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    refuse(refusalToLift(caller, stateOf(request)))
    const values = { held_by_id: null, hold_reason: null, held_at: null }
    return applyInHistory(unit, caller, request, { values, event: { name: 'released' } })
  })
}
