import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { refusalByHand } from '@check-requests/domain/check-requests/duties.ts'
import type { PayThoughAlikeInput } from '@check-requests/domain/check-requests/paid-though-alike.ts'
import type { PaidThoughAlike } from '@check-requests/domain/check-requests/print-duplicates.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { presentHistory } from '../presenter.ts'
import { stateOf } from '../queries/detail/find.ts'
import { readReasons } from '../queries/detail/print-duplicates.ts'
import { findUnexplained } from '../queries/detail/unexplained.ts'
import { applyChange } from './apply-change.ts'
import { loadForChange, refuse } from './refuse.ts'

/**
 * Says why a request is paid although others look the same. The reason counts for those that look the same now, in what
 * they have in common now; another one later needs another reason.
 */
export function payThoughAlike(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: PayThoughAlikeInput,
): Promise<HistoryEntry> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    const state = stateOf(request)
    refuse(refusalToAct('check-requests.pay-though-alike', caller, state))
    const byHand = refusalByHand(checkBars['pay though alike'], caller.userId, state)
    if (byHand) throw new Failure('FORBIDDEN', byHand)
    const unexplained = (await findUnexplained(unit.trx, request.dealer_group_id, [id])).get(id)
    if (!(state.check?.draws && unexplained))
      throw new Failure('CONFLICT', 'Nothing that looks the same keeps the check of this request from being printed.')
    const given: PaidThoughAlike = {
      by: { id: caller.userId, name: caller.name },
      reason,
      at: moment(unit.now),
      others: unexplained.map(({ other, alike }) => ({ id: other.id, alike })),
    }
    const paid_though_alike = JSON.stringify([...readReasons(request.paid_though_alike), given])
    const event = { name: 'explained', comment: reason } as const
    return presentHistory(await applyChange(unit, caller, request, { values: { paid_though_alike }, event }))
  })
}
