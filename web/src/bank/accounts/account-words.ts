import { whyNotOnPaper } from '@check-requests/domain/bank/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { dateForms, dateOnCheck } from '@check-requests/domain/checks/front.ts'
import {
  checkFields,
  checkLayouts,
  fieldNames,
  layoutNames,
  type Offset,
  type Offsets,
} from '@check-requests/domain/checks/layouts.ts'
import { type AccountRight, signingGaps } from '@check-requests/domain/checks/rules.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'

type Guarded = NonNullable<BankAccountReply['waiting']>

export const layoutOptions = layoutNames.map((name) => ({ value: name, label: checkLayouts[name].label }))

export const stockOptions = [
  { value: 'blank', label: 'Blank' },
  { value: 'preprinted', label: 'Pre-printed by the bank' },
] as const

export const dateOptions = dateForms.map((form) => ({ value: form, label: dateOnCheck('2026-11-02', form) }))

export const positivePayOptions = [
  { value: 'none', label: 'None' },
  { value: 'checks', label: 'Numbers and amounts' },
  { value: 'payees', label: 'Numbers, amounts, and payees' },
] as const

export const rightWords: Readonly<Record<AccountRight, string>> = {
  print: 'Print',
  sign: 'Sign',
  reconcile: 'Reconcile',
}

/** The label of an option. */
export function labelOf<Value extends string>(
  options: readonly { readonly value: Value; readonly label: string }[],
  value: Value,
): string {
  return options.find((option) => option.value === value)?.label ?? value
}

/** The limit in dollars, or a text that says there is no limit. */
export function limitInWords(dollars: number | null): string {
  return dollars === null ? 'No limit' : formatDollars(dollars)
}

/** The amount at or above which two signatures are required. */
export function twoSignersInWords(dollars: number | null): string {
  return dollars === null ? 'One signer for every amount' : `Two signers above ${formatDollars(dollars)}`
}

/** Warnings about checks that too few of an account's signers can sign (J2). */
export function signingGapsOf({
  people,
  two_signers_above,
  limit_per_check,
}: Pick<BankAccountReply, 'people' | 'two_signers_above' | 'limit_per_check'>): string[] {
  const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100))
  return signingGaps({
    people: people.map((one) => ({ rights: one.rights, mostToSign: cents(one.most_to_sign) })),
    twoSignersAbove: cents(two_signers_above),
    limitPerCheck: cents(limit_per_check),
  })
}

/** What is wrong with the offsets of an account that were set before they were checked (decision 171). */
export function wrongOffsetsOf(account: BankAccountReply): string[] {
  const { sheet, fields } = whyNotOnPaper(account)
  return [...Object.values(sheet), ...Object.values(fields)]
}

/** The rights of people on the account's checks. */
export function peopleInWords(people: BankAccountReply['people']): string {
  if (people.length === 0) return 'No one is listed: processors print and reconcile; approvers and processors sign.'
  return people.map(personInWords).join('\n')
}

function personInWords({ name, rights, most_to_sign }: BankAccountReply['people'][number]): string {
  const words = rights.map((right) => {
    const limit = right === 'sign' && most_to_sign !== null ? ` up to ${formatDollars(most_to_sign)}` : ''
    return `${rightWords[right].toLowerCase()}${limit}`
  })
  return `${name}: ${listWithAnd(words)}`
}

export function dealershipsInWords(dealerships: BankAccountReply['dealerships']): string {
  return listWithAnd(dealerships.map(({ name }) => name))
}

/** The dealerships whose checks are printed on the account by default. */
export function defaultInWords(dealerships: BankAccountReply['default_dealerships']): string {
  return dealerships.length === 0 ? 'No dealership' : dealershipsInWords(dealerships)
}

/** A pending value next to the current value. */
export interface WaitingChange {
  readonly label: string
  readonly from: string
  readonly to: string
}

type Reader = (account: BankAccountReply) => string

