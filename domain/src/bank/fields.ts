import { z } from 'zod'
import { dateForms } from '../checks/front.ts'
import {
  type FieldName,
  fieldNames,
  type LayoutName,
  layoutNames,
  type Offset,
  type Offsets,
} from '../checks/layouts.ts'
import { businessTemplate } from '../checks/micr/template.ts'
import { whyNotOffsets } from '../checks/offsets.ts'
import { whyNotRoutingNumber } from '../checks/routing-number.ts'
import { accountRights } from '../checks/rules.ts'
import { amountField, idField, versionField } from '../values/fields.ts'
import { nameField, optionalLine } from '../values/text.ts'

/** The upper limit for any offset on a sheet of 8.5 by 11 inches; `whyNotOffsets` has what they would do. */
const farthest = 1100
const wrong = { error: 'Enter the offset in hundredths of an inch.' }
const own = z
  .strictObject({
    x: z.int(wrong).min(-farthest, wrong).max(farthest, wrong),
    y: z.int(wrong).min(-farthest, wrong).max(farthest, wrong),
  })
  .optional()

/** Offsets of individual fields in addition to the sheet's offset, in hundredths of an inch to the right and down. */
export const fieldOffsets = z
  .strictObject({
    payer: own,
    bank: own,
    fraction: own,
    number: own,
    date: own,
    voidAfter: own,
    payee: own,
    amount: own,
    words: own,
    address: own,
    memo: own,
    signature2: own,
    signature1: own,
    micr: own,
  })
  .meta({ id: 'FieldOffsets' })
export type FieldOffsets = z.output<typeof fieldOffsets>

/** The moved fields in check order, in the form used for storage and printing. */
export function movedFields(offsets: FieldOffsets): Offsets['fields'] {
  const moved: Partial<Record<FieldName, Offset>> = {}
  for (const name of fieldNames) {
    const offset = offsets[name]
    if (offset && (offset.x !== 0 || offset.y !== 0)) moved[name] = { x: offset.x, y: offset.y }
  }
  return moved
}

/** The settings of an account that decide where its ink is. */
interface PaperSettings {
  readonly layout: LayoutName
  readonly stock: (typeof stockKinds)[number]
  readonly micr: boolean
  readonly offset_x: number
  readonly offset_y: number
  readonly field_offsets: FieldOffsets
}

/** Why an account's offsets are refused, by input; empty if they are accepted (checks.md, Records). */
export function whyNotOnPaper({ layout, stock, micr, offset_x, offset_y, field_offsets }: PaperSettings) {
  const isBlank = stock === 'blank'
  const offsets = { x: offset_x, y: offset_y, fields: movedFields(field_offsets) }
  const { x, y, ...fields } = whyNotOffsets(offsets, { layout, isBlank, hasMicr: isBlank && micr })
  return { sheet: { ...(x && { offset_x: x }), ...(y && { offset_y: y }) }, fields }
}

/** The kinds of check paper: blank, or preprinted with check numbers and the bank's frame. */
export const stockKinds = ['blank', 'preprinted'] as const

/** The check details that the bank verifies before it pays a check. */
export const positivePayKinds = ['none', 'checks', 'payees'] as const

/** The highest possible check number. */
const highestNumber = 9_999_999_999

const mostDealerships = 200
const mostPeople = 100
const farthestOffset = 50

const routingNumber = z
  .string({ error: 'Routing number is required' })
  .trim()
  .superRefine((text, context) => {
    const reason = text === '' ? 'Routing number is required' : whyNotRoutingNumber(text)
    if (reason) context.addIssue({ code: 'custom', message: reason })
  })

const accountNumber = z
  .string({ error: 'Account number is required' })
  .trim()
  .min(1, { error: 'Account number is required' })
  .regex(/^\d{4,17}$/, { error: 'Enter an account number of 4 to 17 digits.' })

const checkNumber = z
  .int({ error: 'Next check number is required' })
  .min(1, { error: 'Enter a check number of 1 or more.' })
  .max(highestNumber, { error: 'Enter a check number of at most 10 digits.' })

const template = z.string().trim().max(30, { error: 'Enter a MICR template of at most 30 characters.' })

/** The limits of a logo: its file, its file as stored, and its sides in pixels. */
export const logoLimits = { mostUploaded: 40_000, mostBytes: 24_000, fewestPixels: 16, mostPixels: 1000 } as const

