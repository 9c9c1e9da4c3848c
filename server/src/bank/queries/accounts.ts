import type { KnownPayments } from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type { AccountPerson, AccountRight } from '@check-requests/domain/checks/rules.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { BankAccountTable } from '../tables.ts'
import { insertFirstBox, moveFirstBox } from './stock-boxes.ts'

export type BankAccountRow = Selectable<BankAccountTable>

/** The id and name of a dealership or user. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** An account with the names that responses show, and the dealerships that draw on it. */
export interface ShownAccount extends BankAccountRow {
  readonly dealer_group_name: string
  /** The time zone that dates its checks. */
  readonly time_zone: string
  /** The days of the first and last payment in confirmed files, and of the first open exception. */
  readonly paid_from: string | null
  readonly paid_through: string | null
  readonly open_since: string | null
  readonly dealership_ids: readonly number[]
  /** The dealerships that have this account as their default. */
  readonly default_dealership_ids: readonly number[]
}

function shown(db: Db) {
  return db
    .selectFrom('bank_accounts')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'bank_accounts.dealer_group_id')
    .selectAll('bank_accounts')
    .select('dealer_groups.name as dealer_group_name')
    .select(zoneOfAccount.as('time_zone'))
    .select([
      dayOfPayment('min').as('paid_from'),
      dayOfPayment('max').as('paid_through'),
      sql<string | null>`(select min(l.paid_on) from check_exceptions e join clearing_lines l
        on l.dealer_group_id = e.dealer_group_id and l.id = e.clearing_line_id
        where e.dealer_group_id = bank_accounts.dealer_group_id and e.bank_account_id = bank_accounts.id
          and e.resolved_at is null)`.as('open_since'),
    ])
    .where('dealer_groups.deleted_at', 'is', null)
}

const zoneOfStore = sql`coalesce(d.time_zone, dealer_groups.time_zone)`

/**
 * The time zone that dates everything about an account's checks: that of its dealerships if they share one, otherwise
 * that of the dealer group (J10, decision 156).
 */
const zoneOfAccount = sql<string>`coalesce((
  select case when min(${zoneOfStore}) = max(${zoneOfStore}) then min(${zoneOfStore}) end
  from account_dealerships a join dealerships d on d.id = a.dealership_id
  where a.dealer_group_id = bank_accounts.dealer_group_id and a.bank_account_id = bank_accounts.id
), dealer_groups.time_zone)`

/** The time zone of the account on which a check is drawn. */
export async function findZoneOfAccount(db: Db, accountId: number): Promise<string> {
  const account = db.selectFrom('bank_accounts').where('bank_accounts.id', '=', accountId)
  const row = await account
    .innerJoin('dealer_groups', 'dealer_groups.id', 'bank_accounts.dealer_group_id')
    .select(zoneOfAccount.as('zone'))
    .executeTakeFirstOrThrow()
  return row.zone
}

function dayOfPayment(which: 'min' | 'max') {
  return sql<string | null>`(select ${sql.raw(which)}(t.day) from clearing_day_totals t
    where t.dealer_group_id = bank_accounts.dealer_group_id and t.bank_account_id = bank_accounts.id)`
}

/** The accounts of a dealer group, or of all groups, by name. */
export async function listAccounts(db: Db, dealerGroupId: number | null): Promise<ShownAccount[]> {
  const all = shown(db).orderBy('bank_accounts.name').orderBy('bank_accounts.id')
  const rows = await (dealerGroupId === null
    ? all
    : all.where('bank_accounts.dealer_group_id', '=', dealerGroupId)
  ).execute()
  return withDealerships(db, rows)
}

/** The open accounts of all dealer groups. */
export async function listActiveAccounts(db: Db): Promise<ShownAccount[]> {
  const open = shown(db).where('bank_accounts.state', '=', 'active').orderBy('bank_accounts.id')
  return withDealerships(db, await open.execute())
}

/** The open accounts whose bank has a server for files. */
export async function listSendingAccounts(db: Db): Promise<ShownAccount[]> {
  const accounts = shown(db).where('bank_accounts.state', '=', 'active').where('sealed_destination', 'is not', null)
  return withDealerships(db, await accounts.orderBy('bank_accounts.id').execute())
}

export async function findAccount(db: Db, id: number): Promise<ShownAccount | undefined> {
  const [account] = await withDealerships(db, await shown(db).where('bank_accounts.id', '=', id).execute())
  return account
}

async function withDealerships<Row extends { id: number }>(db: Db, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const drawing = await db
    .selectFrom('account_dealerships')
    .select(['bank_account_id', 'dealership_id', 'is_default'])
    .where('bank_account_id', 'in', ids)
    .orderBy('dealership_id')
    .execute()
  const byAccount = Map.groupBy(drawing, ({ bank_account_id }) => bank_account_id)
  return rows.map((row) => {
    const own = byAccount.get(row.id) ?? []
    return {
      ...row,
      dealership_ids: own.map(({ dealership_id }) => dealership_id),
      default_dealership_ids: own
        .filter(({ is_default }) => is_default === 1)
        .map(({ dealership_id }) => dealership_id),
    }
  })
}

