import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { anyApprover } from '@check-requests/domain/approvals/policy.ts'
import { findForApproval, subjectOf } from '../../check-requests/queries/detail/find.ts'
import { tell } from '../../notices/inbox/commands/tell.ts'
import { moment } from '../../platform/clock.ts'
import type { Unit } from '../../services.ts'
import { askAuthority } from '../queries/ask.ts'
import { findReminded } from '../queries/due.ts'
import { type DueTimes, dequeue, enqueue } from '../queries/queue.ts'
import type { OnItsWay } from '../queries/routes.ts'
import { tellOfShortage } from './shortages.ts'

/**
 * Brings a request to its place in the queue, as it and people are now: to those whom its step waits for, or out of the
 * queue when it waits for nobody. `newHands`: who has a hand in it since this transaction.
 */
export async function requeue(unit: Unit, requestId: number, newHands: readonly number[] = []): Promise<void> {
  const { trx, now } = unit
  const row = await findForApproval(trx, requestId)
  if (!row) return dequeue(trx, requestId)
  const known = subjectOf(row)
  const barredIds = row.separation_of_duties === 1 ? [...known.barredIds, ...newHands] : []
  const subject = { ...known, barredIds }
  const asked = await askAuthority(trx, subject, moment(now))
  const { waitsFor, leftOut } = asked?.authority ?? withoutPolicy(subject)
  if (!waitsFor) return dequeue(trx, requestId)
  if (asked) await tellOfShortage(unit, asked)
  if (asked) await tellOfOffer(unit, asked)
  await enqueue(trx, {
    requestId,
    place: subject.place,
    statusId: row.status_id,
    approvers: waitsFor,
    leftOut: [...new Set(leftOut)],
    due: asked?.clock ? dueTimes(asked, await findReminded(trx, requestId)) : neverDue,
  })
}

const neverDue: DueTimes = { remind_at: null, reminded_at: null, escalate_at: null }

/**
 * When the step that waits is hurried up. Reminders go on from the last one of this step; `stored`: when the last one of
 * any step was.
 */
export function dueTimes({ clock, escalatedSince }: OnItsWay, stored: string | null): DueTimes {
  if (!clock) return neverDue
  const last = stored !== null && Date.parse(stored) >= clock.since ? stored : null
  const remindsAt = clock.remindsAfter(last === null ? clock.since : Date.parse(last))
  const escalatesAt = escalatedSince === null ? clock.escalatesAt : null
  return { remind_at: momentOf(remindsAt), reminded_at: last, escalate_at: momentOf(escalatesAt) }
}

function momentOf(time: number | null): string | null {
  return time === null ? null : moment(time)
}

function withoutPolicy({ isPending, barredIds }: Subject) {
  return { waitsFor: isPending ? anyApprover : null, leftOut: barredIds }
}

const system = { userId: null, name: 'System' }

/** Tells those to whom a step is offered because it has waited too long, each once, however it became known. */
async function tellOfOffer(unit: Unit, { route, authority }: OnItsWay): Promise<void> {
  const { check_request_id: requestId, dealer_group_id: dealerGroupId, round } = route
  const people = authority.byEscalation.map(({ userId }) => userId)
  const key = `escalated/${requestId}/${round}/${authority.current}`
  if (people.length > 0) await tell(unit, people, { event: 'escalated', key, actor: system, dealerGroupId, requestId })
}
