import type { RequestFilter } from '@check-requests/domain/access/permissions.ts'
import { comparedStatuses, matchKinds } from '@check-requests/domain/check-requests/duplicates.ts'
import type { MarkKind } from '@check-requests/domain/check-requests/findings/findings.ts'
import { isClosed, isOpen, isPending, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import { along } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { numberedIds, speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { largestDrawnOf } from './checks.ts'
import { betweenKeys } from './duplicates.ts'

/** 1 for each mark that applies to an open request. */
export type MarkedRow = { readonly id: number } & Readonly<Record<MarkKind, number>>

type Asked = { ids: string; scopeIds: readonly number[] }
type ScopeColumn = RequestFilter['column']

const idsOf = (names: readonly { id: number }[]) => sql.join(names.map(({ id }) => sql.lit(id)))
const open = statuses.filter(({ name }) => isOpen(name))
const pending = open.filter(({ name }) => isPending(name))
const closed = statuses.filter(({ name }) => isClosed(name))

const marked = prepare((db: Db, param: Params<Asked>, column: ScopeColumn) => {
  const waits = sql`r.status_id in (${idsOf(pending)})`
  const marks: Record<MarkKind, RawBuilder<unknown>> = {
    'payee-blocked': sql`g.payee_list = 1 and ${isBlocked(db)}`,
    duplicate: hasDuplicate(db),
    'no-document': sql`${waits} and not exists (select 1 from attachments a
      where a.check_request_id = r.id and a.removed_at is null)`,
    'over-limit': isOverLimit(),
    'first-payment': sql`${waits} and k.payee is not null and not ${wasPaid(db, param, column)}`,
  }
  const selected = Object.entries(marks).map(
    ([kind, test]) => sql`case when ${test} then 1 else 0 end as ${sql.ref(kind)}`,
  )
  return sql<MarkedRow>`select r.id, ${sql.join(selected)}
    from ${numberedIds(db, param('ids'))} cross join check_requests r
    join dealer_groups g on g.id = r.dealer_group_id join match_keys k on k.id = r.id
    left join request_payees l on l.check_request_id = r.id
    left join payees p on p.id = l.payee_id
    where r.id = wanted.id and r.status_id in (${idsOf(open)})
    order by wanted.position`
})

/**
 * The marks of these requests, of those that are open, in the order of the ids. A first payment is one that the reader,
 * who sees the requests with these ids in this column, knows nothing before.
 */
export async function findMarks(
  db: Db,
  ids: readonly number[],
  { column, ids: scopeIds }: RequestFilter,
): Promise<MarkedRow[]> {
  return marked(db, { ids: JSON.stringify(ids), scopeIds }, column).all()
}

/** Whether the linked payee, the payee of the same name, the second payee, or a joined one is blocked. */
function isBlocked(db: Db): RawBuilder<unknown> {
  const position = sql.raw(speaksPostgres(db) ? 'strpos' : 'instr')
  const between = sql.lit(betweenKeys)
  return sql`exists (select 1 from payees b
    where b.dealer_group_id = r.dealer_group_id and b.state = 'blocked' and b.merged_into_id is null and (
      b.id in (p.id, p.merged_into_id, p.counts_as_id) or (p.id is null and b.name_key = k.payee)
      or b.name_key = k.second_payee
      or (k.joined is not null and coalesce(p.state, '') <> 'verified'
        and ${position}(k.joined, ${between} || b.name_key || ${between}) > 0)))`
}

/** Whether another request within the compared days has a match key in common (docs/decisions/0021). */
function hasDuplicate(db: Db): RawBuilder<unknown> {
  const [from, to] = [daysFrom(db, -90), daysFrom(db, 90)]
  const tests = matchKinds.map((kind) => {
    const key = sql.ref(`o.${kind}`)
    const agrees = kind === 'invoice' ? sql` and (o.payee = k.payee or other.amount_cents = r.amount_cents)` : sql``
    return sql`exists (select 1 from match_keys o ${along(db, `match_keys_${kind}`)} cross join check_requests other
      where o.dealer_group_id = r.dealer_group_id and ${key} = ${sql.ref(`k.${kind}`)} and ${key} is not null
        and o.created_at between ${from} and ${to} and o.id <> r.id and other.id = o.id
        and other.status_id in (${idsOf(comparedStatuses())})${agrees})`
  })
  return sql`(${sql.join(tests, sql` or `)})`
}

function daysFrom(db: Db, days: number): RawBuilder<string> {
  if (!speaksPostgres(db)) return sql`strftime('%Y-%m-%dT%H:%M:%fZ', r.created_at, ${sql.lit(`${days} days`)})`
  const moved = sql`r.created_at::timestamptz at time zone 'UTC' + make_interval(days => ${sql.lit(days)})`
  return sql`to_char(${moved}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Whether the amount is above the limit for one check of every active account of the dealership. */
function isOverLimit(): RawBuilder<unknown> {
  const accounts = sql`select 1 from account_dealerships drawing join bank_accounts account
    on account.dealer_group_id = drawing.dealer_group_id and account.id = drawing.bank_account_id
    where drawing.dealer_group_id = r.dealer_group_id and drawing.dealership_id = r.dealership_id
      and account.state = 'active'`
  const above = sql`account.limit_cents < ${largestDrawnOf('r')}`
  return sql`(exists (${accounts} and ${above})
    and not exists (${accounts} and (account.limit_cents is null or not ${above})))`
}

function wasPaid(db: Db, param: Params<Asked>, column: ScopeColumn): RawBuilder<unknown> {
  const isSeen = column === null ? sql`` : sql` and ${sql.ref(`other.${column}`)} in ${param.oneOf('scopeIds')}`
  return sql`exists (select 1 from match_keys o ${along(db, 'match_keys_payee')} cross join check_requests other
    where o.dealer_group_id = r.dealer_group_id and o.payee = k.payee and other.id = o.id and other.id <> r.id
      and other.status_id in (${idsOf(closed)})${isSeen})`
}
