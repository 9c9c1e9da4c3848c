import { z } from 'zod'
import type { RequestEventName } from '../../check-requests/events.ts'
import { statuses } from '../../check-requests/lifecycle.ts'
import { noticeEvents } from '../inbox/notices.ts'

/** The events of check requests, one row each. `from`: the event that causes it. */
// biome-ignore format: a table, one row each
const requestEvents = [
  { name: 'check-request.created', from: 'created', label: 'A check request is raised', words: 'was raised' },
  { name: 'check-request.status', from: 'status', label: 'A check request changes its status', words: 'changed its status' },
  { name: 'check-request.resubmitted', from: 'resubmitted', label: 'A check request is edited and resubmitted', words: 'was edited and resubmitted' },
  { name: 'check-request.withdrawn', from: 'withdrawn', label: 'A check request is withdrawn', words: 'was withdrawn' },
  { name: 'check-request.held', from: 'held', label: 'A check request is put on hold', words: 'was put on hold' },
  { name: 'check-request.released', from: 'released', label: 'The hold on a check request is lifted', words: 'is no longer on hold' },
  { name: 'check-request.voided', from: 'voided', label: 'The check of a request is voided', words: 'had its check voided' },
  { name: 'check-request.stopped', from: 'stopped', label: 'The check of a request is stopped', words: 'had its check stopped' },
  { name: 'check-request.deleted', from: 'deleted', label: 'A check request is deleted', words: 'was deleted' },
] as const satisfies readonly { name: string; from: RequestEventName; label: string; words: string }[]

/** The events that webhooks can subscribe to. */
export const webhookEvents = [
  ...requestEvents,
  { name: 'bank-exception.found', label: 'A bank payment doesn’t match the check register' },
] as const

export type WebhookEvent = (typeof webhookEvents)[number]['name']

export const webhookEventNames = webhookEvents.map(({ name }) => name)

/** The webhook event that an event of a check request causes; undefined if there is none. */
export function webhookEventOf(from: RequestEventName): (typeof requestEvents)[number]['name'] | undefined {
  return requestEvents.find((row) => row.from === from)?.name
}

const timestamp = z.iso.datetime().describe('When the event happened')
const by = z.string().describe('The user or program that caused the event')

const requestCall = z.object({
  type: z.enum([...requestEvents.map(({ name }) => name), 'test']),
  timestamp,
  data: z.object({
    id: z.int().nullable().describe('The check request; null in a test'),
    request_number: z.string().nullable(),
    status: z.enum(statuses.map(({ name }) => name)).nullable(),
    dealership_id: z.int().nullable(),
    department_id: z.int().nullable(),
    by,
  }),
})

const exceptionCall = z.object({
  type: z.literal('bank-exception.found'),
  timestamp,
  data: z.object({
    bank_account_id: z.int(),
    bank_account: z.string().describe('The account’s name'),
    count: z.int().describe('The number of payments that don’t match; one call tells of all those in a file'),
    kinds: z.array(z.string()).describe('What is wrong, such as `amount differs`'),
    by,
  }),
})

/** The body of a webhook call. It has no amounts or payees: receivers read them with an access token. */
export const webhookBody = z.discriminatedUnion('type', [requestCall, exceptionCall]).meta({ id: 'WebhookCall' })
export type WebhookBody = z.output<typeof webhookBody>

const at = '2026-11-29T16:00:00.000Z'
const places = { dealership_id: 3, department_id: 7 }
const request = {
  id: 127,
  request_number: 'LAG-FRD-SVC-000127',
  status: 'approved',
  ...places,
  by: 'Carla Young',
} as const
const exceptions = { bank_account_id: 2, bank_account: 'Operating', count: 2, kinds: ['amount differs'] }

/** An example of the body of a call about this event. */
export function webhookExample(type: WebhookEvent): WebhookBody {
  if (type !== 'bank-exception.found') return { type, timestamp: at, data: request }
  return { type, timestamp: at, data: { ...exceptions, by: 'Carla Young' } }
}

/** The formats of calls: Standard Webhooks, or a message for a chat. */
export const webhookFormats = [
  { name: 'standard', label: 'Standard Webhooks (for programs)' },
  { name: 'slack', label: 'Slack' },
  { name: 'teams', label: 'Microsoft Teams (Workflows)' },
  { name: 'google-chat', label: 'Google Chat' },
] as const

