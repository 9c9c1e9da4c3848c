import { covers, type Place } from '@check-requests/domain/access/scope.ts'
import type { Approver, Subject } from '@check-requests/domain/approvals/authority.ts'
import { anyApprover } from '@check-requests/domain/approvals/policy.ts'
import type { BusinessHours } from '@check-requests/domain/values/business-time.ts'
import { findForApproval, subjectOf } from '../../check-requests/queries/detail/find.ts'
import { findHours } from '../../organization/queries/calendars.ts'
import { moment } from '../../platform/clock.ts'
import { canonicalFingerprint, canonicalJson } from '../../platform/crypto/hashes.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { type DueTimes, dequeue, enqueue, written } from '../queries/queue.ts'
import { clockOf, findReminded, type QueuedPlace, type StepClock } from '../queries/queue-check.ts'
import { listRouted, type RoutedRow } from '../queries/routed.ts'
import { askAuthority, currentStep, type OnItsWay, onItsWay, type People } from '../queries/routes.ts'
import { tellOfShortage } from './shortages.ts'

/**
 * Queues a request for the users whose approval is pending, based on the request's current state and the current users,
 * or removes it from the queue if no approval is pending. `newHands` are the participants added in this transaction.
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
 * The due times of the pending step. Reminders continue from the last one for this step. `stored` is when the last
 * reminder for any step was sent.
 */
function dueTimes({ clock, escalatedSince }: OnItsWay, stored: string | null): DueTimes {
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

/** Notifies each user to whom an overdue step is offered, only once, regardless of how the delay was detected. */
async function tellOfOffer(unit: Unit, { route, authority }: OnItsWay): Promise<void> {
  const { check_request_id: requestId, dealer_group_id: dealerGroupId, round } = route
  const people = authority.byEscalation.map(({ userId }) => userId)
  const key = `escalated/${requestId}/${round}/${authority.current}`
  if (people.length > 0) await unit.tell(people, { event: 'escalated', key, actor: system, dealerGroupId, requestId })
}

/**
 * Finds the few requests, among many, that are in the wrong queue for the current users or need a notification. Loads
 * users and business hours once for all of them, and writes nothing.
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

  /**
   * Of the given requests, the ids of those in the wrong queue. Omits requests without a policy, because their queue
   * depends on no users.
   */
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

/**
 * The approvers who might be able to approve at a location: those whose scope covers it, and all delegates, whatever
 * their scope.
 */
function countingAt(place: Place, { people, delegations }: Pick<People, 'people' | 'delegations'>): Approver[] {
  const deputies = new Set(delegations.map(({ toId }) => toId))
  return people.filter(({ userId, scope }) => deputies.has(userId) || covers(scope, place))
}

const mostAudiences = 1000

/**
 * The users and settings against which a queue was checked: the approvers of each location with pending requests, and
 * all group-wide settings.
 */
export interface CheckedBy {
  /** 1 if participants in a request can't decide on it. */
  readonly separation: number
  /** A hash of the delegations and the business hours. */
  readonly rest: string
  readonly people: string
  readonly places: Readonly<Record<string, string>>
}

/**
 * Parses the stored state. Returns undefined for states stored by earlier versions, which had one hash of everything or
 * no separation setting.
 */
export function readCheckedBy(stored: string | null): CheckedBy | undefined {
  const before: Partial<CheckedBy> = stored?.startsWith('{') ? JSON.parse(stored) : {}
  return before.separation === undefined ? undefined : (before as CheckedBy)
}

/** The stored state of a queue that holds all pending requests but hasn't been checked against any users yet. */
export function filledUnder(separation: number): string {
  return canonicalJson({ separation, rest: '', people: '', places: {} } satisfies CheckedBy)
}

/** A hash of each location's approvers, by location. */
export function printsOf(queued: readonly QueuedPlace[], people: Pick<People, 'people' | 'delegations'>) {
  return Object.fromEntries(queued.map(({ key, place }) => [key, canonicalFingerprint(countingAt(place, people))]))
}

/**
 * The audiences whose requests must be checked: those of locations whose approvers have changed since the last check.
 * Undefined for all audiences, after a group-wide change or when there are too many to list. Includes locations without
 * pending requests at the last check, because requests might have arrived before the users last changed.
 */
export function audiencesToCheck(
  before: CheckedBy,
  now: CheckedBy,
  queued: readonly QueuedPlace[],
): readonly number[] | undefined {
  if (before.rest !== now.rest) return undefined
  const ids = queued.flatMap(({ key, audienceIds }) => (before.places[key] === now.places[key] ? [] : audienceIds))
  return ids.length > mostAudiences ? undefined : ids
}
