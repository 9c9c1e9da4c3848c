import type { Dialect } from '../../server/src/migrations/dialect.ts'
import { add, type Totals } from './kept-totals.ts'

const everyCheck = 'select r.*, 1 as step from checks r'

const everyLine = 'select r.*, 1 as step from clearing_lines r'

/** The number of check numbers in a block. */
export const blockSize = 1000

const account = { dealer_group_id: 'dealer_group_id', bank_account_id: 'bank_account_id' }
const amounts = { amount: '1', cents: 'amount_cents' }

/** The count and total of an account's checks at a location in each state. */
const totalsByState: Totals = {
  table: 'check_totals',
  keys: {
    ...account,
    has_request: 'case when check_request_id is null then 0 else 1 end',
    dealership_id: 'coalesce(dealership_id, 0)',
    department_id: 'coalesce(department_id, 0)',
    kind: 'kind',
    state: 'state',
  },
  sums: amounts,
  from: (source) => `(${source}) as one`,
}

/**
 * The same totals by day. `dated` counts by check date. `register` and `bank` count the state changes on a day, by the
 * register's or the bank's dates. Added up through a day, they give the states at the end of that day. Checks still in
 * the office at that time are in neither.
 */
const totalsByDay: Totals = {
  table: 'check_day_totals',
  keys: { ...account, basis: 'basis', day: 'day', kind: 'kind', state: 'state' },
  sums: amounts,
  from: (source) =>
    `(${[
      steps(source, { basis: 'dated', day: 'check_date', state: 'state' }),
      steps(source, { basis: 'register', day: clearedOn, state: `'cleared'` }),
      steps(source, { basis: 'register', day: 'ended_on', state: 'state' }),
      steps(source, { basis: 'register', day: 'issued_on', state: `'issued'` }),
      steps(source, { basis: 'register', day: later(goneOn), state: `'issued'`, step: '-step' }),
      steps(source, { basis: 'bank', day: 'bank_paid_on', state: `'cleared'` }),
      steps(source, { basis: 'bank', day: later('ended_on'), state: 'state' }),
      steps(source, { basis: 'bank', day: 'issued_on', state: `'issued'` }),
      steps(source, {
        basis: 'bank',
        day: later('coalesce(bank_paid_on, ended_on)'),
        state: `'issued'`,
        step: '-step',
      }),
    ].join(' union all ')}) as event`,
}

const clearedOn = 'coalesce(cleared_on, bank_paid_on)'
const goneOn = `coalesce(${clearedOn}, ended_on)`

/** The later of the given day and the day on which the check left the office, or null if either is missing. */
function later(day: string): string {
  return `case when issued_on > ${day} then issued_on when issued_on is not null then ${day} end`
}

interface Steps {
  readonly basis: string
  readonly day: string
  readonly state: string
  readonly step?: string
}

function steps(source: string, { basis, day, state, step = 'step' }: Steps): string {
  return `select dealer_group_id, bank_account_id, '${basis}' as basis, ${day} as day, kind, ${state} as state,
    amount_cents, ${step} as step from (${source}) as one where ${day} is not null`
}

/** An account's bank payments by day: payments that cleared a check (1), and all other payments (0). */
export const totalsOfLines: Totals = {
  table: 'clearing_day_totals',
  keys: { ...account, day: 'paid_on', matched: 'case when check_id is null then 0 else 1 end' },
  sums: amounts,
  from: (source) => `(${source}) as one`,
}

/** The totals that change with each check. */
export const totalsOfChecks = [totalsByState, totalsByDay]

/** SQL for the block of a row's check number. */
export function blockOf(row: 'old' | 'new' | 'checks' | 'c'): string {
  return `${row}.number / ${blockSize}`
}

const reported = (kind: string) => `exists (select 1 from positive_pay_rows reported
  join positive_pay_files file on file.dealer_group_id = reported.dealer_group_id and file.id = reported.positive_pay_file_id
  where reported.dealer_group_id = c.dealer_group_id and reported.check_id = c.id and reported.kind = '${kind}'
    and (file.answer is null or file.answer <> 'refused'))`

/**
 * The events not yet reported to the bank for the checks that `which` selects: signatures, and the end of reported
 * checks.
 */
export function unreportedOf(which: string): string {
  return `select dealer_group_id, bank_account_id, number, id, kind, amount_cents from (
      select c.dealer_group_id, c.bank_account_id, c.number, c.id, c.amount_cents, case
        when c.state in ('signed', 'issued', 'cleared') and not ${reported('issue')} then 'issue'
        when c.state in ('voided', 'stopped') and ${reported('issue')} and not ${reported('void')} then 'void' end as kind
      from checks c where ${which}) as one
    where kind is not null`
}

/** SQL for the smaller and the larger of two values. */
export function extremes(dialect: Dialect): readonly [least: string, greatest: string] {
  return dialect === 'sqlite' ? ['min', 'max'] : ['least', 'greatest']
}

/** Statements that fill the empty tables from the stored checks and payments. */
export function fillFromChecks(): string[] {
  return [
    ...totalsOfChecks.map((totals) => add(totals, everyCheck)),
    add(totalsOfLines, everyLine),
    `insert into check_blocks (dealer_group_id, bank_account_id, block, amount, first_date, last_date, first_at)
      select dealer_group_id, bank_account_id, ${blockOf('checks')}, count(*), min(check_date), max(check_date),
        min(created_at) from checks group by 1, 2, 3`,
    `insert into untold_checks (dealer_group_id, bank_account_id, number, check_id, kind, amount_cents) ${unreportedOf('true')}`,
  ]
}
