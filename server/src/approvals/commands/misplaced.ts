import { covers, type Place } from '@check-requests/domain/access/scope.ts'
import type { Approver } from '@check-requests/domain/approvals/authority.ts'
import type { BusinessHours } from '@check-requests/domain/values/business-hours.ts'
import { subjectOf } from '../../check-requests/queries/detail/find.ts'
import { listRouted, type RoutedRow } from '../../check-requests/queries/detail/queued.ts'
import { findHours } from '../../organization/queries/calendars.ts'
import type { Db } from '../../tables.ts'
import { currentStep, onItsWay, type People } from '../queries/ask.ts'
import { clockOf, type StepClock } from '../queries/clock.ts'
import { written } from '../queries/queue.ts'
import { dueTimes } from './requeue.ts'

/**
 * Finds, of many requests, the few that do not wait where they should as the people are now, or of which somebody has
 * to be told. People and hours are read once for all of them, and nothing is written.
 */
export class MisplacedFinder {
  readonly #db: Db
  readonly #people: People
  readonly #hours = new Map<number | null, Promise<BusinessHours>>()
  readonly #peopleAt = new Map<string, readonly Approver[]>()

  constructor(db: Db, people: People) {
    this.#db = db
    this.#people = people
  }

  /** Those of some requests, by id. Requests that no policy holds for depend on no people, and are left out. */
  async among(ids: readonly number[]): Promise<number[]> {
    const misplaced: number[] = []
    for (const row of await listRouted(this.#db, ids)) if (await this.#isMisplaced(row)) misplaced.push(row.id)
    return misplaced
  }

  async #isMisplaced(row: RoutedRow): Promise<boolean> {
    const subject = subjectOf(row)
    const people = { ...this.#people, people: this.#countingAt(subject.place) }
    const { approvals } = row
    const asked = onItsWay(subject, { route: row, approvals, clock: await this.#clockOf(row, subject) }, people)
    const { waitsFor, onFallback, isStuck, byEscalation } = asked.authority
    if (!waitsFor || onFallback || isStuck || byEscalation.length > 0) return true
    const due = dueTimes(asked, row.reminded_at)
    return (
      written(waitsFor).approvers !== row.approvers ||
      due.remind_at !== row.remind_at ||
      due.reminded_at !== row.reminded_at ||
      due.escalate_at !== row.escalate_at
    )
  }

  async #clockOf(row: RoutedRow, { place, isCritical }: ReturnType<typeof subjectOf>): Promise<StepClock | undefined> {
    const hurry = currentStep(row, row.approvals)?.hurry
    return hurry && clockOf(hurry, row.step_since, isCritical, await this.#hoursAt(place))
  }

  #hoursAt(place: Place): Promise<BusinessHours> {
    const hours = this.#hours.get(place.dealershipId) ?? findHours(this.#db, place)
    this.#hours.set(place.dealershipId, hours)
    return hours
  }

  #countingAt(place: Place): readonly Approver[] {
    const key = `${place.dealershipId}/${place.departmentId}`
    const people = this.#peopleAt.get(key) ?? countingAt(place, this.#people)
    this.#peopleAt.set(key, people)
    return people
  }
}

/** The approvers who count at a place: who cover it, and whoever stands in for somebody, wherever that is. */
export function countingAt(place: Place, { people, delegations }: Pick<People, 'people' | 'delegations'>): Approver[] {
  const deputies = new Set(delegations.map(({ toId }) => toId))
  return people.filter(({ userId, scope }) => deputies.has(userId) || covers(scope, place))
}
