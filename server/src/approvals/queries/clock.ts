import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { type Hurry, stepHours } from '@check-requests/domain/approvals/hurry.ts'
import type { RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import { type BusinessHours, businessHoursAfter } from '@check-requests/domain/values/business-hours.ts'
import { findHours } from '../../organization/queries/calendars.ts'
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
  subject: Subject,
  step: RoutedStep | undefined,
  since: string,
): Promise<StepClock | undefined> {
  return step?.hurry && clockOf(step.hurry, since, subject.isCritical, await findHours(db, subject.place))
}

/** The clock of a step that began at a moment, by the hours of its place. */
export function clockOf(hurry: Hurry, since: string, isCritical: boolean, hours: BusinessHours): StepClock {
  const { remindAfter, escalateAfter } = stepHours(hurry, isCritical)
  const began = Date.parse(since)
  return {
    since: began,
    escalatesAt: escalateAfter === null ? null : businessHoursAfter(began, escalateAfter, hours),
    remindsAfter: (last) => (remindAfter === null ? null : businessHoursAfter(last, remindAfter, hours)),
  }
}
