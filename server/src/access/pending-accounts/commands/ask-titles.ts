import { changesToConfirm } from '@check-requests/domain/people/confirmations/rules.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { findPerson, type Person } from '../../accounts/queries/people.ts'
import {
  findConfirmation,
  isConfirmedIn,
  type StoredConfirmation,
  saveConfirmation,
  type TitleInForce,
} from '../queries/confirmations.ts'
import {
  type AccountChange,
  auditedConfirmation,
  effectiveAtOf,
  isAlone,
  note,
  rightsOf,
  tellSecondPeople,
  withdraw,
} from './ask.ts'
import { hasTakenEffect } from './second-people.ts'

/** A change to an account's approval titles that was just stored. */
export interface TitleChange extends Pick<AccountChange, 'userId' | 'actor' | 'known'> {
  readonly before: readonly TitleInForce[]
  readonly after: readonly TitleInForce[]
}

/**
 * Requires confirmation of new approval titles if the dealer group has that rule. Until then, the previous titles stay
 * in force. Restoring the previous titles ends the pending change.
 */
export async function askForTitles(unit: Unit, change: TitleChange): Promise<void> {
  const { trx, now } = unit
  const person = await findPerson(trx, change.userId)
  if (!person || !(await isConfirmedIn(trx, person.scope.dealerGroupId))) return
  const open = await findConfirmation(trx, change.userId)
  const unsettled = open && !hasTakenEffect(open, now) ? open : undefined
  const inForce = unsettled?.titlesInForce ?? change.before
  const rights = rightsOf(person)
  const fresh = changesToConfirm({
    before: { ...rights, titles: inForce.map(keyOf) },
    after: { ...rights, titles: change.after.map(keyOf) },
    newPassword: false,
  })
  if (fresh.length > 0) await ask(unit, change, person, { inForce, open, unsettled })
  else if (unsettled?.titlesInForce) await takeBack(unit, change, person, unsettled)
}

function keyOf({ approval_title_id, dealership_id }: TitleInForce): string {
  return `${approval_title_id} ${dealership_id}`
}

interface Asked {
  readonly inForce: readonly TitleInForce[]
  readonly open: StoredConfirmation | undefined
  readonly unsettled: StoredConfirmation | undefined
}

async function ask(
  unit: Unit,
  { actor, userId, known }: TitleChange,
  person: Person,
  { inForce, open, unsettled }: Asked,
): Promise<void> {
  const { trx, now } = unit
  if (await isAlone(trx, actor, userId)) return
  const { dealerGroupId } = person.scope
  const askedBy = [...new Set([...(unsettled?.askedBy ?? []), actor.userId].filter((id) => id !== null))]
  const asked: StoredConfirmation = {
    roleIds: unsettled?.roleIds ?? [],
    scopeInForce: unsettled?.scopeInForce,
    titlesInForce: inForce,
    userId,
    dealerGroupId,
    version: (open?.version ?? 0) + 1,
    changes: [...new Set([...(unsettled?.changes ?? []), 'titles' as const])],
    askedBy,
    askedAt: moment(now),
    effectiveAt: await effectiveAtOf(trx, person, askedBy, now),
    inEffect: false,
    stoppedById: null,
    stoppedAt: null,
  }
  await saveConfirmation(trx, asked)
  note(unit, { actor, userId, dealerGroupId, action: 'user.ask-confirmation', after: auditedConfirmation(asked) })
  await tellSecondPeople(unit, { actor, known }, person, asked)
}

async function takeBack(unit: Unit, { actor, userId }: TitleChange, person: Person, unsettled: StoredConfirmation) {
  const changes = unsettled.changes.filter((name) => name !== 'titles')
  if (changes.length === 0)
    return withdraw(unit, { actor, userId, before: undefined, newPassword: false }, person, unsettled)
  await saveConfirmation(unit.trx, { ...unsettled, titlesInForce: undefined, changes, version: unsettled.version + 1 })
}
