import { mayRole } from '@check-requests/domain/access/permissions.ts'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Choices, type Delivery, topicsOff } from '@check-requests/domain/notices/inbox/choices.ts'
import {
  eventsOf,
  type NoticeEvent,
  type NoticeTopic,
  noticesKeptForDays,
  waitingForRole,
} from '@check-requests/domain/notices/inbox/notices.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { type OwnQueue, queueOf } from '../../../approvals/queries/waiting.ts'
import { type RequestScope, requestScope } from '../../../check-requests/queries/list/request-scope.ts'
import { moment } from '../../../platform/clock.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'

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

const choicesOf = prepare((db: Db, param: Params<{ userId: number }>) =>
  db.selectFrom('notice_choices').select(['topic', 'delivery']).where('user_id', '=', param('userId')),
)

/** How a person has chosen to be told. */
export async function findChoices(db: Db, userId: number): Promise<Choices> {
  const rows = await choicesOf(db, { userId }).all()
  return Object.fromEntries(rows.map(({ topic, delivery }) => [topic, delivery]))
}

/** Stores how a person wants to be told of a topic. */
export async function storeChoice(
  trx: Tx,
  { userId, dealerGroupId }: { readonly userId: number; readonly dealerGroupId: number | null },
  { topic, delivery }: { readonly topic: NoticeTopic; readonly delivery: Delivery },
): Promise<void> {
  await trx
    .insertInto('notice_choices')
    .values({ user_id: userId, dealer_group_id: dealerGroupId, topic, delivery })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet({ delivery }))
    .execute()
}
