import type { Caller } from '../../../sessions/queries/caller.ts'
import type { Db } from '../../../tables.ts'
import { type NamedRequest, namedRequests } from '../detail/find.ts'
import { boundOf } from './scope-branches.ts'

const readAtOnce = 500

/** All requests that the caller sees, newest first, a few hundred at a time, so that memory does not grow with their number. */
export async function* readWholeList(db: Db, caller: Caller): AsyncGenerator<NamedRequest[]> {
  let last: number | undefined
  if (boundOf(caller).values.length === 0) return
  for (;;) {
    const rows = await readPart(db, caller, last)
    yield rows
    last = rows.at(-1)?.id
    if (rows.length < readAtOnce) return
  }
}

function readPart(db: Db, caller: Caller, before: number | undefined): Promise<NamedRequest[]> {
  const { column, values, dealerGroupId } = boundOf(caller)
  let query = namedRequests(db).orderBy('check_requests.id', 'desc').limit(readAtOnce)
  if (column) query = query.where(`check_requests.${column}`, 'in', values)
  if (dealerGroupId !== null) query = query.where('check_requests.dealer_group_id', '=', dealerGroupId)
  if (before !== undefined) query = query.where('check_requests.id', '<', before)
  return query.execute()
}
