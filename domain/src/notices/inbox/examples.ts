import type { ExamplesOf } from '../../api/endpoint.ts'
import type { inboxEndpoints } from './endpoints.ts'

const notice = {
  id: 'n41',
  event: 'sent-back',
  at: '2026-11-20T16:20:00.000Z',
  read: false,
  actor: { id: 12, name: 'Denise Carver' },
  request: {
    id: 127,
    request_number: 'NWG-TOY-SVC-000127',
    payee_name_1: 'Harbor Paint Supply',
    amount: 1250.5,
    status_name: 'sendback',
  },
  account: null,
  text: 'Please attach the invoice',
} as const
const choices = [
  { topic: 'waiting', label: 'A check request needs my action', delivery: 'digest', can_be_off: false },
] as const

/** Examples of the calls that concern the inbox. */
export const inboxExamples: ExamplesOf<typeof inboxEndpoints> = {
  list: { query: { unread: '1' }, reply: { items: [notice], unread: 1, next_cursor: null } },
  markRead: { body: { ids: ['n41'] }, reply: { unread: 0 } },
  choices: { reply: { mail: true, time_zone: 'America/Chicago', choices: [...choices] } },
  saveChoices: {
    body: { waiting: 'digest' },
    reply: { mail: true, time_zone: 'America/Chicago', choices: [...choices] },
  },
}
