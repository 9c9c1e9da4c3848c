import { isClosed, type StatusName, statusNamed, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import type { FieldChange } from '../listeners/request-event.ts'
import type { FoundRequest, StoredRequest } from '../queries/detail/find.ts'
import { applyChange } from './apply-change.ts'

/** What happened to the check of a request, and what the request becomes by it. */
export interface Followed {
  readonly name: 'status' | 'voided' | 'stopped'
  readonly from: readonly StatusName[]
  readonly to: StatusName
  readonly values?: Partial<
    Pick<StoredRequest, 'amount_cents' | 'accounting' | 'check_number' | 'bank_account_id' | 'tracking_number'>
  >
  readonly comment?: string | null
  readonly changes?: readonly FieldChange[]
}

/** Lets a request follow its check (E6), whose own rules have allowed it. Leaving Closed empties the completed date. */
export async function followCheck(
  unit: Unit,
  caller: Caller,
  request: FoundRequest,
  { name, from, to, values, comment = null, changes = [] }: Followed,
): Promise<void> {
  const now = statusOf(request.status_id)
  if (!from.includes(now.name))
    throw new Failure(
      'CONFLICT',
      `${request.request_number} is ${now.badge} now, and its check cannot take it on from there.`,
    )
  await beforeChange(unit.trx, 'check-request', request.id)
  const at = moment(unit.now)
  const status = { status_id: statusNamed(to).id, status_changed_at: at, cleared_at: isClosed(to) ? at : null }
  const event = { name, comment, changes } as const
  await applyChange(unit, caller, request, { values: { ...values, ...status }, event })
}
