import { type RoleId, type RoleName, roleNamed, roleOf } from '../../access/roles.ts'
import { accessLevels, coversScope, type Scope } from '../../access/scope.ts'
import type { Refusal } from '../../check-requests/lifecycle.ts'
import { listWithAnd, listWithOr } from '../../values/lists.ts'

/** Roles whose users decide on payments, or on the users who decide on payments. */
export const confirmedRoles: readonly RoleId[] = (['admin', 'approver', 'processor'] as const).map(
  (name) => roleNamed(name).id,
)

/**
 * The account properties whose change can require confirmation. An inactive account has no rights, whatever its roles.
 */
export interface Rights {
  readonly active: boolean
  readonly email: string
  readonly roleIds: readonly RoleId[]
  readonly scope: Scope
  /** Each approval title as a string that contains the title and dealership; missing if not needed. */
  readonly titles?: readonly string[]
}

/** An account before and after a change. `before` is missing for a new account. */
interface Step {
  readonly before: Rights | undefined
  readonly after: Rights
  readonly newPassword: boolean
}

/** The pending parts of an account: roles not in force, and the scope in force until the wider one is confirmed. */
export interface Waiting {
  readonly roleIds: readonly RoleId[]
  readonly scopeInForce: Scope | undefined
}

interface ConfirmedChange {
  readonly name: string
  /** The name of the change in lists. */
  readonly label: string
  readonly happens: (step: Step) => boolean
  /**
   * The part of the account that stays pending: all confirmed roles of the account, only the new ones, only the wider
   * part of the scope, or the titles.
   */
  readonly waits: 'roles' | 'given roles' | 'wider part' | 'titles'
}

/**
 * The complete table of account changes that take effect only after a second person confirms them, one row per change.
 */
// biome-ignore format: a table, one row each
export const confirmedChanges = [
  { name: 'account', label: 'a new account', waits: 'roles', happens: ({ before }) => before === undefined },
  { name: 'activation', label: 'a reactivated account', waits: 'roles', happens: ({ before }) => before?.active === false },
  { name: 'group', label: 'another dealer group', waits: 'roles', happens: ({ before, after }) => before !== undefined && before.scope.dealerGroupId !== after.scope.dealerGroupId },
  { name: 'email', label: 'another email address', waits: 'roles', happens: ({ before, after }) => before !== undefined && before.email !== after.email },
  { name: 'password', label: 'a password that someone else chose', waits: 'roles', happens: ({ before, newPassword }) => before !== undefined && newPassword },
  { name: 'roles', label: 'another role', waits: 'given roles', happens: ({ before, after }) => before !== undefined && givenRoles(before, after).length > 0 },
  { name: 'scope', label: 'a wider scope', waits: 'wider part', happens: ({ before, after }) => before !== undefined && !coversScope(before.scope, after.scope) },
  { name: 'titles', label: 'other approval titles', waits: 'titles', happens: ({ before, after }) => hasOtherTitles(before, after) },
] as const satisfies readonly ConfirmedChange[]

export type ConfirmedChangeName = (typeof confirmedChanges)[number]['name']
export const confirmedChangeNames = confirmedChanges.map(({ name }) => name)

const nothing: Waiting = { roleIds: [], scopeInForce: undefined }

/** The changes in the table that a step makes; empty if the account has no confirmed role afterward. */
export function changesToConfirm(step: Step): ConfirmedChangeName[] {
  if (!step.after.active || confirmedRolesOf(step.after).length === 0) return []
  return confirmedChanges.filter(({ happens }) => happens(step)).map(({ name }) => name)
}

/** The pending parts after a step; `before`: the state in force. */
export function waitingAfter(step: Step): Waiting {
  const { before, after } = step
  const names = changesToConfirm(step)
  if (names.length === 0) return nothing
  const rows = confirmedChanges.filter(({ name }) => names.includes(name))
  const held = confirmedRolesOf(after)
  if (rows.some(({ waits }) => waits === 'roles')) return { roleIds: held, scopeInForce: undefined }
  const given = before ? givenRoles(before, after) : held
  if (!before || !rows.some(({ waits }) => waits === 'wider part')) return { roleIds: given, scopeInForce: undefined }
  // The previous scope stays in force only if the new scope covers it; otherwise, no scope is in force.
  return coversScope(after.scope, before.scope)
    ? { roleIds: given, scopeInForce: given.length < held.length ? before.scope : undefined }
    : { roleIds: held, scopeInForce: undefined }
}

/** The rights in force while a change is pending. */
export function rightsInForce(stored: Rights, waiting: Waiting | undefined): Rights {
  if (!waiting) return stored
  return {
    ...stored,
    roleIds: stored.roleIds.filter((id) => !waiting.roleIds.includes(id)),
    scope: waiting.scopeInForce ?? stored.scope,
  }
}

function confirmedRolesOf({ roleIds }: Pick<Rights, 'roleIds'>): RoleId[] {
  return roleIds.filter((id) => confirmedRoles.includes(id))
}

