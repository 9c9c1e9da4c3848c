import type { Place } from '@check-requests/domain/access/scope.ts'
import { type Approvers, anyApprover } from '@check-requests/domain/approvals/policy.ts'
import { barringParts, requestBars } from '@check-requests/domain/check-requests/duties.ts'
import { type StatusId, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { sha256 } from '../../platform/crypto/hashes.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { numberedIds } from '../../platform/database/sql-helpers.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import type { ApprovalAudienceTable, ApprovalExceptionTable, ApprovalQueueTable } from '../tables.ts'

/** A request pending approval: its location and status, its audience, and the users excluded from that audience. */
export interface Waiting {
  readonly requestId: number
  readonly place: Place
  readonly statusId: StatusId
  readonly approvers: Approvers
  readonly leftOut: readonly number[]
  readonly due: DueTimes
}

/** When the next reminder for a pending request is due; null for never. */
export type DueTimes = Pick<Selectable<ApprovalQueueTable>, 'remind_at' | 'reminded_at' | 'escalate_at'>

/** Adds a request to the queue, or moves it to another audience. */
export async function enqueue(
  trx: Tx,
  { requestId, place, statusId, approvers, leftOut, due }: Waiting,
): Promise<void> {
  const { dealerGroupId } = place
  const entry = {
    check_request_id: requestId,
    dealer_group_id: dealerGroupId,
    audience_id: await audienceOf(trx, place, approvers),
    status_id: statusId,
    ...due,
  }
  const exceptions = leftOut.map((user_id) => ({
    dealer_group_id: dealerGroupId,
    user_id,
    check_request_id: requestId,
  }))
  await together(
    count(trx, { requestId, audienceId: entry.audience_id, statusId, group: dealerGroupId }).affectedRows(),
    put(trx, { entry }).affectedRows(),
    readmitAll(trx, { requestId }).affectedRows(),
    ...exceptions.map((exception) => leaveOut(trx, { exception }).affectedRows()),
  )
}

/** Removes a request from the queue, if it is there. */
export async function dequeue(trx: Tx, requestId: number): Promise<void> {
  await together(
    count(trx, { requestId, audienceId: null, statusId: null, group: null }).affectedRows(),
    remove(trx, { requestId }).affectedRows(),
    readmitAll(trx, { requestId }).affectedRows(),
  )
}

/** How many requests are added to the queue at a time, which takes about 20 ms. */
const portion = 1000

/**
 * Queues a portion of a dealer group's requests that were submitted before there was a policy, with ids after this one.
 * They wait for any approver except, under separation of duties, the requests' participants. Returns the id to continue
 * after, or null if none are left.
 */
export async function enqueuePortion(trx: Tx, dealerGroupId: number, after: number): Promise<number | null> {
  const waiting = await listWaiting(trx, dealerGroupId, after)
  const last = waiting.at(-1)
  if (last === undefined) return null
  const { approvers, digest } = written(anyApprover)
  const part = { groupId: dealerGroupId, ids: JSON.stringify(waiting) }
  await addAudiences(trx, { ...part, approvers, digest }).affectedRows()
  await putAll(trx, { ...part, digest }).affectedRows()
  await countAll(trx, { ...part, digest }).affectedRows()
  await leaveOutAll(trx, part).affectedRows()
  return last
}

/** The first pending requests of a dealer group after this id: one portion of ids. */
export async function listWaiting(db: Db, groupId: number, after: number): Promise<number[]> {
  return (await nextWaiting(db, { groupId, after }).all()).map(({ id }) => Number(id))
}

async function audienceOf(trx: Tx, place: Place, approvers: Approvers): Promise<number> {
  const audience = {
    dealer_group_id: place.dealerGroupId,
    dealership_id: place.dealershipId ?? 0,
    department_id: place.departmentId ?? 0,
    ...written(approvers),
  }
  return (await addAudience(trx, { audience }).one()).id
}

/** Approvers in the stored form of an audience. */
export function written({ user_ids, approval_title_ids, anyone_in_scope }: Approvers) {
  const approvers = JSON.stringify({ user_ids, approval_title_ids, anyone_in_scope })
  return { approvers, digest: sha256(approvers) }
}

const addAudience = prepare((db: Db, param: Params<{ audience: Insertable<ApprovalAudienceTable> }>) =>
  db
    .insertInto('approval_audiences')
    .values(param.row('audience'))
    // Without an update, the statement would return no row for an existing audience.
    .onConflict((conflict) =>
      conflict
        .columns(['dealer_group_id', 'dealership_id', 'department_id', 'digest'])
        .doUpdateSet(({ ref }) => ({ digest: ref('excluded.digest') })),
    )
    .returning('id'),
)

interface Counted {
  readonly requestId: number
  /** Null for a request that leaves the queue. */
  readonly audienceId: number | null
  readonly statusId: number | null
  readonly group: number | null
}

// One statement that updates rows in key order, so that two changes can't deadlock.
const count = prepare(
  (_db: Db, param: Params<Counted>) => sql`
    insert into approval_counters (dealer_group_id, audience_id, status_id, amount)
    select dealer_group_id, audience_id, status_id, sum(step) from (
      select dealer_group_id, audience_id, status_id, -1 as step from approval_queue
        where check_request_id = ${param('requestId')}
      union all select cast(${param('group')} as bigint), cast(${param('audienceId')} as bigint),
        cast(${param('statusId')} as bigint), 1) as moved
    where audience_id is not null
    group by dealer_group_id, audience_id, status_id having sum(step) <> 0
    order by dealer_group_id, audience_id, status_id
    on conflict (dealer_group_id, audience_id, status_id) do update
      set amount = approval_counters.amount + excluded.amount`,
)

const put = prepare((db: Db, param: Params<{ entry: Insertable<ApprovalQueueTable> }>) =>
  db
    .insertInto('approval_queue')
    .values(param.row('entry'))
    .onConflict((conflict) =>
      conflict.column('check_request_id').doUpdateSet(({ ref }) => ({
        audience_id: ref('excluded.audience_id'),
        status_id: ref('excluded.status_id'),
        remind_at: ref('excluded.remind_at'),
        reminded_at: ref('excluded.reminded_at'),
        escalate_at: ref('excluded.escalate_at'),
      })),
    ),
)

const remove = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.deleteFrom('approval_queue').where('check_request_id', '=', param('requestId')),
)

