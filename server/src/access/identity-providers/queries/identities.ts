import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { LinkedIdentityTable } from '../tables.ts'

export type LinkedIdentity = Selectable<LinkedIdentityTable>

/** Whose account at a provider this is. */
export function findIdentity(db: Db, providerId: number, subject: string): Promise<LinkedIdentity | undefined> {
  return ofProvider(db, providerId).where('subject', '=', subject).executeTakeFirst()
}

/** The account of somebody at a provider. */
export function findIdentityOf(db: Db, providerId: number, userId: number): Promise<LinkedIdentity | undefined> {
  return ofProvider(db, providerId).where('user_id', '=', userId).executeTakeFirst()
}

export async function insertIdentity(trx: Tx, identity: Omit<Insertable<LinkedIdentityTable>, 'id'>): Promise<number> {
  return (await trx.insertInto('linked_identities').values(identity).returning('id').executeTakeFirstOrThrow()).id
}

/** Notes which of the roles that somebody holds a claim has given. */
export async function setGivenRoles(trx: Tx, id: number, roleIds: readonly number[]): Promise<void> {
  const given_role_ids = roleIds.length > 0 ? roleIds.join('') : null
  await trx.updateTable('linked_identities').set({ given_role_ids }).where('id', '=', id).execute()
}

export async function deleteIdentity(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('linked_identities').where('id', '=', id).execute()
}

function ofProvider(db: Db, providerId: number) {
  return db.selectFrom('linked_identities').selectAll().where('identity_provider_id', '=', providerId)
}
