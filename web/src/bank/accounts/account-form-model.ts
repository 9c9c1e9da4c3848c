import { createBankAccountBody, movedFields, whyNotOnPaper } from '@check-requests/domain/bank/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type { LayoutName } from '@check-requests/domain/checks/layouts.ts'
import { type FieldName, fieldNames, type Offsets } from '@check-requests/domain/checks/layouts.ts'
import { businessTemplate, whyNotTemplate } from '@check-requests/domain/checks/micr/template.ts'
import { whyNotFractionOf, whyNotRoutingNumber } from '@check-requests/domain/checks/routing-number.ts'
import type { AccountRight } from '@check-requests/domain/checks/rules.ts'
import { evenIfIncomplete } from '@check-requests/domain/values/fields.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { onceConfirmed } from '#bank/accounts/account-words.ts'

/** A user named by the account; `most_to_sign` as typed, empty for no limit. */
export interface PersonValues {
  user_id: number | null
  rights: AccountRight[]
  most_to_sign: string
}

export type TypedOffsets = Partial<Record<FieldName, { x: string; y: string }>>

/** The form's values; numbers as typed. */
export interface AccountFormValues {
  dealer_group_id: number | null
  name: string
  bank_name: string
  bank_place: string
  routing_number: string
  /** The account number as typed; empty if an existing account keeps its number. */
  account_number: string
  fraction: string
  next_check_number: string
  positive_pay: BankAccountReply['positive_pay']
  dealership_ids: number[]
  default_dealership_ids: number[]
  layout: LayoutName
  stock: BankAccountReply['stock']
  micr: boolean
  offset_x: string
  offset_y: string
  /** The offsets of fields that the user has chosen to move, by field. */
  field_offsets: TypedOffsets
  void_after_days: string
  date_form: BankAccountReply['date_form']
  /** A PNG file in base64. */
  logo: string | null
  stale_after_days: string
  pick_up_reminder_days: string
  mail_task_days: string
  two_signers_above: string
  limit_per_check: string
  people: PersonValues[]
  on_us: string
  auxiliary_on_us: string
  on_us_at: string
}

const { shape } = createBankAccountBody

/** A whole number as typed; null if empty. */
const typedNumber = z.string().transform((text, context) => {
  if (text.trim() === '') return null
  if (/^-?\d{1,15}$/.test(text.trim())) return Number(text)
  context.addIssue({ code: 'custom', message: `“${text.slice(0, 30)}” isn’t a whole number. Enter digits only.` })
  return z.NEVER
})

function typed<Value>(schema: z.ZodType<Value>) {
  return typedNumber.transform((number): unknown => number).pipe(schema)
}

/** Dollars as typed, for the API; null if empty. */
const typedDollars = z.string().transform((text, context) => {
  if (text === '') return null
  const cents = parseAmount(text)
  if (typeof cents === 'number') return centsToDollars(cents)
  context.addIssue({ code: 'custom', message: cents })
  return z.NEVER
})

const person = z.strictObject({
  user_id: z.unknown().pipe(z.int({ error: 'Choose a user.' })),
  rights: z.array(z.enum(['print', 'sign', 'reconcile'])).min(1, { error: 'Choose at least one permission.' }),
  most_to_sign: typedDollars,
})

const people = z
  .array(person)
  .max(100)
  .refine((list) => new Set(list.map(({ user_id }) => user_id)).size === list.length, {
    error: 'Add each user only once.',
  })

const numberOrSame = z.string().refine((text) => text === '' || shape.account_number.safeParse(text).success, {
  error: 'Enter an account number of 4 to 17 digits.',
})

const typedOffset = typedNumber.transform(Number)
const typedOffsets = z
  .record(z.string(), z.object({ x: typedOffset, y: typedOffset }))
  .transform((offsets): unknown => offsets)
  .pipe(shape.field_offsets)
  .transform((offsets) => movedFields(offsets))

/** The form's schema. If no account number is typed, an existing account keeps its number. */
export function accountFormSchema(exists: boolean) {
  const fields = {
    next_check_number: typed(shape.next_check_number),
    offset_x: typed(shape.offset_x),
    offset_y: typed(shape.offset_y),
    field_offsets: typedOffsets,
    void_after_days: typed(shape.void_after_days),
    stale_after_days: typed(shape.stale_after_days),
    pick_up_reminder_days: typed(shape.pick_up_reminder_days),
    mail_task_days: typed(shape.mail_task_days),
    on_us_at: typed(shape.on_us_at),
    two_signers_above: typedDollars,
    limit_per_check: typedDollars,
    people,
    account_number: exists ? numberOrSame : shape.account_number,
  }
  return createBankAccountBody.extend(fields).superRefine((values, context) => {
    for (const [field, message] of Object.entries(mistakesBetween(values)))
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    const { sheet, fields } = whyNotOnPaper(paperIn(values))
    for (const [name, message] of Object.entries(sheet)) context.addIssue({ code: 'custom', path: [name], message })
    for (const [name, message] of Object.entries(fields))
      context.addIssue({ code: 'custom', path: ['field_offsets', name, 'x'], message })
  }, evenIfIncomplete)
}

