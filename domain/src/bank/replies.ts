import { z } from 'zod'
import { dateForms } from '../checks/front.ts'
import { layoutNames } from '../checks/layouts.ts'
import { accountRights } from '../checks/rules.ts'
import { accountStates } from './accounts.ts'
import { reconciledThroughField } from './clearing/reconciled-through.ts'
import { fieldOffsets, positivePayKinds, stockKinds } from './fields.ts'

const text = z.string()
const named = z.object({ id: z.int(), name: text })
const person = z.object({
  user_id: z.int(),
  name: text,
  rights: z.array(z.enum(accountRights)),
  most_to_sign: z.number().nullable(),
})

/** Fields whose changes a second person must confirm. Only the last four digits of the account number are shown. */
const guarded = {
  routing_number: text,
  account_last4: text,
  on_us: text,
  auxiliary_on_us: text,
  on_us_at: z.int().nullable(),
  next_check_number: z.int(),
  dealerships: z.array(named),
  default_dealerships: z
    .array(named)
    .describe('The dealerships that use this account by default; a dealership has at most one default account'),
  two_signers_above: z.number().nullable(),
  limit_per_check: z.number().nullable(),
  positive_pay: z.enum(positivePayKinds),
  people: z.array(person),
  logo: text.nullable().describe('The logo on blank paper: a PNG file in base64'),
}

/** A bank account of a dealer group. Offsets are in hundredths of an inch, and amounts in dollars. */
export const bankAccountReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    dealer_group_name: text,
    time_zone: text.describe(
      'The time zone for check dates: the one that all of the account’s stores share, otherwise the dealer group’s',
    ),
    name: text,
    bank_name: text,
    bank_place: text.nullable(),
    fraction: text.nullable(),
    layout: z.enum(layoutNames),
    stock: z.enum(stockKinds),
    micr: z.boolean(),
    offset_x: z.int(),
    offset_y: z.int(),
    field_offsets: fieldOffsets.describe('Offsets of individual fields in addition to the sheet offset'),
    void_after_days: z.int().nullable(),
    date_form: z.enum(dateForms).describe('The date format on checks: Nov 29, 2026, 11/29/2026, or November 29, 2026'),
    stale_after_days: z.int(),
    pick_up_reminder_days: z
      .int()
      .nullable()
      .describe(
        'The number of days after which processors are reminded of a ready check that wasn’t picked up; null for never',
      ),
    mail_task_days: z
      .int()
      .nullable()
      .describe('The number of days after which processors are told to mail the check; null for never'),
    omits_foreign_payees: z
      .boolean()
      .describe('Whether positive-pay files leave out checks whose payees have letters that bank files can’t contain'),
    ...guarded,
    reconciled_through: reconciledThroughField,
    is_sample: z.boolean().describe('True for the demo account, whose checks are marked as non-negotiable'),
    state: z.enum(accountStates),
    waiting: z
      .object({ ...guarded, closes: z.boolean() })
      .partial()
      .nullable()
      .describe('The changes that a second person has to confirm before they take effect'),
    proposed_by: z
      .array(named)
      .describe('The users who proposed the pending changes; these users can’t confirm the changes'),
    confirmed_by: named.nullable(),
    confirmed_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'BankAccount' })
export type BankAccountReply = z.output<typeof bankAccountReply>
