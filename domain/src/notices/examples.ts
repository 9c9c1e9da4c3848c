import type { ExamplesOf } from '../api/endpoint.ts'
import type { inboxEndpoints } from './inbox/endpoints.ts'
import type { webhookEndpoints } from './webhooks/endpoints.ts'
import { webhookExample } from './webhooks/events.ts'
import type { DeliveryReply, OwnChatReply, WebhookReply } from './webhooks/fields.ts'

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

const webhook: WebhookReply = {
  id: 4,
  version: 1,
  dealer_group_id: 1,
  name: 'Accounting',
  origin: 'https://hooks.example.com',
  format: 'standard',
  events: ['check-request.status'],
  state: 'waiting',
  off_reason: null,
  is_personal: false,
  created_by: { id: 12, name: 'Ada Adams' },
  created_at: '2026-11-29T15:00:00.000Z',
  pending: 0,
}

const secret = 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ='

const delivery: DeliveryReply = {
  id: 901,
  message_id: 'msg_2xJ7Yt5cVbQm',
  event: 'check-request.status',
  check_request_id: 127,
  body: JSON.stringify(webhookExample('check-request.status')),
  created_at: '2026-11-29T16:00:00.000Z',
  due_at: '2026-11-29T16:00:00.000Z',
  attempts: 1,
  outcome: 'delivered',
  answer: '204',
  ended_at: '2026-11-29T16:00:01.000Z',
}

const ownChat: OwnChatReply = {
  is_allowed: true,
  chat: {
    ...webhook,
    id: 5,
    name: 'Ada Adams’s Chat',
    origin: 'https://hooks.slack.com',
    format: 'slack',
    events: [],
    state: 'active',
    is_personal: true,
  },
  last: null,
}

/** An example of each call about webhooks. */
export const webhookExamples: ExamplesOf<typeof webhookEndpoints> = {
  list: { reply: [{ ...webhook, version: 2, state: 'active' }] },
  create: {
    body: {
      name: 'Accounting',
      url: 'https://hooks.example.com/checks',
      format: 'standard',
      events: ['check-request.status'],
    },
    reply: { webhook, secret },
  },
  end: { reply: { ...webhook, version: 3, state: 'ended' } },
  resume: { reply: { ...webhook, version: 5, state: 'active' } },
  test: { reply: { ...delivery, id: 902, event: 'test', check_request_id: null } },
  rotate: { reply: { webhook: { ...webhook, version: 3, state: 'active' }, secret } },
  deliveries: { query: {}, reply: [delivery] },
  resend: {
    params: { id: '4', delivery: '901' },
    reply: { ...delivery, id: 903, attempts: 0, outcome: null, answer: null, ended_at: null },
  },
  ownChat: { reply: ownChat },
  addOwnChat: { body: { format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/X0' }, reply: ownChat },
  testOwnChat: { reply: { ...ownChat, last: { ...delivery, id: 904, event: 'test', check_request_id: null } } },
  resumeOwnChat: { reply: ownChat },
  removeOwnChat: { reply: { ...ownChat, chat: null } },
}
