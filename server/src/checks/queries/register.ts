import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import type { RegisterQuery } from '@check-requests/domain/checks/queries.ts'
import { searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { along } from '../../check-requests/queries/list/indexes.ts'
import { likePattern } from '../../check-requests/queries/list/patterns.ts'
import { execute } from '../../platform/execute.ts'
import type { Db } from '../../tables.ts'
import type { AsOf } from './state-then.ts'
import { createdBefore, stateThen } from './state-then.ts'

/** An account whose checks are looked for. */
export interface OfAccount {
  readonly id: number
  readonly dealer_group_id: number
}

/** What the register looks for: the accounts that the caller works with, and what they ask for. */
export interface RegisterSearch
  extends Pick<
    RegisterQuery,
    | 'state'
    | 'entered'
    | 'search'
    | 'from'
    | 'to'
    | 'amount_from'
    | 'amount_to'
    | 'print_run_id'
    | 'check_request_id'
    | 'limit'
  > {
  readonly accounts: readonly OfAccount[]
  readonly scope: Scope
  /** The number and id after which the page begins. */
  readonly after: { readonly number: number; readonly id: number } | undefined
  /** The end of a day, as of which the register is looked at; undefined for now. */
  readonly asOf?: AsOf | undefined
}

/** Numbers that were given back are not shown, but for one that stays behind the next number of its account. */
const isShown = sql`(c.state <> 'released' or c.kind = 'manual')`

/** The column that limits what the caller sees within an account, and its values; undefined where nothing does. */
export function placesIn(scope: Scope) {
  const { column, ids } = scopeFilter(scope)
  return column === 'dealership_id' || column === 'department_id' ? { column, ids } : undefined
}

/** What makes a check `c` of these accounts part of what is looked for, in whatever state. */
export function conditionsOf(search: RegisterSearch): RawBuilder<unknown>[] {
  const { entered, from, to, print_run_id, check_request_id, asOf } = search
  return [
    isShown,
    ...placeCondition(search.scope),
    ...(entered ? [sql`c.kind <> 'run'`] : []),
    ...(from ? [sql`c.check_date >= ${from}`] : []),
    ...(to ? [sql`c.check_date <= ${to}`] : []),
    ...amountsOf(search),
    ...(print_run_id ? [sql`c.print_run_id = ${print_run_id}`] : []),
    ...(check_request_id ? [sql`c.check_request_id = ${check_request_id}`] : []),
    ...wordsOf(search).map(holdsWord),
    ...(asOf ? [createdBefore(asOf)] : []),
  ]
}

/** The state that the register shows of a check `c`. */
export function shownState({ asOf }: RegisterSearch): RawBuilder<CheckState> {
  return asOf ? stateThen(asOf) : sql<CheckState>`c.state`
}

/** A check that has no request belongs to no place, and is shown to everybody who works with its account. */
function placeCondition(scope: Scope): RawBuilder<unknown>[] {
  const places = placesIn(scope)
  if (!places) return []
  return [sql`(c.check_request_id is null or ${sql.ref(`c.${places.column}`)} in (${sql.join(places.ids)}))`]
}

/** What makes a check `c` one of the amounts of a search; nothing where it asks for none. */
export function amountsOf({ amount_from, amount_to }: RegisterSearch): RawBuilder<unknown>[] {
  return [
    ...(amount_from ? [sql`c.amount_cents >= ${amount_from}`] : []),
    ...(amount_to ? [sql`c.amount_cents <= ${amount_to}`] : []),
  ]
}

/** The words of a search. */
export function wordsOf({ search }: Pick<RegisterSearch, 'search'>): string[] {
  return searchedWords(search)
}

/** A number is that of a check, or part of a text. */
export function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

function holdsWord(word: string): RawBuilder<unknown> {
  // PostgreSQL might read its index of words whole for two letters; for longer words that was asked before.
  const inText = sql`c.searched || '' like ${likePattern(word)} escape '\\'`
  return isNumber(word) && Number.isSafeInteger(Number(word)) ? sql`(c.number = ${Number(word)} or ${inText})` : inText
}

/** All of these conditions. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}

/** The checks of these accounts. */
export function ofAccounts(accounts: readonly OfAccount[]): RawBuilder<unknown> {
  const groups = [...new Set(accounts.map(({ dealer_group_id }) => dealer_group_id))]
  const ids = accounts.map(({ id }) => id)
  return sql`c.dealer_group_id in (${sql.join(groups)}) and c.bank_account_id in (${sql.join(ids)})`
}

/** A check that replaces another one or is replaced. */
export interface LinkedCheck {
  readonly id: number
  readonly number: number
  readonly replaces_id: number | null
  readonly created_at: string
}

/** The checks that these ones replace or are replaced by, and the checks themselves, by id. */
export async function listReplacing(
  db: Db,
  rows: readonly { readonly id: number; readonly dealer_group_id: number; readonly replaces_id: number | null }[],
): Promise<LinkedCheck[]> {
  if (rows.length === 0) return []
  const groups = [...new Set(rows.map(({ dealer_group_id }) => dealer_group_id))]
  const ids = [...new Set(rows.flatMap(({ id, replaces_id }) => (replaces_id === null ? [id] : [id, replaces_id])))]
  const columns = sql`id, number, replaces_id, created_at`
  const query = sql<LinkedCheck>`select ${columns} from checks where id in (${sql.join(ids)})
    union select ${columns} from checks ${along(db, 'checks_replacing')}
      where dealer_group_id in (${sql.join(groups)}) and replaces_id is not null and replaces_id in (${sql.join(ids)})
    order by id`
  return (await execute(db, query.compile(db))).rows
}
