import { z } from 'zod'
import { type StatusId, statuses } from './lifecycle.ts'

const ids = statuses.map(({ id }) => id)

/** The id of a status. */
export const statusIdField: z.ZodType<StatusId, number> = z.literal(ids)

/** A status id in a body, with one message for any other value. */
export function namedStatusField(missing: string): z.ZodType<StatusId, number> {
  return z.literal(ids, { error: missing })
}
