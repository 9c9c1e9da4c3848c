import type { AccountConfirmations } from '@check-requests/domain/confirmations/fields.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { findPerson } from '../../users/queries/people.ts'
import { namesOfUsers } from '../../users/queries/store.ts'
import { presentConfirmation } from '../presenter.ts'
import { isAnnounced, listConfirmations, type StoredConfirmation } from '../queries/confirmations.ts'
import { answersFor, stateOf } from './decide.ts'

const answering: readonly Caller['role'][] = ['admin', 'approver']

/** What waits about the caller's own account, and about those that the caller answers for. */
export async function listWaiting({ database, clock }: Services, caller: Caller): Promise<AccountConfirmations> {
  const { read } = database
  const now = clock()
  const present = async (found: StoredConfirmation) => {
    const person = await findPerson(read, found.userId)
    if (!person || !answersFor(caller, person)) return []
    const names = await namesOfUsers(read, [...found.askedBy, found.stoppedById ?? 0])
    return [presentConfirmation({ caller, person, found, names, state: await stateOf(read, person, found, now) })]
  }
  const all = await listConfirmations(read, caller.scope.dealerGroupId)
  const own = await Promise.all(all.filter(({ userId }) => userId === caller.userId).map(present))
  const mayAnswer = answering.includes(caller.role)
  const others = await Promise.all(all.filter(({ userId }) => mayAnswer && userId !== caller.userId).map(present))
  const announced = caller.role === 'admin' && (await isAnnounced(read, caller.userId))
  return { own: own.flat()[0] ?? null, others: others.flat(), announced }
}