const logo = z
  .base64({ error: 'Choose a PNG file.' })
  .max(Math.ceil(logoLimits.mostUploaded / 3) * 4, { error: 'The logo is larger than 40 KB. Choose a smaller file.' })
  .nullable()

const wrongPosition = { error: 'Enter an on-us symbol position from 14 to 31.' }

const offset = z
  .int({ error: 'Enter the offset in hundredths of an inch.' })
  .min(-farthestOffset, { error: 'Enter an offset of at most half an inch.' })
  .max(farthestOffset, { error: 'Enter an offset of at most half an inch.' })

const optionalAmount = amountField.nullish().transform((cents) => cents ?? null)

const wrongDays = { error: 'Enter 1 to 3,650 days.' }
const days = z.int(wrongDays).min(1, wrongDays).max(3650, wrongDays)

const person = z.strictObject({
  user_id: idField('Choose a user.'),
  rights: z.array(z.enum(accountRights)).min(1, { error: 'Choose at least one permission.' }),
  most_to_sign: optionalAmount,
})

const people = z
  .array(person)
  .max(mostPeople)
  .refine((list) => new Set(list.map(({ user_id }) => user_id)).size === list.length, {
    error: 'Add each user only once.',
  })

const defaultDealershipIds = z.array(idField('Choose a dealership.')).max(mostDealerships)

const dealershipIds = z
  .array(idField('Choose a dealership.'))
  .min(1, { error: 'Choose the dealerships that draw on this account.' })
  .max(mostDealerships)

/** Fields that an admin can change alone: the appearance of checks, and the account's name. */
const shownShape = {
  name: nameField('Account name is required'),
  bank_name: nameField('Bank name is required'),
  bank_place: optionalLine(100),
  fraction: optionalLine(30),
  layout: z.enum(layoutNames),
  stock: z.enum(stockKinds),
  micr: z.boolean(),
  offset_x: offset,
  offset_y: offset,
  field_offsets: fieldOffsets,
  void_after_days: days.nullable(),
  date_form: z.enum(dateForms),
  stale_after_days: days,
  pick_up_reminder_days: days.nullable(),
  mail_task_days: days.nullable(),
}

/** Fields whose changes a second person must confirm: the source of the money, limits, dealerships, and signers. */
const guardedShape = {
  routing_number: routingNumber,
  account_number: accountNumber,
  on_us: template,
  auxiliary_on_us: template,
  on_us_at: z.int(wrongPosition).min(14, wrongPosition).max(31, wrongPosition).nullable(),
  next_check_number: checkNumber,
  dealership_ids: dealershipIds,
  default_dealership_ids: defaultDealershipIds,
  two_signers_above: optionalAmount,
  limit_per_check: optionalAmount,
  positive_pay: z.enum(positivePayKinds),
  people,
  logo,
}

/** Body of a call that proposes a bank account, which another person must confirm. Offsets in hundredths of an inch. */
export const createBankAccountBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  ...shownShape,
  ...guardedShape,
  layout: shownShape.layout.default('top'),
  stock: shownShape.stock.default('blank'),
  micr: shownShape.micr.default(false),
  offset_x: offset.default(0),
  offset_y: offset.default(0),
  field_offsets: fieldOffsets.default({}),
  void_after_days: days
    .nullable()
    .optional()
    .describe('By default 180 on blank paper, and null, for no such line, on preprinted paper'),
  date_form: shownShape.date_form.default('short'),
  stale_after_days: days.default(180),
  pick_up_reminder_days: days.nullable().default(5),
  mail_task_days: days.nullable().default(15),
  on_us: template.default(businessTemplate.onUs),
  auxiliary_on_us: template.default(businessTemplate.auxOnUs),
  on_us_at: guardedShape.on_us_at.default(businessTemplate.onUsAt),
  positive_pay: guardedShape.positive_pay.default('none'),
  people: people.default([]),
  logo: logo.default(null).describe('A PNG file in black and white or gray, in base64, for blank paper'),
  default_dealership_ids: defaultDealershipIds.default([]),
})
export type CreateBankAccountInput = z.output<typeof createBankAccountBody>

/**
 * Body of a change to a bank account: any subset of the fields. Once the account is confirmed, changes that take a
 * second person are pending until confirmed.
 */
export const updateBankAccountBody = z
  .strictObject({ ...shownShape, ...guardedShape })
  .partial()
  .extend({ version: versionField })
export type UpdateBankAccountInput = z.output<typeof updateBankAccountBody>

/** Body of actions on an account that need only the version shown to the user. */
export const bankAccountVersionBody = z.strictObject({ version: versionField })
