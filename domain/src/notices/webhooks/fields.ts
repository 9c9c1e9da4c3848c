import { z } from 'zod'
import { idField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { chatFormats, webhookEventNames, webhookFormats } from './events.ts'

const formatNames = webhookFormats.map(({ name }) => name)

const urlField = z
  .string({ error: 'URL is required' })
  .trim()
  .min(1, { error: 'URL is required' })
  .max(2000, { error: 'Enter at most 2000 characters.' })
  .refine(isAddress, { error: 'Enter a URL such as https://hooks.example.com/checks, without a user name or #.' })

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' && !text.includes('#')
}

/** Body that adds a webhook. */
export const createWebhookBody = z.strictObject({
  dealer_group_id: idField('Choose a dealer group.').optional(),
  name: nameField('Name is required', 60),
  url: urlField,
  format: z.enum(formatNames, { error: 'Choose a format.' }),
  events: z
    .array(z.enum(webhookEventNames), { error: 'Choose at least one event.' })
    .min(1, { error: 'Choose at least one event.' })
    .transform((names) => webhookEventNames.filter((name) => names.includes(name))),
})
export type CreateWebhookInput = z.output<typeof createWebhookBody>

/** A webhook. The URL can contain a password, so responses show only where it leads. */
export const webhookReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    name: z.string(),
    origin: z.string().describe('The beginning of the URL, without its path'),
    format: z.enum(formatNames),
    events: z.array(z.enum(webhookEventNames)),
    state: z
      .enum(['waiting', 'active', 'off', 'ended'])
      .describe('Waiting: a second admin must confirm the webhook. Off: its calls failed for three days'),
    off_reason: z.string().nullable(),
    is_personal: z.boolean().describe('True for a user’s own chat, which gets that user’s notices instead of events'),
    created_by: z.object({ id: z.int(), name: z.string() }),
    created_at: z.iso.datetime(),
    pending: z.int().describe('The number of calls that are waiting to be sent'),
  })
  .meta({ id: 'Webhook' })
export type WebhookReply = z.output<typeof webhookReply>

/** A webhook with its new signing secret, which is in no other response. */
export const webhookWithSecret = z.object({ webhook: webhookReply, secret: z.string() })

/** A call of a webhook, or an attempt to make one. */
export const deliveryReply = z
  .object({
    id: z.int(),
    message_id: z.string().describe('The same for every attempt, so that receivers recognize repeated calls'),
    event: z.string(),
    check_request_id: z.int().nullable(),
    body: z.string(),
    created_at: z.iso.datetime(),
    due_at: z.iso.datetime(),
    attempts: z.int(),
    outcome: z.enum(['delivered', 'failed']).nullable().describe('Null while the call is waiting to be sent'),
    answer: z.string().nullable().describe('The receiver’s last answer'),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type DeliveryReply = z.output<typeof deliveryReply>

/** Body that adds the caller's own chat. */
export const addChatBody = z.strictObject({
  format: z.enum(
    chatFormats.map(({ name }) => name),
    { error: 'Choose a chat.' },
  ),
  url: urlField,
})
export type AddChatInput = z.output<typeof addChatBody>

/** The caller's own chat and its last delivery. */
export const ownChatReply = z
  .object({
    is_allowed: z.boolean().describe('Whether the dealer group allows personal chats'),
    chat: webhookReply.nullable(),
    last: deliveryReply.nullable(),
  })
  .meta({ id: 'OwnChat' })
export type OwnChatReply = z.output<typeof ownChatReply>

/** Query for deliveries before the one with this id. */
export const deliveriesQuery = z.strictObject({
  before: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'Enter an ID as a whole number.' })
    .transform(Number)
    .optional(),
})

const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, { error: 'Enter an ID as a whole number.' })
  .transform(Number)
export const deliveryParams = z.strictObject({ id, delivery: id })
