import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels, type Scope } from '@check-requests/domain/access/scope.ts'
import {
  type ConfirmedChangeName,
  type Confirmer,
  changesToConfirm,
  type Rights,
  rightsInForce,
  roleLabels,
  type Waiting,
  waitingAfter,
} from '@check-requests/domain/people/confirmations/rules.ts'
import { businessDaysAfter, fixedCalendar } from '@check-requests/domain/values/business-time.ts'
import { findCalendar } from '../../../organization/queries/calendars.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import type { Actor, AuditEvent } from '../../../trail/commands/append.ts'
import { findPerson, type Person } from '../../accounts/queries/people.ts'
import { isAnybodyElse } from '../../accounts/queries/store.ts'
import { isBeingSetUp } from '../../pending-controls/queries/changes.ts'
import type { TokenOfCaller } from '../../sessions/queries/caller.ts'
import {
  findConfirmation,
  isConfirmedIn,
  removeConfirmation,
  type StoredConfirmation,
  saveConfirmation,
} from '../queries/confirmations.ts'
import { findSecondPeople, hasTakenEffect, listAdmins } from './second-people.ts'

/** A change to an account that was just stored. `before` is missing for a new account. */
export interface AccountChange {
  readonly userId: number
  readonly before: Rights | undefined
  readonly newPassword: boolean
  /** The user who made the change. The command line has no id or scope. */
  readonly actor: Actor & { readonly scope?: Scope; readonly token?: TokenOfCaller }
  /** Another user who took part, other than the one who made the change and the one who chose the password. */
  readonly alsoAskedBy?: number
  /** Users whose roles are in force, if the command has already looked them up. */
  readonly known?: readonly Confirmer[] | undefined
}

/**
 * Requires confirmation of an account change if account confirmation applies. The command must have called
 * `beforeChange` for the user and stored the change in this transaction.
 */
export async function askForConfirmation(unit: Unit, change: AccountChange): Promise<void> {
  const { trx, now } = unit
  const person = await findPerson(trx, change.userId)
  if (!person) return
  const open = change.before && (await findConfirmation(trx, change.userId))
  const inGroup = await isConfirmedIn(trx, person.scope.dealerGroupId)
  const unsettled = open && !hasTakenEffect(open, now) ? open : undefined
  // A program that was confirmed for it grants roles alone, but doesn't put other pending changes into effect.
  const isTrusted = change.actor.token?.managesUsers === 'alone' && !unsettled
  const applies = inGroup && !isTrusted
  const after = rightsOf(person)
  const step = { before: change.before, after, newPassword: change.newPassword }
  const fresh = applies ? changesToConfirm(step) : []
  const before = change.before && rightsInForce(change.before, unsettled)
  const waiting = applies ? waitingAfter({ ...step, before }) : nothing
  if (!applies && change.actor.token?.managesUsers) await tellOfGrant(unit, change, person, waitingAfter(step).roleIds)
  if (!isAnythingIn(waiting)) return withdrawBut(unit, change, person, unsettled)
  if (fresh.length > 0) return ask(unit, change, person, { fresh, waiting, open, unsettled })
  if (unsettled) await saveConfirmation(trx, { ...unsettled, ...waiting, dealerGroupId: person.scope.dealerGroupId })
}

async function tellOfGrant(unit: Unit, { actor }: AccountChange, person: Person, roleIds: readonly RoleId[]) {
  if (roleIds.length === 0) return
  await tellOfDirectory(unit, actor, person, `Roles without a second person: ${roleLabels(roleIds)}.`)
}

/** Notifies all admins of what a directory did alone. */
export async function tellOfDirectory(unit: Unit, actor: Actor, person: Person, text: string): Promise<void> {
  const { dealerGroupId } = person.scope
  if (dealerGroupId === null) return
  const admins = await listAdmins(unit.trx, dealerGroupId, unit.now)
  await unit.tell(
    admins.map(({ userId }) => userId),
    {
      event: 'changed-by-directory',
      key: `account/${person.userId}/directory/${person.version}`,
      actor,
      dealerGroupId,
      accountId: person.userId,
      text,
    },
  )
}

/** The rights that a stored account has. */
export function rightsOf({ active, email, roleIds, scope }: Person): Rights {
  return { active, email, roleIds, scope }
}

const nothing: Waiting = { roleIds: [], scopeInForce: undefined }

function isAnythingIn({ roleIds, scopeInForce }: Waiting): boolean {
  return roleIds.length > 0 || scopeInForce !== undefined
}

interface Asked {
  readonly fresh: readonly ConfirmedChangeName[]
  readonly waiting: Waiting
  readonly open: StoredConfirmation | undefined
  readonly unsettled: StoredConfirmation | undefined
}

