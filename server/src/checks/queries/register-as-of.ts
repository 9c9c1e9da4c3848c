import { type CheckState, checkStates, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../tables.ts'
import type { CheckRow } from './checks.ts'
import { type CheckTotal, found, listReplacing, type RegisterSearch } from './register.ts'
import { type RegisterRows, withSignatures } from './register-page.ts'

/** The end of a day, up to which the register is looked at. `ends`: that moment by the clock of each account. */
export interface AsOf {
  readonly day: CalendarDate
  readonly ends: ReadonlyMap<number, string>
}

type Search = RegisterSearch & { readonly asOf: AsOf }

/** A page of what a search finds, as the register was at the end of a day. `next`: its last row, where more follow. */
export async function readPageAsOf(
  db: Db,
  search: Search,
): Promise<RegisterRows & { readonly next: CheckRow | undefined }> {
  const { accountIds, state, after, limit, asOf } = search
  if (accountIds.length === 0) return { rows: [], signatures: new Map(), linked: [], next: undefined }
  let query = stated(db, search)
    .orderBy('number', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (state) query = query.where('state_then', '=', state)
  if (after)
    query = query.where(({ eb, or, and }) =>
      or([eb('number', '<', after.number), and([eb('number', '=', after.number), eb('id', '<', after.id)])]),
    )
  const read = (await query.execute()).map((row) => asItWas(row, asOf.day))
  const rows = read.slice(0, limit)
  const page = await withSignatures(db, rows)
  const endOf = new Map(rows.map((row) => [row.id, asOf.ends.get(row.bank_account_id) ?? '']))
  const signatures = [...page.signatures].map(
    ([id, all]) => [id, all.filter(({ at }) => at < (endOf.get(id) ?? ''))] as const,
  )
  return {
    rows,
    signatures: new Map(signatures),
    linked: await linkedThen(db, rows, endOf),
    next: read.length > limit ? rows.at(-1) : undefined,
  }
}

/** The checks that a search finds in each state, as they were at the end of a day; the state that it asks for is ignored. */
export async function totalChecksAsOf(db: Db, search: Search): Promise<CheckTotal[]> {
  if (search.accountIds.length === 0) return []
  const totals = await db
    .selectFrom(stated(db, search).as('c'))
    .select(({ fn }) => [
      'c.state_then as state',
      fn.countAll<number>().as('count'),
      sql<number>`cast(sum(c.amount_cents) as bigint)`.as('cents'),
    ])
    .groupBy('c.state_then')
    .execute()
  return totals.toSorted((one, other) => checkStates.indexOf(one.state) - checkStates.indexOf(other.state))
}

function stated(db: Db, search: Search) {
  const { asOf } = search
  const inner = found(db, search)
    .selectAll()
    .select(stateThen(asOf).as('state_then'))
    .where('created_at', '<', endOf(asOf, 'bank_account_id'))
  return db.selectFrom(inner.as('then')).selectAll()
}

/**
 * The state at the end of a day: by the days of the row where it left the house or ended, so that its story is asked
 * only for the few that were still in the house by then.
 */
function stateThen({ day, ends }: AsOf): RawBuilder<CheckState> {
  const end = endOf({ ends }, 'checks.bank_account_id')
  const happened = (act: string, details: string) =>
    sql`exists (select 1 from check_events e where e.dealer_group_id = checks.dealer_group_id and e.check_id = checks.id
      and e.act = ${act} and e.details like ${details} and e.at < ${end})`
  return sql<CheckState>`case
    when coalesce(cleared_on, bank_paid_on) <= ${day} then ${stateAfter('clear')}
    when ended_on <= ${day} then state
    when issued_on <= ${day} then ${stateAfter('issue')}
    when state = ${stateAfter('release')} then state
    when ${happened('sign', `%"${stateAfter('sign')}"%`)} then ${stateAfter('sign')}
    when ${happened('print', '%')} or ${happened('confirm-entry', '%')} then ${stateAfter('print')}
    else ${stateAfter('reserve')} end`
}

function endOf({ ends }: Pick<AsOf, 'ends'>, account: string): RawBuilder<string> {
  const [first = '', ...others] = new Set(ends.values())
  if (others.length === 0) return sql<string>`${first}`
  const cases = [...ends].map(([id, end]) => sql`when ${id} then ${end}`)
  return sql<string>`case ${sql.ref(account)} ${sql.join(cases, sql` `)} else '' end`
}

// What became of it later is not told.
function asItWas({ state_then: state, ...row }: CheckRow & { state_then: CheckState }, day: CalendarDate): CheckRow {
  const isEnded = row.ended_on !== null && row.ended_on <= day
  return {
    ...row,
    state,
    void_asked: null,
    exception_asked: null,
    issued_on: row.issued_on !== null && row.issued_on <= day ? row.issued_on : null,
    bank_paid_on: state === stateAfter('clear') ? row.bank_paid_on : null,
    ended_on: isEnded ? row.ended_on : null,
    reason: isEnded ? row.reason : null,
    stop_number: isEnded ? row.stop_number : null,
    stop_lapses_on: isEnded ? row.stop_lapses_on : null,
  }
}

async function linkedThen(db: Db, rows: readonly CheckRow[], endOf: ReadonlyMap<number, string>) {
  const replaced = rows.flatMap(({ replaces_id }) => (replaces_id === null ? [] : [replaces_id]))
  const linked = await listReplacing(db, [...endOf.keys(), ...replaced])
  return linked.filter(({ replaces_id, created_at }) => {
    const end = endOf.get(replaces_id ?? 0)
    return end === undefined || created_at < end
  })
}