export type WebhookFormat = (typeof webhookFormats)[number]['name']
export type ChatFormat = Exclude<WebhookFormat, 'standard'>

/** The formats of users' own chats, and the hosts of their webhooks. A host that begins with a dot is a domain. */
export const chatFormats = [
  { name: 'slack', label: 'Slack', hosts: ['hooks.slack.com', 'hooks.slack-gov.com'] },
  { name: 'teams', label: 'Microsoft Teams (Workflows)', hosts: ['.logic.azure.com', '.api.powerplatform.com'] },
  { name: 'google-chat', label: 'Google Chat', hosts: ['chat.googleapis.com'] },
] as const satisfies readonly { name: ChatFormat; label: string; hosts: readonly string[] }[]

/**
 * True if a user can have notices sent to this URL without a second person: the server of the chat, or one that the
 * installation allows. Otherwise, users could send notices anywhere, and read the answers of servers in this network.
 */
export function isChatUrl(format: ChatFormat, url: string, allowedHosts: readonly string[]): boolean {
  const { protocol, hostname } = new URL(url)
  if (allowedHosts.includes(hostname)) return true
  const hosts: readonly string[] = chatFormats.find(({ name }) => name === format)?.hosts ?? []
  const isNamed = hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
  return protocol === 'https:' && isNamed
}

/** The call in the form that the receiver expects. `link`: the page to open. */
export function callInFormat(format: WebhookFormat, body: WebhookBody, link: string | undefined): object {
  return format === 'standard' ? body : messageInFormat(format, sentenceOf(body), link)
}

/** What the outbox keeps of a notice for a user's own chat. The message is written when it is sent. */
export const chatCall = z.object({
  event: z.enum(noticeEvents.map(({ name }) => name)),
  event_key: z.string(),
  account_id: z.int().nullable(),
  actor_name: z.string().nullable(),
})
export type ChatCall = z.output<typeof chatCall>

/** What a user's own chat gets: one of their notices. */
export interface ChatNotice {
  readonly said: string
  readonly by: string | null
}

/** A notice in the form that the chat expects. `link`: the page to open. */
export function noticeInFormat(format: ChatFormat, { said, by }: ChatNotice, link: string | undefined): object {
  return messageInFormat(format, `${plain(said)}${by === null ? '' : ` (${plain(by)})`}.`, link)
}

function messageInFormat(format: ChatFormat, said: string, link: string | undefined): object {
  if (format !== 'teams') return { text: link === undefined ? said : `${said} ${link}` }
  const text = { type: 'TextBlock', text: said, wrap: true }
  const open = { type: 'Action.OpenUrl', title: 'Open', url: link }
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [text],
    ...(link !== undefined && { actions: [open] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

// Chats read these characters as links and mentions, so a name could otherwise notify a whole channel or link to a
// page of its own.
function plain(text: string): string {
  return text
    .replaceAll(/[<>&*_~`|@[\]()#/\\]/g, ' ')
    .replaceAll(/(?<=[\p{L}\d])\.(?=\p{L})/gu, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function sentenceOf({ type, data }: WebhookBody): string {
  const by = plain(data.by)
  if (type === 'test') return `Test message from check requests, sent by ${by}.`
  if (type === 'bank-exception.found') {
    const payments = data.count === 1 ? 'A payment' : `${data.count} payments`
    const verb = data.count === 1 ? 'doesn’t' : 'don’t'
    return `${payments} on ${plain(data.bank_account)} ${verb} match the check register (${by}).`
  }
  const words = requestEvents.find(({ name }) => name === type)?.words ?? 'changed'
  const badge = statuses.find(({ name }) => name === data.status)?.badge
  const what = type === 'check-request.status' && badge !== undefined ? `is now ${badge}` : words
  return `${plain(data.request_number ?? 'A check request')} ${what} (${by}).`
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long a call is retried before the webhook is switched off, in milliseconds. */
export const retriedFor = 72 * hour

/** How long the receiver may take to answer, in milliseconds. */
export const answersWithin = 15 * second

/** How long calls are also signed with the previous secret after a rotation, in milliseconds. */
export const oldSecretFor = 24 * hour

/** How many webhooks a dealer group can have, and how many deliveries of each are kept. */
export const mostWebhooks = 20
export const deliveriesKept = 1000

const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour]

/** The pause after this many failed attempts, in milliseconds. It grows to six hours. */
export function pauseAfterAttempt(attempts: number): number {
  return pauses[attempts - 1] ?? 6 * hour
}
