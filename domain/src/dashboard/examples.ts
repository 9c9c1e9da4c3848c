import type { ExamplesOf } from '../api/endpoint.ts'
import type { dashboardEndpoints } from './endpoints.ts'

/** An example of the call for the dashboard. */
export const dashboardExamples: ExamplesOf<typeof dashboardEndpoints> = {
  waiting: {
    reply: [
      { kind: 'bank-exceptions', count: 2, amount: 1530, oldest: '2026-11-20T15:00:00.000Z', bank_account_id: 3 },
      { kind: 'signatures', count: 7, amount: 25_206.4, oldest: '2026-11-20T17:05:00.000Z', bank_account_id: null },
    ],
  },
}
