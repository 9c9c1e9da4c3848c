import type { Insertable, Selectable } from 'kysely'
import type { Moment } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { MailAddressTable, ReceivedMailTable } from '../tables.ts'

export type MailAddress = Selectable<MailAddressTable>
export type ReceivedMail = Selectable<ReceivedMailTable>

/** Addresses of active dealer groups, without those of dealerships that were deleted. */
function addresses(db: Db) {
  return db
    .selectFrom('mail_addresses')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'mail_addresses.dealer_group_id')
    .leftJoin('dealerships', 'dealerships.id', 'mail_addresses.dealership_id')
    .selectAll('mail_addresses')
    .select('dealerships.name as dealership_name')
    .where('dealer_groups.deleted_at', 'is', null)
    .where('dealerships.deleted_at', 'is', null)
}

/** The addresses with these tags that take emails now. */
export function findAddresses(db: Db, tags: readonly string[]): Promise<MailAddress[]> {
  if (tags.length === 0) return Promise.resolve([])
  return addresses(db)
    .where('tag', 'in', tags)
    .where('dealer_groups.is_active', '=', 1)
    .orderBy('mail_addresses.id')
    .execute()
}

/** The addresses of a dealer group, or of all groups for null. */
export function listAddresses(db: Db, groupId: number | null) {
  const query = addresses(db).orderBy('tag')
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

export async function updateAddressRow(trx: Tx, { id, version }: MailAddress, people_ids: string): Promise<void> {
  await trx
    .updateTable('mail_addresses')
    .set({ people_ids, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

export async function deleteAddress(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('mail_addresses').where('id', '=', id).execute()
}

/** Returns true if this email has arrived before. */
export async function hasArrived(db: Db, { dealer_group_id }: MailAddress, contentKey: string): Promise<boolean> {
  const query = db.selectFrom('received_mails').select('id').where('dealer_group_id', '=', dealer_group_id)
  return (await query.where('content_key', '=', contentKey).executeTakeFirst()) !== undefined
}

/** Stores an email. Returns undefined if it has arrived before. */
export async function insertMail(trx: Tx, row: Insertable<ReceivedMailTable>): Promise<number | undefined> {
  const added = trx
    .insertInto('received_mails')
    .values(row)
    .onConflict((conflict) => conflict.columns(['dealer_group_id', 'content_key']).doNothing())
  return (await added.returning('id').executeTakeFirst())?.id
}

/** How many emails of this sender arrived since then. */
export async function countSince(db: Db, groupId: number, sender: string, since: Moment): Promise<number> {
  const { amount } = await db
    .selectFrom('received_mails')
    .select(({ fn }) => fn.countAll().as('amount'))
    .where('dealer_group_id', '=', groupId)
    .where('sender', '=', sender)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(amount)
}

/** How many emails a dealer group keeps for an admin: all of them, and those of this sender. */
export async function countKept(db: Db, groupId: number, sender: string): Promise<{ all: number; ofSender: number }> {
  const rows = await db
    .selectFrom('received_mails')
    .select('sender')
    .where('dealer_group_id', '=', groupId)
    .where('reason', 'is not', null)
    .execute()
  return { all: rows.length, ofSender: rows.filter((row) => row.sender === sender).length }
}

const mostListed = 100

/** The newest emails that a dealer group, or any group for null, keeps for an admin. */
export function listKept(db: Db, groupId: number | null): Promise<ReceivedMail[]> {
  const query = db.selectFrom('received_mails').selectAll().where('reason', 'is not', null)
  const ofGroup = groupId === null ? query : query.where('dealer_group_id', '=', groupId)
  return ofGroup.orderBy('id', 'desc').limit(mostListed).execute()
}

export function findMail(db: Db, id: number): Promise<ReceivedMail | undefined> {
  return db.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks a kept email as taken: its file is no longer needed. Returns false if it isn't kept anymore. */
export async function releaseMail(trx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('received_mails')
    .set({ reason: null, stored_as: null, size: null })
    .where('id', '=', id)
    .where('reason', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes emails that arrived before this time. */
export async function deleteMailsReceivedBefore(trx: Tx, before: Moment): Promise<void> {
  await trx.deleteFrom('received_mails').where('received_at', '<', before).execute()
}

/** The names of stored files in this list that belong to kept emails. */
export async function keptFiles(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('received_mails').select('stored_as').where('stored_as', 'in', names).execute()
  return rows.flatMap(({ stored_as }) => stored_as ?? [])
}
