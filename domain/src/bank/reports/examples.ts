import type { ExamplesOf } from '../../api/endpoint.ts'
import type { bankReportEndpoints } from './endpoints.ts'

const query = { as_of: '2026-11-30' }
const none = { count: 0, amount: 0 }

/** An example of each report about a bank account. */
export const bankReportExamples: ExamplesOf<typeof bankReportEndpoints> = {
  reconciliation: {
    query,
    reply: {
      bank_account_id: 127,
      bank_account_name: 'Operating',
      as_of: '2026-11-30',
      reconciled_through: '2026-11-23',
      files_through: '2026-11-27',
      open_since: '2026-11-24',
      issued: { count: 13, amount: 48_911.9 },
      voided: { count: 1, amount: 700 },
      stopped: none,
      book: { count: 12, amount: 48_211.9 },
      cleared: { count: 11, amount: 46_961.4 },
      outstanding: { count: 1, amount: 1250.5 },
      stale: none,
      paid: { count: 11, amount: 46_971.4 },
      difference: 10,
      differences: [
        {
          id: 8,
          number: 10_040,
          payee_name: 'Coast Towing',
          amount: 480,
          paid: 490,
          paid_on: '2026-11-24',
        },
      ],
      unmatched: { count: 1, amount: 1350.5 },
      unresolved: { count: 1, amount: 1350.5 },
      outstanding_checks: [
        {
          id: 9,
          number: 10_041,
          check_date: '2026-11-19',
          issued_on: '2026-11-20',
          payee_name: 'Harbor Paint Supply',
          amount: 1250.5,
          days: 10,
          is_stale: false,
        },
      ],
    },
  },
  reconciliationPdf: { query, reply: '%PDF-1.7' },
  reconciliationSheet: { query, reply: 'PK' },
}
