import type { ExamplesOf } from '../api/endpoint.ts'
import type { auditEndpoints } from './endpoints.ts'

const entry = {
  chain: 1,
  seq: 918,
  at: '2026-11-20T16:24:00.000Z',
  actor_id: 41,
  actor_name: 'Alma Reyes',
  role: 'approver',
  action: 'check-request.status',
  entity: 'check-request',
  entity_id: 127,
  label: 'LAG-TOY-SVC-000127',
  before: { status: 'request' },
  after: { status: 'approved' },
}

const head = '5f2b0c9e4a7d1836b0e95c42d7a1f86390be4d27c15a8f6e03d92b74a6c8e1f0'

/** Examples of the calls that read the audit trail. */
export const auditExamples: ExamplesOf<typeof auditEndpoints> = {
  list: { query: { entity: 'check-request', entity_id: 127 }, reply: { items: [entry], next_cursor: null } },
  verify: {
    reply: {
      intact: true,
      chains: [
        {
          chain: 1,
          name: 'Lakeside Auto Group',
          entries: 918,
          intact: true,
          broken_at: null,
          head,
          vouched_since: '2026-07-20T08:00:00.000Z',
        },
      ],
      mismatches: [],
      checkpoints: { count: 12, newest: '2026-11-20T00:00:00.000Z' },
    },
  },
  exportCsv: { query: { from: '2026-11-01', to: '2026-11-20' }, reply: 'at,actor,action\r\n' },
}
