import type { Kysely } from 'kysely'
import {
  blockOf,
  blockSize,
  extremes,
  fillFromChecks,
  totalsOfChecks,
  totalsOfLines,
  untoldOf,
} from './check-totals.ts'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { add } from './kept-totals.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * What the register says of all checks at once, kept by triggers in the transaction that changes one: how many are in
 * each state, by place and by day; of each thousand numbers how many have a row, and when they are dated; what the bank
 * was not told yet; and what it says it paid on each day.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(db, [
    // With the file in it the index alone answers, and SQLite does not go through all that a dealer group ever told.
    'drop index positive_pay_rows_check',
    `create index positive_pay_rows_check
      on positive_pay_rows (dealer_group_id, check_id, kind, positive_pay_file_id)`,
    ...tables(dialect),
    ...fillFromChecks(),
    `create index untold_checks_account on untold_checks
      (dealer_group_id, bank_account_id, number, kind, amount_cents)`,
    ...triggers(dialect).flatMap((trigger) => createTrigger(dialect, trigger)),
    ...['check_totals', 'check_day_totals', 'clearing_day_totals', 'check_blocks', 'untold_checks'].flatMap((table) =>
      isolateTable(dialect, table, 'select'),
    ),
  ])
}

function tables(dialect: Dialect): string[] {
  const { int, byKey } = columnTypes(dialect)
  const account = `dealer_group_id ${int} not null, bank_account_id ${int} not null`
  const sums = `amount ${int} not null, cents ${int} not null`
  return [
    `create table check_totals (
      ${account},
      has_request ${int} not null check (has_request in (0, 1)),
      dealership_id ${int} not null,
      department_id ${int} not null,
      kind text not null,
      state text not null,
      ${sums},
      primary key (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state)
    ) ${byKey}`,
    `create table check_day_totals (
      ${account},
      basis text not null check (basis in ('dated', 'register', 'bank')),
      day text not null,
      kind text not null,
      state text not null,
      ${sums},
      primary key (dealer_group_id, bank_account_id, basis, day, kind, state)
    ) ${byKey}`,
    `create table clearing_day_totals (
      ${account},
      day text not null,
      matched ${int} not null check (matched in (0, 1)),
      ${sums},
      primary key (dealer_group_id, bank_account_id, day, matched)
    ) ${byKey}`,
    `create table check_blocks (
      ${account},
      block ${int} not null,
      amount ${int} not null,
      first_date text not null,
      last_date text not null,
      first_at text not null,
      primary key (dealer_group_id, bank_account_id, block)
    ) ${byKey}`,
    `create table untold_checks (
      ${account},
      number ${int} not null,
      check_id ${int} not null,
      kind text not null check (kind in ('issue', 'void')),
      amount_cents ${int} not null,
      primary key (dealer_group_id, check_id)
    ) ${byKey}`,
  ]
}

const columns = [
  ...['dealer_group_id', 'bank_account_id', 'check_request_id', 'dealership_id', 'department_id', 'kind', 'state'],
  ...['check_date', 'amount_cents', 'issued_on', 'bank_paid_on', 'cleared_on', 'ended_on'],
]
const ofLine = ['dealer_group_id', 'bank_account_id', 'paid_on', 'check_id', 'amount_cents']

// A trigger of SQLite knows its row column by column only.
function rowAs(row: 'old' | 'new', names: readonly string[]): string {
  const step = row === 'new' ? 1 : -1
  return `select ${names.map((name) => `${row}.${name} as ${name}`).join(', ')}, ${step} as step`
}

const nothing = 'amount = 0 and cents = 0'

// What has come to nothing is no row, so that a row always says something.
function forget(row: 'old' | 'new'): string[] {
  const account = `dealer_group_id = ${row}.dealer_group_id and bank_account_id = ${row}.bank_account_id`
  const days = ['check_date', 'issued_on', 'bank_paid_on', 'cleared_on', 'ended_on'].map((day) => `${row}.${day}`)
  return [
    `delete from check_totals where ${account} and has_request in (0, 1)
      and dealership_id = coalesce(${row}.dealership_id, 0) and department_id = coalesce(${row}.department_id, 0)
      and kind = ${row}.kind and state = ${row}.state and ${nothing}`,
    `delete from check_day_totals where ${account} and basis in ('dated', 'register', 'bank')
      and day in (${days.join(', ')}) and ${nothing}`,
  ]
}

const forgetLine = `delete from clearing_day_totals where dealer_group_id = old.dealer_group_id
  and bank_account_id = old.bank_account_id and day = old.paid_on and ${nothing}`

function changeOf(names: readonly string[]): string {
  return `${rowAs('old', names)} union all ${rowAs('new', names)}`
}

interface Trigger {
  readonly name: string
  readonly table: string
  readonly on: string
  readonly when?: string
  readonly statements: readonly string[]
}

