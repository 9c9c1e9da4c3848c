import type {
  AccountingLineReply,
  AccountsQuery,
  DefaultAccountsInput,
} from '@check-requests/domain/books/accounting/chart-fields.ts'
import { type ChartAccount, readLines } from '@check-requests/domain/books/accounting/lines.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { fold, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { like, likePattern } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { LedgerAccountTable } from '../tables.ts'

export type AccountRow = Selectable<LedgerAccountTable>

type Defaults = DefaultAccountsInput['defaults']

/** All accounts of a dealer group, by number. */
export function listAccounts(db: Db, dealerGroupId: number): Promise<AccountRow[]> {
  const query = db.selectFrom('ledger_accounts').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return query.orderBy('number').execute()
}

/**
 * Accounts of a dealer group that contain each of these words, and the total count. Accounts whose number starts with
 * the words come first.
 */
export async function findAccounts(
  db: Db,
  dealerGroupId: number,
  { search, numbers, in_use, limit }: AccountsQuery,
): Promise<{ rows: AccountRow[]; total: number }> {
  const words = searchedWords(search)
  const found = db
    .selectFrom('ledger_accounts')
    .where('dealer_group_id', '=', dealerGroupId)
    .$if(numbers !== undefined, (query) => query.where('number', 'in', numbers ?? []))
    .$if(in_use !== undefined, (query) => query.where('is_active', '=', 1))
    .where((is) => is.and(words.map((word) => like('searched', likePattern(word)))))
  const begins = likePattern(search).slice(1)
  const rows = await found
    .selectAll()
    .orderBy(sql`case when ${like('searched', begins)} then 0 else 1 end`)
    .orderBy('number')
    .limit(limit)
    .execute()
  if (rows.length < limit) return { rows, total: rows.length }
  const { total } = await found.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

function searchedText({ number, name }: Pick<AccountRow, 'number' | 'name'>): string {
  return fold(`${number} ${name}`)
}

/** Parses the default accounts for a dealer group's requests. */
export function defaultsOf({ default_accounts }: { readonly default_accounts: string }): Defaults {
  return JSON.parse(default_accounts)
}

export function findAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  return db.selectFrom('ledger_accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns true if a dealer group has a chart of accounts. */
export async function hasChart(db: Db, dealerGroupId: number): Promise<boolean> {
  const query = db.selectFrom('ledger_accounts').select('id').where('dealer_group_id', '=', dealerGroupId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

const numbered = prepare((db: Db, param: Params<{ dealerGroupId: number; numbers: readonly string[] }>) =>
  db
    .selectFrom('ledger_accounts')
    .select(['number', 'name', 'is_active'])
    .where('dealer_group_id', '=', param('dealerGroupId'))
    .where('number', 'in', param.oneOf('numbers')),
)

/** The accounts of a dealer group with these numbers, by number. */
export async function findChart(
  db: Db,
  dealerGroupId: number,
  numbers: readonly string[],
): Promise<Map<string, ChartAccount>> {
  const rows = numbers.length > 0 ? await numbered(db, { dealerGroupId, numbers: [...new Set(numbers)] }).all() : []
  return new Map(rows.map(({ number, name, is_active }) => [number, { number, name, isActive: is_active === 1 }]))
}

type NewAccount = Omit<Insertable<LedgerAccountTable>, 'id' | 'searched'>

export async function insertAccount(trx: Tx, row: NewAccount): Promise<number> {
  const values = { ...row, searched: searchedText(row) }
  return (await trx.insertInto('ledger_accounts').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateAccount(
  trx: Tx,
  { id, number }: Pick<AccountRow, 'id' | 'number'>,
  values: Partial<Pick<AccountRow, 'name' | 'is_active'>>,
): Promise<void> {
  const { name } = values
  await trx
    .updateTable('ledger_accounts')
    .set((stored) => ({
      ...values,
      ...(name !== undefined && { searched: searchedText({ number, name }) }),
      version: stored('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * The accounting lines of a request, in dollars, with the current names of their accounts. Runs no query if there are
 * no lines.
 */
export async function listLines(
  db: Db,
  { dealer_group_id, accounting }: { readonly dealer_group_id: number; readonly accounting: string | null },
): Promise<AccountingLineReply[]> {
  const lines = readLines(accounting)
  const chart = await findChart(
    db,
    dealer_group_id,
    lines.map(({ account }) => account),
  )
  return lines.map(({ account, controlNumber, cents }) => ({
    account,
    account_name: chart.get(account)?.name ?? '',
    control_number: controlNumber,
    amount: centsToDollars(cents),
  }))
}
