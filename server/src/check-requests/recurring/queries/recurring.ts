import { statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { jsonObject } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { RecurringTables } from '../tables.ts'

export type RecurringRow = Selectable<RecurringTables['recurring_requests']>
export type RecurringDay = Selectable<RecurringTables['recurring_drafts']>

/** The key of a day of a recurring request. */
export type DayKey = Pick<RecurringDay, 'dealer_group_id' | 'recurring_id' | 'due_on'>

export function findRecurring(db: Db, id: number): Promise<RecurringRow | undefined> {
  return db.selectFrom('recurring_requests').selectAll().where('id', '=', id).executeTakeFirst()
}

// Statuses of requests that have been approved and not been sent back since.
const approved = sql.join([...statusIdsOf('processing'), ...statusIdsOf('completed')].map((id) => sql.lit(id)))

/** The id of the last approved request of a recurring request: one of its days, or the one that it repeats. */
const lastApprovedId = sql<number | null>`coalesce(
  (select r.id from recurring_drafts d join check_requests r on r.id = d.check_request_id
    where d.dealer_group_id = recurring_requests.dealer_group_id and d.recurring_id = recurring_requests.id
      and r.status_id in (${approved}) order by d.due_on desc limit 1),
  (select r.id from check_requests r where r.id = recurring_requests.request_id and r.status_id in (${approved})))`

/** The recurring requests of one requester, or of one dealer group or all, newest first, with display names. */
export function listRecurring(
  db: Db,
  { requesterId, dealerGroupId }: { readonly requesterId?: number; readonly dealerGroupId: number | null },
) {
  const all = db
    .selectFrom('recurring_requests')
    .innerJoin('users', 'users.id', 'recurring_requests.requester_id')
    .innerJoin('purposes', 'purposes.id', 'recurring_requests.purpose_id')
    .leftJoin('dealerships', 'dealerships.id', 'recurring_requests.dealership_id')
    .selectAll('recurring_requests')
    .select(['users.first_name', 'users.last_name', 'purposes.name as purpose_name'])
    .select(['dealerships.name as dealership_name', lastApprovedId.as('last_approved_id')])
    .orderBy('recurring_requests.id', 'desc')
  const inGroup = dealerGroupId === null ? all : all.where('recurring_requests.dealer_group_id', '=', dealerGroupId)
  return (requesterId === undefined ? inGroup : inGroup.where('requester_id', '=', requesterId)).execute()
}

const paymentColumns = [
  'id',
  'request_number',
  'amount_cents',
  'payee_name_1',
  'payee_name_2',
  'payee_join',
  'mailing_address',
  'delivery_method_id',
  'purpose_id',
  'dealership_id',
  'department_id',
] as const

/** The payments of requests, in the form in which later ones are compared with them. */
export function listPayments(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('check_requests').select(paymentColumns).where('id', 'in', ids).execute()
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

/** The last approved payment of a recurring request; undefined if there is none. */
export async function findLastApproved(db: Db, id: number) {
  const row = await db
    .selectFrom('recurring_requests')
    .select(lastApprovedId.as('last_id'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.last_id ? (await listPayments(db, [row.last_id]))[0] : undefined
}

/** A requester's recurring requests that haven't ended. */
export function listOpenOf(db: Db, requesterId: number): Promise<RecurringRow[]> {
  const own = db.selectFrom('recurring_requests').selectAll().where('requester_id', '=', requesterId)
  return own.where('state', '!=', 'ended').orderBy('id').execute()
}

/** The recurring requests at these locations. */
export function listIn(
  db: Db,
  {
    groupId,
    dealershipIds,
    departmentIds,
    isWhole,
  }: {
    readonly groupId: number
    readonly dealershipIds: readonly number[]
    readonly departmentIds: readonly number[]
    readonly isWhole: boolean
  },
): Promise<RecurringRow[]> {
  const ofGroup = db.selectFrom('recurring_requests').selectAll().where('dealer_group_id', '=', groupId)
  const inside = ofGroup.where((eb) =>
    eb.or([
      ...(dealershipIds.length > 0 ? [eb('dealership_id', 'in', dealershipIds)] : []),
      ...(departmentIds.length > 0 ? [eb('department_id', 'in', departmentIds)] : []),
    ]),
  )
  if (!isWhole && dealershipIds.length + departmentIds.length === 0) return Promise.resolve([])
  return (isWhole ? ofGroup : inside).orderBy('id').execute()
}

/** Active recurring requests that may be due on this day, in any time zone, with the zone of their dealer group. */
export function listDue(db: Db, latestDay: string) {
  return db
    .selectFrom('recurring_requests')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'recurring_requests.dealer_group_id')
    .select(['recurring_requests.id', 'recurring_requests.next_on', 'dealer_groups.time_zone'])
    .where('recurring_requests.state', '=', 'active')
    .where('recurring_requests.next_on', '<=', latestDay)
    .orderBy('recurring_requests.id')
    .execute()
}

export async function insertRecurring(
  trx: Tx,
  row: Insertable<RecurringTables['recurring_requests']>,
): Promise<number> {
  return (await trx.insertInto('recurring_requests').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes a recurring request. */
export async function updateRecurring(
  trx: Tx,
  id: number,
  values: Updateable<RecurringTables['recurring_requests']>,
): Promise<void> {
  await trx
    .updateTable('recurring_requests')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a recurring request with its days. Returns the ids of drafts that weren't submitted. */
export async function deleteRecurring(trx: Tx, { id, dealer_group_id }: RecurringRow): Promise<number[]> {
  const days = await trx
    .deleteFrom('recurring_drafts')
    .where('dealer_group_id', '=', dealer_group_id)
    .where('recurring_id', '=', id)
    .returning(['draft_id', 'check_request_id'])
    .execute()
  await trx.deleteFrom('recurring_requests').where('id', '=', id).execute()
  return days.flatMap(({ draft_id, check_request_id }) => (check_request_id === null ? (draft_id ?? []) : []))
}

export async function insertDay(trx: Tx, row: Insertable<RecurringTables['recurring_drafts']>): Promise<void> {
  await trx.insertInto('recurring_drafts').values(row).execute()
}

export function findDay(db: Db, key: DayKey): Promise<RecurringDay | undefined> {
  return db
    .selectFrom('recurring_drafts')
    .selectAll()
    .where('dealer_group_id', '=', key.dealer_group_id)
    .where('recurring_id', '=', key.recurring_id)
    .where('due_on', '=', key.due_on)
    .executeTakeFirst()
}

/** The day whose draft this is, even if the draft was submitted or deleted since; undefined for other drafts. */
export function findDayOfDraft(db: Db, draftId: number): Promise<RecurringDay | undefined> {
  return db.selectFrom('recurring_drafts').selectAll().where('draft_id', '=', draftId).executeTakeFirst()
}

/** The last day of a recurring request before this one; undefined if there is none. */
export function findDayBefore(
  db: Db,
  { dealer_group_id, recurring_id }: Omit<DayKey, 'due_on'>,
  before: string,
): Promise<RecurringDay | undefined> {
  return db
    .selectFrom('recurring_drafts')
    .selectAll()
    .where('dealer_group_id', '=', dealer_group_id)
    .where('recurring_id', '=', recurring_id)
    .where('due_on', '<', before)
    .orderBy('due_on', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The days of these recurring requests whose draft still exists, with the draft, oldest first. */
export function listUnsent(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('recurring_drafts')
    .innerJoin('drafts', 'drafts.id', 'recurring_drafts.draft_id')
    .select(['recurring_id', 'due_on', 'missed_at', 'held_because', 'drafts.id', 'drafts.version', 'drafts.content'])
    .where('recurring_id', 'in', ids)
    .where('check_request_id', 'is', null)
    .orderBy('due_on')
    .execute()
}

/** The days whose draft has yet to be submitted automatically. */
export function listAutomatic(db: Db): Promise<DayKey[]> {
  return db
    .selectFrom('recurring_drafts')
    .select(['dealer_group_id', 'recurring_id', 'due_on'])
    .where('is_automatic', '=', 1)
    .where('check_request_id', 'is', null)
    .orderBy('due_on')
    .orderBy('recurring_id')
    .execute()
}

/** Days between these two whose draft still exists and isn't marked as missed, with the zone of their dealer group. */
export function listOverdue(db: Db, { from, before }: { readonly from: string; readonly before: string }) {
  return db
    .selectFrom('recurring_drafts')
    .innerJoin('drafts', 'drafts.id', 'recurring_drafts.draft_id')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'recurring_drafts.dealer_group_id')
    .select(['recurring_drafts.dealer_group_id', 'recurring_id', 'due_on', 'raised_at', 'time_zone'])
    .where('check_request_id', 'is', null)
    .where('missed_at', 'is', null)
    .where('due_on', '>=', from)
    .where('due_on', '<', before)
    .orderBy('due_on')
    .execute()
}

/** Changes a day from which no request has come yet. Returns true if it did. */
export async function updateDay(
  trx: Tx,
  { dealer_group_id, recurring_id, due_on }: DayKey,
  values: Updateable<RecurringTables['recurring_drafts']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recurring_drafts')
    .set(values)
    .where('dealer_group_id', '=', dealer_group_id)
    .where('recurring_id', '=', recurring_id)
    .where('due_on', '=', due_on)
    .where('check_request_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What a request shows of the day from which it came. `former`: JSON. */
export type MarkedDay = Pick<RecurringDay, 'due_on' | 'was_automatic' | 'is_late' | 'missed_on' | 'former'> &
  Pick<RecurringRow, 'id' | 'every'>

/** The day from which a request came as JSON (see `MarkedDay`); null for other requests. */
export function markJson(db: Db, requestId: RawBuilder<number>): RawBuilder<string | null> {
  const mark = jsonObject(db, {
    id: sql`q.id`,
    every: sql`q.every`,
    due_on: sql`d.due_on`,
    was_automatic: sql`d.was_automatic`,
    is_late: sql`d.is_late`,
    missed_on: sql`d.missed_on`,
    former: sql`d.former`,
  })
  return sql<string | null>`(select cast(${mark} as text) from recurring_drafts d
    join recurring_requests q on q.dealer_group_id = d.dealer_group_id and q.id = d.recurring_id
    where d.check_request_id = ${requestId})`
}
