import type { ExamplesOf } from '../../api/endpoint.ts'
import type { recurringEndpoints } from './endpoints.ts'

const former = {
  id: 118,
  request_number: 'LAG-TOY-SVC-000118',
  amount: 4500,
  payee: 'Oak Street Properties',
  second: null,
  address: '12 Oak Street, Columbus, OH 43215',
}

/** Examples of the calls about recurring requests. */
export const recurringExamples: ExamplesOf<typeof recurringEndpoints> = {
  list: {
    reply: {
      limit: { dealer_group_id: 1, version: 4, amount: 5000 },
      items: [
        {
          id: 3,
          version: 2,
          requester: { id: 31, name: 'Riley Chen' },
          payee_name: 'Oak Street Properties',
          purpose_name: 'Rent',
          dealership_name: 'Lakeside Toyota',
          amount: 4500,
          every: 'month',
          first_on: '2026-10-01',
          until_on: '2027-09-30',
          next_on: '2027-01-01',
          is_automatic: false,
          state: 'active',
          end_reason: null,
          unsent: [
            {
              due_on: '2026-12-01',
              is_missed: false,
              held_because: null,
              draft: {
                id: 5,
                version: 1,
                amount: '4500.00',
                payee_name: 'Oak Street Properties',
                differences: [],
              },
            },
          ],
          former,
        },
      ],
    },
  },
  create: {
    body: { request_id: 118, every: 'month', first_on: '2026-12-01', until_on: '2027-09-30', amount: 4500 },
    reply: { id: 3 },
  },
  update: { body: { version: 2, state: 'paused' }, reply: { id: 3 } },
  submit: {
    body: { due_on: '2026-12-01', version: 1 },
    reply: { id: 131, request_number: 'LAG-TOY-SVC-000131', version: 1 },
  },
  saveLimit: { body: { limit: 5000, version: 4 }, reply: { id: 127 } },
}
