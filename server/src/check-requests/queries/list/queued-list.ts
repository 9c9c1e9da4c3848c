import type { OwnQueue } from '../../../approvals/queries/waiting.ts'
import type { Db } from '../../../tables.ts'
import { countInScope } from './counters.ts'
import { readFiltered, walkFiltered } from './filtered-ids.ts'
import { waysOf } from './filters.ts'
import { exactly, type FoundPage, matchesOf } from './found-page.ts'
import { findNewestId } from './list-ids.ts'
import { noSearch } from './patterns.ts'
import { chooseQueuePlan, limits, type QueueSizes, takesLong } from './plan.ts'
import { isByArrival, type Selection } from './selection.ts'

/**
 * A page of what waits for one approver under a policy, and nothing else asked. How much that is, is known: where most
 * of what they see waits for them, a walk in the order of the list soon fills a page, and otherwise all of it is read.
 */
export async function findQueued(db: Db, page: Selection, { byStatus }: OwnQueue): Promise<FoundPage> {
  const counts = [...byStatus].filter(([id]) => page.statusIds === null || page.statusIds.includes(id))
  const waiting = counts.reduce((sum, [, amount]) => sum + amount, 0)
  if (waiting === 0) return { rows: [], total: exactly(0, 0), cutAt: null }
  const sizes = { waiting, passed: await countPassed(db, page), page: page.limit }
  const walked = chooseQueuePlan(sizes) === 'walk' ? await walk(db, page, sizes) : undefined
  if (walked && (walked.cutAt === null || waiting > limits.read)) return { ...walked, total: exactly(waiting, null) }
  const [way = null] = waysOf(page.filters)
  const rows = await readFiltered(db, page, { search: noSearch, way, isLong: takesLong(waiting, 'text') })
  return { rows, total: exactly(...matchesOf(rows)), cutAt: null }
}

// An order has one index for all dealer groups; places and statuses have theirs by arrival.
async function countPassed(db: Db, { scope, statusIds, sort }: Selection): Promise<number> {
  return isByArrival(sort) ? (await countInScope(db, scope, statusIds)).amount : findNewestId(db)
}

/** The page, as far as it was found among as many requests as may be looked at. */
async function walk(db: Db, page: Selection, sizes: QueueSizes): Promise<Pick<FoundPage, 'rows' | 'cutAt'>> {
  const passed = (sizes.page * sizes.passed) / sizes.waiting
  const { rows, examined, budget, last } = await walkFiltered(db, page, { search: noSearch, way: null, passed })
  return { rows, cutAt: rows.length >= page.limit || examined < budget ? null : last }
}
