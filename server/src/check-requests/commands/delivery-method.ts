import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { type DivertInput, refusalToChoose, refusalToDivert } from '@check-requests/domain/check-requests/diversion.ts'
import { refusalByHand } from '@check-requests/domain/check-requests/duties.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { type DeliveryMethod, isMailed } from '@check-requests/domain/organization/fields.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { findDeliveryMethod } from '../../organization/queries/lists.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, refuseMissing } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { type FoundRequest, stateOf } from '../queries/detail/find.ts'
import { applyInHistory, fieldChanges, loadForChange, loadPaidTogether, refuse } from './apply-change.ts'

/** The chosen delivery method. Throws if it doesn't exist. */
async function requireMethod(trx: Tx, id: number) {
  const method = await findDeliveryMethod(trx, id)
  if (!method) throw invalidFields({ delivery_method_id: 'Delivery method is required' })
  return method
}

/**
 * The delivery method that a processor chooses, and whether the check is still diverted. Refuses a change that needs an
 * approver first.
 */
export async function chooseMethod(trx: Tx, request: FoundRequest, id: number) {
  const method = await requireMethod(trx, id)
  const before = await requireMethod(trx, request.delivery_method_id)
  const refusal = refusalToChoose(stateOf(request).check, before.kind, method.kind)
  if (refusal) throw new Failure('CONFLICT', refusal)
  return { method, diversion: divertedBy(request, method) }
}

/** A check that is mailed after all is no longer diverted. */
function divertedBy({ diverted_by_id }: FoundRequest, { kind }: Pick<DeliveryMethod, 'kind'>) {
  return diverted_by_id !== null && isMailed(kind) ? { diverted_by_id: null } : {}
}

/**
 * Lets an approver have a check handed over in person instead of mailed as approved. Under separation of duties, users
 * who created or edited the request can't do this, and the approver who does can't hand over the check.
 */
export function divertCheck(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { delivery_method_id, delivery_method_other, reason, version }: DivertInput,
): Promise<HistoryEntry> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    const others = await loadPaidTogether(unit.trx, caller, request)
    for (const one of [request, ...others]) await requireDivertible(unit.trx, caller, one)
    const method = await requireMethod(unit.trx, delivery_method_id)
    if (isMailed(method.kind))
      throw invalidFields({
        delivery_method_id: 'Choose a delivery method other than mail. The check is already set to be mailed.',
      })
    refuseMissing(missingOther({ delivery: method.kind }, { delivery_method_other }))
    const delivery = { delivery_method_id, mailing_method: null, tracking_number: null, delivery_method_other }
    const values = { ...delivery, diverted_by_id: caller.userId }
    const divert = (one: FoundRequest) => {
      const event = { name: 'diverted', comment: reason, changes: fieldChanges({ ...one }, delivery) } as const
      return applyInHistory(unit, caller, one, { values, event })
    }
    for (const other of others) await divert(other)
    return divert(request)
  })
}

async function requireDivertible(trx: Tx, caller: Caller, request: FoundRequest): Promise<void> {
  const state = stateOf(request)
  refuse(refusalToAct('check-requests.divert', caller, state))
  const byHand = refusalByHand(checkBars.divert, caller.userId, state)
  if (byHand) throw new Failure('FORBIDDEN', byHand)
  const refusal = refusalToDivert(state.check, (await requireMethod(trx, request.delivery_method_id)).kind)
  if (refusal) throw new Failure('CONFLICT', refusal)
}
