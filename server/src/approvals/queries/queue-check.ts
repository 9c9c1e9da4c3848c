import type { Place } from '@check-requests/domain/access/scope.ts'
import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { type RoutedStep, stepHours, type Urgency } from '@check-requests/domain/approvals/policy.ts'
import { statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type BusinessHours, businessHoursAfter } from '@check-requests/domain/values/business-time.ts'
import { findHours } from '../../organization/queries/calendars.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'

/** A dealer group with a policy, and the stored state of its last queue check. */
export type QueueGroup = Awaited<ReturnType<typeof listQueueGroups>>[number]

export function listQueueGroups(db: Db) {
  return db
    .selectFrom('dealer_groups')
    .leftJoin('approval_checks', 'approval_checks.dealer_group_id', 'dealer_groups.id')
    .select(['dealer_groups.id', 'dealer_groups.separation_of_duties', 'approval_checks.fingerprint'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('approval_policies')
          .select('approval_policies.id')
          .whereRef('approval_policies.dealer_group_id', '=', 'dealer_groups.id'),
      ),
    )
    .orderBy('dealer_groups.id')
    .execute()
}

interface Portion {
  readonly groupId: number
  readonly after: number
  readonly limit: number
}

/** The next requests of a dealer group that await a decision, by id. */
export async function listPending(db: Db, { groupId, after, limit }: Portion): Promise<number[]> {
  const rows = await db
    .selectFrom('check_requests')
    .select('id')
    .where('dealer_group_id', '=', groupId)
    .where('status_id', 'in', statusIdsOf('pending'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A location with pending requests, and the audiences of those requests. */
export interface QueuedPlace {
  readonly key: string
  readonly place: Place
  readonly audienceIds: readonly number[]
}

/** The locations of a dealer group that have requests pending approval. */
export async function listQueuedPlaces(db: Db, groupId: number): Promise<QueuedPlace[]> {
  const rows = await db
    .selectFrom('approval_counters as c')
    .innerJoin('approval_audiences as a', 'a.id', 'c.audience_id')
    .select(['a.id', 'a.dealership_id', 'a.department_id'])
    .distinct()
    .where('c.dealer_group_id', '=', groupId)
    .where('c.amount', '>', 0)
    .execute()
  const byPlace = Map.groupBy(rows, ({ dealership_id, department_id }) => `${dealership_id}/${department_id}`)
  return [...byPlace].map(([key, audiences]) => {
    const [dealershipId = 0, departmentId = 0] = key.split('/').map(Number)
    const place = { dealerGroupId: groupId, dealershipId: dealershipId || null, departmentId: departmentId || null }
    return { key, place, audienceIds: audiences.map(({ id }) => id) }
  })
}

/** The next pending requests of a dealer group, by id, for some or all audiences. */
export async function listQueued(
  db: Db,
  { groupId, audienceIds, after, limit }: Portion & { readonly audienceIds: readonly number[] | undefined },
): Promise<number[]> {
  const queued = db
    .selectFrom('approval_queue')
    .select('check_request_id')
    .where('dealer_group_id', '=', groupId)
    .where('check_request_id', '>', after)
    .orderBy('check_request_id')
    .limit(limit)
  const rows = await (audienceIds ? queued.where('audience_id', 'in', audienceIds) : queued).execute()
  return rows.map(({ check_request_id }) => check_request_id)
}

export async function rememberCheck(trx: Tx, groupId: number, fingerprint: string): Promise<void> {
  await trx
    .insertInto('approval_checks')
    .values({ dealer_group_id: groupId, fingerprint })
    .onConflict((conflict) => conflict.column('dealer_group_id').doUpdateSet({ fingerprint }))
    .execute()
}

/** The titles that no user had at the last queue check of a dealer group. */
export async function findUnheld(db: Db, groupId: number): Promise<number[]> {
  const row = await db
    .selectFrom('approval_checks')
    .select('unheld')
    .where('dealer_group_id', '=', groupId)
    .executeTakeFirst()
  return row ? JSON.parse(row.unheld) : []
}

export async function storeUnheld(trx: Tx, groupId: number, titleIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('approval_checks')
    .set({ unheld: JSON.stringify(titleIds) })
    .where('dealer_group_id', '=', groupId)
    .execute()
}

/** A pending request and its due times. */
export type Due = Awaited<ReturnType<typeof listDue>>[number]

const due = prepare((db: Db, param: Params<{ now: string; limit: number }>) =>
  db
    .selectFrom('approval_queue')
    .select(['check_request_id', 'dealer_group_id', 'remind_at', 'escalate_at'])
    .where(({ eb, or }) => or([eb('remind_at', '<=', param('now')), eb('escalate_at', '<=', param('now'))]))
    .orderBy('check_request_id')
    .limit(param('limit')),
)

/** Requests that are due for a reminder or to be offered to other users. */
export function listDue(db: Db, now: string, limit: number) {
  return due(db, { now, limit }).all()
}

const reminded = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('approval_queue').select('reminded_at').where('check_request_id', '=', param('requestId')),
)

/** When the last reminder under the step's rule was sent for a request; null if none was sent. */
export async function findReminded(db: Db, requestId: number): Promise<string | null> {
  return (await reminded(db, { requestId }).first())?.reminded_at ?? null
}

/** Records that reminders were sent for a request. */
export async function noteReminded(trx: Tx, requestId: number, at: string): Promise<void> {
  await trx.updateTable('approval_queue').set({ reminded_at: at }).where('check_request_id', '=', requestId).execute()
}

/** Returns true if a rule of the dealer group sets due times for any pending request. */
export async function hasClocks(db: Db, groupId: number): Promise<boolean> {
  const row = await db
    .selectFrom('approval_queue')
    .select('check_request_id')
    .where('dealer_group_id', '=', groupId)
    .where(({ eb, or }) => or([eb('remind_at', 'is not', null), eb('escalate_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The due times, in milliseconds, of a step whose rule sets due times. */
export interface StepClock {
  readonly since: number
  /** When the step is also offered to others; null for never. */
  readonly escalatesAt: number | null
  /** When the next reminder is due, given the time of the last one or the start of the step; null for never. */
  readonly remindsAfter: (last: number) => number | null
}

/** The due times of a step that began at a moment; undefined if the step's rule sets none. */
export async function findClock(
  db: Db,
  subject: Subject,
  step: RoutedStep | undefined,
  since: string,
): Promise<StepClock | undefined> {
  return step?.hurry && clockOf(step.hurry, since, subject.isCritical, await findHours(db, subject.place))
}

/** The due times of a step that began at a moment, by the business hours of its location. */
export function clockOf(urgency: Urgency, since: string, isCritical: boolean, hours: BusinessHours): StepClock {
  const { remindAfter, escalateAfter } = stepHours(urgency, isCritical)
  const began = Date.parse(since)
  return {
    since: began,
    escalatesAt: escalateAfter === null ? null : businessHoursAfter(began, escalateAfter, hours),
    remindsAfter: (last) => (remindAfter === null ? null : businessHoursAfter(last, remindAfter, hours)),
  }
}
