import type { ExamplesOf } from '../../api/endpoint.ts'
import type { stockEndpoints } from './endpoints.ts'
import type { StockBoxReply } from './rules.ts'

const at = '2026-11-20T17:02:00.000Z'

const box: StockBoxReply = {
  id: 14,
  version: 1,
  bank_account_id: 3,
  place: 'Safe in the main office',
  state: 'received',
  first_number: 10_501,
  last_number: 11_000,
  next_number: 10_501,
  left: 500,
  holder: { id: 41, name: 'Priya Nair' },
  received_by: { id: 41, name: 'Priya Nair' },
  received_at: at,
  counted_by: null,
  counted_at: null,
}

const counted: StockBoxReply = {
  ...box,
  version: 2,
  state: 'counted',
  counted_by: { id: 33, name: 'Manuel Ortiz' },
  counted_at: at,
}

/** An example of each call about stock boxes. */
export const stockExamples: ExamplesOf<typeof stockEndpoints> = {
  list: { reply: [box] },
  receive: {
    body: { place: 'Safe in the main office', first_number: 10_501, last_number: 11_000, holder_id: 41 },
    reply: box,
  },
  count: { body: { first_number: 10_501, last_number: 11_000, version: 1 }, reply: counted },
  use: { body: { version: 2 }, reply: { ...counted, version: 3, state: 'in use' } },
  discard: { body: { version: 1 }, reply: { ...box, version: 2, state: 'ended' } },
}
