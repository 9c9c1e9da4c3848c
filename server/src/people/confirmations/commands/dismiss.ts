import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Services } from '../../../services.ts'
import { deleteAnnouncement } from '../queries/confirmations.ts'

/** The caller has read the announcement of the rule. */
export async function dismissAnnouncement({ database }: Services, { userId }: Caller): Promise<null> {
  await database.transact((trx) => deleteAnnouncement(trx, userId))
  return null
}
