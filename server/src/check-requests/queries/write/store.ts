import type { HandPart } from '@check-requests/domain/check-requests/duties.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Acting, roleWaits } from '../../../access/pending-accounts/queries/confirmations.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { CheckRequestTable } from '../../tables.ts'

export type NewRequest = Omit<Insertable<CheckRequestTable>, 'id' | 'version'>

const insert = prepare((db: Db, param: Params<{ request: NewRequest }>) =>
  db.insertInto('check_requests').values(param.row('request')).returning(['id', 'version']),
)

export async function insertRequest(trx: Tx, request: NewRequest): Promise<{ id: number; version: number }> {
  return insert(trx, { request }).one()
}

/** The state that a request must still have for a change to be made. */
export interface Expected {
  readonly id: number
  readonly statusId: StatusId
  readonly version: number
  /**
   * Set if separation of duties applies: users who participated in one of these ways can't make this change (D1, E9).
   */
  readonly notBy?: NotBy | undefined
  /** Set if the role of the acting user must be in force (decision 50). */
  readonly acting?: Acting | undefined
}

/** A user, and the ways of participating that bar the user from a change. */
export interface NotBy {
  readonly userId: number
  readonly parts: readonly HandPart[]
}

type RequestChanges = Omit<Updateable<CheckRequestTable>, 'id' | 'version'>

interface Change {
  readonly id: number
  readonly statusId: StatusId
  readonly version: number
  readonly userId: number | null
  readonly parts: readonly HandPart[]
  readonly roleId: number | null
  readonly now: string | null
  readonly changes: RequestChanges
}

const update = prepare((db: Db, param: Params<Change>, isSeparated: boolean, isActing: boolean) => {
  const unconfirmed = db
    .updateTable('check_requests')
    .set((stored) => ({ ...param.row('changes'), version: stored('version', '+', 1) }))
    .where('id', '=', param('id'))
    .where('status_id', '=', param('statusId'))
    .where('version', '=', param('version'))
  const waits = roleWaits(param('userId'), param('roleId'), param('now'))
  const query = isActing ? unconfirmed.where(sql<boolean>`not ${waits}`) : unconfirmed
  if (!isSeparated) return query
  return query.where(({ not, exists, selectFrom }) => {
    const hand = selectFrom('request_hands')
      .select('request_hands.user_id')
      .whereRef('request_hands.check_request_id', '=', 'check_requests.id')
      .where('request_hands.user_id', '=', param('userId'))
      .where('request_hands.part', 'in', param.oneOf('parts'))
    return not(exists(hand))
  })
})

/**
 * Changes a request in one statement if it is still in the state that the caller saw. Returns false if another user
 * changed it first.
 */
export async function updateRequest(trx: Tx, expected: Expected, changes: RequestChanges): Promise<boolean> {
  const { id, statusId, version, notBy, acting } = expected
  const { userId = null, roleId = null, now = null } = acting ?? {}
  const values = {
    id,
    statusId,
    version,
    parts: notBy?.parts ?? [],
    userId: notBy?.userId ?? userId,
    roleId,
    now,
    changes,
  }
  return (await update(trx, values, notBy !== undefined, acting !== undefined).affectedRows()) === 1
}

/** Deletes a request with its dependent rows if it is still in the state that the caller saw. */
export async function deleteRequest(trx: Tx, expected: Expected): Promise<boolean> {
  const { id, statusId, version } = expected
  const locked = await updateRequest(trx, expected, { status_id: statusId })
  if (!locked) return false
  await trx.deleteFrom('handled_requests').where('check_request_id', '=', id).execute()
  await trx.deleteFrom('status_history').where('check_request_id', '=', id).execute()
  await trx.deleteFrom('check_request_search').where('id', '=', id).execute()
  await trx.deleteFrom('check_request_notes').where('id', '=', id).execute()
  await trx.deleteFrom('match_keys').where('id', '=', id).execute()
  await trx
    .deleteFrom('check_requests')
    .where('id', '=', id)
    .where('version', '=', version + 1)
    .execute()
  return true
}

const nextNumber = prepare((db: Db, param: Params<{ dealerGroupId: number }>) =>
  db
    .insertInto('request_number_counters')
    .columns(['group_code', 'last_number'])
    .expression(({ selectFrom, lit }) =>
      selectFrom('dealer_groups')
        .select(['code', lit(1).as('last_number')])
        .where('id', '=', param('dealerGroupId')),
    )
    .onConflict((conflict) =>
      conflict.column('group_code').doUpdateSet((row) => ({
        last_number: row('request_number_counters.last_number', '+', 1),
      })),
    )
    .returning('last_number'),
)

/**
 * Takes the next request number of a dealer group. Counts by the group's code, so that no number is ever reused (A7).
 */
export async function takeNextNumber(trx: Tx, dealerGroupId: number): Promise<number> {
  return (await nextNumber(trx, { dealerGroupId }).one()).last_number
}

/** Continues request numbers under a group's new code, above every number used under either code (A7). */
export async function carryCounter(trx: Tx, oldCode: string, newCode: string): Promise<void> {
  const rows = await trx
    .selectFrom('request_number_counters')
    .select('last_number')
    .where('group_code', 'in', [oldCode, newCode])
    .execute()
  const last = Math.max(0, ...rows.map((row) => row.last_number))
  await trx
    .insertInto('request_number_counters')
    .values({ group_code: newCode, last_number: last })
    .onConflict((conflict) => conflict.column('group_code').doUpdateSet({ last_number: last }))
    .execute()
}

/**
 * On PostgreSQL, makes other writers of these requests wait until this transaction ends, so that no request gets two
 * checks: the unique key covers only the first request of a check.
 */
export async function lockRequests(trx: Tx, ids: readonly number[]): Promise<void> {
  if (!speaksPostgres(trx)) return
  const requests = trx.selectFrom('check_requests').select('id').where('id', 'in', ids)
  await requests.orderBy('id').forNoKeyUpdate().execute()
}
