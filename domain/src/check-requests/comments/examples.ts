import type { ExamplesOf } from '../../api/endpoint.ts'
import type { commentEndpoints } from './endpoints.ts'

const comment = {
  id: 311,
  text: 'The invoice is for two repairs, @[14]. The second one is on https://shop.example/orders/4711',
  mentions: [{ id: 14, name: 'James Porter' }],
  created_at: '2026-11-20T16:20:00.000Z',
  created_by: { id: 12, name: 'Rosa Delgado' },
  edited_at: null,
  deleted_at: null,
  changeable_until: '2026-11-20T16:25:00.000Z',
}

/** An example of each call about comments. */
export const commentExamples: ExamplesOf<typeof commentEndpoints> = {
  list: { reply: [comment] },
  write: { body: { text: comment.text }, reply: comment },
  mentionable: { query: { name: 'Ja' }, reply: [{ id: 14, name: 'James Porter', role: 'Approver' }] },
  edit: { body: { text: comment.text }, reply: { ...comment, edited_at: '2026-11-20T16:21:00.000Z' } },
  remove: { reply: { ...comment, text: '', mentions: [], deleted_at: '2026-11-20T16:22:00.000Z' } },
}
