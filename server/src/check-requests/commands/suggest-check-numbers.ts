import { type Place, placeOf } from '@check-requests/domain/access/scope.ts'
import { checkNumberAfter } from '@check-requests/domain/check-requests/numbers.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { findVisible } from '../queries/detail/find.ts'
import { findCheckNumber, findLastCheckNumber } from '../queries/write/numbers.ts'

/** How many numbers in a row can be taken already before no number is suggested. */
const mostTaken = 20

/**
 * The check numbers that these requests would get next: at each dealership they follow the last one given there (A16).
 * Requests that the caller cannot see, and places where no number follows, are left out.
 */
export async function suggestCheckNumbers(db: Db, caller: Caller, ids: readonly number[]) {
  const lasts = new Map<string, string | undefined>()
  const suggested: { id: number; check_number: string }[] = []
  for (const id of ids) {
    const request = await findVisible(db, caller, id)
    if (!request) continue
    const place = placeOf(request)
    const key = `${place.dealerGroupId} ${place.dealershipId ?? ''}`
    const last = lasts.has(key) ? lasts.get(key) : await findLastCheckNumber(db, place)
    const next = last && (await freeAfter(db, place, last))
    lasts.set(key, next || undefined)
    if (next) suggested.push({ id, check_number: next })
  }
  return suggested
}

async function freeAfter(db: Db, place: Place, last: string): Promise<string | undefined> {
  let next = checkNumberAfter(last)
  for (let taken = 0; next && taken < mostTaken; taken += 1) {
    if (!(await findCheckNumber(db, place, next))) return next
    next = checkNumberAfter(next)
  }
  return undefined
}