const readmitAll = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.deleteFrom('approval_exceptions').where('check_request_id', '=', param('requestId')),
)

const leaveOut = prepare((db: Db, param: Params<{ exception: Insertable<ApprovalExceptionTable> }>) =>
  db.insertInto('approval_exceptions').values(param.row('exception')),
)

const barring = sql.join(barringParts(requestBars.decide).map((part) => sql.lit(part)))

/**
 * Requests of a dealer group, as a JSON list of ids. Given a range of ids instead, the query for each portion would
 * read all pending requests.
 */
interface Portion {
  readonly groupId: number
  readonly ids: string
}

// Reads each status along its own index. Reading in id order alone would include all earlier completed requests.
const nextWaiting = prepare((_db: Db, param: Params<{ groupId: number; after: number }>) => {
  const ofStatus = statusIdsOf('pending').map(
    (status) => sql`select * from (select id from check_requests
      where dealer_group_id = ${param('groupId')} and status_id = ${sql.lit(status)} and id > ${param('after')}
      order by id limit ${sql.lit(portion)}) as of_status`,
  )
  return sql<{ id: number }>`
    select id from (${sql.join(ofStatus, sql` union all `)}) as waiting order by id limit ${sql.lit(portion)}`
})

interface Audience {
  readonly approvers: string
  readonly digest: string
}

/**
 * The requests `r` of a portion, joined with other tables if needed. SQLite reads them in the order of the cross joins.
 */
function ofPortion(db: Db, param: Params<Portion>, others = sql``): RawBuilder<unknown> {
  return sql`${numberedIds(db, param('ids'))} cross join check_requests r ${others}
    where r.id = wanted.id and r.dealer_group_id = ${param('groupId')}`
}

/**
 * The requests of a portion, each with the audience of its location. Looks up each audience in a subquery: PostgreSQL
 * assumes that a new list of audiences is empty, and in a join it would read the portion again for each audience.
 */
function withAudience(db: Db, param: Params<Portion & Pick<Audience, 'digest'>>): RawBuilder<unknown> {
  return sql`(select r.id, r.dealer_group_id, r.status_id, (select a.id from approval_audiences a
      where a.dealer_group_id = r.dealer_group_id and a.dealership_id = coalesce(r.dealership_id, 0)
        and a.department_id = coalesce(r.department_id, 0) and a.digest = ${param('digest')}) as audience_id
    from ${ofPortion(db, param)}) as placed`
}

const addAudiences = prepare(
  (db: Db, param: Params<Portion & Audience>) => sql`
    insert into approval_audiences (dealer_group_id, dealership_id, department_id, approvers, digest)
    select distinct r.dealer_group_id, coalesce(r.dealership_id, 0), coalesce(r.department_id, 0),
      cast(${param('approvers')} as text), cast(${param('digest')} as text)
    from ${ofPortion(db, param)}
    on conflict do nothing`,
)

const putAll = prepare(
  (db: Db, param: Params<Portion & Pick<Audience, 'digest'>>) => sql`
    insert into approval_queue (check_request_id, dealer_group_id, audience_id, status_id)
    select id, dealer_group_id, audience_id, status_id from ${withAudience(db, param)}`,
)

const countAll = prepare(
  (db: Db, param: Params<Portion & Pick<Audience, 'digest'>>) => sql`
    insert into approval_counters (dealer_group_id, audience_id, status_id, amount)
    select dealer_group_id, audience_id, status_id, count(*) from ${withAudience(db, param)}
    where true group by dealer_group_id, audience_id, status_id
    on conflict (dealer_group_id, audience_id, status_id) do update
      set amount = approval_counters.amount + excluded.amount`,
)

const leaveOutAll = prepare(
  (db: Db, param: Params<Portion>) => sql`
    insert into approval_exceptions (dealer_group_id, user_id, check_request_id)
    select distinct r.dealer_group_id, h.user_id, r.id
    from ${ofPortion(db, param, sql`cross join request_hands h cross join dealer_groups g`)}
      and h.check_request_id = r.id and h.dealer_group_id = r.dealer_group_id and g.id = r.dealer_group_id
      and h.part in (${barring}) and g.separation_of_duties = 1`,
)
