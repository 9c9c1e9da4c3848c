import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/json-sql.ts'
import type { Db } from '../../tables.ts'

/** A table of totals that triggers keep: its columns, and the same computed from the rows. `chain`: the dealer group. */
interface Totals {
  readonly table: string
  readonly columns: string
  readonly nonZero: string
  readonly computed: (monday: (moment: string) => string) => string
}

const money = 'count(*) as amount, cast(sum(amount_cents) as bigint) as cents'
const counted = 'amount <> 0 or cents <> 0'

const totals: readonly Totals[] = [
  {
    table: 'group_counters',
    columns: 'dealer_group_id, status_id, amount, cents',
    nonZero: counted,
    computed: () => `select dealer_group_id, status_id, ${money} from own group by 1, 2`,
  },
  {
    table: 'place_counters',
    columns: 'dealer_group_id, dealership_id, department_id, status_id, amount, cents',
    nonZero: counted,
    computed: () => `select dealer_group_id, coalesce(dealership_id, 0), coalesce(department_id, 0), status_id, ${money}
      from own group by 1, 2, 3, 4`,
  },
  {
    table: 'requester_counters',
    columns: 'requester_id, dealer_group_id, status_id, amount, cents',
    nonZero: counted,
    computed: () => `select requester_id, dealer_group_id, status_id, ${money} from own group by 1, 2, 3`,
  },
  {
    table: 'handled_counters',
    columns: 'user_id, dealer_group_id, amount',
    nonZero: 'amount <> 0',
    computed:
      () => `select user_id, h.dealer_group_id, count(*) from handled_requests h join own on own.id = check_request_id
      group by 1, 2`,
  },
  {
    table: 'week_totals',
    columns: 'dealer_group_id, scope, scope_id, week, requested, requested_cents, completed, completed_cents',
    nonZero: 'requested <> 0 or requested_cents <> 0 or completed <> 0 or completed_cents <> 0',
    computed: (monday) => `select dealer_group_id, scope, scope_id, week, cast(sum(requested) as bigint),
        cast(sum(requested * amount_cents) as bigint), cast(sum(completed) as bigint),
        cast(sum(completed * amount_cents) as bigint)
      from (select event.*, scope, case scope when 'group' then dealer_group_id when 'dealership' then dealership_id
          when 'department' then department_id else requester_id end as scope_id
        from (select own.*, ${monday('created_at')} as week, 1 as requested, 0 as completed from own
          union all select own.*, ${monday('cleared_at')}, 0, 1 from own where cleared_at is not null) as event
        cross join (select 'department' as scope union all select 'dealership' union all select 'group'
          union all select 'requester') as scopes) as total
      where scope_id is not null group by 1, 2, 3, 4`,
  },
]

/** The tables of totals that hold something for a dealer group that does not exist. */
export async function ownerlessTotals(db: Db): Promise<string[]> {
  const ownerless: string[] = []
  for (const { table, nonZero } of totals) {
    const query = sql`select 1 from ${sql.table(table)} t where (${sql.raw(nonZero)})
      and not exists (select 1 from dealer_groups g where g.id = t.dealer_group_id) limit 1`
    if ((await query.execute(db)).rows.length > 0) ownerless.push(table)
  }
  return ownerless
}

/** The tables of totals that do not say what the rows of this dealer group add up to. */
export async function wrongTotals(db: Db, chain: number): Promise<string[]> {
  const wrong: string[] = []
  for (const one of totals) if (!(await isRight(db, chain, one))) wrong.push(one.table)
  return wrong
}

async function isRight(db: Db, chain: number, { table, columns, nonZero, computed }: Totals): Promise<boolean> {
  const monday = speaksPostgres(db) ? mondayOnPostgres : mondayOnSqlite
  const query = sql`with own as (select * from check_requests where dealer_group_id = ${chain}),
      stored as (select ${sql.raw(columns)} from ${sql.table(table)} where dealer_group_id = ${chain} and (${sql.raw(nonZero)})),
      computed as (${sql.raw(computed(monday))})
    select 1 from (select * from stored except select * from computed) as one
    union all select 1 from (select * from computed except select * from stored) as other limit 1`
  return (await query.execute(db)).rows.length === 0
}

const mondayOnSqlite = (moment: string) => `date(${moment}, 'weekday 0', '-6 days')`

// A moment that is none must not end the query: it has no week, or that of the days after its month.
const mondayOnPostgres = (moment: string) => `case when ${moment} ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-[0-9]{2}' then
  to_char(date_trunc('week', concat(left(${moment}, 7), '-01')::date + substr(${moment}, 9, 2)::int - 1), 'YYYY-MM-DD') end`
