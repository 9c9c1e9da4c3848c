import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { UpdateUserInput } from '@check-requests/domain/people/users/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import {
  isSuperAdmin,
  loadUser,
  lockUser,
  requireAnotherLeft,
  requireAuthority,
  requireGrantable,
  requireSuperAdminLeft,
} from '../../../access/accounts/commands/authority.ts'
import {
  auditedAccount,
  auditedPerson,
  reachOf,
  userChanged,
  valuesOf,
} from '../../../access/accounts/commands/record.ts'
import { findNamesOfScope, type Person } from '../../../access/accounts/queries/people.ts'
import {
  clearAssignments,
  findNamedUserId,
  insertAssignments,
  updateUser as storeUser,
} from '../../../access/accounts/queries/store.ts'
import { providerInsteadOfPassword } from '../../../access/identity-providers/queries/passwords.ts'
import { askForConfirmation, rightsOf, tellOfDirectory } from '../../../access/pending-accounts/commands/ask.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { dateUnattended } from '../../../access/pending-accounts/commands/take-effect.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../../access/sessions/commands/end-sessions.ts'
import { offerLink } from '../../../access/sessions/commands/password-links.ts'
import { requireFreshProof } from '../../../access/sessions/commands/required-proof.ts'
import { forgetFailures } from '../../../access/sessions/commands/throttle.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { endTokensOf, leavePrograms } from '../../../access/tokens/commands/tokens.ts'
import { removeDraftsOf } from '../../../check-requests/drafts/commands/drafts.ts'
import { renameRequester } from '../../../check-requests/queries/write/searched-texts.ts'
import { stopRecurringOf } from '../../../check-requests/recurring/commands/recurring.ts'
import { removeViewsOf } from '../../../check-requests/views/commands/views.ts'
import { removeInboxOf } from '../../../notices/inbox/commands/notices.ts'
import { endChatOf } from '../../../notices/webhooks/commands/own-chat.ts'
import { commonPasswords } from '../../../platform/crypto/passwords.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { requireVersion } from '../../../trail/commands/changes.ts'
import { type Account, type AccountInput, requirePlaces, settleAccount } from './create.ts'

/** Changes a user (R199, A17). A change to the user's rights or a new password logs the user out immediately. */
export async function updateUser(
  services: Services,
  { caller, repeatable }: Command,
  input: UpdateUserInput,
): Promise<number> {
  const { read } = services.database
  const id = await findNamedUserId(read, caller.scope.dealerGroupId, input)
  if (id === undefined) throw notFound('user')
  const { password } = input
  const passwordHash = password && (await hashFor(services, caller, id, { ...input, password }))
  const updated = await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const person = await lockUser(unit.trx, caller, id)
    await changeUser(services, unit, caller, { person, input, passwordHash })
    return { id, email: person.email }
  })
  if (passwordHash) await forgetFailures(services, updated.email)
  return updated.id
}

/** A locked user, and what to change. */
interface Changing {
  readonly person: Person
  readonly input: UpdateUserInput
  readonly passwordHash?: string | undefined
}

/** Changes a user in the command's transaction. */
export async function changeUser(
  services: Services,
  unit: Unit,
  caller: Caller,
  { person, input, passwordHash }: Changing,
): Promise<void> {
  const { trx, audit, changed } = unit
  const id = person.userId
  const isLeaver = isLeavingAdmin(caller, person, input)
  if (!isLeaver) requireAuthority(caller, person)
  requireSameEmail(person, input)
  await requireVersion(trx, 'user', id, input.version)
  const account = settleAccount(merged(person, input))
  await requireAllowed(trx, caller, person, account)
  await requirePlaces(trx, account.assignments)
  const endsSessions = passwordHash !== undefined || changesRights(person, account)
  if (endsSessions) await beforeRightsChange(unit, caller, id)
  const password = passwordHash ? { hash: passwordHash, chosenById: caller.userId } : undefined
  await store(services, unit, person, account, password)
  if (endsSessions) await deleteSessionsOf(trx, id)
  await removeWhatIsLeft(unit, caller, person, account)
  // A move to another group leaves an entry in both groups' audit chains.
  for (const group of new Set([person.scope.dealerGroupId, account.assignments.dealerGroupId]))
    audit({
      actor: caller,
      chain: group,
      action: passwordHash ? 'user.set-password' : 'user.update',
      entity: 'user',
      entityId: id,
      before: auditedPerson(person),
      after: auditedAccount(account.values, account.assignments),
    })
  changed(sessionsChanged(id))
  changed(userChanged(id, person.scope.dealerGroupId))
  changed(userChanged(id, account.assignments.dealerGroupId))
  const before = rightsOf(person)
  await askForConfirmation(unit, { userId: id, before, newPassword: passwordHash !== undefined, actor: caller })
  await dateUnattended(unit, person.scope.dealerGroupId)
  if (isLeaver) await tellOfDirectory(unit, caller, person, 'The directory deactivated this admin.')
}

/**
 * True if a directory deactivates an admin, and changes nothing else. That takes only rights away, has to be possible
 * at once, and can be undone by a super admin, of whom one is always active.
 */
