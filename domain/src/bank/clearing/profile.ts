import { z } from 'zod'
import { type AmountForm, amountForms, type ClearingDateForm, clearingDateForms } from './values.ts'

/** File formats in which banks report payments. */
export const clearingFormats = ['CSV', 'BAI2', 'OFX', 'fixed width'] as const
export type ClearingFormat = (typeof clearingFormats)[number]

/** A column by its name in the header line, in any letter case, or by its position, counted from 1. */
const column = z.union([
  z.string().trim().min(1, { error: 'Enter a column name or number.' }).max(100),
  z.int().min(1, { error: 'Enter a column number of 1 or more.' }).max(200),
])

/** The meanings that a column can have. */
export const clearingFields = [
  'number',
  'amount',
  'credit',
  'date',
  'payee',
  'description',
  'type',
  'account',
  'reference',
] as const
export type ClearingField = (typeof clearingFields)[number]

/** The names of the meanings in forms and messages. */
export const fieldLabels: Readonly<Record<ClearingField, string>> = {
  number: 'Check Number',
  amount: 'Amount',
  credit: 'Money Received',
  date: 'Date Paid by the Bank',
  payee: 'Payee',
  description: 'Description',
  type: 'Payment Type',
  account: 'Account Number',
  reference: 'Bank Reference',
}

const paidSign = z.enum(['any', 'minus', 'plus']).default('any')

/**
 * The columns of a bank's CSV or fixed-width files: plain JSON, saved per account. `widths`: where each column of a
 * fixed-width file begins, counted from 1. `credit`: the column of money received, if `amount` has only money paid.
 * `account`: null if the file has no such column; looked for in the header if left out. `checks`: which lines are paid
 * checks (all lines, those with a number, or those with certain words in the type column). `paid_sign`: the sign of a
 * paid check's amount; lines with the opposite sign are credits. With `any`, all lines must have the same sign.
 */
export const clearingCsvMapping = z
  .strictObject({
    separator: z.enum([',', ';', '|', '\t', 'widths']).default(','),
    widths: z.array(z.int().min(1).max(2000)).max(100).optional(),
    /** Number of lines above the header line, or above the first payment if there is no header line. */
    lines_before: z.int().min(0).max(50).default(0),
    has_names: z.boolean(),
    number: column.nullable(),
    amount: column,
    amount_form: z.enum(Object.keys(amountForms) as [AmountForm, ...AmountForm[]]).default('dollars'),
    paid_sign: paidSign,
    date: column,
    date_form: z.enum(Object.keys(clearingDateForms) as [ClearingDateForm, ...ClearingDateForm[]]),
    payee: column.nullable().default(null),
    reference: column.nullable().default(null),
    type: column.nullable().default(null),
    credit: column.nullable().optional(),
    description: column.nullable().optional(),
    account: column.nullable().optional(),
    checks: z
      .union([z.enum(['all', 'with a number']), z.array(z.string().trim().min(1)).min(1).max(20)])
      .default('with a number'),
  })
  .superRefine((mapping, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (Array.isArray(mapping.checks) && mapping.type === null) refuse('type', 'Choose the column for Payment Type.')
    if (mapping.number === null && !mapping.description)
      refuse('number', 'Choose the column for Check Number, or the one for Description if it contains the number.')
    if (mapping.separator === 'widths' && !mapping.widths?.length)
      refuse('widths', 'Enter the first character of each column of the fixed-width file.')
    for (const field of clearingFields)
      if (typeof mapping[field] === 'string' && !mapping.has_names)
        refuse(field, 'The file has no header line, so enter a column number.')
  })
export type ClearingCsvMapping = z.output<typeof clearingCsvMapping>

const code = z.string().regex(/^\d{3}$/, { error: 'Enter type codes of three digits, such as 475.' })
const word = z.string().trim().min(1).max(30).nullable().default(null)

/** The fields of a BAI2 payment that can have its check number, the one that is meant for it first. */
export const bai2Fields = ['customer reference', 'text', 'bank reference'] as const

/** How a bank's BAI2 files tell checks. Without `number_in`, the field is guessed, usually the customer reference. */
const bai2Profile = z.strictObject({
  check_codes: z.array(code).max(30).default(['474', '475']),
  reversal_codes: z.array(code).max(30).default(['255', '395']),
  number_in: z.enum(bai2Fields).nullable().default(null),
  number_after: word.describe('The word in the text that the number follows, such as CHKN'),
})
export type Bai2Profile = z.output<typeof bai2Profile>

/** How a bank's OFX files tell checks. Other payments with a check number count only if the register has the number. */
const ofxProfile = z.strictObject({
  paid_sign: paidSign.describe('The sign of a paid check’s amount; `any` to detect it, or ask'),
  check_types: z.array(z.string().trim().toUpperCase().min(1).max(20)).max(20).default(['CHECK']),
  number_in: z.enum(['CHECKNUM', 'REFNUM', 'NAME', 'MEMO']).nullable().default(null),
  number_after: word.describe('The word in the text that the number follows'),
  has_payees: z.boolean().default(false).describe('Whether the NAME field contains the payee of the check'),
})
export type OfxProfile = z.output<typeof ofxProfile>

/** How the files of an account's bank are read. Every part that is null is recognized in each file. */
export const clearingProfile = z.strictObject({
  format: z
    .enum(clearingFormats)
    .nullable()
    .default(null)
    .describe('The format of files that can’t be recognized by their content; null if none is set'),
  csv: clearingCsvMapping.nullable().default(null),
  more_csv: z
    .array(clearingCsvMapping)
    .max(9)
    .default([])
    .describe('Further column layouts, if the bank sends several kinds; a file is read with the first that it fits'),
  bai2: bai2Profile.nullable().default(null),
  ofx: ofxProfile.nullable().default(null),
})
export type ClearingProfile = z.output<typeof clearingProfile>

/** The profile of a bank that nobody has described. */
export const plainProfile = clearingProfile.parse({})
export const plainBai2 = bai2Profile.parse({})
export const plainOfx = ofxProfile.parse({})
