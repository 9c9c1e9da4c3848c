import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import type { RegisterQuery } from '@check-requests/domain/checks/fields.ts'
import { type CheckState, checkStates, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { isLongWord, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { wasPaidAt } from '../../bank/queries/clearing-state.ts'
import { isPaying } from '../../check-requests/queries/detail/checks.ts'
import { all, along, filtersIn, like, likePattern, phrase } from '../../platform/database/list.ts'
import { listed } from '../../platform/database/long-lists.ts'
import { rowsOf } from '../../platform/database/prepared.ts'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'

/** An account whose checks are searched, and its dealer group. */
export interface OfAccount {
  readonly id: number
  readonly dealer_group_id: number
}

/** A register search: the accounts that the caller works with, and the filters. */
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
  /** The end of the day as of which the register is shown; undefined for now. */
  readonly asOf?: AsOf | undefined
}

/** Hides released numbers, except those of discarded handwritten checks, which are below the account's next number. */
const isShown = sql`(c.state <> 'released' or c.kind = 'manual')`

/**
 * The column that limits which of an account's checks the caller sees, with its allowed values; undefined if there is
 * no limit.
 */
export function placesIn(scope: Scope) {
  const { column, ids } = scopeFilter(scope)
  return column === 'dealership_id' || column === 'department_id' ? { column, ids } : undefined
}

// biome-ignore format: a table, one row each
const filters = {
  from: { column: 'c.check_date', is: '>=' },
  to: { column: 'c.check_date', is: '<=' },
  amount_from: { column: 'c.amount_cents', is: '>=' },
  amount_to: { column: 'c.amount_cents', is: '<=' },
  print_run_id: { column: 'c.print_run_id', is: '=' },
} as const

/** The conditions for a check `c` of these accounts to match the search in any state. */
export function conditionsOf(search: RegisterSearch): RawBuilder<unknown>[] {
  return [
    isShown,
    ...placeCondition(search.scope),
    ...enteredIn(search),
    ...paying(search),
    ...filtersIn(filters, { ...search, ...limitsOf(search) }),
    ...wordsOf(search).map(holdsWord),
    ...(search.asOf ? [createdBefore(search.asOf)] : []),
  ]
}

function paying({ accounts, check_request_id: id }: RegisterSearch): RawBuilder<unknown>[] {
  const [first] = accounts
  return id && first ? [isPaying('c', first.dealer_group_id, id)] : []
}

/** The condition for checks entered by hand, if the search is limited to these. */
export function enteredIn({ entered }: RegisterSearch): RawBuilder<unknown>[] {
  return entered ? [sql`c.kind <> 'run'`] : []
}

/** The state that the register shows for a check `c`. */
export function shownState({ asOf }: RegisterSearch): RawBuilder<CheckState> {
  return asOf ? stateThen(asOf) : sql<CheckState>`c.state`
}

/** Checks without a request belong to no location, so everyone who works with their account sees them. */
function placeCondition(scope: Scope): RawBuilder<unknown>[] {
  const places = placesIn(scope)
  if (!places) return []
  return [sql`(c.check_request_id is null or ${sql.ref(`c.${places.column}`)} in ${listed(places.ids)})`]
}

/** The conditions for a check `c` to match the amounts of a search; empty if the search has none. */
export function amountsOf(search: RegisterSearch): RawBuilder<unknown>[] {
  return filtersIn(filters, limitsOf(search))
}

// An amount of 0 limits nothing.
function limitsOf({ amount_from, amount_to }: RegisterSearch): Pick<RegisterSearch, 'amount_from' | 'amount_to'> {
  return { amount_from: amount_from || undefined, amount_to: amount_to || undefined }
}

/** The words of a search. */
export function wordsOf({ search }: Pick<RegisterSearch, 'search'>): string[] {
  return searchedWords(search)
}

/** Returns true if a word is a number, which can match a check number as well as part of a text. */
function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

function holdsWord(word: string): RawBuilder<unknown> {
  // On PostgreSQL, the word index isn't used: two letters might make it read the whole index, and for longer words, the
  // number of matches is already known.
  const inText = sql`c.searched || '' like ${likePattern(word)} escape '\\'`
  return isNumber(word) && Number.isSafeInteger(Number(word)) ? sql`(c.number = ${Number(word)} or ${inText})` : inText
}

/** The checks of these accounts. */
export function ofAccounts(accounts: readonly OfAccount[]): RawBuilder<unknown> {
  const groups = [...new Set(accounts.map(({ dealer_group_id }) => dealer_group_id))]
  const ids = accounts.map(({ id }) => id)
  return sql`c.dealer_group_id in ${listed(groups)} and c.bank_account_id in ${listed(ids)}`
}

/**
 * The end of the day as of which the register is shown. `ends` is that moment in the time zone of each account, by
 * account id.
 */
export interface AsOf {
  readonly day: CalendarDate
  readonly ends: ReadonlyMap<number, string>
}

/**
 * The state of a check `c` at the end of a day. Taken from the dates in its row if it had left the office or ended, so
 * that the history is read only for the few checks that were still in the office.
 */
function stateThen(asOf: AsOf): RawBuilder<CheckState> {
  const { day } = asOf
  const happened = (act: string, details: string) =>
    sql`exists (select 1 from check_events e where e.dealer_group_id = c.dealer_group_id and e.check_id = c.id
      and e.act = ${act} and e.details like ${details} and e.at < ${endOf(asOf)})`
  return sql<CheckState>`case
    when coalesce(c.cleared_on, c.bank_paid_on) <= ${day} then ${sql.lit(stateAfter('clear'))}
    when ${wasPaidAt(sql`c`, 'register', day)} then ${sql.lit(stateAfter('clear'))}
    when c.ended_on <= ${day} then c.state
    when c.issued_on <= ${day} then ${sql.lit(stateAfter('issue'))}
    when c.state = ${stateAfter('release')} then c.state
    when ${happened('sign', `%"${stateAfter('sign')}"%`)} then ${sql.lit(stateAfter('sign'))}
    when ${happened('print', '%')} or ${happened('confirm-entry', '%')} then ${sql.lit(stateAfter('print'))}
    else ${sql.lit(stateAfter('reserve'))} end`
}

/** True for a check `c` that existed by the end of a day. */
function createdBefore(asOf: AsOf): RawBuilder<boolean> {
  return sql<boolean>`c.created_at < ${endOf(asOf)}`
}

function endOf({ ends }: AsOf): RawBuilder<string> {
  const byEnd = Map.groupBy(ends.keys(), (id) => ends.get(id))
  if (byEnd.size <= 1) return sql<string>`${[...byEnd.keys()][0] ?? ''}`
  const cases = [...byEnd].map(([end, ids]) => sql`when c.bank_account_id in ${listed(ids)} then ${end}`)
  return sql<string>`case ${sql.join(cases, sql` `)} else '' end`
}

/**
 * How many checks found by words or amounts are read one by one. If there are more matches, a scan soon fills a page.
 */
const mostMatches = 5000

/**
 * The ids of the checks that a search can match, from the word index or the amount index; undefined if there are more
 * than `mostMatches`, or if neither index applies.
 */
export async function matchesOf(db: Db, search: RegisterSearch): Promise<number[] | undefined> {
  return (await ofWords(db, search)) ?? (await ofAmounts(db, search))
}

async function ofAmounts(db: Db, search: RegisterSearch): Promise<number[] | undefined> {
  const amounts = amountsOf(search)
  if (amounts.length === 0) return undefined
  const limit = sql`limit ${mostMatches + 1}`
  const ofState = (state: CheckState) => {
    const conditions = all([ofAccounts(search.accounts), sql`c.state = ${state}`, ...amounts])
    return sql`select * from (select c.id from checks c ${along(db, 'checks_amount')} where ${conditions} ${limit}) as s`
  }
  return found(db, sql`${sql.join(statesOf(search).map(ofState), sql` union all `)} ${limit}`)
}

/**
 * The states to search in the amount index, which begins with the state: all states for an earlier day, because states
 * change.
 */
function statesOf({ state, asOf }: RegisterSearch): readonly CheckState[] {
  return state && !asOf ? [state] : checkStates
}

async function ofWords(db: Db, search: RegisterSearch): Promise<number[] | undefined> {
  const words = wordsOf(search)
  const long = words.filter(isLongWord)
  const texts = long.filter((word) => !isNumber(word))
  const number = long.find(isNumber)
  if (texts.length > 0) return found(db, inTexts(db, search, texts))
  if (number === undefined) return undefined
  const inText = sql`select * from (${inTexts(db, search, [number])}) as t`
  if (!Number.isSafeInteger(Number(number))) return found(db, inText)
  const numbered = sql`select c.id from checks c ${along(db, 'checks_number')}
    where ${ofAccounts(search.accounts)} and c.number = ${Number(number)}`
  return found(db, sql`${inText} union ${numbered}`)
}

async function found(db: Db, ids: RawBuilder<unknown>): Promise<number[] | undefined> {
  const rows = await rowsOf(db, sql<{ id: number }>`${ids}`, { apart: true })
  return rows.length > mostMatches ? undefined : rows.map(({ id }) => id)
}

function inTexts(db: Db, { accounts }: RegisterSearch, words: readonly string[]): RawBuilder<unknown> {
  const limit = sql`limit ${mostMatches + 1}`
  if (speaksPostgres(db)) {
    const holds = words.map((word) => like('c.searched', likePattern(word)))
    return sql`select c.id from visible_check_words c where ${all([ofAccounts(accounts), ...holds])} ${limit}`
  }
  const phrases = words.map(phrase).join(' AND ')
  return sql`select f.rowid as id from checks_fts f where f.checks_fts match ${phrases} ${limit}`
}

/** The position of a check in the register. */
export interface Found {
  readonly id: number
  readonly number: number
}

/** The checks with the search as their number, their request's number, or their whole payee name, in this order. */
export async function findBest(db: Db, search: RegisterSearch): Promise<Found[]> {
  const { accounts, limit } = search
  const text = search.search.trim()
  if (text === '' || accounts.length === 0 || limit < 1) return []
  const groups = listed([...new Set(accounts.map(({ dealer_group_id }) => dealer_group_id))])
  const ofRequests = (requests: RawBuilder<unknown>) => sql`select c.id from checks c ${along(db, 'checks_of_request')}
    where c.dealer_group_id in ${groups} and c.check_request_id in (${requests})`
  const arms = [
    ...(/^\d{1,10}$/.test(text)
      ? [
          sql`select c.id from checks c ${along(db, 'checks_number')}
      where ${ofAccounts(accounts)} and c.number = ${Number(text)}`,
        ]
      : []),
    ofRequests(
      sql`select id from check_requests where dealer_group_id in ${groups} and request_number = ${text.toUpperCase()}`,
    ),
    ofRequests(sql`select id from (select id from match_keys ${along(db, 'match_keys_payee')}
      where dealer_group_id in ${groups} and payee = ${payeeKey(text)} order by id desc limit 50) as newest`),
  ]
  const ranked = arms.map((arm, rank) => sql`select id, ${sql.lit(rank)} as rank from (${arm}) as arm`)
  const ofState = search.state ? [sql`${shownState(search)} = ${search.state}`] : []
  const conditions = all([sql`c.id = whole.id`, ofAccounts(accounts), ...ofState, ...conditionsOf(search)])
  return rowsOf(
    db,
    sql<Found>`select c.id, c.number
    from (select id, min(rank) as rank from (${sql.join(ranked, sql` union all `)}) as ranked group by id) as whole
    cross join checks c where ${conditions} order by whole.rank, c.number desc, c.id desc limit ${limit}`,
  )
}
