import type { Kysely } from 'kysely'
import { columnTypes, createTrigger, type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Adds an index for finding a check's journal events by its request and number. With the index, the audit trail also
 * covers journal events.
 */
export async function vouchedJournal(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, ['create index journal_events_check on journal_events (check_request_id, check_number)'])
}

/**
 * How an account's bank files are read, the names that its bank uses for it, and the notes of each file. The list of
 * file formats leaves the database, so that adding a format changes only the domain.
 */
export async function bankFileProfiles(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(db, [
    'alter table bank_accounts add column clearing_profile text',
    'alter table bank_accounts add column sealed_bank_names text',
  ])
  if (dialect === 'postgres')
    await execute(db, [
      'alter table clearing_files drop constraint clearing_files_format_check',
      'alter table clearing_files add column notes text',
    ])
  else
    await rebuildTable(db, {
      table: 'clearing_files',
      replace: {
        " check (format in ('CSV', 'BAI2', 'OFX'))": '',
        'written_at text,': 'written_at text,\n  notes text,',
      },
      added: { notes: 'null' },
    })
  await execute(db, [
    'create index clearing_lines_number on clearing_lines (dealer_group_id, bank_account_id, number, paid_on)',
  ])
}

/**
 * Clearings that are undone: of one check, of a whole bank file, or because the bank took its payment back. Only the
 * last one did happen, so reports as of a day between the payment and its reversal go on showing the check as cleared.
 */