const readers: readonly (readonly [keyof Guarded, string, Reader])[] = [
  ['routing_number', 'Routing Number', (account) => account.routing_number],
  ['account_last4', 'Account Number', (account) => `ends in ${account.account_last4}`],
  ['next_check_number', 'Next Check Number', (account) => String(account.next_check_number)],
  ['dealerships', 'Dealerships', (account) => dealershipsInWords(account.dealerships)],
  ['default_dealerships', 'Default Account For', (account) => defaultInWords(account.default_dealerships)],
  ['two_signers_above', 'Two Signers', (account) => twoSignersInWords(account.two_signers_above)],
  ['limit_per_check', 'Limit per Check', (account) => limitInWords(account.limit_per_check)],
  ['positive_pay', 'Positive Pay', (account) => labelOf(positivePayOptions, account.positive_pay)],
  ['people', 'People', (account) => peopleInWords(account.people)],
  ['logo', 'Logo', (account) => (account.logo === null ? 'No logo' : 'The logo shown here')],
  ['on_us', 'MICR Right of the Routing Number', (account) => account.on_us],
  ['auxiliary_on_us', 'MICR Left of the Routing Number', (account) => account.auxiliary_on_us || 'Nothing'],
  ['on_us_at', 'Position of the On-Us Symbol', (account) => positionInWords(account.on_us_at)],
]

function positionInWords(position: number | null): string {
  return position === null ? 'Next to the routing number' : String(position)
}

/** An account with its pending changes applied. */
export function onceConfirmed(account: BankAccountReply): BankAccountReply {
  const { waiting } = account
  return {
    ...account,
    routing_number: or(waiting?.routing_number, account.routing_number),
    account_last4: or(waiting?.account_last4, account.account_last4),
    next_check_number: or(waiting?.next_check_number, account.next_check_number),
    dealerships: or(waiting?.dealerships, account.dealerships),
    default_dealerships: or(waiting?.default_dealerships, account.default_dealerships),
    two_signers_above: or(waiting?.two_signers_above, account.two_signers_above),
    limit_per_check: or(waiting?.limit_per_check, account.limit_per_check),
    positive_pay: or(waiting?.positive_pay, account.positive_pay),
    people: or(waiting?.people, account.people),
    logo: or(waiting?.logo, account.logo),
    on_us: or(waiting?.on_us, account.on_us),
    auxiliary_on_us: or(waiting?.auxiliary_on_us, account.auxiliary_on_us),
    on_us_at: or(waiting?.on_us_at, account.on_us_at),
  }
}

function or<Value>(waiting: Value | undefined, now: Value): Value {
  return waiting === undefined ? now : waiting
}

/** The pending changes, each next to the current value. */
export function changesWaiting(account: BankAccountReply): WaitingChange[] {
  const { waiting } = account
  if (!waiting) return []
  const confirmed = onceConfirmed(account)
  const changes = readers
    .filter(([field]) => field in waiting)
    .map(([, label, read]) => ({ label, from: read(account), to: read(confirmed) }))
  return waiting.closes ? [...changes, { label: 'State', from: 'Open', to: 'Closed' }] : changes
}

/** The offsets of the sheet and of individual fields as text, in inches. */
export function offsetsInWords(x: number, y: number, fields: Offsets['fields'] = {}): string {
  const own = fieldNames.flatMap((name) => {
    const offset = fields[name]
    return offset ? [`${checkFields[name].label} is moved ${wayOf(offset)}.`] : []
  })
  const way = wayOf({ x, y })
  if (way !== '') return [`Everything is printed ${way}.`, ...own].join(' ')
  return own.length === 0 ? 'Nothing is moved.' : own.join(' ')
}

function wayOf({ x, y }: Offset): string {
  return [
    ...(x === 0 ? [] : [`${inches(x)} to the ${x > 0 ? 'right' : 'left'}`]),
    ...(y === 0 ? [] : [`${inches(y)} ${y > 0 ? 'down' : 'up'}`]),
  ].join(' and ')
}

function inches(hundredths: number): string {
  return `${(Math.abs(hundredths) / 100).toFixed(2)} inch`
}

/** The last day through which the account is reconciled, as text. */
export function reconciledInWords({ reconciled_through: day }: Pick<BankAccountReply, 'reconciled_through'>): string {
  return day === null ? 'Not reconciled yet' : formatDate(day)
}
