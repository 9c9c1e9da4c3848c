import { calendarOf } from '@check-requests/domain/organization/local-settings.ts'
import { businessDaysBefore } from '@check-requests/domain/values/business-time.ts'
import { decidersOf } from '../../../approvals/queries/routed.ts'
import { listViewers } from '../../../check-requests/queries/detail/viewers.ts'
import { weekdaysAndHolidays } from '../../../organization/queries/calendars.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services, Unit } from '../../../services.ts'
import { listHands, listOtherZones, listOverdue, listRemindingGroups } from '../queries/overdue.ts'

const requestsAtOnce = 50
const system = { userId: null, name: 'System' }

/**
 * Reminds approvers of requests that have been pending longer than the dealer group's limit, and repeats the reminder
 * each time that limit passes again. The limit counts the group's business days in the dealership's time zone. Users
 * who handled a request aren't reminded of it. Under a policy, only users who can approve the current step are
 * reminded.
 */
export async function remindApprovers(services: Services): Promise<void> {
  const { read } = services.database
  for (const group of await listRemindingGroups(read))
    for (const zone of [group.time_zone, ...(await listOtherZones(read, group.id, group.time_zone))])
      await remindIn(services, group, zone)
}

type Group = Awaited<ReturnType<typeof listRemindingGroups>>[number]

async function remindIn(services: Services, group: Group, zone: string): Promise<void> {
  const calendar = calendarOf(weekdaysAndHolidays(group), zone)
  const before = moment(businessDaysBefore(services.clock(), group.reminder_days, calendar))
  const place = { group: group.id, zone, zoneOfGroup: group.time_zone, before }
  let after: number | undefined = 0
  while (after !== undefined) after = await remindOfSome(services, { ...place, after })
}

/** Sends reminders for the next batch of requests. Returns the last request's id, or undefined after the last batch. */
function remindOfSome(
  services: Services,
  place: Omit<Parameters<typeof listOverdue>[1], 'limit'>,
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
  const deciders = await decidersOf(trx, request.id, moment(now))
  const isMeant = (userId: number) => (deciders ? deciders.has(userId) : !hands.has(userId))
  const people = approvers.map(({ userId }) => userId).filter(isMeant)
  await unit.tell(people, {
    event: 'reminder',
    key: `reminder/${request.id}/${moment(now)}`,
    actor: system,
    dealerGroupId: request.dealer_group_id,
    requestId: request.id,
  })
}
