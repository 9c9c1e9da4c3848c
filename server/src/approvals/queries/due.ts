import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { type Hurry, type RoutedStep, stepHours } from '@check-requests/domain/approvals/policy.ts'
import { type BusinessHours, businessHoursAfter } from '@check-requests/domain/values/business-time.ts'
import { findHours } from '../../organization/queries/calendars.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'

/** A request that waits, and what is due for it. */
export type Due = Awaited<ReturnType<typeof listDue>>[number]

const due = prepare((db: Db, param: Params<{ now: string; limit: number }>) =>
  db
    .selectFrom('approval_queue')
    .select(['check_request_id', 'dealer_group_id', 'remind_at', 'escalate_at'])
    .where(({ eb, or }) => or([eb('remind_at', '<=', param('now')), eb('escalate_at', '<=', param('now'))]))
    .orderBy('check_request_id')
    .limit(param('limit')),
)

/** Requests of which people are to be reminded now, or that are to be offered to others. */
export function listDue(db: Db, now: string, limit: number) {
  return due(db, { now, limit }).all()
}

const reminded = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('approval_queue').select('reminded_at').where('check_request_id', '=', param('requestId')),
)

/** When somebody was last reminded of a request by the hours of its rule, if ever. */
export async function findReminded(db: Db, requestId: number): Promise<string | null> {
  return (await reminded(db, { requestId }).first())?.reminded_at ?? null
}

/** People were reminded of a request. */
export async function noteReminded(trx: Tx, requestId: number, at: string): Promise<void> {
  await trx.updateTable('approval_queue').set({ reminded_at: at }).where('check_request_id', '=', requestId).execute()
}

/** Does anything wait in a dealer group that its rules hurry up? */
export async function hasClocks(db: Db, groupId: number): Promise<boolean> {
  const row = await db
    .selectFrom('approval_queue')
    .select('check_request_id')
    .where('dealer_group_id', '=', groupId)
    .where(({ eb, or }) => or([eb('remind_at', 'is not', null), eb('escalate_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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
