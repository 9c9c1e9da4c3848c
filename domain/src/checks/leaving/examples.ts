import type { ExamplesOf } from '../../api/endpoint.ts'
import type { leavingEndpoints } from './endpoints.ts'

const toMail = {
  id: 311,
  version: 4,
  number: 1042,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  check_request_id: 87,
  request_number: 'LAK-FOR-2026-0087',
  requests: [{ id: 87, request_number: 'LAK-FOR-2026-0087' }],
  dealership_names: ['Lakeside Ford'],
  payee_name: 'Harbor Glass Works',
  amount: 1234.56,
  address: ['88 Mill Road', 'Tacoma, WA 98421'],
  refusal: null,
}

/** An example of each call about delivery. */
export const leavingExamples: ExamplesOf<typeof leavingEndpoints> = {
  receivers: {
    query: { search: 'jam' },
    reply: [{ id: 40, name: 'James Porter', title: 'Sales manager', is_barred: true }],
  },
  slip: { reply: '%PDF-1.7 …' },
  toSign: { reply: [{ check_id: 127, refusal: null }] },
  toMail: { reply: [toMail] },
  toHandOver: {
    reply: [
      {
        id: 312,
        version: 3,
        number: 1043,
        bank_account_id: 3,
        bank_account_name: 'Operating',
        check_request_id: 88,
        request_number: 'LAK-FOR-2026-0088',
        requests: [{ id: 88, request_number: 'LAK-FOR-2026-0088' }],
        dealership_names: ['Lakeside Ford'],
        payee_name: 'Otto Owner',
        amount: 480,
        address: [],
        refusal: null,
      },
    ],
  },
  mail: {
    body: { checks: [{ check_id: 311, tracking_number: '9400 1000 0000 0000 0000 00' }] },
    reply: { mailed: 1, refused: [] },
  },
  divert: {
    body: {
      delivery_method_id: 2,
      delivery_method_other: 'The payee will pick it up at the counter',
      reason: 'Its mail was returned twice',
      version: 5,
    },
    reply: {
      id: 651,
      action: 'diverted',
      status_id: 6,
      status_name: 'ready',
      note: 'Its mail was returned twice',
      user_id: 12,
      user_name: 'Olga Owens',
      role: 'Approver',
      timestamp: '2026-11-21T15:00:00.000Z',
      changes: [{ field: 'delivery_method_id', from: '1', to: '2' }],
    },
  },
}
