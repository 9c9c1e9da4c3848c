import { sql } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'

export type TotalsTable =
  | 'group_counters'
  | 'place_counters'
  | 'requester_counters'
  | 'handled_counters'
  | 'week_totals'

/**
 * A totals table maintained by triggers: the key and the value of each row, and the query that computes them from
 * requests.
 */
export interface Totals {
  readonly table: TotalsTable
  readonly keys: readonly string[]
  readonly values: readonly string[]
  readonly nonZero: string
  readonly computed: (period: (moment: string) => string) => string
}

const money = 'count(*) as amount, cast(sum(amount_cents) as bigint) as cents'
const counted = 'amount <> 0 or cents <> 0'

/** All totals tables. */
export const totals: readonly Totals[] = [
  {
    table: 'group_counters',
    keys: ['dealer_group_id', 'status_id'],
    values: ['amount', 'cents'],
    nonZero: counted,
    computed: () => `select dealer_group_id, status_id, ${money} from own group by 1, 2`,
  },
  {
    table: 'place_counters',
    keys: ['dealer_group_id', 'dealership_id', 'department_id', 'status_id'],
    values: ['amount', 'cents'],
    nonZero: counted,
    computed: () => `select dealer_group_id, coalesce(dealership_id, 0), coalesce(department_id, 0), status_id, ${money}
      from own group by 1, 2, 3, 4`,
  },
  {
    table: 'requester_counters',
    keys: ['requester_id', 'dealer_group_id', 'status_id'],
    values: ['amount', 'cents'],
    nonZero: counted,
    computed: () => `select requester_id, dealer_group_id, status_id, ${money} from own group by 1, 2, 3`,
  },
  {
    table: 'handled_counters',
    keys: ['user_id', 'dealer_group_id'],
    values: ['amount'],
    nonZero: 'amount <> 0',
    computed:
      () => `select user_id, h.dealer_group_id, count(*) from handled_requests h join own on own.id = check_request_id
      group by 1, 2`,
  },
  {
    table: 'week_totals',
    keys: ['dealer_group_id', 'scope', 'scope_id', 'week'],
    values: ['requested', 'requested_cents', 'completed', 'completed_cents'],
    nonZero: 'requested <> 0 or requested_cents <> 0 or completed <> 0 or completed_cents <> 0',
    computed: (period) => `select dealer_group_id, scope, scope_id, week, cast(sum(requested) as bigint),
        cast(sum(requested * amount_cents) as bigint), cast(sum(completed) as bigint),
        cast(sum(completed * amount_cents) as bigint)
      from (select event.*, scope, case scope when 'group' then dealer_group_id when 'dealership' then dealership_id
          when 'department' then department_id else requester_id end as scope_id
        from (select own.*, ${period('created_at')} as week, 1 as requested, 0 as completed from own
          union all select own.*, ${period('cleared_at')}, 0, 1 from own where cleared_at is not null) as event
        cross join (select 'department' as scope union all select 'dealership' union all select 'group'
          union all select 'requester') as scopes) as total
      where scope_id is not null group by 1, 2, 3, 4`,
  },
]

/** Returns the totals tables with rows for a dealer group that doesn't exist. */
export async function ownerlessTotals(db: Db): Promise<string[]> {
  const ownerless: string[] = []
  for (const { table, nonZero } of totals) {
    const query = sql`select 1 from ${sql.table(table)} t where (${sql.raw(nonZero)})
      and not exists (select 1 from dealer_groups g where g.id = t.dealer_group_id) limit 1`
    if ((await query.execute(db)).rows.length > 0) ownerless.push(table)
  }
  return ownerless
}

/** The values of a request that totals depend on. Ids are texts, so that even invalid stored values can be read. */
export interface Summand {
  readonly id: number
  readonly dealership_id: string | null
  readonly department_id: string | null
  readonly requester_id: string
  readonly status_id: string
  readonly amount_cents: number
  readonly created_at: string
  readonly cleared_at: string | null
}

/** Reads the next requests in a dealer group, ordered by id. */
export function readSummands(db: Db, chain: number, after: number, limit: number): Promise<Summand[]> {
  return summands(db, { chain, after, limit }).all()
}

