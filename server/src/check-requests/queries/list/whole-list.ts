import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Db, Reads } from '../../../tables.ts'
import { type NamedRequest, namedRequests } from '../detail/find.ts'
import { type HistoryRow, listHistories } from '../detail/history.ts'
import { isEmptyScope, requestScope } from './request-scope.ts'

const readAtOnce = 50

/** A request with its history, oldest first. */
export interface RequestWithHistory {
  readonly request: NamedRequest
  readonly history: readonly HistoryRow[]
}

/**
 * All requests that the caller sees, newest first, in small batches, so that memory use doesn't grow with their number.
 */
export async function* readWholeList({ offload }: Reads, caller: Caller): AsyncGenerator<RequestWithHistory[]> {
  let last: number | undefined
  if (isEmptyScope(requestScope(caller))) return
  for (;;) {
    const before = last
    const requests = await offload((db) => readPart(db, caller, before))
    yield requests
    last = requests.at(-1)?.request.id
    if (requests.length < readAtOnce) return
  }
}

async function readPart(db: Db, caller: Caller, before: number | undefined): Promise<RequestWithHistory[]> {
  const requests = await readRequests(db, caller, before)
  const ids = requests.map(({ id }) => id)
  const histories = await listHistories(db, ids)
  return requests.map((request) => ({ request, history: histories.get(request.id) ?? [] }))
}

function readRequests(db: Db, caller: Caller, before: number | undefined): Promise<NamedRequest[]> {
  const { column, ids, dealerGroupId } = requestScope(caller)
  let query = namedRequests(db).orderBy('check_requests.id', 'desc').limit(readAtOnce)
  if (column) query = query.where(`check_requests.${column}`, 'in', ids)
  if (dealerGroupId !== null) query = query.where('check_requests.dealer_group_id', '=', dealerGroupId)
  if (before !== undefined) query = query.where('check_requests.id', '<', before)
  return query.execute()
}
