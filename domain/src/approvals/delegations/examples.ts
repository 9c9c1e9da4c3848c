import type { ExamplesOf } from '../../api/endpoint.ts'
import type { delegationEndpoints } from './endpoints.ts'

const delegation = {
  id: 4,
  dealer_group_id: 1,
  from: { id: 21, name: 'Denise Carver' },
  to: { id: 34, name: 'Victor Hale' },
  starts_on: '2026-12-21',
  ends_on: '2027-01-03',
  dealerships: [{ id: 3, name: 'Lakeside Ford' }],
  reason: 'Vacation',
  created_by: { id: 21, name: 'Denise Carver' },
  created_at: '2026-11-23T15:04:05.000Z',
  is_in_force: false,
}

/** Examples of the calls about delegations. */
export const delegationExamples: ExamplesOf<typeof delegationEndpoints> = {
  list: { reply: [delegation] },
  candidates: { reply: [delegation.from, delegation.to] },
  create: {
    body: {
      to_id: 34,
      starts_on: '2026-12-21',
      ends_on: '2027-01-03',
      dealership_ids: [3],
      reason: 'Vacation',
    },
    reply: delegation,
  },
  remove: { reply: { id: 127 } },
}
