import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { PrintRunTable } from '../tables.ts'

export type RunRow = Selectable<PrintRunTable>

/** The maximum number of listed runs. */
const mostListed = 50

export function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  return db.selectFrom('print_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

type Account = { readonly id: number; readonly dealer_group_id: number }

/** The unsettled run of an account. */
export function findOpenRun(db: Db, { id, dealer_group_id }: Account): Promise<RunRow | undefined> {
  const runs = db.selectFrom('print_runs').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return runs.where('bank_account_id', '=', id).where('state', '=', 'made').executeTakeFirst()
}

/** The newest runs of an account. */
export function listRuns(db: Db, { id, dealer_group_id }: Account): Promise<RunRow[]> {
  const runs = db.selectFrom('print_runs').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return runs.where('bank_account_id', '=', id).orderBy('id', 'desc').limit(mostListed).execute()
}

export async function insertRun(trx: Tx, run: Omit<Insertable<PrintRunTable>, 'id' | 'version'>): Promise<number> {
  return (await trx.insertInto('print_runs').values(run).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateRun(trx: Tx, id: number, values: Updateable<PrintRunTable>): Promise<void> {
  await trx
    .updateTable('print_runs')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The numbers ever taken from an account, and how many rows these numbers have. */
export interface TakenNumbers {
  readonly id: number
  readonly name: string
  /** The first number taken; null if none was. */
  readonly first: number | null
  readonly next: number
  readonly taken: number
  readonly rows: number
}

/** How many numbers were taken from each of these accounts, and how many rows exist. Sorted by account name. */
export async function countNumbers(db: Db, accountIds: readonly number[]): Promise<TakenNumbers[]> {
  if (accountIds.length === 0) return []
  const firsts = db
    .selectFrom('bank_accounts as a')
    .select(['a.id', 'a.dealer_group_id', 'a.name', 'a.next_check_number as next'])
    .select((eb) =>
      eb
        .selectFrom('checks as c')
        .select('c.number')
        .whereRef('c.dealer_group_id', '=', 'a.dealer_group_id')
        .whereRef('c.bank_account_id', '=', 'a.id')
        .whereRef('c.number', '<', 'a.next_check_number')
        // Checks from before the account was set up have numbers that weren't taken here.
        .where('c.kind', '<>', 'opening')
        .orderBy('c.number')
        .limit(1)
        .as('first'),
    )
    .where('a.id', 'in', accountIds)
  return db
    .selectFrom(firsts.as('f'))
    .select(['f.id', 'f.name', 'f.first', 'f.next'])
    .select([taken.as('taken'), rows.as('rows')])
    .orderBy('f.name')
    .orderBy('f.id')
    .execute()
}

const ofAccount = sql`b.dealer_group_id = f.dealer_group_id and b.bank_account_id = f.id`
const ofCheck = sql`c.dealer_group_id = f.dealer_group_id and c.bank_account_id = f.id`

/** The first number in any box. Lower numbers were taken before the account had boxes. */
const firstOfBoxes = sql`coalesce((select min(b.first_number) from stock_boxes b where ${ofAccount}), f.next)`
const nextInBox = sql`case when b.state = 'in use' then f.next else b.next_number end`

const taken = sql<number>`cast(
  case when f.first < ${firstOfBoxes} then ${firstOfBoxes} - f.first else 0 end
  + coalesce((select sum(${nextInBox} - b.first_number) from stock_boxes b where ${ofAccount}), 0) as bigint)`

const blockSize = 1000
const ofBlock = sql`k.dealer_group_id = f.dealer_group_id and k.bank_account_id = f.id`

/**
 * The number of rows from one number up to another. Full thousands have stored counts; only the rest is counted here.
 */
function rowsBetween(from: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<number> {
  const counted = (first: RawBuilder<unknown>, next: RawBuilder<unknown>) =>
    sql`(select count(*) from checks c where ${ofCheck} and c.number >= ${first} and c.number < ${next})`
  const first = sql`((${from} + ${sql.lit(blockSize - 1)}) / ${sql.lit(blockSize)})`
  const last = sql`(${end} / ${sql.lit(blockSize)})`
  const whole = sql`coalesce((select sum(k.amount) from check_blocks k
    where ${ofBlock} and k.block >= ${first} and k.block < ${last}), 0)`
  return sql<number>`case when ${first} < ${last} then ${whole}
      + ${counted(from, sql`${first} * ${sql.lit(blockSize)}`)} + ${counted(sql`${last} * ${sql.lit(blockSize)}`, end)}
    else ${counted(from, end)} end`
}

const rows = sql<number>`cast(
  case when f.first is null then 0 else ${rowsBetween(sql`f.first`, sql`(${firstOfBoxes})`)} end
  + coalesce((select sum(${rowsBetween(sql`b.first_number`, sql`(${nextInBox})`)}) from stock_boxes b
    where ${ofAccount}), 0) as bigint)`
