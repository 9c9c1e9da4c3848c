import { z } from 'zod'
import { endpoint, idParams, spreadsheetType } from '../../api/endpoint.ts'
import { reconciledThroughField } from '../clearing/reconciled-through.ts'

/** Query for a report about an account at the end of a day. */
const reconciliationQuery = z.strictObject({ as_of: z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }) })

/** Maximum number of outstanding checks in a response, oldest first; the files contain all outstanding checks. */
export const mostOutstanding = 200

const text = z.string()
const day = z.iso.date()
const sum = z.object({ count: z.int(), amount: z.number() })

const outstandingCheck = z.object({
  id: z.int(),
  number: z.int(),
  check_date: day,
  issued_on: day,
  payee_name: text,
  amount: z.number(),
  days: z.int().describe('Days since the check was handed over or mailed'),
  is_stale: z.boolean(),
})

const differentPayment = z.object({
  id: z.int(),
  number: z.int(),
  payee_name: text,
  amount: z.number().describe('According to the register'),
  paid: z.number().describe('As paid by the bank'),
  paid_on: day,
})

/** Maximum number of payments with a different amount in a response, oldest first. */
export const mostDifferences = 200

/**
 * A comparison of book and bank at the end of a day: book is issued less voided and stopped, and outstanding is book
 * less cleared.
 */
const reconciliationReply = z
  .object({
    bank_account_id: z.int(),
    bank_account_name: text,
    as_of: day,
    reconciled_through: reconciledThroughField,
    files_through: day
      .nullable()
      .describe('The day of the last payment in confirmed bank files; null if there is none'),
    open_since: day.nullable().describe('The day of the first payment with an open exception; null if there is none'),
    issued: sum,
    voided: sum,
    stopped: sum,
    book: sum,
    cleared: sum,
    outstanding: sum,
    stale: sum.describe('The outstanding checks that are older than the account’s limit; banks might still pay them'),
    paid: sum.describe('The amount the bank reported paying for the cleared checks'),
    difference: z.number().describe('The amount the bank paid in excess of the register; 0 if they agree'),
    differences: z.array(differentPayment).max(mostDifferences).describe('Accepted payments with a different amount'),
    unmatched: sum.describe('Exceptions: bank payments that cleared no check'),
    unresolved: sum.describe('The unresolved exceptions'),
    outstanding_checks: z.array(outstandingCheck).max(mostOutstanding),
  })
  .meta({ id: 'Reconciliation' })
export type ReconciliationReply = z.output<typeof reconciliationReply>

const ofDay = { policy: 'checks.read', params: idParams, query: reconciliationQuery, status: 200 } as const
const file = z.string().meta({ format: 'binary' })

/** Reports about a bank account. */
export const bankReportEndpoints = {
  reconciliation: endpoint({
    ...ofDay,
    id: 'getReconciliation',
    method: 'GET',
    path: '/bank-accounts/:id/reconciliation',
    summary: 'A comparison of book and bank at the end of a day, with outstanding checks, oldest first',
    reply: reconciliationReply,
    failure: 'Couldn’t load the report. Try again.',
  }),
  reconciliationPdf: endpoint({
    ...ofDay,
    id: 'getReconciliationPdf',
    method: 'GET',
    path: '/bank-accounts/:id/reconciliation/pdf',
    refusals: [409],
    summary: 'The same report with all outstanding checks, as a PDF',
    reply: file,
    produces: 'application/pdf',
    failure: 'Couldn’t load the report. Try again.',
  }),
  reconciliationSheet: endpoint({
    ...ofDay,
    id: 'getReconciliationSpreadsheet',
    method: 'GET',
    path: '/bank-accounts/:id/reconciliation/xlsx',
    summary: 'The same report with all outstanding checks, as a spreadsheet',
    reply: file,
    produces: spreadsheetType,
    failure: 'Couldn’t load the report. Try again.',
  }),
}