/** The paper settings. Offsets that aren't numbers have a mistake of their own. */
function paperIn({ layout, stock, micr, offset_x, offset_y, field_offsets }: CheckedAccount) {
  const whole = (offset: number) => (Number.isInteger(offset) ? offset : 0)
  const offsets = field_offsets ?? {}
  return { layout, stock, micr, offset_x: whole(offset_x), offset_y: whole(offset_y), field_offsets: offsets }
}

export type CheckedAccount = z.output<ReturnType<typeof accountFormSchema>>

export type AccountForm = UseFormReturn<AccountFormValues, unknown, CheckedAccount>

type Together = Pick<CheckedAccount, 'routing_number' | 'fraction' | 'on_us' | 'auxiliary_on_us' | 'on_us_at'>

/** Errors that depend on another field. */
function mistakesBetween({ routing_number, fraction, on_us, auxiliary_on_us, on_us_at }: Together) {
  const canTell = fraction && whyNotRoutingNumber(routing_number) === undefined
  const { onUs } = businessTemplate
  const left = whyNotTemplate({ auxOnUs: auxiliary_on_us, onUs, onUsAt: null })
  const right = whyNotTemplate({ auxOnUs: '', onUs: on_us, onUsAt: null })
  const position = Number.isInteger(on_us_at) ? whyNotTemplate({ auxOnUs: '', onUs, onUsAt: on_us_at }) : undefined
  return {
    fraction: canTell ? whyNotFractionOf(routing_number, fraction) : undefined,
    auxiliary_on_us: left,
    on_us: right,
    on_us_at: position,
  }
}

/** An empty form for this dealer group. */
export function blankAccount(dealer_group_id: number | null): AccountFormValues {
  return {
    dealer_group_id,
    name: '',
    bank_name: '',
    bank_place: '',
    routing_number: '',
    account_number: '',
    fraction: '',
    next_check_number: '',
    positive_pay: 'none',
    dealership_ids: [],
    default_dealership_ids: [],
    layout: 'top',
    stock: 'blank',
    micr: false,
    offset_x: '0',
    offset_y: '0',
    field_offsets: {},
    void_after_days: '180',
    date_form: 'short',
    logo: null,
    stale_after_days: '180',
    pick_up_reminder_days: '5',
    mail_task_days: '15',
    two_signers_above: '',
    limit_per_check: '',
    people: [],
    on_us: businessTemplate.onUs,
    auxiliary_on_us: businessTemplate.auxOnUs,
    on_us_at: '',
  }
}

/** An account with its pending changes applied, as the body of an update. */
export function storedValues(account: BankAccountReply) {
  const { dealerships, default_dealerships, people: named, ...then } = onceConfirmed(account)
  return {
    name: then.name,
    bank_name: then.bank_name,
    bank_place: then.bank_place,
    routing_number: then.routing_number,
    fraction: then.fraction,
    next_check_number: then.next_check_number,
    positive_pay: then.positive_pay,
    dealership_ids: idsOf(dealerships),
    default_dealership_ids: idsOf(default_dealerships),
    layout: then.layout,
    stock: then.stock,
    micr: then.micr,
    offset_x: then.offset_x,
    offset_y: then.offset_y,
    field_offsets: movedFields(then.field_offsets),
    void_after_days: then.void_after_days,
    date_form: then.date_form,
    logo: then.logo,
    stale_after_days: then.stale_after_days,
    pick_up_reminder_days: then.pick_up_reminder_days,
    mail_task_days: then.mail_task_days,
    two_signers_above: then.two_signers_above,
    limit_per_check: then.limit_per_check,
    people: named.map(({ user_id, rights, most_to_sign }) => ({ user_id, rights, most_to_sign })),
    on_us: then.on_us,
    auxiliary_on_us: then.auxiliary_on_us,
    on_us_at: then.on_us_at,
  }
}

function idsOf(dealerships: BankAccountReply['dealerships']): number[] {
  return dealerships.map(({ id }) => id).sort((one, other) => one - other)
}

export function valuesOfAccount(account: BankAccountReply): AccountFormValues {
  const stored = storedValues(account)
  return {
    ...stored,
    dealer_group_id: account.dealer_group_id,
    account_number: '',
    bank_place: stored.bank_place ?? '',
    fraction: stored.fraction ?? '',
    next_check_number: text(stored.next_check_number),
    offset_x: text(stored.offset_x),
    offset_y: text(stored.offset_y),
    field_offsets: typedOf(stored.field_offsets),
    void_after_days: text(stored.void_after_days),
    stale_after_days: text(stored.stale_after_days),
    pick_up_reminder_days: text(stored.pick_up_reminder_days),
    mail_task_days: text(stored.mail_task_days),
    two_signers_above: text(stored.two_signers_above),
    limit_per_check: text(stored.limit_per_check),
    on_us_at: text(stored.on_us_at),
    people: stored.people.map((one) => ({ ...one, most_to_sign: text(one.most_to_sign) })),
  }
}

function typedOf(offsets: Offsets['fields']): TypedOffsets {
  const typed: TypedOffsets = {}
  for (const name of fieldNames) {
    const offset = offsets[name]
    if (offset) typed[name] = { x: String(offset.x), y: String(offset.y) }
  }
  return typed
}

function text(value: number | null): string {
  return value === null ? '' : String(value)
}
