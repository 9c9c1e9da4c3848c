import { moment } from '../../platform/clock.ts'
import type { Db } from '../../tables.ts'
import { newestEntryAt } from '../queries/read.ts'

// Clocks of several instances differ by seconds; an hour is a wrong time zone or a wrong day.
const tolerance = 3_600_000

/**
 * Throws a sentence when the clock is earlier than the newest entry of the trail: checks would get dates of the past,
 * and sessions that have ended would count again.
 */
export async function demandLaterClock(db: Db, now: number): Promise<void> {
  const newest = await newestEntryAt(db)
  if (newest === null || Date.parse(newest) - tolerance <= now) return
  throw new Error(
    `The clock of this machine says ${moment(now)}, but the newest entry of the audit trail is of ${newest}. ` +
      'Set the clock. If it was wrong before and is right now, start with ALLOW_EARLIER_CLOCK=on until that time has passed.',
  )
}
