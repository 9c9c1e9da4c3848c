import type { PayeeListQuery } from '@check-requests/domain/payees/fields.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import { fold, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { likePattern } from '../../check-requests/queries/list/patterns.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { PayeeTable } from '../tables.ts'

export type PayeeRow = Selectable<PayeeTable>

/** A payee with what screens show besides. */
export type ShownPayee = Awaited<ReturnType<typeof listPayees>>[number]

type Searched = Pick<PayeeRow, 'name' | 'address' | 'email' | 'phone' | 'note'>

/** What is found by words: a column that follows from others. */
export function derived({ name, address, email, phone, note }: Searched): Pick<PayeeRow, 'searched'> {
  const texts = [name, address, email, phone, note].filter((text) => text !== null)
  return { searched: fold(texts.join('\n')) }
}

const hasTaxFormDocument = sql<boolean | number>`exists (select 1 from attachments a
  where a.dealer_group_id = payees.dealer_group_id and a.payee_id = payees.id
    and a.replaced_at is null and a.removed_at is null)`

function shown(db: Db) {
  return db
    .selectFrom('payees')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'payees.dealer_group_id')
    .leftJoin('payee_tax_forms', 'payee_tax_forms.payee_id', 'payees.id')
    .selectAll('payees')
    .leftJoin('payees as remaining', 'remaining.id', 'payees.merged_into_id')
    .leftJoin('payees as counted', 'counted.id', 'payees.counts_as_id')
    .select(['dealer_groups.name as dealer_group_name', 'payee_tax_forms.payee_id as tax_form_of'])
    .select(['remaining.name as merged_into_name', 'counted.name as counts_as_name'])
    .select(hasTaxFormDocument.as('has_tax_form_document'))
    .where('dealer_groups.deleted_at', 'is', null)
}

/** True for payees that contain what a pattern looks for, or into which one was merged that does. */
function contains(pattern: string) {
  return sql<boolean>`(payees.searched like ${pattern} escape '\\' or exists (select 1 from payees merged
    where merged.dealer_group_id = payees.dealer_group_id and merged.merged_into_id = payees.id
      and merged.searched like ${pattern} escape '\\'))`
}

/** Where a page of the list begins: after this payee. */
export interface Position {
  readonly key: string
  readonly id: number
}

/** Payees of a dealer group, or of all, by name, without those that were merged into others; those after the position. */
export function listPayees(
  db: Db,
  dealerGroupId: number | null,
  { search, state, limit }: Pick<PayeeListQuery, 'search' | 'state' | 'limit'>,
  after: Position | undefined,
) {
  let query = shown(db).where('payees.merged_into_id', 'is', null)
  query = query.orderBy('payees.name_key').orderBy('payees.id').limit(limit)
  if (dealerGroupId !== null) query = query.where('payees.dealer_group_id', '=', dealerGroupId)
  if (state) query = query.where('payees.state', '=', state)
  for (const word of searchedWords(search)) query = query.where(contains(likePattern(word)))
  if (after)
    query = query.where(({ eb, or, and }) =>
      or([
        eb('payees.name_key', '>', after.key),
        and([eb('payees.name_key', '=', after.key), eb('payees.id', '>', after.id)]),
      ]),
    )
  return query.execute()
}

export function findShownPayee(db: Db, id: number): Promise<ShownPayee | undefined> {
  return shown(db).where('payees.id', '=', id).executeTakeFirst()
}

export function findPayee(db: Db, id: number): Promise<PayeeRow | undefined> {
  return db.selectFrom('payees').selectAll().where('id', '=', id).executeTakeFirst()
}

const named = prepare((db: Db, param: Params<{ dealerGroupId: number; keys: readonly string[] }>) =>
  db
    .selectFrom('payees')
    .selectAll()
    .where('dealer_group_id', '=', param('dealerGroupId'))
    .where('name_key', 'in', param.list('keys'))
    .orderBy('name_key', 'desc'),
)

/**
 * The payee of a dealer group that a name means (F9): the separate payee of exactly this name, else the one of its key;
 * the one that remains, where it was merged or counts as another.
 */
export async function findPayeeNamed(db: Db, dealerGroupId: number, name: string): Promise<PayeeRow | undefined> {
  return remainingOf(db, await named(db, { dealerGroupId, keys: [payeeKey(name), separateKey(name)] }).first())
}

