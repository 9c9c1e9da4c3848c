import type { Box } from '@check-requests/domain/bank/stock/rules.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { StockBoxTable } from '../tables.ts'

export type StockBoxRow = Selectable<StockBoxTable>

interface Account {
  readonly id: number
  readonly dealer_group_id: number
  readonly next_check_number: number
}

/** The boxes of an account, newest first, each with its next number. */
export async function listBoxes(db: Db, account: Account): Promise<StockBoxRow[]> {
  const boxes = await db
    .selectFrom('stock_boxes')
    .selectAll()
    .where('dealer_group_id', '=', account.dealer_group_id)
    .where('bank_account_id', '=', account.id)
    .orderBy('id', 'desc')
    .execute()
  return boxes.map((box) => withNext(box, account))
}

export function findBox(db: Db, id: number): Promise<StockBoxRow | undefined> {
  return db.selectFrom('stock_boxes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The box that supplies an account's next numbers; undefined if an earlier version set up the account. */
export async function findBoxInUse(db: Db, account: Account): Promise<StockBoxRow | undefined> {
  const boxes = db.selectFrom('stock_boxes').selectAll().where('dealer_group_id', '=', account.dealer_group_id)
  const box = await boxes.where('bank_account_id', '=', account.id).where('state', '=', 'in use').executeTakeFirst()
  return box && withNext(box, account)
}

/** A box with its next number, which comes from the account while the box is in use. */
export function withNext(box: StockBoxRow, { next_check_number }: Pick<Account, 'next_check_number'>): StockBoxRow {
  return box.state === 'in use' ? { ...box, next_number: next_check_number } : box
}

/** A box in the form that the rules use. */
export function boxOf({ place, first_number, last_number, next_number }: StockBoxRow): Box {
  return { place, first: first_number, last: last_number, next: next_number }
}

export async function insertBox(trx: Tx, box: Omit<Insertable<StockBoxTable>, 'id' | 'version'>): Promise<number> {
  return (await trx.insertInto('stock_boxes').values(box).returning('id').executeTakeFirstOrThrow()).id
}

/** Adds the first box of an account: uncounted and without a last number. */
export function insertFirstBox(
  trx: Tx,
  { id, dealer_group_id, next_check_number }: Account,
  received_at: StockBoxTable['received_at'],
): Promise<number> {
  const none = { holder_id: null, holder_name: null, received_by_id: null, received_by_name: null }
  return insertBox(trx, {
    dealer_group_id,
    bank_account_id: id,
    place: 'Not counted',
    last_number: null,
    state: 'in use',
    first_number: next_check_number,
    next_number: next_check_number,
    received_at,
    ...none,
    counted_by_id: null,
    counted_by_name: null,
    counted_at: null,
  })
}

/** Changes the next number of an account that has used none, and the first number of its uncounted box. */
export async function moveFirstBox(trx: Tx, accountId: number, first: number): Promise<void> {
  await trx
    .updateTable('stock_boxes')
    .set({ first_number: first, next_number: first })
    .where('bank_account_id', '=', accountId)
    .where('state', '=', 'in use')
    .where('last_number', 'is', null)
    .execute()
}

export async function updateBox(trx: Tx, id: number, values: Updateable<StockBoxTable>): Promise<void> {
  await trx
    .updateTable('stock_boxes')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The first of these numbers that a check of the account has already taken. */
export async function findTakenNumber(
  db: Db,
  account: Account,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<number | undefined> {
  const taken = db
    .selectFrom('checks')
    .select('number')
    .where('dealer_group_id', '=', account.dealer_group_id)
    .where('bank_account_id', '=', account.id)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .where('state', '<>', 'released')
    .orderBy('number')
  return (await taken.limit(1).executeTakeFirst())?.number
}
