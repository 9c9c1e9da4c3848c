import { z } from 'zod'

const mostIds = 200

/** Query of the inbox: only unread notices, only read ones, or all. `cursor` comes from the previous response. */
export const inboxQuery = z.strictObject({
  unread: z
    .enum(['0', '1'], { error: 'One of 0, 1' })
    .transform((value) => value === '1')
    .optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type InboxQuery = z.output<typeof inboxQuery>

/** The id of a notice: `n` and a number for what was told once, `w` and a request's id for what waits. */
const noticeId = z.string().regex(/^[nw][1-9]\d{0,15}$/, { error: 'Not the id of a notice' })

const exactlyOne = 'Name the notices by ids, by check_request_id, or all of them'

/** Which notices have been read: these, those of a request, or all that there are. */
export const markReadBody = z
  .strictObject({
    ids: z.array(noticeId).min(1).max(mostIds).optional(),
    check_request_id: z.int().positive().optional(),
    all: z.literal(true).optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, { error: exactlyOne })
export type MarkReadInput = z.output<typeof markReadBody>
