import { z } from 'zod'
import { statuses } from './lifecycle.ts'

const lastStatusId = Math.max(...statuses.map(({ id }) => id))

/** The id of a status. Ids have no gaps. */
export const statusIdField = z.int().min(1).max(lastStatusId)

/** A status id in a body, with one message for any other value. */
export function namedStatusField(missing: string) {
  return z.int({ error: missing }).min(1, { error: missing }).max(lastStatusId, { error: missing })
}
