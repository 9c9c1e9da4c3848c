import type { Place } from '@check-requests/domain/access/scope.ts'
import { calendarOf, hoursOf, type LocalSettings } from '@check-requests/domain/organization/local-settings.ts'
import type { BusinessCalendar, BusinessHours } from '@check-requests/domain/values/business-time.ts'
import { zoneOfMost } from '@check-requests/domain/values/time-zones.ts'
import type { Selectable } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db } from '../../tables.ts'
import type { DealerGroupTable } from '../tables.ts'

type Stored = Pick<Selectable<DealerGroupTable>, 'business_weekdays' | 'holidays'>

/** Parses a dealer group's stored business days and holidays. */
export function weekdaysAndHolidays(row: Stored): Pick<LocalSettings, 'business_weekdays' | 'holidays'> {
  return { business_weekdays: [...row.business_weekdays].map(Number), holidays: JSON.parse(row.holidays) }
}

/** Finds a dealer group's business calendar in its own time zone. */
export async function findCalendar(db: Db, groupId: number): Promise<BusinessCalendar> {
  const row = await db
    .selectFrom('dealer_groups')
    .select(['time_zone', 'business_weekdays', 'holidays'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  return calendarOf(weekdaysAndHolidays(row), row.time_zone)
}

/** Finds a place's business hours by day, with its time zone. */
export async function findHours(db: Db, { dealerGroupId, dealershipId }: Place): Promise<BusinessHours> {
  const row = await hours(db, { dealerGroupId, dealershipId }).one()
  return hoursOf({ ...weekdaysAndHolidays(row), ...openHours(row) }, row.zone)
}

/** Parses a dealer group's stored business hours. Empty if every day has the default hours. */
export function openHours({
  business_hours,
}: {
  readonly business_hours: string
}): Pick<LocalSettings, 'business_hours'> {
  const listed = JSON.parse(business_hours)
  return listed.length === 0 ? {} : { business_hours: listed }
}

const hours = prepare((db: Db, param: Params<{ dealerGroupId: number; dealershipId: number | null }>) =>
  db
    .selectFrom('dealer_groups as g')
    .leftJoin('dealerships as d', (join) =>
      join.onRef('d.dealer_group_id', '=', 'g.id').on('d.id', '=', param('dealershipId')),
    )
    .select(['g.business_weekdays', 'g.business_hours', 'g.holidays'])
    .select((eb) => eb.fn.coalesce('d.time_zone', 'g.time_zone').as('zone'))
    .where('g.id', '=', param('dealerGroupId')),
)

/** Lists the stored values that business hours depend on: the group's calendar and its dealerships' time zones. */
export async function listClocks(db: Db, groupId: number): Promise<readonly object[]> {
  const ofGroup = db
    .selectFrom('dealer_groups')
    .select(['time_zone', 'business_weekdays', 'business_hours', 'holidays'])
    .where('id', '=', groupId)
  const zones = db
    .selectFrom('dealerships')
    .select(['id', 'time_zone'])
    .where('dealer_group_id', '=', groupId)
    .where('time_zone', 'is not', null)
    .orderBy('id')
  return [...(await ofGroup.execute()), ...(await zones.execute())]
}

/**
 * Finds a dealership's time zone. Returns the group's time zone if the dealership has none or there is no dealership.
 */
export async function findZone(db: Db, groupId: number, dealershipId: number | null): Promise<string> {
  return (await zones(db, { groupId, dealershipId }).one()).zone
}

const zones = prepare((db: Db, param: Params<{ groupId: number; dealershipId: number | null }>) =>
  db
    .selectFrom('dealer_groups')
    .leftJoin('dealerships', (join) =>
      join
        .onRef('dealerships.dealer_group_id', '=', 'dealer_groups.id')
        .on('dealerships.id', '=', param('dealershipId')),
    )
    .select((eb) => eb.fn.coalesce('dealerships.time_zone', 'dealer_groups.time_zone').as('zone'))
    .where('dealer_groups.id', '=', param('groupId')),
)

/**
 * Finds users' time zones, by user id. A user's time zone is the one that most of their dealerships have; dealership
 * names decide ties. Users without a dealership have their group's time zone. Leaves out users without a group.
 */
export async function findZonesOf(db: Db, people: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (people.length === 0) return new Map()
  const groups = await db
    .selectFrom('users')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .select(['users.id', 'dealer_groups.time_zone'])
    .where('users.id', 'in', people)
    .execute()
  const dealerships = Map.groupBy(await zonesOfDealerships(db, people), ({ user_id }) => user_id)
  return new Map(
    groups.map(({ id, time_zone }) => {
      const zones = (dealerships.get(id) ?? []).map(({ zone }) => zone ?? time_zone)
      return [id, zoneOfMost(zones) ?? time_zone]
    }),
  )
}

function zonesOfDealerships(db: Db, people: readonly number[]) {
  const assigned = db.selectFrom('user_dealerships').select(['user_id', 'dealership_id'])
  const within = db.selectFrom('user_departments').select(['user_id', 'dealership_id'])
  const both = assigned.where('user_id', 'in', people).union(within.where('user_id', 'in', people))
  return db
    .selectFrom(both.as('places'))
    .innerJoin('dealerships', 'dealerships.id', 'places.dealership_id')
    .select(['places.user_id', 'dealerships.time_zone as zone'])
    .orderBy('dealerships.name')
    .orderBy('dealerships.id')
    .execute()
}