const summands = prepare(
  (_db: Db, param: Params<{ chain: number; after: number; limit: number }>) =>
    sql<Summand>`select id, cast(dealership_id as text) as dealership_id, cast(department_id as text) as department_id,
        cast(requester_id as text) as requester_id, cast(status_id as text) as status_id,
        cast(amount_cents as double precision) as amount_cents, created_at, cleared_at
      from check_requests where dealer_group_id = ${param('chain')} and id > ${param('after')}
      order by id limit ${param('limit')}`,
)

/**
 * The number of requests that a user has handled. `about` names the user and the dealer group, as `storedTotals` does.
 */
export interface Handled {
  readonly about: string
  readonly amount: number
}

/** Counts the requests handled by each user in a dealer group, with ids above `after` and up to `last`. */
export function countHandled(db: Db, chain: number, after: number, last: number): Promise<Handled[]> {
  return handled(db, { chain, after, last }).all()
}

const handled = prepare(
  (_db: Db, param: Params<{ chain: number; after: number; last: number }>) =>
    sql<Handled>`select concat_ws(' ', h.user_id, h.dealer_group_id) as about, count(*) as amount
      from check_requests r join handled_requests h on h.check_request_id = r.id
      where r.dealer_group_id = ${param('chain')} and r.id > ${param('after')} and r.id <= ${param('last')}
      group by h.user_id, h.dealer_group_id`,
)

/** Reads a dealer group's rows in a totals table: the key and the value of each, as texts. */
export async function storedTotals(
  db: Db,
  chain: number,
  { table, keys, values, nonZero }: Totals,
): Promise<Map<string, string>> {
  const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql`cast(${sql.ref(column)} as text)`))
  const query = sql<{ about: string; counted: string }>`select concat_ws(' ', ${list(keys)}) as about,
      concat_ws(' ', ${list(values)}) as counted
    from ${sql.table(table)} where dealer_group_id = ${chain} and (${sql.raw(nonZero)})`
  return new Map((await query.execute(db)).rows.map(({ about, counted }) => [about, counted]))
}

/** Compares a totals table with a dealer group's requests in one statement, so that nothing changes in between. */
export async function addsUp(
  db: Db,
  chain: number,
  { table, keys, values, nonZero, computed }: Totals,
): Promise<boolean> {
  const columns = [...keys, ...values].join(', ')
  const period = speaksPostgres(db) ? periodOnPostgres : periodOnSqlite
  const query = sql`with own as (select * from check_requests where dealer_group_id = ${chain}),
      stored as (select ${sql.raw(columns)} from ${sql.table(table)} where dealer_group_id = ${chain} and (${sql.raw(nonZero)})),
      computed as (${sql.raw(computed(period))})
    select 1 from (select * from stored except select * from computed) as one
    union all select 1 from (select * from computed except select * from stored) as other limit 1`
  return (await query.execute(db)).rows.length === 0
}

// These are `countedPeriod` in SQL.
const periodOnSqlite = (moment: string) => `case when strftime('%w%H', ${moment}) between '010' and '111'
  then substr(${moment}, 1, 14) || printf('%02d', substr(${moment}, 15, 2) / 15 * 15)
  else date(${moment}, 'weekday 0', '-6 days') end`

// An invalid date must not end the query. Such a date gets no week, or the week that its days after the end of the
// month fall into.
const periodOnPostgres = (moment: string) => {
  const day = `(concat(left(${moment}, 7), '-01')::date + substr(${moment}, 9, 2)::int - 1)`
  const isQuarterly = `concat(extract(dow from ${day}), substr(${moment}, 12, 2)) between '010' and '111'`
  return `case when ${moment} !~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-[0-9]{2}' then null
    when ${isQuarterly} and ${moment} ~ '^.{14}[0-9]{2}' then left(${moment}, 14) ||
      lpad((substr(${moment}, 15, 2)::int / 15 * 15)::text, 2, '0')
    else to_char(date_trunc('week', ${day}), 'YYYY-MM-DD') end`
}
