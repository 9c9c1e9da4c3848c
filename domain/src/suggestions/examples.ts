import type { ExamplesOf } from '../api/endpoint.ts'
import type { suggestionEndpoints } from './endpoints.ts'

/** Examples of the calls for suggestions. */
export const suggestionExamples: ExamplesOf<typeof suggestionEndpoints> = {
  payees: {
    query: { dealer_group_id: 1, search: 'dane' },
    reply: [
      {
        name: 'Dane County Glass',
        listed: {
          id: 131,
          state: 'verified',
          address: '12 Pier Street, Madison, WI 53703',
          payee_type: 'business',
          payee_sub_type: 'vendor',
          default_purpose_id: 12,
          has_tax_form_document: true,
        },
        last_paid: { at: '2026-11-03T16:20:00.000Z', amount: 2210.87 },
        requests: 7,
        paid: 6,
        is_lower_bound: false,
        amounts: [2210.87, 1980],
        last: {
          id: 120,
          payee_type: 'business',
          payee_sub_type: 'vendor',
          purpose_id: 12,
          purpose_other: null,
          delivery_method_id: 1,
          mailing_method: 'USPS',
          mailing_address: '12 Pier Street\nMadison, WI 53703',
          delivery_method_other: null,
        },
      },
    ],
  },
  payeeHistory: {
    reply: {
      recent: 4,
      earlier: 2,
      usual_amount: 2100,
      last_paid_at: '2026-11-03T16:20:00.000Z',
      under_way: 1,
      is_lower_bound: false,
    },
  },
  usualCoding: {
    query: { dealer_group_id: 1, payee: 'Dane County Glass' },
    reply: {
      requests: 12,
      usual: [
        { field: 'purpose_id', value: 12, count: 11 },
        { field: 'account', value: '7410', count: 11 },
      ],
    },
  },
  lastPlace: { query: { requester_id: 9 }, reply: { dealer_group_id: 1, dealership_id: 3, department_id: 7 } },
}