function isLeavingAdmin(
  { token }: Caller,
  { active, roleIds }: Person,
  { id: _id, ...input }: UpdateUserInput,
): boolean {
  const isOnlyDeactivated = active && input.active === false && Object.keys(input).length === 1
  return token?.managesUsers !== undefined && roleIds.includes(roleNamed('admin').id) && isOnlyDeactivated
}

/** Removes the drafts, views, and inbox of a user who moves to another group, and the tokens and chat of anyone who leaves. */
async function removeWhatIsLeft(unit: Unit, caller: Caller, person: Person, account: Account): Promise<void> {
  const { userId: id, scope } = person
  const changesGroup = account.assignments.dealerGroupId !== scope.dealerGroupId
  if (changesGroup || account.values.active === 0) {
    await endTokensOf(unit, caller, id)
    await endChatOf(unit, caller, id)
  }
  const { values, assignments, scope: scopeAfter } = account
  await leavePrograms(unit, caller, person, {
    active: values.active === 1,
    roleIds: assignments.roleIds,
    scope: scopeAfter,
  })
  await stopRecurringOf(unit, id)
  if (!changesGroup) return
  await removeDraftsOf(unit.trx, id)
  await removeViewsOf(unit.trx, id)
  await removeInboxOf(unit.trx, id)
}

// Hashing is slow, so it runs before the transaction. It is skipped for users whom the caller can't change, so that
// neither password rules nor the response time reveal anything about them.
async function hashFor(
  services: Services,
  caller: Caller,
  id: number,
  { password, first_name, last_name }: UpdateUserInput & { password: string },
): Promise<string> {
  const { read } = services.database
  const person = await loadUser(read, caller, id)
  requireAuthority(caller, person)
  const { email, firstName, lastName, scope } = person
  const provider = await providerInsteadOfPassword(read, { email, dealerGroupId: scope.dealerGroupId })
  if (provider) throw invalidFields({ password: `This user signs in through ${provider} and has no password here.` })
  const places = await findNamesOfScope(read, scope)
  const names = [first_name ?? firstName, last_name ?? lastName, ...places]
  const refusal = passwordRefusal(password, { email, names }, await commonPasswords())
  if (refusal) throw invalidFields({ password: refusal })
  return services.passwords.hash(password)
}

/** Refuses a new email, because the email identifies the user (R100). */
function requireSameEmail({ email }: Person, input: UpdateUserInput): void {
  if (input.email !== undefined && input.email !== email)
    throw invalidFields({
      email: `You can’t change the email address ${email}. Add a user with the new address, and deactivate this one.`,
    })
}

/** The complete account after the change. */
function merged(
  person: Person,
  { id: _id, email: _email, password: _password, version: _version, ...input }: UpdateUserInput,
): AccountInput {
  const values = valuesOf(person)
  const { roleIds, dealershipIds, departmentIds } = reachOf(person)
  const stored: AccountInput = {
    ...values,
    active: person.active,
    role_ids: [...roleIds],
    dealership_ids: [...dealershipIds],
    department_ids: [...departmentIds],
  }
  return { ...stored, ...differing(stored, input) }
}

async function requireAllowed(
  trx: Tx,
  caller: Caller,
  person: Person,
  { values, assignments, scope }: Account,
): Promise<void> {
  requireGrantable(caller, assignments.roleIds, scope, person)
  if (person.userId === caller.userId && changesRights(person, { values, assignments, scope }))
    throw new Failure('CONFLICT', 'You can’t change your own rights or deactivate yourself. Ask another admin.')
  if (person.active && values.active === 0) await requireAnotherLeft(trx, caller, person, 'deactivate')
  if (isSuperAdmin(person.scope) && !isSuperAdmin(scope)) await requireSuperAdminLeft(trx, person, 'demote')
}

async function beforeRightsChange({ trx, now }: Unit, caller: Caller, id: number): Promise<void> {
  requireFreshProof(caller, now)
  await beforeSessionsEnd(trx, id)
}

function changesRights(person: Person, { values, assignments }: Account): boolean {
  const before = { ...reachOf(person), level: person.scope.level, active: person.active ? 1 : 0 }
  const after = { ...assignments, level: values.access_level, active: values.active }
  return fingerprint(before) !== fingerprint(after)
}

function fingerprint(rights: Record<string, unknown>): string {
  const parts = Object.entries(rights).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(
    parts.map(([name, value]) => [name, Array.isArray(value) ? [...value].sort((a, b) => a - b) : value]),
  )
}

async function store(
  services: Services,
  unit: Unit,
  person: Person,
  { values, assignments }: Account,
  password: { hash: string; chosenById: number } | undefined,
): Promise<void> {
  const { trx } = unit
  const id = person.userId
  await clearAssignments(trx, id)
  const ofAdmin = password && { password_hash: password.hash, password_chosen_by_id: password.chosenById }
  await storeUser(trx, id, { ...values, roles_taken: 0, ...(ofAdmin && { ...ofAdmin, password_by_admin: 1 }) })
  await insertAssignments(trx, id, assignments)
  if (password) await offerLink(services, unit, id)
  const name = `${values.first_name} ${values.last_name}`
  if (name !== person.name) await renameRequester(trx, id, name)
}
