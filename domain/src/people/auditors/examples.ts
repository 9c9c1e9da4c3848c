import type { ExamplesOf } from '../../api/endpoint.ts'
import type { auditorEndpoints } from './endpoints.ts'
import type { AuditorReply } from './fields.ts'

const ada = { id: 12, name: 'Ada Adams' }

const proposed: AuditorReply = {
  id: 3,
  version: 1,
  dealer_group_id: 1,
  user: { id: 57, name: 'Olga Outside' },
  state: 'proposed',
  asked_by: ada,
  asked_at: '2026-11-23T16:00:00.000Z',
  confirmed_by: null,
  confirmed_at: null,
}

const active: AuditorReply = {
  ...proposed,
  version: 2,
  state: 'active',
  confirmed_by: { id: 13, name: 'Cora Cole' },
  confirmed_at: '2026-11-23T16:20:00.000Z',
}

/** An example of each call about the auditor right. */
export const auditorExamples: ExamplesOf<typeof auditorEndpoints> = {
  list: { reply: { auditors: [active], candidates: [{ id: 41, name: 'Priya Nair', dealer_group_id: 1 }] } },
  create: { body: { user_id: 57 }, reply: proposed },
  confirm: { body: { version: 1 }, reply: active },
  end: { body: { version: 2 }, reply: { ...active, version: 3, state: 'ending' } },
  sample: { body: { seed: 'November 2026', count: 25, from: '2026-11-01', to: '2026-11-30' }, reply: 'PK…' },
}