function triggers(dialect: Dialect): Trigger[] {
  const sum = (source: string) => totalsOfChecks.map((totals) => add(totals, source))
  const blocks = blockStatements(dialect)
  const table = 'checks'
  const changed = columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')
  const ofCheck = 'c.dealer_group_id = new.dealer_group_id and c.id ='
  return [
    {
      ...{ name: 'check_totals_added', table, on: 'insert' },
      statements: [
        ...sum(rowAs('new', columns)),
        blocks.add,
        `insert into untold_checks ${untoldOf(`${ofCheck} new.id`)}`,
      ],
    },
    {
      ...{ name: 'check_totals_moved', table, on: `update of ${columns.join(', ')}`, when: changed },
      statements: [...sum(changeOf(columns)), ...forget('old'), ...forget('new')],
    },
    {
      ...{ name: 'check_totals_removed', table, on: 'delete' },
      statements: [
        ...sum(rowAs('old', columns)),
        ...forget('old'),
        ...blocks.leave,
        untell('old.dealer_group_id', '= old.id'),
      ],
    },
    {
      ...{ name: 'check_blocks_dated', table, on: 'update of check_date, created_at' },
      when: 'old.check_date <> new.check_date or old.created_at <> new.created_at',
      statements: blocks.date,
    },
    {
      ...{ name: 'check_blocks_moved', table, on: 'update of number, bank_account_id, dealer_group_id' },
      when: ['number', 'bank_account_id', 'dealer_group_id'].map((name) => `old.${name} <> new.${name}`).join(' or '),
      statements: [...blocks.leave, blocks.add],
    },
    {
      ...{ name: 'untold_checks_moved', table, on: 'update of state, number, bank_account_id, amount_cents' },
      when: 'old.state <> new.state or old.number <> new.number or old.bank_account_id <> new.bank_account_id or old.amount_cents <> new.amount_cents',
      statements: tellAnew('= new.id'),
    },
    {
      ...{ name: 'untold_checks_told', table: 'positive_pay_rows', on: 'insert' },
      statements: tellAnew('= new.check_id'),
    },
    {
      ...{ name: 'untold_checks_answered', table: 'positive_pay_files', on: 'update of answer' },
      when: 'old.answer is distinct from new.answer',
      statements: tellAnew(`in (select check_id from positive_pay_rows
        where dealer_group_id = new.dealer_group_id and positive_pay_file_id = new.id)`),
    },
    {
      ...{ name: 'clearing_totals_added', table: 'clearing_lines', on: 'insert' },
      statements: [add(totalsOfLines, rowAs('new', ofLine))],
    },
    {
      ...{ name: 'clearing_totals_moved', table: 'clearing_lines', on: `update of ${ofLine.join(', ')}` },
      statements: [add(totalsOfLines, changeOf(ofLine)), forgetLine],
    },
    {
      ...{ name: 'clearing_totals_removed', table: 'clearing_lines', on: 'delete' },
      statements: [add(totalsOfLines, rowAs('old', ofLine)), forgetLine],
    },
  ]
}

function untell(group: string, which: string): string {
  return `delete from untold_checks where dealer_group_id = ${group} and check_id ${which}`
}

function tellAnew(which: string): string[] {
  return [
    untell('new.dealer_group_id', which),
    `insert into untold_checks ${untoldOf(`c.dealer_group_id = new.dealer_group_id and c.id ${which}`)}`,
  ]
}

/** How blocks follow a check: that comes (`add`), that goes (`leave`), or that is dated anew (`date`). */
function blockStatements(dialect: Dialect) {
  const [least, greatest] = extremes(dialect)
  const ofAccount = (row: 'old' | 'new', of = '') =>
    `${of}dealer_group_id = ${row}.dealer_group_id and ${of}bank_account_id = ${row}.bank_account_id`
  const ofBlock = (row: 'old' | 'new', what: string) => `(select ${what} from checks c where ${ofAccount(row, 'c.')}
    and c.number between (${blockOf(row)}) * ${blockSize} and (${blockOf(row)}) * ${blockSize} + ${blockSize - 1})`
  const bounds = (row: 'old' | 'new') => `first_date = ${ofBlock(row, 'min(c.check_date)')},
    last_date = ${ofBlock(row, 'max(c.check_date)')}, first_at = ${ofBlock(row, 'min(c.created_at)')}`
  const here = (row: 'old' | 'new') => `${ofAccount(row)} and block = ${blockOf(row)}`
  return {
    add: `insert into check_blocks (dealer_group_id, bank_account_id, block, amount, first_date, last_date, first_at)
      values (new.dealer_group_id, new.bank_account_id, ${blockOf('new')}, 1, new.check_date, new.check_date, new.created_at)
      on conflict (dealer_group_id, bank_account_id, block) do update set amount = check_blocks.amount + 1,
        first_date = ${least}(check_blocks.first_date, excluded.first_date),
        last_date = ${greatest}(check_blocks.last_date, excluded.last_date),
        first_at = ${least}(check_blocks.first_at, excluded.first_at)`,
    leave: [
      `delete from check_blocks where ${here('old')} and amount = 1`,
      `update check_blocks set amount = amount - 1, ${bounds('old')} where ${here('old')}`,
    ],
    date: [
      `update check_blocks set ${bounds('new')} where ${here('new')} and (first_date = old.check_date
        or last_date = old.check_date or first_at = old.created_at)`,
      `update check_blocks set first_date = ${least}(first_date, new.check_date),
        last_date = ${greatest}(last_date, new.check_date), first_at = ${least}(first_at, new.created_at)
        where ${here('new')}`,
    ],
  }
}

function createTrigger(dialect: Dialect, { name, table, on, when, statements }: Trigger): string[] {
  const condition = when ? `when (${when})` : ''
  const body = statements.map((statement) => `${statement};`).join('\n')
  const fires = `create trigger ${name} after ${on} on ${table} for each row ${condition}`
  if (dialect === 'sqlite') return [`${fires} begin ${body} end`]
  // Behind tenant isolation totals can be read only, so the triggers write them as the owner of the tables.
  return [
    `create function ${name}() returns trigger language plpgsql security definer set search_path from current
     as $$ begin ${body} return null; end $$`,
    `${fires} execute function ${name}()`,
  ]
}
