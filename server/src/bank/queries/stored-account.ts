import { type ClearingProfile, clearingProfile } from '@check-requests/domain/bank/clearing/profile.ts'
import {
  type CreateBankAccountInput,
  movedFields,
  type UpdateBankAccountInput,
} from '@check-requests/domain/bank/fields.ts'
import type { Destination } from '@check-requests/domain/bank/positive-pay/destination.ts'
import { omitsForeignPayees, positivePayTemplate } from '@check-requests/domain/bank/positive-pay/template.ts'
import { noUnclaimedProperty, type UnclaimedProperty } from '@check-requests/domain/bank/unclaimed.ts'
import { voidAfterByDefault } from '@check-requests/domain/checks/front.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { propertyOf } from '../../platform/errors.ts'
import type { BankAccountRow, ShownAccount } from './accounts.ts'

/** Older accounts have no form of dates. */
type Given = Omit<CreateBankAccountInput, 'dealer_group_id' | 'account_number' | 'date_form'> &
  Pick<BankAccountRow, 'date_form'>

/** The stored account settings that an admin edits, except the account number. */
export function columnsOf({
  micr,
  void_after_days,
  field_offsets,
  two_signers_above,
  limit_per_check,
  people,
  dealership_ids,
  default_dealership_ids,
  ...same
}: Given) {
  return {
    ...same,
    micr: micr ? 1 : 0,
    void_after_days: void_after_days === undefined ? voidAfterByDefault(same.stock) : void_after_days,
    field_offsets: JSON.stringify(movedFields(field_offsets)),
    two_signers_above_cents: two_signers_above,
    limit_cents: limit_per_check,
    people: JSON.stringify(people),
    dealership_ids: inOrder(dealership_ids),
    default_dealership_ids: inOrder(default_dealership_ids),
  }
}

function inOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other)
}

/** The columns of an account, either those in force or those after the pending changes are confirmed. */
export type AccountColumns = ReturnType<typeof columnsOf> &
  Pick<BankAccountRow, 'sealed_number' | 'account_last4' | 'number_mark'>

/**
 * The changes pending for a second person: columns, dealerships with their defaults, and whether the account closes. An
 * account that was never confirmed isn't a default yet, so its intended defaults are stored here.
 */
export type Waiting = Partial<AccountColumns> & { readonly closes?: true }

export function waitingOf({ waiting }: Pick<BankAccountRow, 'waiting'>): Waiting {
  return waiting === null ? {} : JSON.parse(waiting)
}

const guardedColumns: readonly string[] = [
  'routing_number',
  'sealed_number',
  'account_last4',
  'number_mark',
  'on_us',
  'auxiliary_on_us',
  'on_us_at',
  'next_check_number',
  'dealership_ids',
  'default_dealership_ids',
  'two_signers_above_cents',
  'limit_cents',
  'positive_pay',
  'people',
  'logo',
]

/** Returns true for a column whose change needs a second person (checks.md, Records). */
export function isGuarded(column: string): boolean {
  return guardedColumns.includes(column)
}

/** The columns of an account after its pending changes and the given changes. */
export function changedBy(account: ShownAccount, given: UpdateBankAccountInput): ReturnType<typeof columnsOf> {
  const now = { ...account, ...waitingOf(account) }
  return columnsOf({
    name: given.name ?? now.name,
    bank_name: given.bank_name ?? now.bank_name,
    bank_place: or(given.bank_place, now.bank_place),
    routing_number: given.routing_number ?? now.routing_number,
    fraction: or(given.fraction, now.fraction),
    on_us: given.on_us ?? now.on_us,
    auxiliary_on_us: given.auxiliary_on_us ?? now.auxiliary_on_us,
    on_us_at: or(given.on_us_at, now.on_us_at),
    next_check_number: given.next_check_number ?? now.next_check_number,
    ...drawnAfter(now, given),
    layout: given.layout ?? now.layout,
    stock: given.stock ?? now.stock,
    micr: given.micr ?? now.micr === 1,
    offset_x: given.offset_x ?? now.offset_x,
    offset_y: given.offset_y ?? now.offset_y,
    field_offsets: or(given.field_offsets, JSON.parse(now.field_offsets)),
    date_form: given.date_form ?? now.date_form,
    void_after_days: or(given.void_after_days, now.void_after_days),
    stale_after_days: given.stale_after_days ?? now.stale_after_days,
    pick_up_reminder_days: or(given.pick_up_reminder_days, now.pick_up_reminder_days),
    mail_task_days: or(given.mail_task_days, now.mail_task_days),
    two_signers_above: or(given.two_signers_above, now.two_signers_above_cents),
    limit_per_check: or(given.limit_per_check, now.limit_cents),
    positive_pay: given.positive_pay ?? now.positive_pay,
    people: given.people ?? JSON.parse(now.people),
    logo: or(given.logo, now.logo),
  })
}

