import { reconciledThrough } from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { type BoxState, leftIn, type StockBoxReply } from '@check-requests/domain/bank/stock/rules.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import { type BankAccountRow, knownPayments, peopleIn, proposersOf, type ShownAccount } from '../queries/accounts.ts'
import { boxOf, type StockBoxRow } from '../queries/stock-boxes.ts'
import { omitsPayees, type Waiting, waitingOf } from '../queries/stored-account.ts'

/** The names of dealerships and users that accounts refer to, by id. */
export interface AccountNames {
  readonly dealerships: ReadonlyMap<number, string>
  readonly people: ReadonlyMap<number, string>
}

/** The dealerships and users whose names are needed to show accounts. */
export function idsNamedBy(accounts: readonly ShownAccount[]) {
  const all = accounts.flatMap((account) => [account, { ...account, ...waitingOf(account) }])
  return {
    dealerships: [...new Set(all.flatMap(({ dealership_ids }) => dealership_ids))],
    people: [...new Set(all.flatMap((account) => peopleIn(account).map(({ userId }) => userId)))],
  }
}

/** A bank account in API form, with only the last four digits of its number. */
export function presentAccount(account: ShownAccount, names: AccountNames): BankAccountReply {
  const { id, version, dealer_group_id, dealer_group_name, time_zone, name, bank_name, bank_place, fraction } = account
  const { layout, stock, offset_x, offset_y, void_after_days, stale_after_days, state, created_at } = account
  const { pick_up_reminder_days, mail_task_days } = account
  const { confirmed_by_id, confirmed_by_name, confirmed_at } = account
  return {
    id,
    version,
    dealer_group_id,
    dealer_group_name,
    time_zone,
    name,
    bank_name,
    bank_place,
    fraction,
    layout,
    stock,
    offset_x,
    offset_y,
    void_after_days,
    stale_after_days,
    state,
    created_at,
    confirmed_at,
    pick_up_reminder_days,
    mail_task_days,
    ...guarded(account, names),
    micr: account.micr === 1,
    date_form: account.date_form ?? 'short',
    omits_foreign_payees: omitsPayees(account),
    field_offsets: JSON.parse(account.field_offsets),
    reconciled_through: reconciledThrough(knownPayments(account)),
    is_sample: account.is_sample === 1,
    waiting: account.waiting === null ? null : presentWaiting(account, names),
    proposed_by: proposersOf(account),
    confirmed_by: confirmed_by_id === null ? null : { id: confirmed_by_id, name: confirmed_by_name ?? 'Someone' },
  }
}

function guarded(account: ShownAccount, names: AccountNames) {
  const { routing_number, account_last4, on_us, auxiliary_on_us, on_us_at, next_check_number, positive_pay } = account
  return {
    routing_number,
    account_last4,
    on_us,
    auxiliary_on_us,
    on_us_at,
    next_check_number,
    positive_pay,
    logo: account.logo,
    dealerships: named(account.dealership_ids, names),
    default_dealerships: named(account.default_dealership_ids, names),
    two_signers_above: dollars(account.two_signers_above_cents),
    limit_per_check: dollars(account.limit_cents),
    people: presentPeople(account, names),
  }
}

function named(ids: readonly number[], { dealerships }: AccountNames) {
  return ids.map((id) => ({ id, name: dealerships.get(id) ?? '' }))
}

/** The pending values that differ from those in force. */
function presentWaiting(account: ShownAccount, names: AccountNames): BankAccountReply['waiting'] {
  const waiting: Waiting = waitingOf(account)
  const then = guarded({ ...account, ...waiting }, names)
  const fields = new Set(Object.keys(waiting).map((column) => fieldOf[column] ?? column))
  const changed = Object.fromEntries(Object.entries(then).filter(([field]) => fields.has(field)))
  return { ...changed, ...(waiting.closes && { closes: true }) }
}

const fieldOf: Readonly<Record<string, string>> = {
  dealership_ids: 'dealerships',
  default_dealership_ids: 'default_dealerships',
  two_signers_above_cents: 'two_signers_above',
  limit_cents: 'limit_per_check',
}

function presentPeople(account: Pick<BankAccountRow, 'people'>, names: AccountNames) {
  return peopleIn(account).map(({ userId, rights, mostToSign }) => ({
    user_id: userId,
    name: names.people.get(userId) ?? 'Someone',
    rights: [...rights],
    most_to_sign: dollars(mostToSign),
  }))
}

function dollars(cents: Cents | null): number | null {
  return cents === null ? null : centsToDollars(cents)
}

const order = ['in use', 'counted', 'received', 'ended'] as const satisfies readonly BoxState[]

/** Lists the box in use first and ended boxes last. */
export function inOrder(boxes: readonly StockBoxRow[]): StockBoxRow[] {
  return boxes.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

export function presentBox(box: StockBoxRow): StockBoxReply {
  const { id, version, bank_account_id, place, first_number, last_number, next_number, state } = box
  return {
    id,
    version,
    bank_account_id,
    place,
    first_number,
    last_number,
    next_number,
    state,
    left: state === 'ended' ? 0 : leftIn(boxOf(box)),
    holder: personOf(box.holder_id, box.holder_name),
    received_by: personOf(box.received_by_id, box.received_by_name),
    received_at: box.received_at,
    counted_by: personOf(box.counted_by_id, box.counted_by_name),
    counted_at: box.counted_at,
  }
}

function personOf(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? 'Someone' }
}
