import { sql } from 'kysely'
import type { Db } from '../../tables.ts'

/** A table derived from checks, and the query that computes the same totals from the checks' rows. */
interface Kept {
  readonly table:
    | 'check_totals'
    | 'check_day_totals'
    | 'clearing_day_totals'
    | 'check_blocks'
    | 'untold_checks'
    | 'journal_exports'
  readonly columns: string
  /** SQL for rows that aren't empty totals. */
  readonly nonZero: string
  readonly computed: string
}

const sums = 'count(*) as amount, cast(sum(amount_cents) as bigint) as cents'
const account = 'dealer_group_id, bank_account_id'
const nonZero = 'amount <> 0 or cents <> 0'
const gone = 'coalesce(cleared_on, bank_paid_on, ended_on)'

const step = (basis: string, day: string, state: string, sign = 1) =>
  `select ${account}, '${basis}' as basis, ${day} as day, kind, ${state} as state, ${sign} as step,
    ${sign} * amount_cents as cents from own where ${day} is not null`

const issuedOr = (day: string) =>
  `case when issued_on is null or ${day} is null then null when issued_on > ${day} then issued_on else ${day} end`

const days = [
  step('dated', 'check_date', 'state'),
  step('register', 'coalesce(cleared_on, bank_paid_on)', `'cleared'`),
  step('register', 'ended_on', 'state'),
  step('register', 'issued_on', `'issued'`),
  step('register', issuedOr(gone), `'issued'`, -1),
  step('bank', 'bank_paid_on', `'cleared'`),
  step('bank', issuedOr('ended_on'), 'state'),
  step('bank', 'issued_on', `'issued'`),
  step('bank', issuedOr('coalesce(bank_paid_on, ended_on)'), `'issued'`, -1),
  ...untilTakenBack('bank', 'bank_paid_on', 'bank_back_on'),
  ...untilTakenBack('register', 'cleared_on', 'back_on'),
].join(' union all ')

/** The days on which a check counted as cleared until the bank took its payment back. */
function untilTakenBack(basis: string, paid: string, back: string): string[] {
  const taken = `(select * from undone_clearings where dealer_group_id = CHAIN and state = 'done'
    and bank_back_on is not null)`
  return [
    step(basis, paid, `'cleared'`),
    step(basis, back, `'cleared'`, -1),
    step(basis, issuedOr(paid), `'issued'`, -1),
    step(basis, issuedOr(back), `'issued'`),
  ].map((rows) => rows.replace('from own', `from ${taken} as taken`))
}

const reported = (kind: string) => `exists (select 1 from positive_pay_rows p join positive_pay_files f
  on f.dealer_group_id = p.dealer_group_id and f.id = p.positive_pay_file_id
  where p.dealer_group_id = own.dealer_group_id and p.check_id = own.id and p.kind = '${kind}'
    and f.answer is distinct from 'refused')`

const ofKind = (kind: string) => `cast(sum(case kind when '${kind}' then cents else 0 end) as bigint)`

const kept: readonly Kept[] = [
  {
    table: 'check_totals',
    columns: `${account}, has_request, dealership_id, department_id, kind, state, amount, cents`,
    nonZero,
    computed: `select ${account}, case when check_request_id is null then 0 else 1 end, coalesce(dealership_id, 0),
        coalesce(department_id, 0), kind, state, ${sums}
      from own group by 1, 2, 3, 4, 5, 6, 7`,
  },
  {
    table: 'check_day_totals',
    columns: `${account}, basis, day, kind, state, amount, cents`,
    nonZero,
    computed: `select ${account}, basis, day, kind, state, cast(sum(step) as bigint), cast(sum(cents) as bigint)
      from (${days}) as event group by 1, 2, 3, 4, 5, 6 having sum(step) <> 0 or sum(cents) <> 0`,
  },
  {
    table: 'clearing_day_totals',
    columns: `${account}, day, matched, amount, cents`,
    nonZero,
    computed: `select ${account}, paid_on, case when check_id is null then 0 else 1 end,
        cast(sum(case when check_id is not null and amount_cents < 0 then -1 else 1 end) as bigint),
        cast(sum(amount_cents) as bigint)
      from clearing_lines where dealer_group_id = CHAIN and undone = 0 group by 1, 2, 3, 4
      having sum(case when check_id is not null and amount_cents < 0 then -1 else 1 end) <> 0 or sum(amount_cents) <> 0`,
  },
  {
    table: 'check_blocks',
    columns: `${account}, block, amount, first_date, last_date, first_at`,
    nonZero: 'true',
    computed: `select ${account}, number / 1000, count(*), min(check_date), max(check_date), min(created_at)
      from own group by 1, 2, 3`,
  },
  {
    table: 'untold_checks',
    columns: `${account}, number, check_id, kind, amount_cents`,
    nonZero: 'true',
    computed: `select ${account}, number, id, 'issue', amount_cents from own
        where state in ('signed', 'issued', 'cleared') and not ${reported('issue')}
      union all select ${account}, number, id, 'void', amount_cents from own
        where state in ('voided', 'stopped') and ${reported('issue')} and not ${reported('void')}`,
  },
  {
    table: 'journal_exports',
    columns: 'id, issued_cents, voided_cents',
    nonZero: 'true',
    computed: `select export_id, ${ofKind('issue')}, ${ofKind('void')} from journal_events
      where dealer_group_id = CHAIN and export_id is not null group by 1`,
  },
]

/** Returns the derived tables that differ from this dealer group's checks, each compared in one statement. */
export async function wrongCheckTotals(db: Db, chain: number): Promise<string[]> {
  const wrong: string[] = []
  for (const { table, columns, nonZero: said, computed } of kept) {
    const query = sql`with own as (select * from checks where dealer_group_id = ${chain}),
        stored as (select ${sql.raw(columns)} from ${sql.table(table)} where dealer_group_id = ${chain} and (${sql.raw(said)})),
        computed as (${sql.raw(computed.replaceAll('CHAIN', String(chain)))})
      select 1 from (select * from stored except select * from computed) as one
      union all select 1 from (select * from computed except select * from stored) as other limit 1`
    if ((await query.execute(db)).rows.length > 0) wrong.push(table)
  }
  return wrong
}

/** Returns the derived tables with rows for a dealer group that doesn't exist. */
export async function ownerlessCheckTotals(db: Db): Promise<string[]> {
  const ownerless: string[] = []
  for (const { table } of kept) {
    const query = sql`select 1 from ${sql.table(table)} t
      where not exists (select 1 from dealer_groups g where g.id = t.dealer_group_id) limit 1`
    if ((await query.execute(db)).rows.length > 0) ownerless.push(table)
  }
  return ownerless
}
