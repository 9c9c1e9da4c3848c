import { calendarOf, type LocalSettings } from '@check-requests/domain/organisation/local-settings.ts'
import type { BusinessCalendar } from '@check-requests/domain/values/business-days.ts'
import { zoneOfMost } from '@check-requests/domain/values/time-zones.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../tables.ts'
import type { DealerGroupTable } from '../tables.ts'

type Stored = Pick<Selectable<DealerGroupTable>, 'business_weekdays' | 'holidays'>

/** The business days and holidays of a dealer group as they are stored. */
export function weekdaysAndHolidays(row: Stored): Pick<LocalSettings, 'business_weekdays' | 'holidays'> {
  return { business_weekdays: [...row.business_weekdays].map(Number), holidays: JSON.parse(row.holidays) }
}

/** When a dealer group works, by its own clocks. */
export async function findCalendar(db: Db, groupId: number): Promise<BusinessCalendar> {
  const row = await db
    .selectFrom('dealer_groups')
    .select(['time_zone', 'business_weekdays', 'holidays'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  return calendarOf(weekdaysAndHolidays(row), row.time_zone)
}

/** The time zone of a dealership, or of the group where it has none of its own or there is no dealership. */
export async function findZone(db: Db, groupId: number, dealershipId: number | null): Promise<string> {
  const row = await db
    .selectFrom('dealer_groups')
    .leftJoin('dealerships', (join) =>
      join.onRef('dealerships.dealer_group_id', '=', 'dealer_groups.id').on('dealerships.id', '=', dealershipId),
    )
    .select((eb) => eb.fn.coalesce('dealerships.time_zone', 'dealer_groups.time_zone').as('zone'))
    .where('dealer_groups.id', '=', groupId)
    .executeTakeFirstOrThrow()
  return row.zone
}

/**
 * The time zones by which people live, by their ids: that of most of their dealerships; of as many, that of the first
 * by name. Without a dealership, that of their group; people without a group are left out.
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
