import type { MarkReadInput } from '@check-requests/domain/notices/inbox/fields.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { countUnread } from '../queries/inbox.ts'
import { markAllRead, markToldOfRequest, markToldRead, markWaitingSeen } from '../queries/marks.ts'
import { type Reader, readerOf } from '../queries/reader.ts'
import { inboxChanged } from './tell.ts'

/** Marks notices of the caller as read; those of others, and those that there are not, are passed over. */
export function markRead(
  services: Services,
  { caller, repeatable }: Command,
  input: MarkReadInput,
): Promise<{ unread: number }> {
  return commit(services, repeatable, async ({ trx, now, changed }) => {
    const reader = await readerOf(trx, caller, now)
    if (input.all) await markAllRead(trx, reader, caller.scope.dealerGroupId, moment(now))
    else await markSome(trx, reader, input, moment(now))
    changed(inboxChanged([caller.userId]))
    return { unread: await countUnread(trx, reader) }
  })
}

async function markSome(trx: Tx, reader: Reader, input: MarkReadInput, at: string): Promise<void> {
  const { ids = [], check_request_id: requestId } = input
  await markToldRead(trx, reader.userId, numbersOf(ids, 'n'), at)
  await markWaitingSeen(trx, reader, numbersOf(ids, 'w'), at)
  if (requestId === undefined) return
  await markToldOfRequest(trx, reader.userId, requestId, at)
  await markWaitingSeen(trx, reader, [requestId], at)
}

function numbersOf(ids: readonly string[], kind: 'n' | 'w'): number[] {
  return ids.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(1)))
}
