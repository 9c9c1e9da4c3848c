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
  field: z.enum(fieldNames, { error: 'Choose what the column holds.' }),
  header: nameField('Give the column a header.', longestText),
  text: z
    .string()
    .trim()
    .max(longestText, { error: `At most ${longestText} characters` })
    .optional(),
})

/** The admin's settings for journal files. */
const journalTemplateField = z
  .strictObject({
    columns: z
      .array(columnField)
      .min(1, { error: 'Choose at least one column.' })
      .max(mostColumns, { error: `At most ${mostColumns} columns` })
      .readonly()
      // A default in the API description would suggest that only responses have it.
      .meta({ readOnly: false }),
    delimiter: z.enum(delimiters, { error: 'Choose what separates columns.' }),
    date_form: z.enum(dateFormNames, { error: 'Choose how days are written.' }),
    amount_form: z.enum(amountFormNames, { error: 'Choose how amounts are written.' }),
    has_header: z.boolean(),
    checks_account: accountNumberField
      .nullish()
      .describe('The account that checks are drawn on: with one, each event has a line for it, and both sides add up'),
    open_account: accountNumberField.nullish().describe('Of amounts whose requests have no accounting lines'),
  })
  .meta({ id: 'JournalTemplate' })

/** Body that sets up the journal. `begins_on`: checks issued earlier are not exported. */
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
  month: z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, { error: 'Write the month as YYYY-MM.' }),
  version: versionField,
})
export type CloseMonthInput = z.output<typeof closeMonthBody>

/** A dealer group's journal. */
export const journalReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    begins_on: z.string().nullable().describe('Null where the journal is not set up'),
    closed_through: z.string().nullable().describe('The last day of the last month that is closed'),
    template: journalTemplateField.nullable(),
    today: z.string().describe('By the clocks of the dealer group'),
    waiting: z
      .array(z.object({ kind: z.enum(journalKinds), events: z.int(), amount: z.number() }))
      .describe('What no export has taken yet'),
  })
  .meta({ id: 'Journal' })
export type JournalReply = z.output<typeof journalReply>

/** An export of the journal; a separate call returns its file. */
export const journalExportReply = z
  .object({
    id: z.int(),
    number: z.int().describe('Within the dealer group, from 1'),
    up_to: z.string(),
    lines: z.int().describe('Of the file, without its header'),
    issued: z.number().describe('Dollars'),
    voided: z.number().describe('Dollars'),
    sha256: z.string().describe('Of the file, in hexadecimal'),
    made_at: z.string(),
    made_by_name: z.string(),
  })
  .meta({ id: 'JournalExport' })
export type JournalExportReply = z.output<typeof journalExportReply>
