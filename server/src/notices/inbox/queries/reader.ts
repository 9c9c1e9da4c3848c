import { mayRole } from '@check-requests/domain/access/permissions.ts'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { topicsOff } from '@check-requests/domain/notices/inbox/choices.ts'
import {
  eventsOf,
  type NoticeEvent,
  noticesKeptForDays,
  waitingForRole,
} from '@check-requests/domain/notices/inbox/notices.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { type OwnQueue, queueOf } from '../../../approvals/queries/waiting.ts'
import { type RequestScope, requestScope } from '../../../check-requests/queries/list/request-scope.ts'
import { moment } from '../../../platform/clock.ts'
import type { Db } from '../../../tables.ts'
import { findChoices } from './choices.ts'

const day = 86_400_000

/** Somebody who looks into their inbox: what they may see there, and what they want to. */
export interface Reader {
  readonly userId: number
  readonly roleId: RoleId
  readonly scope: RequestScope
  /** Notices from before are not shown. */
  readonly since: string
  /** Events that are not shown. */
  readonly hidden: readonly NoticeEvent[]
  /** The status at which requests wait for the reader, and how that is called; undefined if nothing waits. */
  readonly waiting: { readonly statusId: number; readonly event: NoticeEvent } | undefined
  /** What waits for the reader instead, whatever its status, where an approval policy says for whom requests wait. */
  readonly queue: OwnQueue | undefined
}

/** The caller as the reader of their inbox. `now` in milliseconds. */
export async function readerOf(db: Db, caller: Caller, now: number): Promise<Reader> {
  const off = topicsOff(await findChoices(db, caller.userId))
  const answers = mayRole(caller.role, 'account-confirmations.decide')
  const waiting = caller.waitingRoles.includes(caller.roleId) ? undefined : waitingForRole(caller.role)
  return {
    userId: caller.userId,
    roleId: caller.roleId,
    scope: requestScope(caller),
    since: moment(now - noticesKeptForDays * day),
    hidden: eventsOf(answers ? off : [...off, 'confirmation']),
    queue: await queueOf(db, caller),
    waiting: waiting && { statusId: statusNamed(waiting.status).id, event: waiting.event },
  }
}
