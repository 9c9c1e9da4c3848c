import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import type { Scope } from '@check-requests/domain/access/scope.ts'
import type { ConfirmedChangeName, Waiting } from '@check-requests/domain/people/confirmations/rules.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { joinedIds, splitIds } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'

/** A title and the dealership where it applies; 0 means every dealership where the user approves. */
export interface TitleInForce {
  readonly approval_title_id: number
  readonly dealership_id: number
}

/** An account's change that a second user must confirm. */
export interface StoredConfirmation extends Waiting {
  readonly userId: number
  readonly dealerGroupId: number | null
  readonly version: number
  readonly changes: readonly ConfirmedChangeName[]
  readonly askedBy: readonly number[]
  readonly askedAt: string
  readonly effectiveAt: string | null
  readonly inEffect: boolean
  /** The approval titles in force while others are pending, or undefined if none are. */
  readonly titlesInForce?: readonly TitleInForce[] | undefined
  readonly stoppedById: number | null
  readonly stoppedAt: string | null
}

/** Finds an account's pending change, unless its dealer group has turned account confirmation off. */
export async function findConfirmation(db: Db, userId: number): Promise<StoredConfirmation | undefined> {
  const row = await confirmations(db).where('account_confirmations.user_id', '=', userId).executeTakeFirst()
  return row && toConfirmation(row)
}

/** Lists pending changes to accounts in a dealer group and to super admins. Without a group, lists all. */
export async function listConfirmations(db: Db, dealerGroupId: number | null): Promise<StoredConfirmation[]> {
  const all = confirmations(db).orderBy('account_confirmations.asked_at').orderBy('account_confirmations.user_id')
  const query =
    dealerGroupId === null
      ? all
      : all.where(({ eb, or }) =>
          or([
            eb('account_confirmations.dealer_group_id', '=', dealerGroupId),
            eb('account_confirmations.dealer_group_id', 'is', null),
          ]),
        )
  return (await query.execute()).map(toConfirmation)
}

/** Lists users whose changes took effect without confirmation but aren't in the audit trail yet. */
export async function listDue(db: Db, now: string): Promise<number[]> {
  const due = confirmations(db).where('effective_at', '<=', now).where('in_effect', '=', 0)
  return (await due.execute()).map(({ user_id }) => user_id)
}

// Omits dealer groups that have turned account confirmation off.
function confirmations(db: Db) {
  return db
    .selectFrom('account_confirmations')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'account_confirmations.dealer_group_id')
    .selectAll('account_confirmations')
    .select(joinedIds('waiting_roles', 'role_id', 'user_id', 'account_confirmations.user_id').as('role_ids'))
    .where(sql<boolean>`coalesce(dealer_groups.account_confirmation, 1) = 1`)
}

type Row = Awaited<ReturnType<ReturnType<typeof confirmations>['executeTakeFirstOrThrow']>>

function toConfirmation(row: Row): StoredConfirmation {
  return {
    userId: row.user_id,
    dealerGroupId: row.dealer_group_id,
    version: row.version,
    changes: JSON.parse(row.changes),
    askedBy: JSON.parse(row.asked_by),
    askedAt: row.asked_at,
    roleIds: splitIds(row.role_ids).filter(isRoleId),
    scopeInForce: scopeIn(row.scope_in_force),
    titlesInForce: row.titles_in_force === null ? undefined : JSON.parse(row.titles_in_force),
    effectiveAt: row.effective_at,
    inEffect: row.in_effect === 1,
    stoppedById: row.stopped_by_id,
    stoppedAt: row.stopped_at,
  }
}

/** Parses the stored scope, which stays in force while a wider one is pending. */
export function scopeIn(stored: string | null): Scope | undefined {
  return stored === null ? undefined : JSON.parse(stored)
}