/** Removing a dealership also removes its default, even if the call doesn't change the defaults. */
function drawnAfter(
  now: Pick<ShownAccount, 'dealership_ids' | 'default_dealership_ids'>,
  { dealership_ids = [...now.dealership_ids], default_dealership_ids }: UpdateBankAccountInput,
) {
  const left = now.default_dealership_ids.filter((id) => dealership_ids.includes(id))
  return { dealership_ids, default_dealership_ids: default_dealership_ids ?? left }
}

function or<Value>(given: Value | undefined, now: Value): Value {
  return given === undefined ? now : given
}

/** The values that differ from the account's values, including pending changes. */
export function changesTo(account: ShownAccount, values: Partial<AccountColumns>): Partial<AccountColumns> {
  const now: object = { ...account, ...waitingOf(account) }
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => JSON.stringify(propertyOf(now, column)) !== JSON.stringify(value),
    ),
  )
}

type Numbered = Pick<BankAccountRow, 'dealer_group_id' | 'account_last4'>

// An account number copied into another database row can't be decrypted there.
function contextOf({ dealer_group_id, account_last4 }: Numbered): string {
  return `bank account of dealer group ${dealer_group_id} ending in ${account_last4}`
}

/** How the files of an account's bank are read. */
export function profileIn({
  clearing_columns,
  clearing_profile,
}: Pick<BankAccountRow, 'clearing_columns' | 'clearing_profile'>): ClearingProfile {
  const parts = clearing_profile === null ? {} : JSON.parse(clearing_profile)
  return clearingProfile.parse({ ...parts, csv: clearing_columns === null ? null : JSON.parse(clearing_columns) })
}

type NamedInFiles = Numbered & Pick<BankAccountRow, 'sealed_bank_names'>

/** The stored form of the names for an account in bank files, which can contain its number. */
export function sealBankNames(secrets: Secrets, account: Numbered, names: readonly string[]): string | null {
  return names.length === 0 ? null : secrets.seal(JSON.stringify(names), contextOf(account))
}

/** The names for an account in bank files, used only to read them. */
export function openBankNames(secrets: Secrets, account: NamedInFiles): string[] {
  const { sealed_bank_names: sealed } = account
  return sealed === null ? [] : JSON.parse(secrets.open(sealed, contextOf(account)))
}

type SendsFiles = Numbered & Pick<BankAccountRow, 'sealed_destination'>

export function sealDestination(secrets: Secrets, account: Numbered, destination: Destination | null): string | null {
  return destination && secrets.seal(JSON.stringify(destination), contextOf(account))
}

/** Where the bank takes files, with the secret. Earlier versions knew only SFTP, without a folder for answers. */
export function openDestination(secrets: Secrets, account: SendsFiles): Destination | null {
  const { sealed_destination: sealed } = account
  if (sealed === null) return null
  const { kind = 'SFTP', answers_folder = null, ...stored } = JSON.parse(secrets.open(sealed, contextOf(account)))
  return { with_companions: false, ...stored, kind, answers_folder }
}

/** A name in bank files without most digits of the account number. */
export function maskedName(name: string): string {
  return name.replace(/\d{5,}/g, (digits) => `…${digits.slice(-4)}`)
}

/** The stored form of an account number: encrypted, with its last four digits and a fingerprint to compare accounts. */
export function storedNumber(secrets: Secrets, dealer_group_id: number, routingNumber: string, number: string) {
  const account_last4 = number.slice(-4)
  return {
    sealed_number: secrets.seal(number, contextOf({ dealer_group_id, account_last4 })),
    account_last4,
    number_mark: secrets.markOf(`${routingNumber} ${number}`),
  }
}

/** The full account number, used only for checks and bank files. */
export function openNumber(secrets: Secrets, account: Numbered & Pick<BankAccountRow, 'sealed_number'>): string {
  return secrets.open(account.sealed_number, contextOf(account))
}

/** Parses the unclaimed property table of a dealer group. */
export function unclaimedIn({ unclaimed_property }: { readonly unclaimed_property: string | null }): UnclaimedProperty {
  return unclaimed_property === null ? noUnclaimedProperty : JSON.parse(unclaimed_property)
}

/** The first numbers of the ranges kept for samples of the MICR line. */
export function sampleNumbersOf({ sample_numbers }: Pick<BankAccountRow, 'sample_numbers'>): number[] {
  return sample_numbers === null ? [] : JSON.parse(sample_numbers)
}

/** Whether an account's positive-pay files leave out payees that bank files can't contain. */
export function omitsPayees({
  positive_pay_template: template,
}: Pick<BankAccountRow, 'positive_pay_template'>): boolean {
  return template !== null && omitsForeignPayees(positivePayTemplate.parse(JSON.parse(template)))
}
