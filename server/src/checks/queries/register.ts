import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { type CheckState, checkStates } from '@check-requests/domain/checks/lifecycle.ts'
import type { RegisterQuery } from '@check-requests/domain/checks/queries.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { likePattern } from '../../check-requests/queries/list/patterns.ts'
import type { Db } from '../../tables.ts'
import type { CheckRow } from './checks.ts'

/** What the register looks for: the accounts that the caller works with, and what they ask for. */
export interface RegisterSearch
  extends Pick<
    RegisterQuery,
    'state' | 'entered' | 'search' | 'from' | 'to' | 'print_run_id' | 'check_request_id' | 'limit'
  > {
  readonly accountIds: readonly number[]
  readonly scope: Scope
  /** The number and id after which the page begins. */
  readonly after: { readonly number: number; readonly id: number } | undefined
}

/** Checks by number, the highest first; of the same number by id. */
export async function listChecks(db: Db, search: RegisterSearch): Promise<CheckRow[]> {
  const { accountIds, state, after, limit } = search
  if (accountIds.length === 0) return []
  let query = found(db, search).selectAll().orderBy('number', 'desc').orderBy('id', 'desc').limit(limit)
  if (state) query = query.where('state', '=', state)
  if (after)
    query = query.where(({ eb, or, and }) =>
      or([eb('number', '<', after.number), and([eb('number', '=', after.number), eb('id', '<', after.id)])]),
    )
  return query.execute()
}

/** How many checks there are in a state, and their sum in cents. */
export interface CheckTotal {
  readonly state: CheckState
  readonly count: number
  readonly cents: number
}

/** The checks that a search finds in each state, in the order of their lives; the state that it asks for is ignored. */
export async function totalChecks(db: Db, search: RegisterSearch): Promise<CheckTotal[]> {
  if (search.accountIds.length === 0) return []
  const totals = await found(db, search)
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      sql<number>`cast(sum(amount_cents) as bigint)`.as('cents'),
    ])
    .groupBy('state')
    .execute()
  return totals.toSorted((one, other) => checkStates.indexOf(one.state) - checkStates.indexOf(other.state))
}

/** What a search finds in every state. */
export function found(db: Db, { accountIds, scope, entered, from, to, print_run_id, ...asked }: RegisterSearch) {
  const { check_request_id, search } = asked
  let query = db.selectFrom('checks').where('bank_account_id', 'in', accountIds).where(isShown)
  const { column, ids } = scopeFilter(scope)
  if (column === 'dealership_id' || column === 'department_id')
    query = query.where(({ eb, or }) => or([eb('check_request_id', 'is', null), eb(column, 'in', ids)]))
  if (entered) query = query.where('kind', '<>', 'run')
  if (from) query = query.where('check_date', '>=', from)
  if (to) query = query.where('check_date', '<=', to)
  if (print_run_id) query = query.where('print_run_id', '=', print_run_id)
  if (check_request_id) query = query.where('check_request_id', '=', check_request_id)
  for (const word of search.split(/\s+/).filter((one) => one !== ''))
    query = /^\d+$/.test(word)
      ? query.where(({ eb, or }) => or([eb('number', '=', Number(word)), eb('searched', 'like', likePattern(word))]))
      : query.where('searched', 'like', likePattern(word))
  return query
}

/** Numbers that were given back are not shown, but for one that stays behind the next number of its account. */
const isShown: RawBuilder<SqlBool> = sql`(state <> 'released' or kind = 'manual')`

/** A check that replaces another one or is replaced. */
export interface LinkedCheck {
  readonly id: number
  readonly number: number
  readonly replaces_id: number | null
  readonly created_at: string
}

/** Checks that these ones replace or that replace them, by id. */
export async function listReplacing(db: Db, ids: readonly number[]): Promise<LinkedCheck[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('checks')
    .select(['id', 'number', 'replaces_id', 'created_at'])
    .where(({ eb, or }) => or([eb('replaces_id', 'in', ids), eb('id', 'in', ids)]))
    .orderBy('id')
    .execute()
}
