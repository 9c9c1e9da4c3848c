import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { listSessionIds } from '../queries/sessions.ts'

/**
 * Remembers the sessions of a user before they end, for the entry that the command adds to the trail: none of them can
 * be put back unseen. Comes before any change of the user, whose dealer group decides in which chain they are.
 */
export async function beforeSessionsEnd(trx: Tx, userId: number): Promise<void> {
  await beforeChange(trx, 'session', ...(await listSessionIds(trx, userId)))
}
