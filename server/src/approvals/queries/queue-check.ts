import type { Place } from '@check-requests/domain/access/scope.ts'
import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { type Hurry, type RoutedStep, stepHours } from '@check-requests/domain/approvals/policy.ts'
import { statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type BusinessHours, businessHoursAfter } from '@check-requests/domain/values/business-time.ts'
import { findHours } from '../../organization/queries/calendars.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'

/** A dealer group with a policy, and by which people and settings its queue was checked last. */
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

/** A place at which requests wait, and for which audiences. */
export interface QueuedPlace {
  readonly key: string
  readonly place: Place
  readonly audienceIds: readonly number[]
}

/** The places of a dealer group at which requests wait for approval. */
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

/** The next requests that wait in a dealer group, by id; of some audiences, or of all. */
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

/** The titles that nobody held when the queue of a dealer group was checked last. */
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

/** A request that waits, and what is due for it. */
export type Due = Awaited<ReturnType<typeof listDue>>[number]

const due = prepare((db: Db, param: Params<{ now: string; limit: number }>) =>
  db
    .selectFrom('approval_queue')
    .select(['check_request_id', 'dealer_group_id', 'remind_at', 'escalate_at'])
    .where(({ eb, or }) => or([eb('remind_at', '<=', param('now')), eb('escalate_at', '<=', param('now'))]))
    .orderBy('check_request_id')
    .limit(param('limit')),
)

/** Requests of which people are to be reminded now, or that are to be offered to others. */
export function listDue(db: Db, now: string, limit: number) {
  return due(db, { now, limit }).all()
}

const reminded = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('approval_queue').select('reminded_at').where('check_request_id', '=', param('requestId')),
)

/** When somebody was last reminded of a request by the hours of its rule, if ever. */
export async function findReminded(db: Db, requestId: number): Promise<string | null> {
  return (await reminded(db, { requestId }).first())?.reminded_at ?? null
}

/** People were reminded of a request. */
export async function noteReminded(trx: Tx, requestId: number, at: string): Promise<void> {
  await trx.updateTable('approval_queue').set({ reminded_at: at }).where('check_request_id', '=', requestId).execute()
}

/** Does anything wait in a dealer group that its rules hurry up? */
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

/** The clock of a step that its rule hurries up. Moments are milliseconds. */
export interface StepClock {
  readonly since: number
  /** When it is offered to others as well; null for never. */
  readonly escalatesAt: number | null
  /** When people are next reminded who were last at a moment, or when the step began; null for never. */
  readonly remindsAfter: (last: number) => number | null
}

/** The clock of a step that began at a moment; undefined where its rule says nothing. */
export async function findClock(
  db: Db,
  subject: Subject,
  step: RoutedStep | undefined,
  since: string,
): Promise<StepClock | undefined> {
  return step?.hurry && clockOf(step.hurry, since, subject.isCritical, await findHours(db, subject.place))
}

/** The clock of a step that began at a moment, by the hours of its place. */
export function clockOf(hurry: Hurry, since: string, isCritical: boolean, hours: BusinessHours): StepClock {
  const { remindAfter, escalateAfter } = stepHours(hurry, isCritical)
  const began = Date.parse(since)
  return {
    since: began,
    escalatesAt: escalateAfter === null ? null : businessHoursAfter(began, escalateAfter, hours),
    remindsAfter: (last) => (remindAfter === null ? null : businessHoursAfter(last, remindAfter, hours)),
  }
}
