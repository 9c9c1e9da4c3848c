import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type NoticeEvent, noticeOfStatus } from '@check-requests/domain/notices/inbox/notices.ts'
import type { RequestChanged, RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { listConcerned } from '../../../check-requests/queries/detail/viewers.ts'
import type { Unit } from '../../../services.ts'

/** Notifies requesters of decisions by other users and of changes to the request's check. */
export async function tellRequester(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  const noticed = noticeOf(event)
  if (!noticed) return
  const { actor, request, comment } = event
  await unit.tell([request.requester_id], {
    event: noticed,
    key: `request/${request.id}/${request.version}`,
    actor,
    dealerGroupId: request.dealer_group_id,
    requestId: request.id,
    text: comment,
  })
}

function noticeOf({ name, after }: RequestChanged): NoticeEvent | undefined {
  if (name === 'held' || name === 'released') return name
  if (name !== 'status' || after.status_id === undefined) return undefined
  return noticeOfStatus(statusOf(after.status_id).name)
}

/** Notifies approvers who reviewed a request or started to approve it that the requester has withdrawn it. */
export async function tellOfWithdrawal(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'withdrawn') return
  const { actor, request, comment } = event
  await unit.tell(await listConcerned(unit.trx, request.id), {
    event: 'withdrawn',
    key: `request/${request.id}/${request.version}`,
    actor,
    dealerGroupId: request.dealer_group_id,
    requestId: request.id,
    text: comment,
  })
}
