import { mayRole } from '@check-requests/domain/access/permissions.ts'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { groupings, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Choices, type Delivery, topicsOff } from '@check-requests/domain/notices/inbox/choices.ts'
import {
  eventsOf,
  type NoticeEvent,
  type NoticeTopic,
  noticesKeptForDays,
  waitingForRole,
} from '@check-requests/domain/notices/inbox/notices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { type OwnQueue, queueOf } from '../../../check-requests/queries/list/own-queue.ts'
import { type RequestScope, requestScope } from '../../../check-requests/queries/list/request-scope.ts'
import { moment } from '../../../platform/clock.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'

const day = 86_400_000

/** An inbox reader: the requests they can see and the events they want to see. */
export interface Reader {
  readonly userId: number
  readonly roleId: RoleId
  readonly scope: RequestScope
  /** Older notices aren't shown. */
  readonly since: string
  /** Events that aren't shown. */
  readonly hidden: readonly NoticeEvent[]
  /**
   * The status of requests pending for this role, and the event shown for them. Undefined for roles without pending
   * requests.
   */
  readonly waiting: { readonly statusId: number; readonly event: NoticeEvent } | undefined
  /** The reader's queue under an approval policy, which replaces `waiting`. */
  readonly queue: OwnQueue | undefined
}

/** Returns the caller as an inbox reader. `now` is in milliseconds. */
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

/** Returns a user's notification settings. */
export async function findChoices(db: Db, userId: number): Promise<Choices> {
  const rows = await choicesOf(db, { userId }).all()
  return Object.fromEntries(rows.map(({ topic, delivery }) => [topic, delivery]))
}

/** Stores a user's notification setting for a topic. */
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

/** The variations in query text. */
export interface Shape {
  readonly column: Reader['scope']['column']
  readonly inGroup: boolean
  /** True if an approval policy decides which requests are pending for the reader. */
  readonly byPolicy: boolean
  /** Set for super admins, who see requests pending by policy and, where no policy is in force, by status. */
  readonly besidePolicies: boolean
  /** True if the queue is short enough to scan completely. */
  readonly isLittle: boolean
  /** Selects unread notices, read ones, or all. */
  readonly unread: boolean | undefined
}

/** The position after which a page begins, going back in time. */
export interface Position {
  readonly at: string
  readonly id: number
}

/** The reader's parameters in a query. */
export interface ReaderValues {
  readonly userId: number
  readonly roleId: number
  readonly ids: readonly number[]
  readonly group: number | null
  readonly since: string
  readonly hidden: readonly string[]
  /** A JSON list of audiences that the reader belongs to or is a delegate for. */
  readonly audiences: string
}

// Scanning takes about 0.5 µs per request.
const littleWaits = 10_000

export function shapeOf({ scope, queue }: Reader, unread: boolean | undefined): Shape {
  const { column, dealerGroupId } = scope
  const amount = [...(queue?.byStatus.values() ?? [])].reduce((sum, one) => sum + one, 0)
  const isLittle = amount <= littleWaits
  const besidePolicies = queue?.forOthers !== undefined
  const byPolicy = queue !== undefined && !besidePolicies
  return { column, inGroup: dealerGroupId !== null, byPolicy, besidePolicies, isLittle, unread }
}

export function valuesOf({ userId, roleId, scope, since, hidden, queue }: Reader): ReaderValues {
  const audiences = JSON.stringify(queue?.audiences ?? [])
  return { userId, roleId, ids: scope.ids, group: scope.dealerGroupId, since, hidden, audiences }
}

type Param = Params<ReaderValues>

/** True for requests `r` that the reader sees. */
export function seen(param: Param, { column, inGroup }: Shape): RawBuilder<boolean> {
  const inScope = column === null ? sql`1 = 1` : sql`r.${sql.ref(column)} in ${param.oneOf('ids')}`
  return inGroup ? sql`${inScope} and r.dealer_group_id = ${param('group')}` : sql`${inScope}`
}

/** True for notices `n` to show: recent, of an event that the reader wants, and still relevant. */
export function shown(param: Param, shape: Shape): RawBuilder<boolean> {
  const hidden = param.list('hidden')
  const wanted = hidden.length === 0 ? sql`1 = 1` : sql`n.event not in (${sql.join(hidden)})`
  return sql`n.user_id = ${param('userId')} and n.created_at > ${param('since')} and ${wanted}
    and case when n.check_request_id is null then ${stillOpen} else ${seen(param, shape)} and ${stillWaits} end`
}

const pending = sql.join(groupings.pending.map((name) => sql.lit(statusNamed(name).id)))

/** True for requests `r` that are pending a decision. */
export const isPending = sql<boolean>`r.status_id in (${pending})`

// Hides reminders of requests that were decided in the meantime.
const stillWaits = sql`(n.event not in ('reminder', 'escalated', 'short-of-people') or ${isPending})`

// Hides account changes that were confirmed or stopped.
const stillOpen = sql`(n.event <> 'confirmation' or exists (select 1 from account_confirmations c
  where c.user_id = n.account_id and c.in_effect = 0 and c.stopped_at is null))`

/**
 * True for requests `r` that are pending for the reader: not on hold, and neither handled nor approved by the reader.
 */
export function waits(param: Param, { byPolicy, besidePolicies }: Shape): RawBuilder<boolean> {
  const waitsNow = sql<boolean>`r.held_by_id is null and r.status_changed_at > ${param('since')}`
  if (besidePolicies) return waitsNow
  return sql`${waitsNow} and ${isNotLeftOut(param, byPolicy ? 'approval_exceptions' : 'request_hands')}`
}

/** True for requests `r` if the reader isn't listed as excluded in this table. */
export function isNotLeftOut(param: Param, table: 'approval_exceptions' | 'request_hands'): RawBuilder<boolean> {
  return sql`not exists (select 1 from ${sql.ref(table)} h where h.dealer_group_id = r.dealer_group_id
    and h.check_request_id = r.id and h.user_id = ${param('userId')})`
}

/** True for requests `r` that the reader has seen as pending. `m` is the row with the time. */
export function isRead(param: Param): RawBuilder<boolean> {
  return sql`(coalesce(m.read_at, '') >= r.status_changed_at or r.status_changed_at <= coalesce((
    select all_read_at from inbox_marks where user_id = ${param('userId')} and role_id = ${param('roleId')}), ''))`
}
