import { setImmediate as nextTurn } from 'node:timers/promises'
import { placeOf } from '@check-requests/domain/access/scope.ts'
import { noteEffects } from '../../access/pending-accounts/commands/take-effect.ts'
import { listApprovers } from '../../access/pending-accounts/queries/approvers.ts'
import { scopeNamesOfRequest } from '../../access/sessions/queries/accounts.ts'
import { findForApproval, subjectOf } from '../../check-requests/queries/detail/find.ts'
import { listClocks } from '../../organization/queries/calendars.ts'
import { moment } from '../../platform/clock.ts'
import { canonicalFingerprint, canonicalJson } from '../../platform/crypto/hashes.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services, Unit } from '../../services.ts'
import { endOrphaned, tellDeputies } from '../delegations/commands/delegations.ts'
import { listInForce } from '../delegations/queries/delegations.ts'
import {
  type Due,
  hasClocks,
  listDue,
  listPending,
  listQueued,
  listQueuedPlaces,
  listQueueGroups,
  noteReminded,
  type QueueGroup,
  rememberCheck,
} from '../queries/queue-check.ts'
import { askAuthority, type People } from '../queries/routes.ts'
import { policyChanged } from './policy.ts'
import { audiencesToCheck, MisplacedFinder, printsOf, readCheckedBy, requeue } from './requeue.ts'
import { tellOfUnheldTitles } from './shortages.ts'

const writtenAtOnce = 50
const readAtOnce = 100

/**
 * Updates every queue to match the current users. When someone leaves or loses a title, a step can have too few
 * approvers, so that its fallback must approve as well. Lists find out who can approve on each read, but a shortage is
 * detected only here. Reads only requests at locations whose users have changed, unless a group-wide change occurred,
 * and writes only those whose audience has changed. If the group's business hours have changed, recalculates due times.
 * After an upgrade from a version without queues, also fills the queues of groups that have a policy.
 */
export async function checkQueues(services: Services): Promise<void> {
  // A change that took effect by time alone affects queues only after it is recorded.
  await noteEffects(services)
  for (const group of await listQueueGroups(services.database.read)) await checkQueue(services, group)
  await remindApprovers(services)
}

async function checkQueue(services: Services, group: QueueGroup): Promise<void> {
  const { read } = services.database
  const now = services.clock()
  const people = await listApprovers(read, group.id, moment(now))
  const delegations = await listInForce(read, group.id, now)
  const clocks = (await hasClocks(read, group.id)) ? await listClocks(read, group.id) : []
  const separation = group.separation_of_duties
  const rest = canonicalFingerprint([delegations, ...clocks])
  const before = readCheckedBy(group.fingerprint)
  const all = canonicalFingerprint(people)
  if (before?.separation === separation && before.rest === rest && before.people === all) return
  const queued = await listQueuedPlaces(read, group.id)
  const checkedBy = { separation, rest, people: all, places: printsOf(queued, { people, delegations }) }
  if (before?.separation !== separation) await placeAll(services, group.id)
  else {
    const audienceIds = audiencesToCheck(before, checkedBy, queued)
    await placeMisplaced(services, { groupId: group.id, audienceIds }, { people, delegations, now: moment(now) })
  }
  await commit(services, undefined, async (unit) => {
    const { trx, changed } = unit
    await rememberCheck(trx, group.id, canonicalJson(checkedBy))
    await tellOfUnheldTitles(unit, group.id, people)
    await endOrphaned(unit, group.id)
    await tellDeputies(unit, group.id)
    // Queues on screens might have changed, even by time alone, because delegations begin and end.
    changed(policyChanged(group.id))
  })
}

/** Puts all pending requests into their queues. */
async function placeAll(services: Services, groupId: number): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; await nextTurn()) {
    const ids = await listPending(services.database.read, { groupId, after, limit: writtenAtOnce })
    await place(services, ids)
    after = ids.length < writtenAtOnce ? undefined : ids.at(-1)
  }
}

/** Moves requests of some or all audiences that are in the wrong queue. */
async function placeMisplaced(
  services: Services,
  { groupId, audienceIds }: { readonly groupId: number; readonly audienceIds: readonly number[] | undefined },
  people: People,
): Promise<void> {
  const { read } = services.database
  const finder = new MisplacedFinder(read, people)
  let after: number | undefined = audienceIds?.length === 0 ? undefined : 0
  for (; after !== undefined; await nextTurn()) {
    const ids = await listQueued(read, { groupId, audienceIds, after, limit: readAtOnce })
    await place(services, await finder.among(ids))
    after = ids.length < readAtOnce ? undefined : ids.at(-1)
  }
}

async function place(services: Services, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await commit(services, undefined, async (unit) => {
    for (const id of ids) await requeue(unit, id)
  })
}

const atOnce = 20
const system = { userId: null, name: 'System' }

/**
 * Reminds the users whose approval is pending, and offers overdue steps to others as well, after the business hours set
 * by their rules. Requeueing notifies the users to whom a step is offered. Decisions check who can approve again and
 * don't depend on this job.
 */
async function remindApprovers(services: Services): Promise<void> {
  let left = atOnce
  while (left === atOnce) left = await remindSome(services)
}

function remindSome(services: Services): Promise<number> {
  return commit(services, undefined, async (unit) => {
    const due = await listDue(unit.trx, moment(unit.now), atOnce)
    for (const one of due) await remind(unit, one)
    return due.length
  })
}

async function remind(unit: Unit, due: Due): Promise<void> {
  const { trx } = unit
  const now = moment(unit.now)
  const id = due.check_request_id
  const row = await findForApproval(trx, id)
  const asked = row && (await askAuthority(trx, subjectOf(row), now))
  if (!row || !asked) return requeue(unit, id)
  const { canAct, byEscalation } = asked.authority
  const about = { actor: system, dealerGroupId: due.dealer_group_id, requestId: id }
  const isOffered = due.escalate_at !== null && due.escalate_at <= now
  if (due.remind_at !== null && due.remind_at <= now) {
    const reminded = idsOf(canAct).filter((userId) => !isOffered || !idsOf(byEscalation).includes(userId))
    await unit.tell(reminded, { ...about, event: 'reminder', key: `reminder/${id}/${now}` })
    await noteReminded(trx, id, now)
  }
  await requeue(unit, id)
  unit.changed({ topic: 'check-requests', id, scopes: scopeNamesOfRequest(placeOf(row), row.requester_id) })
}

function idsOf(people: readonly { readonly userId: number }[]): number[] {
  return people.map(({ userId }) => userId)
}
