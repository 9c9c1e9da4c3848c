import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { Delegation } from '@check-requests/domain/approvals/authority.ts'
import { inForceOf } from '@check-requests/domain/approvals/delegations/fields.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { DelegationTable } from '../tables.ts'

/** The time zone where each day ends last. */
const lastZone = 'Etc/GMT+12'

export type DelegationRow = Selectable<DelegationTable>

const byGroup = prepare((db: Db, param: Params<{ groupId: number }>) =>
  db
    .selectFrom('delegations')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'delegations.dealer_group_id')
    .select(['from_id', 'to_id', 'starts_on', 'ends_on', 'dealership_ids', 'time_zone'])
    .where('delegations.dealer_group_id', '=', param('groupId'))
    .orderBy('delegations.id'),
)

/** The delegations of a dealer group that are in force at a moment, in milliseconds. */
export async function listInForce(db: Db, groupId: number, now: number): Promise<Delegation[]> {
  const rows = await byGroup(db, { groupId }).all()
  const [{ time_zone } = {}] = rows
  return time_zone === undefined ? [] : inForceOf(rows, datesIn(time_zone)(now))
}

/**
 * The delegations of a dealer group that begin on the day of this moment, in milliseconds, and were created on an
 * earlier day.
 */
export async function listBeginning(db: Db, groupId: number, now: number): Promise<DelegationRow[]> {
  const rows = await db
    .selectFrom('delegations')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'delegations.dealer_group_id')
    .selectAll('delegations')
    .select('time_zone')
    .where('delegations.dealer_group_id', '=', groupId)
    .orderBy('delegations.id')
    .execute()
  return rows.filter(({ time_zone, starts_on, created_at }) => {
    const dateAt = datesIn(time_zone)
    return starts_on === dateAt(now) && dateAt(Date.parse(created_at)) < starts_on
  })
}

/**
 * The delegations of a dealer group, or of all groups, that haven't ended at a moment, in milliseconds. Sorted by
 * first day, with user names.
 */
export async function listNotEnded(db: Db, groupId: number | null, now: number) {
  const query = db
    .selectFrom('delegations as d')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'd.dealer_group_id')
    .innerJoin('users as absent', 'absent.id', 'd.from_id')
    .innerJoin('users as deputy', 'deputy.id', 'd.to_id')
    .innerJoin('users as creator', 'creator.id', 'd.created_by_id')
    .selectAll('d')
    .select(['dealer_groups.time_zone', 'absent.first_name as from_first', 'absent.last_name as from_last'])
    .select(['deputy.first_name as to_first', 'deputy.last_name as to_last'])
    .select(['creator.first_name as by_first', 'creator.last_name as by_last'])
    .where('d.ends_on', '>=', datesIn(lastZone)(now))
    .orderBy('d.starts_on')
    .orderBy('d.id')
  const rows = await (groupId === null ? query : query.where('d.dealer_group_id', '=', groupId)).execute()
  return rows.filter(({ ends_on, time_zone }) => ends_on >= datesIn(time_zone)(now))
}

export type NamedDelegation = Awaited<ReturnType<typeof listNotEnded>>[number]

/** Active delegations of a dealer group whose delegate was removed, is inactive, or is no longer an approver. */
export async function listOrphaned(db: Db, groupId: number, now: number): Promise<DelegationRow[]> {
  const deputies = db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select('users.id')
    .where('role_id', '=', roleNamed('approver').id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
  const orphaned = db.selectFrom('delegations').selectAll().where('dealer_group_id', '=', groupId)
  return orphaned
    .where('ends_on', '>=', datesIn(lastZone)(now))
    .where('to_id', 'not in', deputies)
    .orderBy('id')
    .execute()
}

export function findDelegation(db: Db, id: number): Promise<DelegationRow | undefined> {
  return db.selectFrom('delegations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertDelegation(trx: Tx, row: Insertable<DelegationTable>): Promise<number> {
  return (await trx.insertInto('delegations').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function deleteDelegation(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('delegations').where('id', '=', id).execute()
}