/** The payee of a key, not counting separate payees; the one that remains, where it was merged. */
export async function findPayeeOfKey(db: Db, dealerGroupId: number, key: string): Promise<PayeeRow | undefined> {
  return remainingOf(db, await findHolder(db, dealerGroupId, key))
}

/** The row that has a key itself, merged or not. */
export function findHolder(db: Db, dealerGroupId: number, key: string): Promise<PayeeRow | undefined> {
  return named(db, { dealerGroupId, keys: [key] }).first()
}

/** The payee, or the one that it was merged into or counts as. A block stays with the name, whatever that counts as. */
export async function remainingOf(db: Db, payee: PayeeRow | undefined): Promise<PayeeRow | undefined> {
  const next = payee?.merged_into_id ?? (payee?.state === 'blocked' ? null : payee?.counts_as_id)
  return next ? remainingOf(db, await findPayee(db, next)) : payee
}

/** The payees that were merged into one, by name. */
export function listMergedInto(
  db: Db,
  id: number,
): Promise<Pick<PayeeRow, 'id' | 'name' | 'name_key' | 'former_keys'>[]> {
  const merged = db.selectFrom('payees').select(['id', 'name', 'name_key', 'former_keys'])
  return merged.where('merged_into_id', '=', id).orderBy('name_key').execute()
}

/** The payees that count as one, the first added first. */
export function listCountedAs(db: Db, { id, dealer_group_id }: Pick<PayeeRow, 'id' | 'dealer_group_id'>) {
  return db
    .selectFrom('payees')
    .select(['id', 'name', 'name_key', 'former_keys'])
    .where('dealer_group_id', '=', dealer_group_id)
    .where('counts_as_id', '=', id)
    .orderBy('id')
    .execute()
}

type NewPayee = Omit<Insertable<PayeeTable>, 'searched' | 'id'> & Searched

/** Adds a payee; undefined when the dealer group has one of that name by now. */
export async function insertPayee(trx: Tx, payee: NewPayee): Promise<number | undefined> {
  const added = trx
    .insertInto('payees')
    .values({ ...payee, ...derived(payee) })
    .onConflict((conflict) => conflict.columns(['dealer_group_id', 'name_key']).doNothing())
    .returning('id')
  return (await added.executeTakeFirst())?.id
}

export async function updatePayee(trx: Tx, id: number, values: Updateable<PayeeTable>): Promise<void> {
  await trx
    .updateTable('payees')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Somebody who added or changed a payee, by the name they had. */
export interface Editor {
  readonly id: number
  readonly name: string
}

export function editorsOf({ edited_by }: Pick<PayeeRow, 'edited_by'>): Editor[] {
  return JSON.parse(edited_by)
}

/** The names of all payees of a dealer group, by their keys. */
export async function listNamesByKey(db: Db, dealerGroupId: number): Promise<Map<string, string>> {
  const payees = db.selectFrom('payees').select(['name_key', 'name']).where('dealer_group_id', '=', dealerGroupId)
  return new Map((await payees.execute()).map(({ name_key, name }) => [name_key, name]))
}

/** Names of payees of a dealer group that contain the words in any order, those that begin with them first. */
export function findNames(db: Db, dealerGroupId: number, words: string, limit: number) {
  const begins = likePattern(words).slice(1)
  return db
    .selectFrom('payees')
    .select(['id', 'name', 'payee_type', 'payee_sub_type', 'default_purpose_id', 'state'])
    .select(hasTaxFormDocument.as('has_tax_form_document'))
    .where('dealer_group_id', '=', dealerGroupId)
    .where('merged_into_id', 'is', null)
    .where(({ and }) => and(searchedWords(words).map((word) => contains(likePattern(word)))))
    .orderBy(sql`case when searched like ${begins} escape '\\' then 0 else 1 end`)
    .orderBy('name_key')
    .limit(limit)
    .execute()
}

/** The payees of a dealer group that were not merged, as far as others are compared with them, by name. */
export function listCompared(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('payees')
    .select(['id', 'name', 'address', 'state'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('merged_into_id', 'is', null)
    .orderBy('name_key')
    .execute()
}

/** The people of a dealer group who have not been deleted, by name. */
export function listEmployees(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('deleted_at', 'is', null)
    .orderBy('last_name')
    .orderBy('id')
    .execute()
}
