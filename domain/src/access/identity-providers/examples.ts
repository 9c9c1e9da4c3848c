import type { ExamplesOf } from '../../api/endpoint.ts'
import { sessionExamples } from '../sessions/examples.ts'
import type { identityProviderEndpoints } from './endpoints.ts'
import type { ProviderReply } from './fields.ts'

const input = {
  name: 'Lakeside Directory',
  issuer: 'https://login.lakeside.example',
  client_id: 'check-requests',
  domains: ['lakeside.example'],
  trusts_email: false,
  new_people: {
    requester_by_default: true,
    access_level: 2 as const,
    dealership_ids: [3],
    department_ids: [],
    first_name_claim: null,
    last_name_claim: null,
    role_claim: 'groups',
    roles: [{ value: 'Check Approvers', role_id: 3 as const }],
    place_claim: null,
    places: [],
  },
}

const proposed: ProviderReply = {
  id: 2,
  version: 1,
  dealer_group_id: 1,
  ...input,
  state: 'proposed',
  proposed_by: { id: 12, name: 'Ada Adams' },
  proposed_at: '2026-11-23T16:00:00.000Z',
  confirmed_by: null,
  confirmed_at: null,
}

const active: ProviderReply = {
  ...proposed,
  version: 2,
  state: 'active',
  confirmed_by: { id: 13, name: 'Cora Cole' },
  confirmed_at: '2026-11-23T16:20:00.000Z',
}

/** An example of each call about identity providers. */
export const identityProviderExamples: ExamplesOf<typeof identityProviderEndpoints> = {
  list: { reply: { providers: [active], redirect_uri: 'https://checks.example.com/login' } },
  create: { body: { dealer_group_id: 1, ...input, client_secret: 'as the provider shows it' }, reply: proposed },
  update: {
    body: { version: 2, ...input, trusts_email: true },
    reply: { ...proposed, version: 3, trusts_email: true },
  },
  confirm: { body: { version: 1 }, reply: active },
  end: { body: { version: 2 }, reply: { ...active, version: 3, state: 'ended', domains: [] } },
  test: { reply: { works: true, answer: 'The provider responds and accepts the client secret.' } },
  forget: { body: { email: 'alma@lakeside.example' }, reply: { user_id: 41 } },
  find: { query: { domain: 'lakeside.example' }, reply: [{ id: 2, name: 'Lakeside Directory' }] },
  begin: {
    body: { email: 'alma@lakeside.example' },
    reply: { url: 'https://login.lakeside.example/auth?client_id=check-requests&response_type=code&state=x7Yt5cVb' },
  },
  backChannelLogout: {
    params: { id: '2' },
    body: { logout_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImxvZ291dCtqd3QifQ.eyJpc3MiOiJodHRwcyJ9.c2lnbmF0dXJl' },
    reply: null,
  },
  finish: { body: { answer: 'code=GkS0mVYw1cVv&state=x7Yt5cVb' }, reply: sessionExamples.login.reply },
}
