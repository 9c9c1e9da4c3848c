import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { stepHours } from '@check-requests/domain/approvals/hurry.ts'
import type { RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import { businessHoursAfter } from '@check-requests/domain/values/business-hours.ts'
import { findHours } from '../../organisation/queries/calendars.ts'
import type { Db } from '../../tables.ts'

/** The clock of a step that its rule hurries up. Moments are milliseconds. */
export interface StepClock {
  readonly since: number
  /** When it is offered to others as well; null for never. */
  readonly escalatesAt: number | null
  /** When people are next reminded who were last at a moment, or when the step began; null for never. */
  readonly remindsAfter: (last: number) => number | null
}

/** The clock of a step that began at a moment; undefined where its rule says nothing. */
export async function findClock(
  db: Db,
  { place, isCritical }: Subject,
  step: RoutedStep | undefined,
  since: string,
): Promise<StepClock | undefined> {
  if (!step?.hurry) return undefined
  const { remindAfter, escalateAfter } = stepHours(step.hurry, isCritical)
  const hours = await findHours(db, place)
  const began = Date.parse(since)
  return {
    since: began,
    escalatesAt: escalateAfter === null ? null : businessHoursAfter(began, escalateAfter, hours),
    remindsAfter: (last) => (remindAfter === null ? null : businessHoursAfter(last, remindAfter, hours)),
  }
}
