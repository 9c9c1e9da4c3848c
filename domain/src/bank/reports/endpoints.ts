import { z } from 'zod'
import { endpoint, idParams, spreadsheetType } from '../../api/endpoint.ts'
import { reconciliationQuery, reconciliationReply } from './fields.ts'

const ofDay = { policy: 'checks.read', params: idParams, query: reconciliationQuery, status: 200 } as const
const file = z.string().meta({ format: 'binary' })

/** Reports about a bank account. */
export const bankReportEndpoints = {
  reconciliation: endpoint({
    ...ofDay,
    id: 'getReconciliation',
    method: 'GET',
    path: '/bank-accounts/:id/reconciliation',
    summary: 'Book against bank at the end of a day, with the outstanding checks of the oldest date first',
    reply: reconciliationReply,
    failure: 'Failed to get the report...',
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
    failure: 'Failed to get the report...',
  }),
  reconciliationSheet: endpoint({
    ...ofDay,
    id: 'getReconciliationSpreadsheet',
    method: 'GET',
    path: '/bank-accounts/:id/reconciliation/xlsx',
    summary: 'The same report with all outstanding checks, as a spreadsheet',
    reply: file,
    produces: spreadsheetType,
    failure: 'Failed to get the report...',
  }),
}
