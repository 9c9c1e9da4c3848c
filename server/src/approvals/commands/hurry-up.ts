import { placeOf } from '@check-requests/domain/access/scope.ts'
import { findForApproval, subjectOf } from '../../check-requests/queries/detail/find.ts'
import { tell } from '../../inbox/commands/tell.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import type { Services, Unit } from '../../services.ts'
import { scopeNamesOfRequest } from '../../sessions/queries/scope-names.ts'
import { askAuthority } from '../queries/ask.ts'
import { type Due, listDue, noteReminded } from '../queries/due.ts'
import { requeue } from './requeue.ts'

const atOnce = 20
const system = { userId: null, name: 'System' }

/**
 * Reminds those whom requests wait for, and offers steps to others as well, when the business hours of their rules have
 * passed. Bringing it to its place in the queue tells those to whom it is offered; a decision asks anew and does not
 * depend on this.
 */
export async function hurryUp(services: Services): Promise<void> {
  let left = atOnce
  while (left === atOnce) left = await hurrySome(services)
}

function hurrySome(services: Services): Promise<number> {
  return commit(services, undefined, async (unit) => {
    const due = await listDue(unit.trx, moment(unit.now), atOnce)
    for (const one of due) await hurry(unit, one)
    return due.length
  })
}

async function hurry(unit: Unit, due: Due): Promise<void> {
  const { trx } = unit
  const now = moment(unit.now)
  const id = due.check_request_id
  const row = await findForApproval(trx, id)
  const asked = row && (await askAuthority(trx, subjectOf(row), now))
  if (!row || !asked) return requeue(unit, id)
  const { canAct, byEscalation } = asked.authority
  const about = { actor: system, dealerGroupId: due.dealer_group_id, requestId: id }
  const isOffered = due.escalate_at !== null && due.escalate_at <= now
  if (due.remind_at !== null && due.remind_at <= now) {
    const reminded = idsOf(canAct).filter((userId) => !isOffered || !idsOf(byEscalation).includes(userId))
    await tell(unit, reminded, { ...about, event: 'reminder', key: `reminder/${id}/${now}` })
    await noteReminded(trx, id, now)
  }
  await requeue(unit, id)
  unit.changed({ topic: 'check-requests', id, scopes: scopeNamesOfRequest(placeOf(row), row.requester_id) })
}

function idsOf(people: readonly { readonly userId: number }[]): number[] {
  return people.map(({ userId }) => userId)
}
