import type { AccountConfirmations } from '@check-requests/domain/people/confirmations/fields.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listTitles, listTitlesOf } from '../../../approvals/queries/titles.ts'
import { listDealerships } from '../../../organization/queries/lists.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { findPerson } from '../../users/queries/people.ts'
import { namesOfUsers } from '../../users/queries/store.ts'
import { presentConfirmation } from '../presenter.ts'
import { isAnnounced, listConfirmations, type StoredConfirmation, type TitleInForce } from '../queries/confirmations.ts'
import { answersFor, stateOf } from './decide.ts'

const answering: readonly Caller['role'][] = ['admin', 'approver']

/** What waits about the caller's own account, and about those that the caller answers for. */
export async function listWaiting({ database, clock }: Services, caller: Caller): Promise<AccountConfirmations> {
  const { read } = database
  const now = clock()
  const present = async (found: StoredConfirmation) => {
    const person = await findPerson(read, found.userId)
    if (!person || !answersFor(caller, person)) return []
    const names = await namesOfUsers(read, [
      ...found.askedBy,
      ...(found.stoppedById === null ? [] : [found.stoppedById]),
    ])
    const titles = await titlesOf(read, found)
    return [
      presentConfirmation({ caller, person, found, names, titles, state: await stateOf(read, person, found, now) }),
    ]
  }
  const all = await listConfirmations(read, caller.scope.dealerGroupId)
  const own = await Promise.all(all.filter(({ userId }) => userId === caller.userId).map(present))
  const mayAnswer = answering.includes(caller.role)
  const others = await Promise.all(all.filter(({ userId }) => mayAnswer && userId !== caller.userId).map(present))
  const announced = caller.role === 'admin' && (await isAnnounced(read, caller.userId))
  return { own: own.flat()[0] ?? null, others: others.flat(), announced }
}

/** The titles of an account as they were asked and as they are in force, by name; undefined where they do not wait. */
async function titlesOf(db: Db, { userId, dealerGroupId, titlesInForce }: StoredConfirmation) {
  if (!titlesInForce || dealerGroupId === null) return undefined
  const titles = new Map((await listTitles(db, dealerGroupId)).map(({ id, name }) => [id, name]))
  const places = new Map((await listDealerships(db, dealerGroupId)).map(({ id, name }) => [id, name]))
  const nameOf = ({ approval_title_id, dealership_id }: TitleInForce) => {
    const title = titles.get(approval_title_id) ?? 'a title that is gone'
    return dealership_id === 0 ? title : `${title} at ${places.get(dealership_id) ?? 'a dealership that is gone'}`
  }
  const asked = await listTitlesOf(db, userId)
  return { asked: asked.map(nameOf), in_force: titlesInForce.map(nameOf) }
}
