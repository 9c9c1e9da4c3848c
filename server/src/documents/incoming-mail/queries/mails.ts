import type { Insertable, Selectable } from 'kysely'
import type { Moment } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { MailAddressTable, ReceivedMailTable } from '../tables.ts'

export type MailAddress = Selectable<MailAddressTable>
export type ReceivedMail = Selectable<ReceivedMailTable>
export type NewMail = Insertable<ReceivedMailTable>

/** Addresses of active dealer groups, without those of dealerships that were deleted. */
function addresses(db: Db) {
  return db
    .selectFrom('mail_addresses')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'mail_addresses.dealer_group_id')
    .leftJoin('dealerships', 'dealerships.id', 'mail_addresses.dealership_id')
    .selectAll('mail_addresses')
    .select('dealerships.name as dealership_name')
    .where('dealer_groups.deleted_at', 'is', null)
    .where('dealer_groups.is_active', '=', 1)
    .where('dealerships.deleted_at', 'is', null)
    .orderBy('tag')
}

/** The addresses with these tags. */
export function findAddresses(db: Db, tags: readonly string[]) {
  // No tag begins with a hyphen, and a list must not be empty.
  return addresses(db)
    .where('tag', 'in', [...tags, '-'])
    .execute()
}

/** The addresses of a dealer group, or of all groups for null. */
export function listAddresses(db: Db, groupId: number | null) {
  const query = addresses(db)
  return (groupId === null ? query : query.where('mail_addresses.dealer_group_id', '=', groupId)).execute()
}

export function findAddress(db: Db, id: number): Promise<MailAddress | undefined> {
  return db.selectFrom('mail_addresses').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds an address. Returns undefined if the tag is in use. */
export async function insertAddress(trx: Tx, row: Insertable<MailAddressTable>): Promise<number | undefined> {
  const added = trx
    .insertInto('mail_addresses')
    .values(row)
    .onConflict((conflict) => conflict.column('tag').doNothing())
  return (await added.returning('id').executeTakeFirst())?.id
}

export async function deleteAddress(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('mail_addresses').where('id', '=', id).execute()
}

/** Returns true if this email has arrived before. */
export async function hasArrived(db: Db, { dealer_group_id, content_key }: NewMail): Promise<boolean> {
  const query = db.selectFrom('received_mails').select('id').where('dealer_group_id', '=', dealer_group_id)
  return (await query.where('content_key', '=', content_key).executeTakeFirst()) !== undefined
}

/** Stores an email, unless it has arrived before. */
export async function insertMail(trx: Tx, row: NewMail): Promise<void> {
  const added = trx.insertInto('received_mails').values(row)
  await added.onConflict((conflict) => conflict.columns(['dealer_group_id', 'content_key']).doNothing()).execute()
}

/** How many emails of the same sender arrived since then. */
export async function countSince(db: Db, { dealer_group_id, sender }: NewMail, since: Moment): Promise<number> {
  const query = db.selectFrom('received_mails').select('id').where('dealer_group_id', '=', dealer_group_id)
  return (await query.where('sender', '=', sender).where('received_at', '>', since).execute()).length
}

/** The newest emails that a dealer group, or any group for null, keeps for an admin. */
export function listKept(db: Db, groupId: number | null, limit: number): Promise<ReceivedMail[]> {
  const query = db.selectFrom('received_mails').selectAll().where('reason', 'is not', null)
  const ofGroup = groupId === null ? query : query.where('dealer_group_id', '=', groupId)
  return ofGroup.orderBy('id', 'desc').limit(limit).execute()
}

export function findMail(db: Db, id: number): Promise<ReceivedMail | undefined> {
  return db.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks a kept email as taken: its file is no longer needed. */
export async function releaseMail(trx: Tx, id: number): Promise<void> {
  const released = { reason: null, stored_as: null, size: null }
  await trx.updateTable('received_mails').set(released).where('id', '=', id).execute()
}

/** Deletes emails that arrived before this time. */
export async function deleteMailsReceivedBefore(trx: Tx, before: Moment): Promise<void> {
  await trx.deleteFrom('received_mails').where('received_at', '<', before).execute()
}

/** Lists the files of all kept emails. */
export function listKeptFiles(db: Db) {
  const files = db.selectFrom('received_mails').select(['id', 'stored_as', 'size']).where('stored_as', 'is not', null)
  return files.$narrowType<{ stored_as: string; size: number }>().orderBy('id').execute()
}

/** The names of stored files in this list that belong to kept emails. */
export async function keptFiles(db: Db, names: readonly string[]): Promise<Set<string | null>> {
  const rows = await db.selectFrom('received_mails').select('stored_as').where('stored_as', 'in', names).execute()
  return new Set(rows.map(({ stored_as }) => stored_as))
}
