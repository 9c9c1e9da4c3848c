import type { ExamplesOf } from '../../api/endpoint.ts'
import type { viewEndpoints } from './endpoints.ts'

const layout = {
  columns: [{ key: 'number' }, { key: 'payee', width: 240 }, { key: 'purpose', shown: false }],
  density: 'dense' as const,
}
const chosen = { name: 'Urgent at Eastside', query: 'search=Eastside&sort=priority', layout, shared: true }
const view = { id: 3, list: 'pending' as const, ...chosen, own: true, owner_name: 'Ann Keller' }

/** An example of each call about saved views. */
export const viewExamples: ExamplesOf<typeof viewEndpoints> = {
  list: { reply: { layouts: [{ list: 'all', layout }], views: [view] } },
  saveLayout: { body: { list: 'all', layout }, reply: { list: 'all', layout } },
  create: { body: { list: 'pending', ...chosen }, reply: view },
  update: { body: { name: 'Urgent, all stores' }, reply: { ...view, name: 'Urgent, all stores' } },
  remove: { reply: { id: 3 } },
}
