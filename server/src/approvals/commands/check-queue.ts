import { setImmediate as nextTurn } from 'node:timers/promises'
import { covers } from '@check-requests/domain/access/scope.ts'
import type { Approver, Delegation } from '@check-requests/domain/approvals/authority.ts'
import { noteEffects } from '../../confirmations/commands/take-effect.ts'
import { tellDeputies } from '../../delegations/commands/tell-parties.ts'
import { listInForce } from '../../delegations/queries/delegations.ts'
import { listClocks } from '../../organisation/queries/calendars.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { canonicalFingerprint, canonicalJson } from '../../platform/fingerprint.ts'
import type { Services } from '../../services.ts'
import {
  listPending,
  listQueuedPlaces,
  listQueueGroups,
  listWaitingFor,
  type QueuedPlace,
  type QueueGroup,
  rememberCheck,
} from '../queries/checks.ts'
import { hasClocks } from '../queries/due.ts'
import { listApprovers } from '../queries/people.ts'
import { hurryUp } from './hurry-up.ts'
import { policyChanged } from './record.ts'
import { requeue } from './requeue.ts'
import { tellOfUnheldTitles } from './shortages.ts'

const atOnce = 50
const mostAudiences = 1000

/**
 * Brings every queue up to date with the people: where somebody has left or lost a title, a step can have too few
 * people, and the fallback approves as well. Whom a list names is asked anew each time; this is about how many they are.
 * Only requests at places whose people are others than before are looked at, unless something has changed that counts
 * everywhere. When the hours of the group have changed, what is due is worked out anew. After an upgrade it also fills the queues of
 * groups that had a policy before there were any.
 */
export async function checkQueues(services: Services): Promise<void> {
  // What has taken effect by itself counts in queues once that is noted.
  await noteEffects(services)
  for (const group of await listQueueGroups(services.database.read)) await checkQueue(services, group)
  await hurryUp(services)
}

async function checkQueue(services: Services, group: QueueGroup): Promise<void> {
  const { read } = services.database
  const now = services.clock()
  const people = await listApprovers(read, group.id, moment(now))
  const delegations = await listInForce(read, group.id, now)
  const clocks = (await hasClocks(read, group.id)) ? await listClocks(read, group.id) : []
  const rest = canonicalFingerprint([group.separation_of_duties, delegations, ...clocks])
  const before = checkedBefore(group)
  const all = canonicalFingerprint(people)
  if (before?.rest === rest && before.people === all) return
  const queued = await listQueuedPlaces(read, group.id)
  const checkedBy = { rest, people: all, places: printsOf(queued, people, delegations) }
  const audienceIds = before?.rest === rest ? changedSince(before, checkedBy, queued) : undefined
  let after: number | undefined = audienceIds?.length === 0 ? undefined : 0
  while (after !== undefined) {
    after = await checkSome(services, { groupId: group.id, after, audienceIds })
    await nextTurn()
  }
  await commit(services, undefined, async (unit) => {
    const { trx, changed } = unit
    await rememberCheck(trx, group.id, canonicalJson(checkedBy))
    await tellOfUnheldTitles(unit, group.id, people)
    await tellDeputies(unit, group.id)
    // Queues that are open somewhere can be others now, also by the time alone, as delegations begin and end.
    changed(policyChanged(group.id))
  })
}

/** What a queue was checked by: who can approve at each place at which requests wait, and all that counts everywhere. */
interface CheckedBy {
  readonly rest: string
  readonly people: string
  readonly places: Readonly<Record<string, string>>
}

function checkedBefore({ fingerprint }: QueueGroup): CheckedBy | undefined {
  // The version before kept a hash of everything.
  return fingerprint?.startsWith('{') ? JSON.parse(fingerprint) : undefined
}

/**
 * What the place of a request adds to what it waits for: the approvers who cover it, and whoever stands in for somebody,
 * wherever that is.
 */
function printsOf(queued: readonly QueuedPlace[], people: readonly Approver[], delegations: readonly Delegation[]) {
  const deputies = new Set(delegations.map(({ toId }) => toId))
  return Object.fromEntries(
    queued.map(({ key, place }) => {
      const here = people.filter(({ userId, scope }) => deputies.has(userId) || covers(scope, place))
      return [key, canonicalFingerprint(here)]
    }),
  )
}

/**
 * The audiences at places whose people are others than at the last check; undefined where those are so many that all
 * requests are looked at. A place at which nothing waited then is checked as well: what waits there now can have come
 * before the last change of its people.
 */
function changedSince(before: CheckedBy, now: CheckedBy, queued: readonly QueuedPlace[]): number[] | undefined {
  const ids = queued.flatMap(({ key, audienceIds }) => (before.places[key] === now.places[key] ? [] : audienceIds))
  return ids.length > mostAudiences ? undefined : ids
}

/** Checks the next requests; returns the last one's id, or undefined after all of them. */
function checkSome(
  services: Services,
  { audienceIds, ...from }: { groupId: number; after: number; audienceIds: readonly number[] | undefined },
): Promise<number | undefined> {
  return commit(services, undefined, async (unit) => {
    const next = { ...from, limit: atOnce }
    const ids = await (audienceIds ? listWaitingFor(unit.trx, { ...next, audienceIds }) : listPending(unit.trx, next))
    for (const id of ids) await requeue(unit, id)
    return ids.length < atOnce ? undefined : ids.at(-1)
  })
}