function givenRoles(before: Rights, after: Rights): RoleId[] {
  return confirmedRolesOf(after).filter((id) => !before.roleIds.includes(id))
}

/** True if the change grants or removes approval titles. */
function hasOtherTitles(before: Rights | undefined, after: Rights): boolean {
  if (!before?.titles || !after.titles) return false
  return before.titles.toSorted().join() !== after.titles.toSorted().join()
}

/** An active user with the roles and scope in force. */
export interface Confirmer {
  readonly userId: number
  readonly name: string
  readonly roleIds: readonly RoleId[]
  readonly scope: Scope
}

/** The change to confirm: the account with its requested scope, and the users who took part. */
export interface Confirmation {
  readonly userId: number
  readonly scope: Scope
  readonly askedBy: readonly number[]
}

/**
 * The users who may confirm, in order of preference. Only the first row that matches anyone applies. Super admins may
 * always confirm.
 */
const secondPeople: readonly { role: RoleName; superAdmin: boolean }[] = [
  { role: 'admin', superAdmin: false },
  { role: 'admin', superAdmin: true },
  { role: 'approver', superAdmin: false },
]

/** Whether a user's roles allow confirming anyone's change. */
export function mayConfirm({ roleIds }: Pick<Confirmer, 'roleIds'>): boolean {
  return secondPeople.some(({ role }) => roleIds.includes(roleNamed(role).id))
}

/** All users who may confirm a change now; empty if there is no second person. */
export function secondPeopleFor<Person extends Confirmer>(people: readonly Person[], asked: Confirmation): Person[] {
  const others = people.filter((person) => isSecond(person, asked))
  const rows = secondPeople.map((row) => others.filter((person) => fits(person, row)))
  const first = rows.find((fitting) => fitting.length > 0) ?? []
  const superAdmins = rows[1] ?? []
  return [...new Set([...first, ...superAdmins])]
}

function isSecond(person: Confirmer, { userId, scope, askedBy }: Confirmation): boolean {
  return person.userId !== userId && !askedBy.includes(person.userId) && coversScope(person.scope, scope)
}

function fits({ roleIds, scope }: Confirmer, { role, superAdmin }: { role: RoleName; superAdmin: boolean }): boolean {
  return roleIds.includes(roleNamed(role).id) && (scope.level === accessLevels.superAdmin) === superAdmin
}

/** Role names for use in a sentence: `Approver and Processor`. */
export function roleLabels(roleIds: readonly RoleId[]): string {
  return listWithAnd(roleIds.map((id) => roleOf(id).label))
}

/** Why a user can't act in a role that isn't in force. */
export function refusalToAct(roleId: RoleId): Refusal {
  const sentence = `Your ${roleOf(roleId).label} role takes effect when a second person confirms your account. Your dashboard shows who can.`
  return { kind: 'forbidden', sentence }
}

/** The facts that a decision about a confirmation depends on. */
export interface ConfirmationState {
  readonly userId: number
  readonly name: string
  readonly askedBy: readonly number[]
  readonly passwordWaits: boolean
  readonly inEffect: boolean
  readonly stopped: boolean
  readonly secondPeople: readonly Confirmer[]
}

/** Why a user can't confirm a change to an account; undefined when they can. */
export function refusalToConfirm(caller: { userId: number }, state: ConfirmationState): Refusal | undefined {
  const { userId, name, askedBy, passwordWaits, secondPeople } = state
  if (caller.userId === userId) return forbidden('This is your own account, so someone else has to confirm it.')
  if (askedBy.includes(caller.userId))
    return forbidden('You requested this change or chose the password, so someone else has to confirm it.')
  if (!secondPeople.some((person) => person.userId === caller.userId))
    return forbidden(
      secondPeople.length > 0 ? `${namesOf(secondPeople)} can confirm this.` : 'You can’t confirm this change.',
    )
  if (passwordWaits)
    return { kind: 'conflict', sentence: `${name} must first replace the password that someone else chose.` }
  return undefined
}

/** Why a user can't stop a change to an account; undefined when they can. Stopping a change grants no rights. */
export function refusalToStop(caller: { userId: number }, state: ConfirmationState): Refusal | undefined {
  if (caller.userId === state.userId)
    return forbidden('This is your own account, so someone else has to stop the change.')
  if (state.stopped)
    return { kind: 'conflict', sentence: 'This change was already stopped. Reload the page to see the account.' }
  if (state.inEffect)
    return {
      kind: 'conflict',
      sentence: 'This change already took effect. To reverse it, remove the role or deactivate the account.',
    }
  return undefined
}

/** Joins names for use in a sentence with “or”. */
function namesOf(people: readonly { name: string }[]): string {
  return listWithOr(people.map(({ name }) => name))
}

function forbidden(sentence: string): Refusal {
  return { kind: 'forbidden', sentence }
}
