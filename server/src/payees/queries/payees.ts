import type { PayeeListQuery } from '@check-requests/domain/payees/fields.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import { fold, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { filtersIn, follows, like, likePattern } from '../../platform/database/list.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { PayeeTable } from '../tables.ts'

export type PayeeRow = Selectable<PayeeTable>

/** A payee with the additional data that screens show. */
export type ShownPayee = Awaited<ReturnType<typeof listPayees>>[number]

type Searched = Pick<PayeeRow, 'name' | 'address' | 'email' | 'phone' | 'note'>

/** The search text, derived from other columns. */
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

/** True for payees that match a search pattern, or that a matching payee was merged into. */
function contains(pattern: string) {
  return sql<boolean>`(${like('payees.searched', pattern)} or exists (select 1 from payees merged
    where merged.dealer_group_id = payees.dealer_group_id and merged.merged_into_id = payees.id
      and ${like('merged.searched', pattern)}))`
}

/** The payee after which a page of the list begins. */
export interface Position {
  readonly key: string
  readonly id: number
}

type Asked = Pick<PayeeListQuery, 'search' | 'state' | 'limit'>

/**
 * Lists the payees in one dealer group or all groups, by name, after the position. Leaves out merged payees. With
 * `isWhole`, lists only payees whose whole name was searched.
 */
export function listPayees(
  db: Db,
  dealerGroupId: number | null,
  { search, state, limit }: Asked,
  { after, isWhole = false }: { readonly after?: Position | undefined; readonly isWhole?: boolean },
) {
  const keys = [payeeKey(search), separateKey(search)]
  const conditions = [
    ...filtersIn(filters, { group: dealerGroupId ?? undefined, state }),
    ...searchedWords(search).map((word) => contains(likePattern(word))),
    ...(isWhole ? [sql<boolean>`payees.name_key in (${sql.join(keys)})`] : []),
    ...(after ? [follows('asc', ['payees.name_key', 'payees.id'], [after.key, after.id])] : []),
  ]
  const query = shown(db).where('payees.merged_into_id', 'is', null)
  return conditions
    .reduce((found, condition) => found.where(condition), query)
    .orderBy('payees.name_key')
    .orderBy('payees.id')
    .limit(limit)
    .execute()
}

const filters = {
  group: { column: 'payees.dealer_group_id', is: '=' },
  state: { column: 'payees.state', is: '=' },
} as const

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
    .where('name_key', 'in', param.oneOf('keys'))
    .orderBy('name_key', 'desc'),
)

/** The payees of a dealer group that have this email address. */
export function listPayeesWithEmail(db: Db, dealerGroupId: number, email: string): Promise<PayeeRow[]> {
  const query = db.selectFrom('payees').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return query.where('email', '=', email).where('merged_into_id', 'is', null).execute()
}

/**
 * Finds the payee that a name refers to in a dealer group (F9): the separate payee with exactly this name, or else the
 * payee with the name's key. Returns the remaining payee if that payee was merged or counts as another.
 */
export async function findPayeeNamed(db: Db, dealerGroupId: number, name: string): Promise<PayeeRow | undefined> {
  return remainingOf(db, await named(db, { dealerGroupId, keys: [payeeKey(name), separateKey(name)] }).first())
}

/** Finds the payee with a key, ignoring separate payees. Returns the remaining payee if the found one was merged. */
export async function findPayeeOfKey(db: Db, dealerGroupId: number, key: string): Promise<PayeeRow | undefined> {
  return remainingOf(db, await findHolder(db, dealerGroupId, key))
}

/** Finds the merged or unmerged payee that has a key. */
export function findHolder(db: Db, dealerGroupId: number, key: string): Promise<PayeeRow | undefined> {
  return named(db, { dealerGroupId, keys: [key] }).first()
}

/**
 * Returns the payee, or the one that it was merged into or counts as. Returns a blocked payee itself, so that the block
 * stays with the payee's name.
 */
export async function remainingOf(db: Db, payee: PayeeRow | undefined): Promise<PayeeRow | undefined> {
  const next = payee?.merged_into_id ?? (payee?.state === 'blocked' ? null : payee?.counts_as_id)
  return next ? remainingOf(db, await findPayee(db, next)) : payee
}

/** Lists the payees that were merged into this one, by name. */
export function listMergedInto(
  db: Db,
  id: number,
): Promise<Pick<PayeeRow, 'id' | 'name' | 'name_key' | 'former_keys'>[]> {
  const merged = db.selectFrom('payees').select(['id', 'name', 'name_key', 'former_keys'])
  return merged.where('merged_into_id', '=', id).orderBy('name_key').execute()
}

/** Lists the payees that count as this one, in the order they were added. */
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

/** Adds a payee. Returns undefined if the dealer group already has one with this name. */
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

/** A user who added or changed a payee, with the user's name at that time. */
export interface Editor {
  readonly id: number
  readonly name: string
}

export function editorsOf({ edited_by }: Pick<PayeeRow, 'edited_by'>): Editor[] {
  return JSON.parse(edited_by)
}

/** Returns the names of a dealer group's payees, by key. */
export async function listNamesByKey(db: Db, dealerGroupId: number): Promise<Map<string, string>> {
  const payees = db.selectFrom('payees').select(['name_key', 'name']).where('dealer_group_id', '=', dealerGroupId)
  return new Map((await payees.execute()).map(({ name_key, name }) => [name_key, name]))
}

/**
 * Finds payee names in a dealer group that contain the words in any order. Names that begin with the words come first.
 */
export function findNames(db: Db, dealerGroupId: number, words: string, limit: number) {
  const begins = likePattern(words).slice(1)
  return db
    .selectFrom('payees')
    .select(['id', 'name', 'payee_type', 'payee_sub_type', 'default_purpose_id', 'state'])
    .select(hasTaxFormDocument.as('has_tax_form_document'))
    .where('dealer_group_id', '=', dealerGroupId)
    .where('merged_into_id', 'is', null)
    .where(({ and }) => and(searchedWords(words).map((word) => contains(likePattern(word)))))
    .orderBy(sql`case when ${like('searched', begins)} then 0 else 1 end`)
    .orderBy('name_key')
    .limit(limit)
    .execute()
}

/** Lists a dealer group's payees with the columns used to compare them, by name. Leaves out merged payees. */
export function listCompared(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('payees')
    .select(['id', 'name', 'address', 'state'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('merged_into_id', 'is', null)
    .orderBy('name_key')
    .execute()
}

/** Lists a dealer group's users who aren't deleted, by name. */
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
