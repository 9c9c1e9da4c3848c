import type { Caller } from '../../../sessions/queries/caller.ts'
import type { Db } from '../../../tables.ts'
import { type NamedRequest, namedRequests } from '../detail/find.ts'
import { type HistoryRow, listHistories } from '../detail/history.ts'
import { isEmptyScope, requestScope } from './request-scope.ts'

const readAtOnce = 50

/** A request and what happened to it, oldest first. */
export interface RequestWithHistory {
  readonly request: NamedRequest
  readonly history: readonly HistoryRow[]
}

/** All requests that the caller sees, newest first, in small batches, so memory does not grow with their number. */
export async function* readWholeList(db: Db, caller: Caller): AsyncGenerator<RequestWithHistory[]> {
  let last: number | undefined
  if (isEmptyScope(requestScope(caller))) return
  for (;;) {
    const requests = await readPart(db, caller, last)
    const histories = await listHistories(
      db,
      requests.map(({ id }) => id),
    )
    yield requests.map((request) => ({ request, history: histories.get(request.id) ?? [] }))
    last = requests.at(-1)?.id
    if (requests.length < readAtOnce) return
  }
}

function readPart(db: Db, caller: Caller, before: number | undefined): Promise<NamedRequest[]> {
  const { column, ids, dealerGroupId } = requestScope(caller)
  let query = namedRequests(db).orderBy('check_requests.id', 'desc').limit(readAtOnce)
  if (column) query = query.where(`check_requests.${column}`, 'in', ids)
  if (dealerGroupId !== null) query = query.where('check_requests.dealer_group_id', '=', dealerGroupId)
  if (before !== undefined) query = query.where('check_requests.id', '<', before)
  return query.execute()
}
