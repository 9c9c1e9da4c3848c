import { z } from 'zod'
import { statuses } from '../../check-requests/lifecycle.ts'
import { deliveries } from './choices.ts'
import { noticeEvents, noticeTopics } from './notices.ts'

const person = z.object({ id: z.int(), name: z.string() })

/** A notice: the event, its time, its user, and the request or account. Amounts are dollars. */
export const noticeReply = z
  .object({
    id: z.string(),
    event: z.enum(noticeEvents.map(({ name }) => name)),
    at: z.iso.datetime(),
    read: z.boolean(),
    actor: person.nullable(),
    request: z
      .object({
        id: z.int(),
        request_number: z.string(),
        payee_name_1: z.string(),
        amount: z.number(),
        status_name: z.enum(statuses.map(({ name }) => name)),
        good_through: z.iso.date().optional().describe('Only for payoffs'),
      })
      .nullable(),
    account: person.nullable(),
    text: z.string().nullable().describe('The note, the reason, or the beginning of the comment'),
  })
  .meta({ id: 'Notice' })
export type Notice = z.output<typeof noticeReply>

/** A page of the inbox, newest first. `unread`: the number of unread notices; 100 stands for 100 or more. */
export const inboxReply = z.object({
  items: z.array(noticeReply),
  unread: z.int(),
  next_cursor: z.string().nullable(),
})
export type Inbox = z.output<typeof inboxReply>

/**
 * The caller's notification settings by topic. `mail`: email is available; without it, every setting except off means
 * the inbox. `time_zone`: the zone of the daily summary at eight.
 */
export const noticeChoicesReply = z.object({
  mail: z.boolean(),
  time_zone: z.string(),
  choices: z.array(
    z.object({
      topic: z.enum(noticeTopics.map(({ name }) => name)),
      label: z.string(),
      delivery: z.enum(deliveries),
      can_be_off: z.boolean(),
    }),
  ),
})
export type NoticeChoices = z.output<typeof noticeChoicesReply>

const mostIds = 200

/** Query of the inbox: unread notices, read notices, or all. `cursor` comes from the previous response. */
export const inboxQuery = z.strictObject({
  unread: z
    .enum(['0', '1'], { error: 'Enter 0 or 1.' })
    .transform((value) => value === '1')
    .optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type InboxQuery = z.output<typeof inboxQuery>

/** The id of a notice: `n` and a number for an event, or `w` and a request's id for a pending request. */
const noticeId = z.string().regex(/^[nw][1-9]\d{0,15}$/, { error: 'Enter the ID of a notice.' })

const exactlyOne = 'Choose notices by ids, by check_request_id, or all notices.'

/** The notices to mark as read: listed ones, those about a request, or all. */
export const markReadBody = z
  .strictObject({
    ids: z.array(noticeId).min(1).max(mostIds).optional(),
    check_request_id: z.int().positive().optional(),
    all: z.literal(true).optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, { error: exactlyOne })
export type MarkReadInput = z.output<typeof markReadBody>
