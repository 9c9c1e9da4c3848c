import type { RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import type { Unit } from '../../../services.ts'
import { tell } from '../commands/tell.ts'
import { listConcerned } from '../queries/concerned.ts'

/** Tells the approvers who have looked at a request, or begun to decide on it, that its requester has withdrawn it. */
export async function tellOfWithdrawal(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'withdrawn') return
  const { actor, request, comment } = event
  await tell(unit, await listConcerned(unit.trx, request.id), {
    event: 'withdrawn',
    key: `request/${request.id}/${request.version}`,
    actor,
    dealerGroupId: request.dealer_group_id,
    requestId: request.id,
    text: comment,
  })
}
