import { setImmediate as nextTurn } from 'node:timers/promises'
import { removeForGood } from '../../check-requests/commands/remove.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { findPendingDeletions } from '../queries/pending-deletions.ts'

const atOnce = 10

/** The actor that, at startup, finishes what a shutdown interrupted. */
export const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Deletes all requests of deleted places, a few per transaction, yielding to other work in between. */
export async function finishPendingDeletions(services: Services, actor: Actor): Promise<void> {
  for (;;) {
    const removal = commit(services, undefined, (unit) => removeSomePending(unit, actor, atOnce))
    if ((await removal.catch(nothingWhenRemovedByAnother)) === 0) return
    await nextTurn()
  }
}

/** Deletes at most this many requests of deleted places in this transaction; returns how many. */
export async function removeSomePending(unit: Unit, actor: Actor, most: number): Promise<number> {
  let removed = 0
  for (;;) {
    const requests = await findPendingDeletions(unit.trx, most - removed)
    for (const request of requests) await removeForGood(unit, actor, request)
    removed += requests.length
    if (requests.length === 0 || removed === most) return removed
  }
}

// Two concurrent removals can reach the same request; the second one just continues.
function nothingWhenRemovedByAnother(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'CONFLICT') return undefined
  throw error
}
