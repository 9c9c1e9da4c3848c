import { z } from 'zod'
import { calendarDateField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { accountNumberField } from '../accounting/lines.ts'
import { journalKinds } from './events.ts'
import {
  type AmountForm,
  amountForms,
  type DateForm,
  dateForms,
  delimiters,
  type JournalField,
  journalFields,
} from './template.ts'

const longestText = 60
const mostColumns = 40

const fieldNames = journalFields.map(({ field }) => field) as [JournalField, ...JournalField[]]
const dateFormNames = dateForms.map(({ form }) => form) as [DateForm, ...DateForm[]]
const amountFormNames = amountForms.map(({ form }) => form) as [AmountForm, ...AmountForm[]]

const columnField = z.strictObject({
  field: z.enum(fieldNames, { error: 'Choose what the column contains.' }),
  header: nameField('Enter a column header.', longestText),
  text: z
    .string()
    .trim()
    .max(longestText, { error: `Enter at most ${longestText} characters.` })
    .optional(),
})

/** The admin's settings for journal files. */
const journalTemplateField = z
  .strictObject({
    columns: z
      .array(columnField)
      .min(1, { error: 'Choose at least one column.' })
      .max(mostColumns, { error: `Add at most ${mostColumns} columns.` })
      .readonly()
      // With a default, the API description would suggest that only responses contain this field.
      .meta({ readOnly: false }),
    delimiter: z.enum(delimiters, { error: 'Choose a column separator.' }),
    date_form: z.enum(dateFormNames, { error: 'Choose a date format.' }),
    amount_form: z.enum(amountFormNames, { error: 'Choose an amount format.' }),
    has_header: z.boolean(),
    checks_account: accountNumberField
      .nullish()
      .describe('The checking account. If set, each event has a line for it, so debits equal credits'),
    open_account: accountNumberField.nullish().describe('The account for amounts of requests without accounting lines'),
  })
  .meta({ id: 'JournalTemplate' })

/** Body that sets up the journal. `begins_on`: checks issued earlier aren't exported. */
export const journalBody = z.strictObject({
  begins_on: calendarDateField,
  template: journalTemplateField,
  version: versionField,
})
export type JournalInput = z.output<typeof journalBody>

/** Body of a new export. `up_to`: the last day included, in the time zone of each location; today at the latest. */
export const makeJournalExportBody = z.strictObject({ up_to: calendarDateField })
export type MakeJournalExportInput = z.output<typeof makeJournalExportBody>

/** Body that closes a month, such as `2026-10`, and all months before it. */
export const closeMonthBody = z.strictObject({
  month: z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, { error: 'Enter the month as YYYY-MM.' }),
  version: versionField,
})
export type CloseMonthInput = z.output<typeof closeMonthBody>

/** A dealer group's journal. */
export const journalReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    begins_on: z.string().nullable().describe('Null until the journal is set up'),
    closed_through: z.string().nullable().describe('The last day of the latest closed month'),
    template: journalTemplateField.nullable(),
    today: z.string().describe('The date in the dealer group’s time zone'),
    waiting: z
      .array(z.object({ kind: z.enum(journalKinds), events: z.int(), amount: z.number() }))
      .describe('Events not exported yet'),
  })
  .meta({ id: 'Journal' })
export type JournalReply = z.output<typeof journalReply>

/** An export of the journal; a separate call returns its file. */
export const journalExportReply = z
  .object({
    id: z.int(),
    number: z.int().describe('Counted from 1 within the dealer group'),
    up_to: z.string(),
    lines: z.int().describe('The number of lines in the file, without the header'),
    issued: z.number().describe('Dollars'),
    voided: z.number().describe('Dollars'),
    sha256: z.string().describe('The hash of the file, in hexadecimal'),
    made_at: z.string(),
    made_by_name: z.string(),
  })
  .meta({ id: 'JournalExport' })
export type JournalExportReply = z.output<typeof journalExportReply>
