import { moment } from '../../platform/clock.ts'
import type { Unit } from '../../services.ts'
import { type HistoryRow, insertHistory } from '../queries/detail/history.ts'
import type { RequestChanged } from './request-event.ts'

/** Writes what happened into the request's history (A5). */
export function recordHistory({ trx, now }: Unit, event: RequestChanged): Promise<HistoryRow> {
  const { name, actor, request, after, comment, changes } = event
  return insertHistory(trx, {
    check_request_id: request.id,
    action: name,
    status_id: after.status_id ?? request.status_id,
    note: comment ?? null,
    user_id: actor.userId,
    user_name: actor.name,
    role_id: actor.roleId,
    check_number: after.check_number ?? null,
    changes: JSON.stringify(changes ?? []),
    created_at: moment(now),
  })
}
