import { addDays } from '../../domain/src/values/calendar-date.ts'
import type { Dice } from '../../server/src/demo/dice.ts'
import { fillFromChecks } from './check-totals.ts'
import type { Store } from './fill.ts'
import type { Organization, Row } from './organization.ts'

/** The accounts of the largest group, each with its share of all checks. */
const shares = [0.6, 0.2, 0.1, 0.06, 0.04]
const lastDay = '2026-11-20'
const days = 1825
const rowsAtOnce = 5000
const linesPerFile = 2000
const firstNumber = 1001

const trades = ['Tire Service', 'Auto Parts', 'Glass Repair', 'Body Shop', 'Upholstery', 'Towing', 'Paint Supply']
const names = ['Marson', 'Belvik', 'Corman', 'Dalford', 'Fendale', 'Garez', 'Holberg', 'Jeswick', 'Kimton', 'Lunley']

/** Fills the largest group's accounts with this many checks from five years, most of them paid by the bank. */
export async function fillChecks(store: Store, { desks, callers }: Organization, checks: number, dice: Dice) {
  const own = desks.filter(({ groupId }) => groupId === 1)
  await store.inBulk(async () => {
    let lastId = 0
    for (const [index, share] of shares.entries()) {
      const count = Math.round(checks * share)
      const account = { id: index + 1, group: 1, user: callers.processor, count }
      const drawing = own.filter((_, position) => position % shares.length === index)
      await store.insert('bank_accounts', [accountRow(account)])
      await store.insert(
        'account_dealerships',
        drawing.map(({ dealershipId }) => ({
          dealer_group_id: 1,
          dealership_id: dealershipId,
          bank_account_id: account.id,
        })),
      )
      await store.insert('stock_boxes', [boxRow(account)])
      await store.insert('positive_pay_files', [fileRow(account)])
      const files = Math.ceil(count / linesPerFile)
      await store.insert(
        'clearing_files',
        Array.from({ length: files }, (_, file) => clearingRow(account, lastId + file + 1)),
      )
      for (let start = 0; start < count; start += rowsAtOnce) {
        const size = Math.min(rowsAtOnce, count - start)
        const rows = Array.from({ length: size }, (_, position) => {
          const place = dice.pick(drawing)
          return checkRow(
            { ...account, id: lastId + start + position + 1, account: account.id, position: start + position },
            place,
            dice,
          )
        })
        await insertParts(store, rows, account.user)
      }
      lastId += count
    }
  })
  // The lookup of checks reported to the bank uses an index.
  for (const statement of fillFromChecks()) await store.run(statement)
  if (store.dialect === 'postgres') await store.run('vacuum analyze')
}

interface Account {
  readonly id: number
  readonly user: number
  readonly count: number
}

function accountRow({ id, count }: Account): Row {
  return {
    id,
    version: 1,
    dealer_group_id: 1,
    name: `Account ${id}`,
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    sealed_number: 'none',
    account_last4: '0000',
    number_mark: `mark ${id}`,
    on_us: 'PCCCCCCPS',
    auxiliary_on_us: '',
    next_check_number: firstNumber + count,
    layout: 'top',
    stock: 'blank',
    micr: 0,
    offset_x: 0,
    offset_y: 0,
    stale_after_days: 180,
    positive_pay: 'checks',
    people: '[]',
    state: 'active',
    proposed_by: '[]',
    confirmed_at: '2021-01-01T00:00:00.000Z',
    created_at: '2021-01-01T00:00:00.000Z',
    is_sample: 0,
    pick_up_reminder_days: 5,
    mail_task_days: 15,
  }
}

function boxRow({ id, count }: Account): Row {
  const next = firstNumber + count
  return {
    dealer_group_id: 1,
    bank_account_id: id,
    place: 'Not counted',
    first_number: firstNumber,
    next_number: next,
    version: 1,
    state: 'in use',
    received_at: '2021-01-01T00:00:00.000Z',
  }
}

function fileRow({ id, user }: Account): Row {
  return {
    id,
    version: 1,
    dealer_group_id: 1,
    bank_account_id: id,
    number: 1,
    count: 1,
    total_cents: 0,
    sealed_content: '',
    made_by_id: user,
    made_by_name: 'Bench',
    made_at: '2026-11-19T00:00:00.000Z',
  }
}

