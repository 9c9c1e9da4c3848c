import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { PasswordLinkTable } from '../tables.ts'

export type PasswordLink = Selectable<PasswordLinkTable>

/** A link is to be mailed to this person; an earlier one is of no use any more. */
export async function askForLink(trx: Tx, userId: number, at: string): Promise<void> {
  const fresh = { asked_at: at, due_at: at, attempts: 0, code: null, expires_at: null }
  await trx
    .insertInto('password_links')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
}

export function listDueLinks(db: Db, now: string): Promise<PasswordLink[]> {
  return db.selectFrom('password_links').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(100).execute()
}

export function findLink(db: Db, userId: number): Promise<PasswordLink | undefined> {
  return db.selectFrom('password_links').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function updateLink(
  trx: Tx,
  { user_id, asked_at }: PasswordLink,
  values: Partial<Pick<PasswordLink, 'due_at' | 'attempts' | 'code' | 'expires_at'>>,
): Promise<void> {
  // One that was asked for meanwhile is left alone.
  const same = trx.updateTable('password_links').set(values).where('user_id', '=', user_id)
  await same.where('asked_at', '=', asked_at).execute()
}

/** The person has another password, or no account: the link is of no use any more. */
export async function removeLinkOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('password_links').where('user_id', '=', userId).execute()
}

/** Takes a link out; returns whether it was still there. */
export async function takeLink(trx: Tx, { user_id, code }: PasswordLink): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('password_links')
    .where('user_id', '=', user_id)
    .where('code', '=', code)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Forgets links that were asked for before this moment. */
export async function deleteOldLinks(trx: Tx, before: string): Promise<void> {
  await trx.deleteFrom('password_links').where('asked_at', '<', before).execute()
}
