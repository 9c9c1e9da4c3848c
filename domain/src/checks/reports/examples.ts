import type { ExamplesOf } from '../../api/endpoint.ts'
import type { StaleCheckReply } from '../replies.ts'
import type { checkReportEndpoints } from './endpoints.ts'

const stale: StaleCheckReply = {
  id: 12,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  number: 9_874,
  check_date: '2026-03-02',
  issued_on: '2026-03-03',
  days_outstanding: 262,
  check_request_id: 2,
  request_number: 'LAG-FOR-SVC-000002',
  requests: [{ id: 2, request_number: 'LAG-FOR-SVC-000002' }],
  payee_name: 'Harbor Paint Supply',
  amount: 1250.5,
  address: ['12 Dock Street', 'Austin, TX 78701'],
  kind: 'Parts',
  due: {
    state: 'TX',
    because: 'payee',
    dormant_on: '2029-03-02',
    letter_by: '2030-05-02',
    report_on: '2030-07-01',
  },
  missing: null,
}

/** An example of each call for check reports. */
export const checkReportExamples: ExamplesOf<typeof checkReportEndpoints> = {
  numbers: {
    query: { bank_account_id: 3 },
    reply: [
      {
        bank_account_id: 3,
        bank_account_name: 'Operating',
        first: 10_001,
        next: 10_042,
        taken: 41,
        rows: 41,
        gaps: 0,
      },
    ],
  },
  stale: { query: {}, reply: { items: [stale], count: 1, amount: 1250.5 } },
  staleLetters: { query: { bank_account_id: 3 }, reply: '%PDF-1.7 …' },
  redFlags: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    reply: {
      items: [
        {
          id: 127,
          bank_account_id: 3,
          bank_account_name: 'Operating',
          number: 10_041,
          state: 'signed',
          kind: 'run',
          check_date: '2026-11-21',
          check_request_id: 9,
          request_number: 'LAG-FOR-SVC-000009',
          requests: [{ id: 9, request_number: 'LAG-FOR-SVC-000009' }],
          payee_name: 'Harbor Paint Supply',
          amount: 1250.5,
          flags: [{ kind: 'weekend', sentence: 'The check is dated Nov 21, 2026, a Saturday.', about: null }],
        },
      ],
      flagged: 1,
      looked_at: 40,
    },
  },
  exportCsv: {
    query: { bank_account_id: 3, time_zone: 'America/Chicago' },
    reply: 'Check #,State,Date,Payee,Amount\r\n10041,Signed,2026-11-20,Harbor Paint Supply,1250.50\r\n',
  },
  exportSpreadsheet: { query: { bank_account_id: 3, time_zone: 'America/Chicago' }, reply: '' },
}