function clearingRow({ id, user }: Account, file: number): Row {
  const at = '2026-11-19T00:00:00.000Z'
  return {
    id: file,
    version: 1,
    dealer_group_id: 1,
    bank_account_id: id,
    name: `${file}.csv`,
    format: 'CSV',
    state: 'written',
    read_by_id: user,
    read_at: at,
    written_by_id: user,
    written_by_name: 'Bench',
    written_at: at,
  }
}

type Drawn = {
  readonly id: number
  readonly account: number
  readonly position: number
  readonly count: number
  readonly user: number
}

// The newest checks are still outstanding. Of the older checks, a few were voided or stopped, and some were never
// cashed.
function stateOf(age: number, dice: Dice): string {
  if (age < 100) return 'printed'
  if (age < 300) return 'signed'
  const ended = dice.below(100)
  if (ended < 2) return dice.pick(['voided', 'stopped', 'spoiled'])
  return age < 3000 || ended < 3 ? 'issued' : 'cleared'
}

function checkRow(
  { id, account, position, count, user }: Drawn,
  place: Organization['desks'][number],
  dice: Dice,
): Row {
  const state = stateOf(count - position, dice)
  const date = addDays(lastDay, -Math.floor(((count - position) * days) / count))
  const isOut = ['issued', 'cleared', 'stopped'].includes(state)
  const later = addDays(date, 5 + dice.below(20))
  const payee = `${dice.pick(names)} ${dice.pick(trades)}${id % 250_000 === 7 ? ' Quixotic' : ''}`
  return {
    id,
    version: 3,
    dealer_group_id: 1,
    bank_account_id: account,
    number: firstNumber + position,
    state,
    kind: 'run',
    print_run_id: null,
    check_request_id: 10_000_000 + id,
    request_number: `G1-D${place.dealershipId}-${id}`,
    dealership_id: place.dealershipId,
    department_id: dice.pick(place.departmentIds),
    check_date: date,
    amount_cents: 100 + dice.below(2_000_000),
    payee_name: payee,
    printed_by_id: user,
    searched: `${payee} g1-d${place.dealershipId}-${id} as agreed`.toLowerCase(),
    face: JSON.stringify({ payee, addressLines: ['1 Main Street', 'Springfield, IL 62701'], words: 'x'.repeat(300) }),
    issued_on: isOut ? date : null,
    bank_paid_on: state === 'cleared' ? later : null,
    ended_on: ['voided', 'stopped', 'spoiled'].includes(state) ? later : null,
    created_at: `${date}T15:00:00.000Z`,
  }
}

async function insertParts(store: Store, rows: readonly Row[], user: number): Promise<void> {
  await store.insert('checks', rows)
  const by = { user_id: user, user_name: 'Bench', dealer_group_id: 1 }
  const signed = rows.filter(({ state }) => state !== 'printed' && state !== 'spoiled')
  await store.insert(
    'check_events',
    rows.map(({ id, created_at }) => ({
      ...by,
      check_id: id as number,
      act: 'print',
      role_id: 4,
      details: '{}',
      at: created_at as string,
    })),
  )
  await store.insert(
    'check_signatures',
    signed.map(({ id, created_at }) => ({ ...by, check_id: id as number, approved: 1, at: created_at as string })),
  )
  const reported = signed.filter(({ state }) => state !== 'signed')
  await store.insert(
    'positive_pay_rows',
    reported.map(({ id, bank_account_id }) => ({
      dealer_group_id: 1,
      positive_pay_file_id: bank_account_id as number,
      check_id: id as number,
      kind: 'issue',
    })),
  )
  const paid = rows.filter(({ state }) => state === 'cleared')
  if (paid.length > 0) await store.insert('clearing_lines', paid.map(lineRow))
}

function lineRow({ id, bank_account_id, number, amount_cents, bank_paid_on }: Row): Row {
  return {
    dealer_group_id: 1,
    bank_account_id: bank_account_id as number,
    clearing_file_id: 1,
    line: 1,
    number: number as number,
    amount_cents: amount_cents as number,
    paid_on: bank_paid_on as string,
    fingerprint: String(id),
    check_id: id as number,
  }
}
