import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { type DivertInput, refusalToDivert } from '@check-requests/domain/check-requests/diversion.ts'
import { refusalByHand } from '@check-requests/domain/check-requests/duties.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields, refuseMissing } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { presentHistory } from '../presenter.ts'
import { stateOf } from '../queries/detail/find.ts'
import { applyChange } from './apply-change.ts'
import { demandMethod } from './demand-method.ts'
import { fieldChanges } from './field-changes.ts'
import { loadForChange, refuse } from './refuse.ts'

/**
 * An approver lets a check be handed to somebody although its request was approved to be mailed. Who raised or edited the
 * request does not, under separation of duties; and who does it does not hand the check over.
 */
export function divertCheck(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { delivery_method_id, delivery_method_other, reason, version }: DivertInput,
): Promise<HistoryEntry> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    const state = stateOf(request)
    refuse(refusalToAct('check-requests.divert', caller, state))
    const byHand = refusalByHand(checkBars.divert, caller.userId, state)
    if (byHand) throw new Failure('FORBIDDEN', byHand)
    const refusal = refusalToDivert(state.check, (await demandMethod(unit.trx, request.delivery_method_id)).kind)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const method = await demandMethod(unit.trx, delivery_method_id)
    if (isMailed(method.kind))
      throw invalidFields({
        delivery_method_id: 'Choose how the check is handed to somebody. It is to be mailed already.',
      })
    refuseMissing(missingOther({ delivery: method.kind }, { delivery_method_other }))
    const delivery = { delivery_method_id, mailing_method: null, tracking_number: null, delivery_method_other }
    const values = { ...delivery, diverted_by_id: caller.userId }
    const event = { name: 'diverted', comment: reason, changes: fieldChanges({ ...request }, delivery) } as const
    return presentHistory(await applyChange(unit, caller, request, { values, event }))
  })
}
