import type { ExamplesOf } from '../../api/endpoint.ts'
import type { tokenEndpoints } from './endpoints.ts'
import type { TokenReply } from './fields.ts'

const input = {
  name: 'Dealer Management System',
  scopes: ['raise', 'documents'] as ('raise' | 'documents')[],
  role_id: 2 as const,
  dealership_ids: [3],
  networks: ['203.0.113.0/24'],
}

const token: TokenReply = {
  id: 5,
  version: 1,
  dealer_group_id: 1,
  kind: 'program',
  ...input,
  state: 'waiting',
  hint: 'crt_q0Zr',
  expires_at: '2027-02-27T08:00:00.000Z',
  owner: { id: 88, name: 'Dealer Management System' },
  created_by: { id: 12, name: 'Ada Adams' },
  created_at: '2026-11-29T16:00:00.000Z',
  last_used_at: null,
  last_network: null,
}

/** An example of each call about access tokens. */
export const tokenExamples: ExamplesOf<typeof tokenEndpoints> = {
  list: { reply: [{ ...token, version: 2, state: 'active', last_used_at: '2026-11-30T03:00:00.000Z' }] },
  create: {
    body: { kind: 'program', ...input, expires_on: '2027-02-27' },
    reply: { token, secret: 'crt_q0ZrThisIsAnExampleAndNotAToken000000000000000' },
  },
  end: { reply: { ...token, version: 3, state: 'ended' } },
  connections: { reply: { id: 1, version: 4, personal_tokens: false, personal_chats: false } },
  saveConnections: {
    body: { version: 4, personal_tokens: true },
    reply: { id: 1, version: 4, personal_tokens: false, personal_chats: false },
  },
}