/** Stores an account's pending change, replacing the previous one. */
export async function saveConfirmation(trx: Tx, { roleIds, ...asked }: StoredConfirmation): Promise<void> {
  await removeConfirmation(trx, asked.userId)
  const owner = { user_id: asked.userId, dealer_group_id: asked.dealerGroupId }
  await trx
    .insertInto('account_confirmations')
    .values({
      ...owner,
      version: asked.version,
      changes: JSON.stringify(asked.changes),
      asked_by: JSON.stringify(asked.askedBy),
      asked_at: asked.askedAt,
      scope_in_force: asked.scopeInForce ? JSON.stringify(asked.scopeInForce) : null,
      titles_in_force: asked.titlesInForce ? JSON.stringify(asked.titlesInForce) : null,
      effective_at: asked.effectiveAt,
      in_effect: asked.inEffect ? 1 : 0,
      stopped_by_id: asked.stoppedById,
      stopped_at: asked.stoppedAt,
    })
    .execute()
  if (roleIds.length === 0) return
  const roles = roleIds.map((role_id) => ({ ...owner, role_id }))
  await trx.insertInto('waiting_roles').values(roles).execute()
}

/** Removes an account's pending change. */
export async function removeConfirmation(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('waiting_roles').where('user_id', '=', userId).execute()
  await trx.deleteFrom('account_confirmations').where('user_id', '=', userId).execute()
}

/**
 * Returns true if account confirmation is on in a dealer group. It is always on for super admins, who belong to no
 * group.
 */
export async function isConfirmedIn(db: Db, dealerGroupId: number | null): Promise<boolean> {
  if (dealerGroupId === null) return true
  const query = db.selectFrom('dealer_groups').select('account_confirmation').where('id', '=', dealerGroupId)
  return (await query.executeTakeFirst())?.account_confirmation !== 0
}

/** Returns true if this user hasn't read the announcement of account confirmation yet. */
export async function isAnnounced(db: Db, userId: number): Promise<boolean> {
  const query = db.selectFrom('confirmation_announcements').select('user_id').where('user_id', '=', userId)
  return (await query.executeTakeFirst()) !== undefined
}

export async function deleteAnnouncement(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('confirmation_announcements').where('user_id', '=', userId).execute()
}

/** A user acting in a role at a moment. */
export interface Acting {
  readonly userId: number
  readonly roleId: RoleId
  readonly now: string
}

type Sql<Value> = Expression<Value | null> | RawBuilder<Value>

/** SQL that is true while a user's role isn't in force, for statements that enforce account confirmation themselves. */
export function roleWaits(userId: Sql<number>, roleId: Sql<number>, now: Sql<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from waiting_roles w
    join account_confirmations c on c.user_id = w.user_id
    left join dealer_groups g on g.id = c.dealer_group_id
    where w.user_id = ${userId} and w.role_id = ${roleId} and c.in_effect = 0
      and (c.effective_at is null or c.effective_at > ${now}) and coalesce(g.account_confirmation, 1) = 1)`
}

/** Returns true if this role isn't in force. */
export async function isWaiting(db: Db, { userId, roleId, now }: Acting): Promise<boolean> {
  const waits = roleWaits(sql.val(userId), sql.val(roleId), sql.val(now))
  const { rows } = await sql<{ found: number }>`select 1 as found where ${waits}`.execute(db)
  return rows.length > 0
}

const inForce = prepare((db: Db, param: Params<{ groupId: number | null; now: string }>, isOfGroup: boolean) => {
  const waiting = db
    .selectFrom('account_confirmations as c')
    .innerJoin('dealer_groups as g', 'g.id', 'c.dealer_group_id')
    .select(['c.user_id', 'c.titles_in_force'])
    .where('c.titles_in_force', 'is not', null)
    .where('c.in_effect', '=', 0)
    .where('g.account_confirmation', '=', 1)
    .where(({ eb, or }) => or([eb('c.effective_at', 'is', null), eb('c.effective_at', '>', param('now'))]))
  return isOfGroup ? waiting.where('c.dealer_group_id', '=', param('groupId')) : waiting
})

/** Lists the approval titles in force for users with pending titles, by user, in one dealer group or all groups. */
export async function listTitlesInForce(
  db: Db,
  groupId: number | null,
  now: string,
): Promise<ReadonlyMap<number, readonly TitleInForce[]>> {
  const rows = await inForce(db, { groupId, now }, groupId !== null).all()
  return new Map(rows.map(({ user_id, titles_in_force }) => [user_id, JSON.parse(titles_in_force ?? '[]')]))
}
