import { roles } from '@check-requests/domain/access/roles.ts'
import { coversScope } from '@check-requests/domain/access/scope.ts'
import type {
  AccountConfirmation,
  AccountConfirmations,
} from '@check-requests/domain/people/confirmations/endpoints.ts'
import {
  type ConfirmationState,
  type Confirmer,
  mayConfirm,
  refusalToConfirm,
  refusalToStop,
} from '@check-requests/domain/people/confirmations/rules.ts'
import { findPeople, findPerson, type Person } from '../../../access/accounts/queries/people.ts'
import { confirmPassword, namesOfUsers } from '../../../access/accounts/queries/store.ts'
import { auditedConfirmation, note } from '../../../access/pending-accounts/commands/ask.ts'
import {
  findSecondPeople,
  hasTakenEffect,
  listPeopleInForce,
  requireInForce,
} from '../../../access/pending-accounts/commands/second-people.ts'
import {
  deleteAnnouncement,
  findConfirmation,
  isAnnounced,
  listConfirmations,
  removeConfirmation,
  type StoredConfirmation,
  saveConfirmation,
  type TitleInForce,
} from '../../../access/pending-accounts/queries/confirmations.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { listTitles, listTitlesOf } from '../../../approvals/queries/titles.ts'
import { listDealerships } from '../../../organization/queries/lists.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import { inTurns, readOnce } from '../../../platform/threads/promises.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'

/**
 * Confirms an account's pending change as a second user, so that it takes effect immediately. Returns the account's
 * user id.
 */
export function confirmAccount(
  services: Services,
  { caller, repeatable }: Command,
  userId: number,
  version: number,
): Promise<{ user_id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const { person, found } = await loadForDecision(unit, caller, userId, version)
    refuse(refusalToConfirm(caller, await stateOf(trx, person, found, unit.now)))
    await removeConfirmation(trx, userId)
    await confirmPassword(trx, userId)
    const { dealerGroupId } = person.scope
    note(unit, { actor: caller, userId, dealerGroupId, action: 'user.confirm', before: auditedConfirmation(found) })
    return { user_id: userId }
  })
}

/** Stops an account's pending change until a user confirms it after all. Returns the account's user id. */
export function stopAccount(
  services: Services,
  { caller, repeatable }: Command,
  userId: number,
  version: number,
): Promise<{ user_id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const { person, found } = await loadForDecision(unit, caller, userId, version)
    refuse(refusalToStop(caller, await stateOf(trx, person, found, now)))
    const stopped = { stoppedById: caller.userId, stoppedAt: moment(now), effectiveAt: null }
    await saveConfirmation(trx, { ...found, ...stopped, version: found.version + 1 })
    const { dealerGroupId } = person.scope
    note(unit, { actor: caller, userId, dealerGroupId, action: 'user.stop', before: auditedConfirmation(found) })
    return { user_id: userId }
  })
}

// Locks the account first, so that its pending change can't grow during the decision.
async function loadForDecision({ trx, now }: Unit, caller: Caller, userId: number, version: number) {
  await requireInForce({ trx, now }, caller)
  const seen = await findPerson(trx, userId)
  if (!seen || !answersFor(caller, seen)) throw notFound('user')
  await beforeChange(trx, 'user', userId)
  const person = await findPerson(trx, userId)
  const found = await findConfirmation(trx, userId)
  if (!person || !found) throw new Failure('CONFLICT', 'This account no longer has a pending change.')
  if (found.version !== version)
    throw new Failure('CONFLICT', 'This account has new requests or decisions. Review them before you continue.')
  return { person, found }
}

/**
 * Returns true if the caller can decide about this account: admins whose scope covers it, and the group's approvers.
 */
function answersFor({ userId, role, scope }: Caller, person: Pick<Person, 'userId' | 'scope'>): boolean {
  if (person.userId === userId || coversScope(scope, person.scope)) return true
  return role === 'approver' && scope.dealerGroupId === person.scope.dealerGroupId
}

/** The state of a confirmation, in the form that the confirmation rules use. */
async function stateOf(
  db: Db,
  person: Person,
  found: StoredConfirmation,
  now: number,
  known?: readonly Confirmer[],
): Promise<ConfirmationState> {
  return {
    userId: person.userId,
    name: person.name,
    askedBy: found.askedBy,
    passwordWaits: person.passwordByAdmin,
    inEffect: hasTakenEffect(found, now),
    stopped: found.stoppedAt !== null,
    secondPeople: await findSecondPeople(db, person, found.askedBy, now, known),
  }
}

function refuse(reason: ReturnType<typeof refusalToConfirm>): void {
  if (reason) throw new Failure(reason.kind === 'forbidden' ? 'FORBIDDEN' : 'CONFLICT', reason.sentence)
}

