import { type Kysely, sql } from 'kysely'
import { createTrigger, type Dialect, execute } from '../dialect.ts'

/**
 * Keeps the totals of hours that belong to different weeks around the world, Sunday from 10 AM to Monday noon (UTC), by
 * quarter hour, so that weeks can begin in any time zone.
 */
export async function weeksInAnyZone(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { isQuarterly, quarter, monday, mondays } = periods[dialect]
  const inAnyZone = (statement: string) =>
    statement.replace(mondays, (week, at) => `case when ${isQuarterly(at)} then ${quarter(at)} else ${week} end`)
  const period = (moment: string) => inAnyZone(monday(moment))
  await execute(db, (await weeklyTriggers(db, dialect)).map(inAnyZone))
  await execute(db, [
    'delete from week_totals',
    `insert into week_totals (dealer_group_id, scope, scope_id, week, requested, requested_cents, completed,
        completed_cents)
      select dealer_group_id, scope, scope_id, week, sum(requested), sum(requested * amount_cents), sum(completed),
        sum(completed * amount_cents)
      from (select event.*, scope, case scope when 'group' then dealer_group_id when 'dealership' then dealership_id
          when 'department' then department_id else requester_id end as scope_id
        from (select r.*, ${period('created_at')} as week, 1 as requested, 0 as completed from check_requests r
          union all select r.*, ${period('cleared_at')}, 0, 1 from check_requests r where cleared_at is not null) as event
        cross join (select 'department' as scope union all select 'dealership' union all select 'group'
          union all select 'requester') as scopes) as total
      where scope_id is not null group by 1, 2, 3, 4`,
  ])
}

const periods = {
  sqlite: {
    isQuarterly: (moment: string) => `strftime('%w%H', ${moment}) between '010' and '111'`,
    quarter: (moment: string) => `substr(${moment}, 1, 14) || printf('%02d', substr(${moment}, 15, 2) / 15 * 15)`,
    monday: (moment: string) => `date(${moment}, 'weekday 0', '-6 days')`,
    mondays: /date\(([\w.]+), 'weekday 0', '-6 days'\)/g,
  },
  postgres: {
    isQuarterly: (moment: string) => `to_char(left(${moment}, 16)::timestamp, 'DHH24') between '110' and '211'`,
    quarter: (moment: string) => `left(${moment}, 14) || lpad((substr(${moment}, 15, 2)::int / 15 * 15)::text, 2, '0')`,
    monday: (moment: string) => `to_char(date_trunc('week', left(${moment}, 10)::timestamp), 'YYYY-MM-DD')`,
    mondays: /to_char\(date_trunc\('week', left\(([\w.]+), 10\)::timestamp\), 'YYYY-MM-DD'\)/g,
  },
} as const

/**
 * Counts new and changed requests on SQLite without a subquery that sorts one or two rows, which took a quarter of the
 * time of a changed row. On PostgreSQL, the sorting prevents deadlocks.
 */
export async function plainCounters(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') return
  const { rows } = await sql<{ definition: string }>`select sql as definition from sqlite_master
    where type = 'trigger' and name = 'count_added'`.execute(db)
  const added = rows[0]?.definition ?? ''
  const weeks = added.slice(added.indexOf('insert into week_totals'), added.lastIndexOf('end'))
  const counted = ['status_id', 'dealer_group_id', 'dealership_id', 'department_id', 'requester_id', 'amount_cents']
  const create = [
    { name: 'count_added', on: 'insert on check_requests', body: `${countRow('new', 1)} ${weeks}` },
    {
      name: 'count_moved',
      on: `update of ${counted.join(', ')} on check_requests`,
      when: counted.map((column) => `old.${column} is distinct from new.${column}`).join(' or '),
      body: `${countRow('old', -1)} ${countRow('new', 1)}`,
    },
  ]
  for (const trigger of create) await execute(db, [`drop trigger ${trigger.name}`, ...createTrigger(dialect, trigger)])
}

/** Statements that add a row of `check_requests` to the counters, or with -1 subtract it. */
function countRow(row: 'old' | 'new', step: 1 | -1): string {
  const { group, place, status, requester } = {
    group: ['dealer_group_id', `${row}.dealer_group_id`],
    place: ['dealership_id, department_id', `coalesce(${row}.dealership_id, 0), coalesce(${row}.department_id, 0)`],
    status: ['status_id', `${row}.status_id`],
    requester: ['requester_id', `${row}.requester_id`],
  } as const
  const tables = {
    place_counters: [group, place, status],
    requester_counters: [requester, group, status],
    group_counters: [group, status],
  }
  const statements = Object.entries(tables).map(([table, keys]) => {
    const [columns, values] = [0, 1].map((index) => keys.map((key) => key[index]).join(', '))
    return `insert into ${table} (${columns}, amount, cents) values (${values}, ${step}, ${step} * ${row}.amount_cents)
      on conflict (${columns}) do update
      set amount = ${table}.amount + excluded.amount, cents = ${table}.cents + excluded.cents;`
  })
  return statements.join(' ')
}

/** Statements that create the triggers that assign weeks, or their functions, after they are dropped. */
async function weeklyTriggers(db: Kysely<unknown>, dialect: Dialect): Promise<string[]> {
  if (dialect === 'postgres') {
    const functions = sql<{ definition: string }>`select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = current_schema()::regnamespace and strpos(prosrc, 'date_trunc(''week''') > 0 order by proname`
    return (await functions.execute(db)).rows.map(({ definition }) => definition)
  }
  const triggers = sql<{ name: string; definition: string }>`select name, sql as definition from sqlite_master
    where type = 'trigger' and instr(sql, 'weekday 0') > 0 order by name`
  const { rows } = await triggers.execute(db)
  return rows.flatMap(({ name, definition }) => [`drop trigger ${name}`, definition])
}
