import type { ExamplesOf } from '../../api/endpoint.ts'
import type { draftEndpoints } from './endpoints.ts'

const values = { dealer_group_id: 1, amount: '1,250.', payee_name_1: 'Northern Parts' }
const saved = { id: 5, version: 2, updated_at: '2026-11-20T16:20:00.000Z' }
const draft = { ...saved, form: 'new-check-request', values, created_at: '2026-11-20T16:18:00.000Z' } as const

/** An example of each call about drafts. */
export const draftExamples: ExamplesOf<typeof draftEndpoints> = {
  list: { query: { form: 'new-check-request' }, reply: [draft] },
  create: { body: { form: 'new-check-request', values }, reply: saved },
  detail: { reply: draft },
  update: { body: { values, version: 1 }, reply: saved },
  remove: { reply: { id: 5 } },
}
