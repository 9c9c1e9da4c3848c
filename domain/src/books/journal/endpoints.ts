import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
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

/** Calls about a dealer group's check journal: issued and voided checks for its books. */
export const journalEndpoints = {
  get: endpoint({
    id: 'getJournal',
    method: 'GET',
    path: '/dealer-groups/:id/journal',
    summary: 'A dealer group’s journal settings, and the events pending for its next export',
    policy: 'journal.read',
    params: idParams,
    reply: journalReply,
    status: 200,
    failure: 'Couldn’t load the journal. Try again.',
  }),
  save: endpoint({
    id: 'updateJournal',
    method: 'PUT',
    path: '/dealer-groups/:id/journal',
    summary: 'Set up the journal: its first day, and the format of its files from now on',
    policy: 'journal.write',
    params: idParams,
    body: journalBody,
    reply: journalReply,
    status: 200,
    failure: 'Couldn’t update the journal. Try again.',
  }),
  close: endpoint({
    id: 'closeJournalMonth',
    method: 'POST',
    path: '/dealer-groups/:id/journal/close',
    summary: 'Close a month and all earlier months permanently; no new event gets a date in a closed month',
    policy: 'journal.write',
    params: idParams,
    body: closeMonthBody,
    reply: journalReply,
    status: 200,
    failure: 'Couldn’t close the month. Try again.',
  }),
  exports: endpoint({
    id: 'listJournalExports',
    method: 'GET',
    path: '/dealer-groups/:id/journal/exports',
    summary: 'The newest 200 exports of a journal, newest first',
    policy: 'journal.read',
    params: idParams,
    reply: z.array(journalExportReply),
    status: 200,
    failure: 'Couldn’t load the exports. Try again.',
  }),
  makeExport: endpoint({
    id: 'makeJournalExport',
    method: 'POST',
    path: '/dealer-groups/:id/journal/exports',
    summary: 'Export all events up to a day that haven’t been exported yet',
    policy: 'journal.write',
    params: idParams,
    body: makeJournalExportBody,
    reply: journalExportReply,
    status: 201,
    failure: 'Couldn’t create the export. Try again.',
  }),
  file: endpoint({
    id: 'downloadJournalExport',
    method: 'GET',
    path: '/journal-exports/:id/file',
    refusals: [409],
    summary: 'The file of an export; every download is byte-for-byte identical and recorded in the audit trail',
    policy: 'journal.write',
    params: idParams,
    reply: z.string(),
    status: 200,
    produces: 'text/csv',
    failure: 'Couldn’t load the file. Try again.',
  }),
}
