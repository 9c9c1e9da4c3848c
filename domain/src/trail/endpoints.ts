import { z } from 'zod'
import { endpoint, somethingWentWrong } from '../api/endpoint.ts'
import { auditEntry, auditExportQuery, auditQuery, chainState, checkpointsRead } from './fields.ts'

/** Calls that read the audit trail. */
export const auditEndpoints = {
  list: endpoint({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/audit',
    summary: 'Audit trail entries, newest first: who changed which record and when, with the values before and after',
    policy: 'audit.read',
    query: auditQuery,
    reply: z.object({ items: z.array(auditEntry), next_cursor: z.string().nullable() }),
    status: 200,
    failure: somethingWentWrong,
  }),
  verify: endpoint({
    id: 'verifyAudit',
    method: 'GET',
    path: '/audit/verify',
    summary: 'Recompute the chains of the audit trail and compare them with the current records',
    policy: 'audit.read',
    reply: z.object({
      intact: z.boolean(),
      chains: z.array(chainState),
      mismatches: z.array(z.string()),
      checkpoints: checkpointsRead.nullable(),
    }),
    status: 200,
    failure: somethingWentWrong,
  }),
  exportCsv: endpoint({
    id: 'exportAudit',
    method: 'GET',
    path: '/audit/export',
    summary: 'The entries that match the filters, as a CSV file in which formulas are disabled',
    policy: 'audit.read',
    query: auditExportQuery,
    reply: z.string(),
    status: 200,
    produces: 'text/csv',
    failure: somethingWentWrong,
  }),
}
