import { setImmediate as nextTurn } from 'node:timers/promises'
import { noteEffects } from '../../confirmations/commands/take-effect.ts'
import { tellDeputies } from '../../delegations/commands/tell-parties.ts'
import { listInForce } from '../../delegations/queries/delegations.ts'
import { listClocks } from '../../organisation/queries/calendars.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { canonicalFingerprint } from '../../platform/fingerprint.ts'
import type { Services } from '../../services.ts'
import { listPending, listQueueGroups, type QueueGroup, rememberCheck } from '../queries/checks.ts'
import { hasClocks } from '../queries/due.ts'
import { listApprovers } from '../queries/people.ts'
import { hurryUp } from './hurry-up.ts'
import { policyChanged } from './record.ts'
import { requeue } from './requeue.ts'
import { tellOfUnheldTitles } from './shortages.ts'

const atOnce = 50

/**
 * Brings every queue up to date with the people: where somebody has left or lost a title, a step can have too few
 * people, and the fallback approves as well. Whom a list names is asked anew each time; this is about how many they are.
 * When the hours of the group have changed, what is due is worked out anew. After an upgrade it also fills the queues of
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
  const fingerprint = canonicalFingerprint([group.separation_of_duties, people, delegations, ...clocks])
  if (fingerprint === group.fingerprint) return
  let after: number | undefined = 0
  while (after !== undefined) {
    after = await checkSome(services, group.id, after)
    await nextTurn()
  }
  await commit(services, undefined, async (unit) => {
    const { trx, changed } = unit
    await rememberCheck(trx, group.id, fingerprint)
    await tellOfUnheldTitles(unit, group.id, people)
    await tellDeputies(unit, group.id)
    // Queues that are open somewhere can be others now, also by the time alone, as delegations begin and end.
    changed(policyChanged(group.id))
  })
}

/** Checks the next requests; returns the last one's id, or undefined after all of them. */
function checkSome(services: Services, groupId: number, after: number): Promise<number | undefined> {
  return commit(services, undefined, async (unit) => {
    const ids = await listPending(unit.trx, { groupId, after, limit: atOnce })
    for (const id of ids) await requeue(unit, id)
    return ids.length < atOnce ? undefined : ids.at(-1)
  })
}
