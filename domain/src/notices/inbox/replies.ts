import { z } from 'zod'
import { statuses } from '../../check-requests/lifecycle.ts'
import { deliveries } from './choices.ts'
import { noticeEvents, noticeTopics } from './notices.ts'

const person = z.object({ id: z.int(), name: z.string() })

/** A notice: what happened, when, by whom, and about which request or account. Amounts are dollars. */
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
        good_through: z.iso.date().optional().describe('Where it is a payoff'),
      })
      .nullable(),
    account: person.nullable(),
    text: z.string().nullable().describe('The note, the reason or the beginning of the comment'),
  })
  .meta({ id: 'Notice' })
export type Notice = z.output<typeof noticeReply>

/** A page of the inbox, newest first. `unread`: how many notices are unread; 100 stands for 100 or more. */
export const inboxReply = z.object({
  items: z.array(noticeReply),
  unread: z.int(),
  next_cursor: z.string().nullable(),
})
export type Inbox = z.output<typeof inboxReply>

/**
 * How the caller is told of each topic. `mail`: there is mail; without it everything but off means the inbox.
 * `time_zone`: by whose clocks the daily summary comes at eight.
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