/** Dealership names by id. */
export async function namesOfDealerships(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('dealerships').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** User names by id. */
export async function namesOfPeople(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
}

/** Of the given ids, those of existing dealerships in the dealer group. */
export async function dealershipsOf(db: Db, dealerGroupId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('dealerships')
    .select('id')
    .where('dealer_group_id', '=', dealerGroupId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of the given ids, those of active users in the dealer group. */
export async function peopleOf(db: Db, dealerGroupId: number, ids: readonly number[]): Promise<number[]> {
  return [...(await namesOf(db, dealerGroupId, ids)).keys()]
}

/** The names, by id, of those given users who are active in the dealer group. */
export async function namesOf(
  db: Db,
  dealerGroupId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('id', 'in', ids)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
}

export async function insertAccount(
  trx: Tx,
  account: Omit<Insertable<BankAccountTable>, 'id' | 'version'>,
  dealershipIds: readonly number[],
): Promise<number> {
  const { id } = await trx.insertInto('bank_accounts').values(account).returning('id').executeTakeFirstOrThrow()
  const { dealer_group_id, next_check_number, created_at } = account
  await drawOn(trx, { id, dealer_group_id }, { dealershipIds, defaultIds: [] })
  await insertFirstBox(trx, { id, dealer_group_id, next_check_number }, created_at)
  return id
}

export async function updateAccount(trx: Tx, id: number, values: Updateable<BankAccountTable>): Promise<void> {
  await trx
    .updateTable('bank_accounts')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { next_check_number } = values
  if (typeof next_check_number === 'number') await moveFirstBox(trx, id, next_check_number)
}

/** The dealerships that draw on an account, and those whose default account it is. */
export interface Drawing {
  readonly dealershipIds: readonly number[]
  readonly defaultIds: readonly number[]
}

/** Sets the dealerships that draw on an account. The new defaults must not have another default account. */
export async function drawOn(
  trx: Tx,
  { id, dealer_group_id }: Pick<BankAccountRow, 'id' | 'dealer_group_id'>,
  { dealershipIds, defaultIds }: Drawing,
): Promise<void> {
  await trx.deleteFrom('account_dealerships').where('bank_account_id', '=', id).execute()
  const rows = dealershipIds.map((dealership_id) => ({
    dealer_group_id,
    dealership_id,
    bank_account_id: id,
    is_default: defaultIds.includes(dealership_id) ? 1 : 0,
  }))
  if (rows.length > 0) await trx.insertInto('account_dealerships').values(rows).execute()
}

/** The default accounts of these dealerships in a dealer group, with the dealerships. */
export async function listDefaults(db: Db, dealerGroupId: number, dealershipIds: readonly number[]) {
  if (dealershipIds.length === 0) return []
  return db
    .selectFrom('account_dealerships')
    .select(['bank_account_id', 'dealership_id'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('dealership_id', 'in', dealershipIds)
    .where('is_default', '=', 1)
    .orderBy('bank_account_id')
    .orderBy('dealership_id')
    .execute()
}

/** Takes numbers from an account. Returns true if the next number was still the expected one. */
export async function takeNumbers(trx: Tx, id: number, first: number, next: number): Promise<boolean> {
  const taken = await trx
    .updateTable('bank_accounts')
    .set({ next_check_number: next })
    .where('id', '=', id)
    .where('next_check_number', '=', first)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

interface StoredPerson {
  readonly user_id: number
  readonly rights: readonly AccountRight[]
  readonly most_to_sign: Cents | null
}

/** Parses the users whose rights an account sets. */
export function peopleIn({ people }: Pick<BankAccountRow, 'people'>): AccountPerson[] {
  const stored: StoredPerson[] = JSON.parse(people)
  return stored.map(({ user_id, rights, most_to_sign }) => ({ userId: user_id, rights, mostToSign: most_to_sign }))
}

export function proposersOf({ proposed_by }: Pick<BankAccountRow, 'proposed_by'>): Named[] {
  return JSON.parse(proposed_by)
}

/** Returns true if a number was ever taken from the account. */
export async function hasTakenNumbers(db: Db, { id, dealer_group_id }: Pick<BankAccountRow, 'id' | 'dealer_group_id'>) {
  const taken = db.selectFrom('checks').select('id').where('dealer_group_id', '=', dealer_group_id)
  return (await taken.where('bank_account_id', '=', id).limit(1).executeTakeFirst()) !== undefined
}

/** Returns true while a print run of the account isn't settled. */
export async function hasOpenRun(db: Db, { id, dealer_group_id }: Pick<BankAccountRow, 'id' | 'dealer_group_id'>) {
  const open = db.selectFrom('print_runs').select('id').where('dealer_group_id', '=', dealer_group_id)
  return (await open.where('bank_account_id', '=', id).where('state', '=', 'made').executeTakeFirst()) !== undefined
}

/** All accounts, for rotating the encryption key. */
export function listEveryAccount(db: Db): Promise<BankAccountRow[]> {
  return db.selectFrom('bank_accounts').selectAll().orderBy('id').execute()
}

/** Any encrypted account number. Undefined if none is stored. */
export async function findSealedNumber(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('bank_accounts').select('sealed_number').limit(1).executeTakeFirst())?.sealed_number
}

/** The payer printed on checks: the dealership if only one draws on the account, otherwise the dealer group. */
export async function findPayer(db: Db, account: ShownAccount): Promise<{ name: string; addressLines: string[] }> {
  const [store, ...others] = await db
    .selectFrom('dealerships')
    .select(['name', 'address', 'city', 'state', 'zip'])
    .where('id', 'in', account.dealership_ids)
    .orderBy('id')
    .execute()
  if (!store) return { name: account.dealer_group_name, addressLines: [] }
  const { name, address, city, state, zip } = store
  return {
    name: others.length > 0 ? account.dealer_group_name : name,
    addressLines: [address, `${city}, ${state} ${zip}`],
  }
}

/** The period for which an account's bank payments are known. */
export function knownPayments({ paid_from, paid_through, open_since }: ShownAccount): KnownPayments {
  return { paidFrom: paid_from, paidThrough: paid_through, openSince: open_since }
}
