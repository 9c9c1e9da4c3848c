import { sql } from 'kysely'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import type { Db, Tx } from '../../../tables.ts'
import { largestDrawnOf } from '../../queries/detail/checks.ts'
import type { DecisionLinkTable } from '../tables.ts'

type NewLink = Omit<DecisionLinkTable, 'id' | 'used_at'>

export type DecisionLink = Awaited<ReturnType<typeof findLink>>

export async function insertLink(trx: Tx, link: NewLink): Promise<void> {
  await trx
    .insertInto('decision_links')
    .values({ ...link, used_at: null })
    .execute()
}

/** The link with this hash, if it is neither used nor expired. */
export async function findLink(db: Db, linkHash: string, now: string) {
  return db
    .selectFrom('decision_links')
    .selectAll()
    .where('link_hash', '=', linkHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a link up. Returns false if it was used or has expired. */
export async function useLinkUp(trx: Tx, id: number, now: string): Promise<boolean> {
  const used = await trx
    .updateTable('decision_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(used.numUpdatedRows) === 1
}

/** Deletes links that no longer work. */
export async function deleteExpiredLinks(trx: Tx, now: string): Promise<void> {
  await trx.deleteFrom('decision_links').where('expires_at', '<=', now).execute()
}

/**
 * A value that changes with the user's password, email, roles, and locations, and with any change to the account by
 * someone else; undefined for a user who doesn't exist.
 */
export async function accessStamp(db: Db, userId: number): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['version', 'email', 'password_hash', 'primary_role', 'access_level', 'dealer_group_id', 'active'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
  const roles = await db.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute()
  const dealerships = db.selectFrom('user_dealerships').select('dealership_id').where('user_id', '=', userId)
  const departments = db.selectFrom('user_departments').select('department_id').where('user_id', '=', userId)
  const lists = [
    roles.map((row) => row.role_id),
    (await dealerships.execute()).map((row) => row.dealership_id),
    (await departments.execute()).map((row) => row.department_id),
  ]
  return sha256(JSON.stringify([user, lists.map((ids) => ids.toSorted((one, other) => one - other))]))
}

/** What a dealer group's settings say about deciding on a request by a link alone; undefined for a deleted request. */
export async function findMailLimits(db: Db, requestId: number) {
  const row = await db
    .selectFrom('check_requests')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'check_requests.dealer_group_id')
    .select(['dealer_groups.mail_decisions_cents', 'dealer_groups.approve_above_cents', 'dealer_groups.is_active'])
    .select([sql<number>`${largestDrawnOf('check_requests')}`.as('drawn_cents'), 'check_requests.amount_cents'])
    .where('check_requests.id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  const { mail_decisions_cents: most, approve_above_cents: proofAbove, drawn_cents, amount_cents } = row
  return { most, proofAbove, drawn: Math.max(Number(drawn_cents), amount_cents) }
}