async function ask(
  unit: Unit,
  { actor, userId, known, alsoAskedBy }: AccountChange,
  person: Person,
  { fresh, waiting, open, unsettled }: Asked,
): Promise<void> {
  const { trx, now } = unit
  const { dealerGroupId } = person.scope
  // The admin who added a program has seen its token, so they can't confirm what it asks for.
  const others = [alsoAskedBy ?? null, actor.token?.createdById ?? null, person.passwordChosenById]
  const hands = [...(open?.askedBy ?? []), actor.userId, ...others]
  const askedBy = [...new Set(hands.filter((id) => id !== null))]
  const alone = (await isAlone(trx, actor, userId)) || (await isSettingUp(trx, actor, dealerGroupId))
  const asked: StoredConfirmation = {
    ...(alone ? nothing : waiting),
    userId,
    dealerGroupId,
    version: (open?.version ?? 0) + 1,
    ...(!alone && unsettled?.titlesInForce && { titlesInForce: unsettled.titlesInForce }),
    changes: [...new Set([...(unsettled?.changes ?? []), ...fresh])],
    askedBy,
    askedAt: moment(now),
    effectiveAt: alone ? moment(now) : await effectiveAtOf(trx, person, askedBy, now),
    inEffect: alone,
    stoppedById: null,
    stoppedAt: null,
  }
  await saveConfirmation(trx, asked)
  note(unit, { actor, userId, dealerGroupId, action: 'user.ask-confirmation', after: auditedConfirmation(asked) })
  if (!alone) await tellSecondPeople(unit, { actor, known }, person, asked)
}

/** Notifies all users who can confirm the change. */
export async function tellSecondPeople(
  unit: Unit,
  { actor, known }: Pick<AccountChange, 'actor' | 'known'>,
  person: Person,
  asked: StoredConfirmation,
) {
  const others = await findSecondPeople(unit.trx, person, asked.askedBy, unit.now, known)
  await unit.tell(
    others.map(({ userId }) => userId),
    {
      event: 'confirmation',
      key: `account/${asked.userId}/${asked.version}/${asked.askedAt}`,
      actor,
      dealerGroupId: asked.dealerGroupId,
      accountId: asked.userId,
    },
  )
}

/** Withdraws a pending change except for approval titles, which stay pending while the account is active. */
async function withdrawBut(
  unit: Unit,
  change: AccountChange,
  person: Person,
  unsettled: StoredConfirmation | undefined,
): Promise<void> {
  if (!unsettled?.titlesInForce || !person.active) return withdraw(unit, change, person, unsettled)
  await saveConfirmation(unit.trx, { ...unsettled, ...nothing, changes: ['titles'] })
}

export async function withdraw(
  unit: Unit,
  { actor, userId }: AccountChange,
  { scope }: Person,
  unsettled: StoredConfirmation | undefined,
): Promise<void> {
  if (!unsettled) return
  await removeConfirmation(unit.trx, userId)
  const before = auditedConfirmation(unsettled)
  note(unit, { actor, userId, dealerGroupId: scope.dealerGroupId, action: 'user.withdraw-confirmation', before })
}

/**
 * Returns when a change takes effect without confirmation, or null if it never does. That is one business day from now,
 * if no one can confirm the change and another user didn't choose the account's password. Counts days in a calendar
 * that admins can't change. `known`: see `findSecondPeople`.
 */
export async function effectiveAtOf(
  trx: Tx,
  person: Person,
  askedBy: readonly number[],
  now: number,
  known?: readonly Confirmer[],
): Promise<string | null> {
  if (person.passwordByAdmin) return null
  const others = await findSecondPeople(trx, person, askedBy, now, known)
  if (others.length > 0) return null
  return moment(await afterBusinessDay(trx, person.scope.dealerGroupId, now))
}

// Admins can edit their group's calendar, so the later day of two calendars applies. Otherwise, an admin could make the
// day end sooner.
export async function afterBusinessDay(trx: Tx, groupId: number | null, now: number): Promise<number> {
  const calendars = [fixedCalendar, ...(groupId === null ? [] : [await findCalendar(trx, groupId)])]
  return Math.max(...calendars.map((calendar) => businessDaysAfter(now, 1, calendar)))
}

// Only a super admin can be the only user of an installation, because only super admins see all users.
export async function isAlone(trx: Tx, { userId, scope }: AccountChange['actor'], accountId: number): Promise<boolean> {
  if (userId === null || scope?.level !== accessLevels.superAdmin) return false
  return !(await isAnybodyElse(trx, [userId, accountId]))
}

/**
 * Returns true if a super admin is still setting up the dealer group, which ends when its first request is approved
 * (F10). Group admins don't set up their group alone, because a super admin can confirm their changes.
 */
async function isSettingUp(trx: Tx, { scope }: AccountChange['actor'], groupId: number | null): Promise<boolean> {
  if (scope?.level !== accessLevels.superAdmin || groupId === null) return false
  return isBeingSetUp(trx, groupId)
}

/** The audit record of a pending change. */
export function auditedConfirmation(asked: StoredConfirmation): object {
  const { changes, roleIds, titlesInForce, effectiveAt, inEffect } = asked
  const waiting = { waiting_role_ids: roleIds, ...(titlesInForce && { titles_in_force: titlesInForce }) }
  return { changes, ...waiting, effective_at: effectiveAt, in_effect: inEffect }
}

/**
 * An event of a pending change (proposed, decided, or took effect), for the audit trail and for users who see the
 * account.
 */
export interface Noted {
  readonly actor: AuditEvent['actor']
  readonly userId: number
  readonly dealerGroupId: number | null
  readonly action: string
  readonly before?: object
  readonly after?: object
}

/** Records an event of a pending change in the audit trail, and notifies the user's sessions and the group. */
export function note({ audit, changed }: Unit, { userId, dealerGroupId, ...event }: Noted): void {
  audit({ ...event, chain: dealerGroupId, entity: 'user', entityId: userId })
  changed({ topic: 'sessions', id: userId, scopes: ['sessions', `sessions:${userId}`] })
  changed({ topic: 'users', id: userId, scopes: ['users:all', `users:${dealerGroupId ?? 'shared'}`] })
}
