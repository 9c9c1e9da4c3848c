import type { ExamplesOf } from '../../api/endpoint.ts'
import type { requirementEndpoints } from './endpoints.ts'

const payoff = {
  purpose_id: 6,
  demands: [
    { item: 'vin', level: 'must' },
    { item: 'document-payoff-letter', level: 'must' },
    { item: 'deal-number', level: 'warn' },
  ],
} as const
const purposes = [{ ...payoff, demands: [...payoff.demands] }]

/** An example of each call about requirements. */
export const requirementExamples: ExamplesOf<typeof requirementEndpoints> = {
  get: { params: { id: '1' }, reply: { id: 1, version: 4, purposes } },
  save: { params: { id: '1' }, body: { purposes, version: 3 }, reply: { id: 1, version: 4, purposes } },
}