/** Hides the announcement of the confirmation rule after the caller has read it. */
export async function dismissAnnouncement({ database }: Services, { userId }: Caller): Promise<null> {
  await database.transact((trx) => deleteAnnouncement(trx, userId))
  return null
}

const answering: readonly Caller['role'][] = ['admin', 'approver']

/** Lists the pending changes to the caller's own account and to accounts that the caller can decide about. */
export async function listWaiting({ database, clock }: Services, caller: Caller): Promise<AccountConfirmations> {
  const { read } = database
  const now = clock()
  const mayAnswer = answering.includes(caller.role)
  const all = await listConfirmations(read, caller.scope.dealerGroupId)
  const seen = all.filter(({ userId }) => mayAnswer || userId === caller.userId)
  const people = await findPeople(
    read,
    seen.map(({ userId }) => userId),
  )
  const askers = new Set(
    seen.flatMap(({ askedBy, stoppedById }) => [...askedBy, ...(stoppedById ? [stoppedById] : [])]),
  )
  const names = await namesOfUsers(read, [...askers])
  const peopleOf = readOnce(async (groupId: number | null) =>
    (await listPeopleInForce(read, groupId, now)).filter(mayConfirm),
  )
  const namesOf = readOnce((groupId: number) => titleNames(read, groupId))
  const shown: AccountConfirmation[] = []
  await inTurns(seen, async (found) => {
    const person = people.get(found.userId)
    if (!person || !answersFor(caller, person)) return
    const state = await stateOf(read, person, found, now, await peopleOf(person.scope.dealerGroupId))
    const titles = await titlesOf(read, found, namesOf)
    shown.push(presentConfirmation({ caller, person, found, names, titles, state }))
  })
  const announced = caller.role === 'admin' && (await isAnnounced(read, caller.userId))
  const isOwn = ({ user_id }: AccountConfirmation) => user_id === caller.userId
  return { own: shown.find(isOwn) ?? null, others: shown.filter((one) => !isOwn(one)), announced }
}

/** The names of a group's approval titles and dealerships, by id. */
async function titleNames(db: Db, groupId: number) {
  const titles = await listTitles(db, groupId)
  const places = await listDealerships(db, groupId)
  return {
    titles: new Map(titles.map(({ id, name }) => [id, name])),
    places: new Map(places.map(({ id, name }) => [id, name])),
  }
}

type TitleNames = Awaited<ReturnType<typeof titleNames>>

/** Returns an account's proposed titles and its titles in force, by name, or undefined if none are pending. */
async function titlesOf(
  db: Db,
  { userId, dealerGroupId, titlesInForce }: StoredConfirmation,
  namesOf: (groupId: number) => Promise<TitleNames>,
) {
  if (!titlesInForce || dealerGroupId === null) return undefined
  const { titles, places } = await namesOf(dealerGroupId)
  const nameOf = ({ approval_title_id, dealership_id }: TitleInForce) => {
    const title = titles.get(approval_title_id) ?? 'a deleted title'
    return dealership_id === 0 ? title : `${title} at ${places.get(dealership_id) ?? 'a deleted dealership'}`
  }
  const asked = await listTitlesOf(db, userId)
  return { asked: asked.map(nameOf), in_force: titlesInForce.map(nameOf) }
}

interface Presented {
  readonly caller: Caller
  readonly person: Person
  readonly found: StoredConfirmation
  readonly state: ConfirmationState
  readonly names: ReadonlyMap<number, string>
  /** The proposed titles and the titles in force, by name, if they are pending. */
  readonly titles: { readonly asked: string[]; readonly in_force: string[] } | undefined
}

/** An account's pending change as the caller sees it. */
function presentConfirmation({ caller, person, found, state, names, titles }: Presented): AccountConfirmation {
  const waiting = state.inEffect ? [] : found.roleIds
  const nameOf = (id: number) => names.get(id) ?? 'Unknown user'
  return {
    user_id: person.userId,
    version: found.version,
    name: person.name,
    email: person.email,
    changes: [...found.changes],
    waiting_role_ids: [...waiting],
    waiting_role_names: roles.filter(({ id }) => waiting.includes(id)).map(({ label }) => label),
    scope_waits: !state.inEffect && found.scopeInForce !== undefined,
    ...(titles && !state.inEffect && { titles_wait: titles }),
    asked_by: found.askedBy.map(nameOf),
    asked_at: found.askedAt,
    password_waits: state.passwordWaits,
    second_people: state.secondPeople.map(({ name }) => name),
    effective_at: found.effectiveAt,
    in_effect: state.inEffect,
    stopped_by: found.stoppedById === null ? null : nameOf(found.stoppedById),
    stopped_at: found.stoppedAt,
    confirm_refusal: refusalToConfirm(caller, state)?.sentence ?? null,
    stop_refusal: refusalToStop(caller, state)?.sentence ?? null,
  }
}