export async function undoneClearings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table undone_clearings (
      id ${id},
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      check_id ${int} not null,
      clearing_line_id ${int} not null,
      payment_line_id ${int},
      state text not null check (state in ('asked', 'done', 'refused', 'restored')),
      reason text not null,
      asked_by_id ${int} not null references users (id),
      asked_by_name text not null,
      asked_at text not null,
      decided_by_id ${int} references users (id),
      decided_by_name text,
      decided_at text,
      kind text,
      amount_cents ${int},
      issued_on text,
      bank_paid_on text,
      cleared_on text,
      bank_back_on text,
      back_on text,
      check ((state = 'asked') = (decided_at is null)),
      check ((bank_back_on is null) = (bank_paid_on is null)),
      check ((bank_back_on is null) = (payment_line_id is null)),
      unique (dealer_group_id, id),
      foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id),
      foreign key (dealer_group_id, clearing_line_id) references clearing_lines (dealer_group_id, id),
      foreign key (dealer_group_id, payment_line_id) references clearing_lines (dealer_group_id, id)
    ) ${strict}`,
    'create unique index undone_clearings_asked on undone_clearings (dealer_group_id, check_id) where decided_at is null',
    'create index undone_clearings_check on undone_clearings (dealer_group_id, check_id, id)',
    `create index undone_clearings_payment on undone_clearings (dealer_group_id, payment_line_id)
      where payment_line_id is not null`,
    ...isolateTable(dialect, 'undone_clearings', 'select, insert, update'),
    `alter table clearing_lines add column undone ${int} not null default 0`,
    ...['added', 'moved', 'removed'].map(
      (name) => `drop trigger clearing_totals_${name}${dialect === 'postgres' ? ' on clearing_lines' : ''}`,
    ),
    ...createTrigger(dialect, {
      name: 'clearing_totals_added',
      on: 'insert on clearing_lines',
      body: addPayments(['new']),
    }),
    ...createTrigger(dialect, {
      name: 'clearing_totals_moved',
      on: 'update of dealer_group_id, bank_account_id, paid_on, check_id, amount_cents, undone on clearing_lines',
      body: `${addPayments(['old', 'new'])} ${removeEmptyPayments}`,
    }),
    ...createTrigger(dialect, {
      name: 'clearing_totals_removed',
      on: 'delete on clearing_lines',
      body: `${addPayments(['old'])} ${removeEmptyPayments}`,
    }),
    ...createTrigger(dialect, {
      name: 'undone_clearings_added',
      on: 'insert on undone_clearings',
      when: `new.state = 'done' and new.bank_back_on is not null`,
      body: addClearedDays(1),
    }),
    ...createTrigger(dialect, {
      name: 'undone_clearings_restored',
      on: 'update of state on undone_clearings',
      when: `old.state = 'done' and new.state = 'restored' and new.bank_back_on is not null`,
      body: `${addClearedDays(-1)} ${removeEmptyDays}`,
    }),
  ])
  if (dialect === 'postgres')
    await execute(db, [
      'alter table clearing_files add column undo_asked text',
      'alter table clearing_files add column undone_by_id bigint references users (id)',
      'alter table clearing_files add column undone_by_name text',
      'alter table clearing_files add column undone_at text',
      'alter table clearing_files drop constraint clearing_files_state_check',
      'alter table clearing_files drop constraint clearing_files_check',
      `alter table clearing_files add constraint clearing_files_state_check
        check (state in ('read', 'written', 'undone'))`,
      `alter table clearing_files add constraint clearing_files_check check ((state = 'read') = (written_at is null))`,
      `alter table clearing_files add constraint clearing_files_undone check ((state = 'undone') = (undone_at is not null))`,
    ])
  else
    await rebuildTable(db, {
      table: 'clearing_files',
      replace: {
        "check (state in ('read', 'written'))": "check (state in ('read', 'written', 'undone'))",
        'notes text,':
          'notes text,\n  undo_asked text,\n  undone_by_id integer references users (id),\n  undone_by_name text,\n  undone_at text,',
        "check ((state = 'written') = (written_at is not null))":
          "check ((state = 'read') = (written_at is null)),\n  check ((state = 'undone') = (undone_at is not null))",
      },
      added: { undo_asked: 'null', undone_by_id: 'null', undone_by_name: 'null', undone_at: 'null' },
    })
}

type Side = 'old' | 'new'

/** Adds bank payments to their day's totals. A payment that was taken back counts as one less. */
function addPayments(sides: readonly Side[]): string {
  const rows = sides.map(
    (side) => `select ${side}.dealer_group_id as dealer_group_id, ${side}.bank_account_id as bank_account_id,
      ${side}.paid_on as paid_on, ${side}.check_id as check_id, ${side}.amount_cents as amount_cents,
      ${side === 'old' ? -1 : 1} * (1 - ${side}.undone) as step`,
  )
  const steps = 'step * case when check_id is not null and amount_cents < 0 then -1 else 1 end'
  return `insert into clearing_day_totals (dealer_group_id, bank_account_id, day, matched, amount, cents)
    select dealer_group_id, bank_account_id, paid_on, case when check_id is null then 0 else 1 end,
      sum(${steps}), sum(step * amount_cents)
    from (${rows.join(' union all ')}) as one group by 1, 2, 3, 4
    having sum(${steps}) <> 0 or sum(step * amount_cents) <> 0 order by 1, 2, 3, 4
    on conflict (dealer_group_id, bank_account_id, day, matched) do update
      set amount = clearing_day_totals.amount + excluded.amount, cents = clearing_day_totals.cents + excluded.cents;`
}

const removeEmptyPayments = `delete from clearing_day_totals where dealer_group_id = old.dealer_group_id
  and bank_account_id = old.bank_account_id and day = old.paid_on and amount = 0 and cents = 0;`

/** Counts a check as cleared from the day that the bank paid it until the day that the bank took the payment back. */
function addClearedDays(sign: 1 | -1): string {
  const later = (day: string) => `case when new.issued_on > ${day} then new.issued_on else ${day} end`
  const steps = [
    ['bank', 'new.bank_paid_on', 'new.bank_back_on'],
    ['register', 'new.cleared_on', 'new.back_on'],
  ].flatMap(([basis, paid = '', back = '']) => [
    `select '${basis}' as basis, ${paid} as day, 'cleared' as state, ${sign} as step`,
    `select '${basis}', ${back}, 'cleared', ${-sign}`,
    `select '${basis}', ${later(paid)}, 'issued', ${-sign}`,
    `select '${basis}', ${later(back)}, 'issued', ${sign}`,
  ])
  return `insert into check_day_totals (dealer_group_id, bank_account_id, basis, day, kind, state, amount, cents)
    select new.dealer_group_id, new.bank_account_id, basis, day, new.kind, state, sum(step), sum(step * new.amount_cents)
    from (${steps.join(' union all ')}) as one where state = 'cleared' or new.issued_on is not null
    group by 1, 2, 3, 4, 5, 6 having sum(step) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (dealer_group_id, bank_account_id, basis, day, kind, state) do update
      set amount = check_day_totals.amount + excluded.amount, cents = check_day_totals.cents + excluded.cents;`
}

const removeEmptyDays = `delete from check_day_totals where dealer_group_id = new.dealer_group_id
  and bank_account_id = new.bank_account_id and amount = 0 and cents = 0
  and day in (new.bank_paid_on, new.bank_back_on, new.cleared_on, new.back_on, new.issued_on);`

/**
 * Positive-pay files of one kind of rows, for several accounts (`other_account_ids`: the ids of the others, each between
 * commas), and sent to the bank's SFTP server.
 */
export async function sentFiles(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    'alter table bank_accounts add column sealed_destination text',
    ...['kind', 'other_account_ids', 'transmission', 'transmission_problem', 'transmission_at'].map(
      (column) => `alter table positive_pay_files add column ${column} text`,
    ),
    `alter table positive_pay_files add column transmission_tries ${int}`,
    `create index positive_pay_files_shared on positive_pay_files (dealer_group_id, id)
      where other_account_ids is not null`,
    `create index positive_pay_files_to_send on positive_pay_files (transmission_at)
      where transmission in ('waiting', 'sending')`,
  ])
}

/** The bank's answer to a positive-pay file, as its server or folder has it; null until one is read. */
export async function bankAnswers(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...['acknowledgment', 'acknowledgment_text', 'acknowledged_at'].map(
      (column) => `alter table positive_pay_files add column ${column} text`,
    ),
    `create index positive_pay_files_unanswered on positive_pay_files (transmission_at)
      where transmission = 'sent' and answer is null`,
  ])
}

/** The payments in a bank file that an earlier file already had, which count again if that file is undone. */
export async function repeatedPayments(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table clearing_files add column repeated text'])
}
