import type { Dialect } from '../../server/src/migrations/dialect.ts'

/** A table of totals. Each row sums up, for one key, the rows that `from` derives from the requests in `source`. */
export interface Totals {
  readonly table: string
  /** The key columns and the sum columns, each with its expression. */
  readonly keys: Readonly<Record<string, string>>
  readonly sums: Readonly<Record<string, string>>
  from(source: string): string
}

/** SQL that selects every request. */
export const everyRequest = 'select r.*, 1 as step from check_requests r'

/**
 * Adds requests to a table of totals. `source` provides the requests' columns and `step`: 1 to add a row, -1 to
 * subtract it. Rows are locked in the order of their keys, so that two changes can't deadlock.
 */
export function add({ table, keys, sums, from }: Totals, source: string): string {
  const columns = [...Object.keys(keys), ...Object.keys(sums)].join(', ')
  const added = Object.values(sums).map((sum) => `sum(step * ${sum})`)
  const places = Object.keys(keys).map((_, index) => index + 1)
  const steps = Object.keys(sums).map((column) => `${column} = ${table}.${column} + excluded.${column}`)
  return `insert into ${table} (${columns}) select ${[...Object.values(keys), ...added].join(', ')}
    from ${from(source)} group by ${places.join(', ')} having ${added.map((sum) => `${sum} <> 0`).join(' or ')}
    order by ${places.join(', ')}
    on conflict (${Object.keys(keys).join(', ')}) do update set ${steps.join(', ')}`
}

const requests = (source: string) => `(${source}) as request`
const amounts = { amount: '1', cents: 'amount_cents' }

function statusTotals(table: string, keys: Record<string, string>): Totals {
  return { table, keys: { ...keys, status_id: 'status_id' }, sums: amounts, from: requests }
}

/** The count and total of requests at each status, in the order in which these tables are locked. */
export const totalsByStatus: readonly Totals[] = [
  statusTotals('place_counters', {
    dealer_group_id: 'dealer_group_id',
    dealership_id: 'coalesce(dealership_id, 0)',
    department_id: 'coalesce(department_id, 0)',
  }),
  statusTotals('requester_counters', { requester_id: 'requester_id', dealer_group_id: 'dealer_group_id' }),
  statusTotals('group_counters', { dealer_group_id: 'dealer_group_id' }),
]

/** The domain's `countedPeriod` in SQL. */
function periodOf(dialect: Dialect, moment: string): string {
  return dialect === 'sqlite'
    ? `case when strftime('%w%H', ${moment}) between '010' and '111'
        then substr(${moment}, 1, 14) || printf('%02d', substr(${moment}, 15, 2) / 15 * 15)
        else date(${moment}, 'weekday 0', '-6 days') end`
    : `case when to_char(left(${moment}, 16)::timestamp, 'DHH24') between '110' and '211'
        then left(${moment}, 14) || lpad((substr(${moment}, 15, 2)::int / 15 * 15)::text, 2, '0')
        else to_char(date_trunc('week', left(${moment}, 10)::timestamp), 'YYYY-MM-DD') end`
}

/** The requests created and completed in each period. */
export function totalsByWeek(dialect: Dialect): Totals {
  return {
    table: 'week_totals',
    keys: { dealer_group_id: 'dealer_group_id', scope: 'scope', scope_id: 'scope_id', week: 'week' },
    sums: {
      requested: 'requested',
      requested_cents: 'requested * amount_cents',
      completed: 'completed',
      completed_cents: 'completed * amount_cents',
    },
    from: (source) => `(select event.*, scope, case scope when 'group' then dealer_group_id
        when 'dealership' then dealership_id when 'department' then department_id else requester_id end as scope_id
      from (select request.*, ${periodOf(dialect, 'created_at')} as week, 1 as requested, 0 as completed from ${requests(source)}
        union all select request.*, ${periodOf(dialect, 'cleared_at')}, 0, 1 from ${requests(source)} where cleared_at is not null
      ) as event
      cross join (select 'department' as scope union all select 'dealership' union all select 'group'
        union all select 'requester') as scopes) as total where scope_id is not null`,
  }
}

/**
 * Adds one new request to the weekly totals in the same order as `add` but without grouping, which takes a fifth of the
 * time.
 */
export function addNewToWeeks(dialect: Dialect): string[] {
  const { table, keys, sums } = totalsByWeek(dialect)
  const steps = Object.keys(sums).map((column) => `${column} = ${table}.${column} + excluded.${column}`)
  const addMoment = (moment: string, values: string) =>
    `insert into ${table} (${[...Object.keys(keys), ...Object.keys(sums)].join(', ')})
      select new.dealer_group_id, scope, scope_id, ${periodOf(dialect, moment)}, ${values}
      from (select 'department' as scope, new.department_id as scope_id union all select 'dealership', new.dealership_id
        union all select 'group', new.dealer_group_id union all select 'requester', new.requester_id) as scopes
      where scope_id is not null and ${moment} is not null
      on conflict (${Object.keys(keys).join(', ')}) do update set ${steps.join(', ')}`
  return [
    addMoment('new.created_at', '1, new.amount_cents, 0, 0'),
    addMoment('new.cleared_at', '0, 0, 1, new.amount_cents'),
  ]
}
