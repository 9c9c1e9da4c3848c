import { businessDaysBefore } from '@check-requests/domain/values/business-days.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import type { Services, Unit } from '../../services.ts'
import { listHands, listOverdue, listRemindingGroups } from '../queries/overdue.ts'
import { listViewers } from '../queries/viewers.ts'
import { tell } from './tell.ts'

const requestsAtOnce = 50
const system = { userId: null, name: 'System' }

/**
 * Reminds the approvers of each dealer group of requests that have waited for them longer than the group's limit, and
 * again each time that it has passed. Who had a hand in a request is not reminded of it.
 */
export async function remindApprovers(services: Services): Promise<void> {
  for (const { id, reminder_days } of await listRemindingGroups(services.database.read)) {
    const before = moment(businessDaysBefore(services.clock(), reminder_days))
    let after: number | undefined = 0
    while (after !== undefined) after = await remindOfSome(services, { group: id, before, after })
  }
}

/** Reminds of the next requests; returns the last one's id, or undefined after all of them. */
function remindOfSome(
  services: Services,
  place: { readonly group: number; readonly before: string; readonly after: number },
): Promise<number | undefined> {
  return commit(services, undefined, async (unit) => {
    const requests = await listOverdue(unit.trx, { ...place, limit: requestsAtOnce })
    for (const request of requests) await remindOf(unit, request)
    return requests.length < requestsAtOnce ? undefined : requests.at(-1)?.id
  })
}

async function remindOf(unit: Unit, request: Awaited<ReturnType<typeof listOverdue>>[number]): Promise<void> {
  const { trx, now } = unit
  const approvers = await listViewers(trx, request, moment(now), { role: 'approver' })
  const hands = new Set(await listHands(trx, request.id))
  const people = approvers.map(({ userId }) => userId).filter((userId) => !hands.has(userId))
  await tell(unit, people, {
    event: 'reminder',
    key: `reminder/${request.id}/${moment(now)}`,
    actor: system,
    dealerGroupId: request.dealer_group_id,
    requestId: request.id,
  })
}
