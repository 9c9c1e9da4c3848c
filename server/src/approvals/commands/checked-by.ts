import { canonicalFingerprint, canonicalJson } from '../../platform/fingerprint.ts'
import type { People } from '../queries/ask.ts'
import type { QueuedPlace } from '../queries/checks.ts'
import { countingAt } from './misplaced.ts'

const mostAudiences = 1000

/** What a queue was checked by: who can approve at each place at which requests wait, and all that counts everywhere. */
export interface CheckedBy {
  /** 1: whoever had a hand in a request does not decide about it. */
  readonly separation: number
  /** Of who stands in for whom, and of the hours. */
  readonly rest: string
  readonly people: string
  readonly places: Readonly<Record<string, string>>
}

/** Versions before kept a hash of everything, or no separation apart: they count as no check. */
export function readCheckedBy(stored: string | null): CheckedBy | undefined {
  const before: Partial<CheckedBy> = stored?.startsWith('{') ? JSON.parse(stored) : {}
  return before.separation === undefined ? undefined : (before as CheckedBy)
}

/** As it is stored of a queue that holds whatever waits, and has not been checked by any people yet. */
export function filledUnder(separation: number): string {
  return canonicalJson({ separation, rest: '', people: '', places: {} } satisfies CheckedBy)
}

/** A hash of the people who count at each place. */
export function printsOf(queued: readonly QueuedPlace[], people: Pick<People, 'people' | 'delegations'>) {
  return Object.fromEntries(queued.map(({ key, place }) => [key, canonicalFingerprint(countingAt(place, people))]))
}

/**
 * The audiences whose requests have to be looked at: those of places whose people are others than at the last check.
 * Undefined for all of them: when something has changed that counts everywhere, or when there are too many to name. A
 * place at which nothing waited then is looked at as well: what waits there now can have come before the last change of
 * its people.
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
