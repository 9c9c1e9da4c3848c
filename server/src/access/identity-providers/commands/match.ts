import { rolesLost } from '@check-requests/domain/access/identity-providers/new-people.ts'
import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import { isRoleId, type RoleId, roleNamed } from '@check-requests/domain/access/roles.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { auditedAccount, auditedPerson, reachOf, userChanged, valuesOf } from '../../accounts/commands/record.ts'
import { findPerson, type Person } from '../../accounts/queries/people.ts'
import { type AccountValues, clearAssignments, insertAssignments, updateUser } from '../../accounts/queries/store.ts'
import { askForConfirmation, rightsOf } from '../../pending-accounts/commands/ask.ts'
import { dateUnattended } from '../../pending-accounts/commands/take-effect.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../sessions/commands/end-sessions.ts'
import { type Account, findAccount, holdAccount } from '../../sessions/queries/accounts.ts'
import { deleteSessionsOf } from '../../sessions/queries/sessions.ts'
import {
  findIdentity,
  findIdentityOf,
  insertIdentity,
  type LinkedIdentity,
  newPeopleOf,
  type Provider,
  setGivenRoles,
} from '../queries/providers.ts'
import { type Claims, createPerson } from './create-person.ts'
import { actorOf, noteProvider } from './manage-providers.ts'

/** The matching account, or the reason why there is none. */
type Recognized = Account | Failure

/**
 * The account of a user who signed in at a provider, or the reason why there is none. Users are matched by their
 * permanent subject at the provider, and only the first time by a verified email address (decision 116). `passwordHash`
 * is the hash of the random password for a user whom the provider creates.
 */
export async function recognize(
  unit: Unit,
  provider: Provider,
  claims: Claims,
  passwordHash?: string,
): Promise<Recognized> {
  const known = await findIdentity(unit.trx, provider.id, claims.sub)
  if (known) return recognizeKnown(unit, provider, claims, known)
  const email = verifiedEmailOf(provider, claims)
  if (email instanceof Failure) return email
  const account = await findAccount(unit.trx, email)
  if (!account && passwordHash !== undefined) return begin(unit, provider, claims, { email, passwordHash })
  const refusal = refusalOf(provider, account)
  if (refusal || !account) return refusal ?? nobody(provider)
  if (await findIdentityOf(unit.trx, provider.id, account.id))
    return refused(
      `${email} is linked to another account at ${provider.name}. Ask an admin to unlink that account in Settings.`,
    )
  await link(unit, provider, account, { subject: claims.sub, givenRoleIds: [] })
  return account
}

async function recognizeKnown(
  unit: Unit,
  provider: Provider,
  claims: Claims,
  known: LinkedIdentity,
): Promise<Recognized> {
  const lostAll = await takeLostRoles(unit, provider, claims, known)
  if (lostAll) return lostAll
  const account = await holdAccount(unit.trx, known.user_id)
  return refusalOf(provider, account) ?? account ?? nobody(provider)
}

function refusalOf(provider: Provider, account: Account | undefined): Failure | undefined {
  if (account?.dealerGroupId !== provider.dealer_group_id) return nobody(provider)
  return account.active
    ? undefined
    : new Failure('INACTIVE', 'This account is inactive. Ask your admin to activate it.')
}

async function begin(
  unit: Unit,
  provider: Provider,
  claims: Claims,
  newcomer: { email: string; passwordHash: string },
): Promise<Recognized> {
  const created = await createPerson(unit, provider, claims, newcomer)
  if (created instanceof Failure) return created
  const account = await holdAccount(unit.trx, created.userId)
  if (!account) return nobody(provider)
  await link(unit, provider, account, { subject: claims.sub, givenRoleIds: created.givenRoleIds })
  return account
}

/** The email address that identifies the user, or the reason why it can't be used. */
function verifiedEmailOf(provider: Provider, claims: Claims): string | Failure {
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : undefined
  const domain = email && domainOf(email)
  if (!email || !domain)
    return refused(`${provider.name} doesn’t provide your email address. Ask your admin to have the provider send it.`)
  if (!provider.domains.includes(domain))
    return refused(`${provider.name} doesn’t sign in users from ${domain}. Sign in there with your work email address.`)
  const isVerified = flagOf(claims.email_verified) ?? provider.trusts_email === 1
  if (!isVerified)
    return refused(`${provider.name} hasn’t verified ${email}. Verify the address there, then sign in again.`)
  return email
}

/** The value of a Boolean claim, which some providers send as text; undefined when the claim is missing. */
function flagOf(claim: unknown): boolean | undefined {
  return claim === undefined ? undefined : claim === true || claim === 'true'
}

async function link(
  unit: Unit,
  provider: Provider,
  account: Account,
  { subject, givenRoleIds }: { subject: string; givenRoleIds: readonly RoleId[] },
): Promise<void> {
  const { trx, now } = unit
  const { id: identity_provider_id, dealer_group_id } = provider
  const ids = { identity_provider_id, dealer_group_id, subject, user_id: account.id }
  const given_role_ids = givenRoleIds.length > 0 ? givenRoleIds.join('') : null
  afterCreate(trx, 'linked-identity', await insertIdentity(trx, { ...ids, linked_at: moment(now), given_role_ids }))
  const name = `${account.firstName} ${account.lastName}`
  const actor = { userId: account.id, name, roleId: account.primaryRole, sessionId: null }
  noteProvider(unit, actor, { verb: 'link', provider, after: { user_id: account.id, subject } })
}

function nobody({ name }: Provider): Failure {
  return refused(`No user here has your email address at ${name}. Ask your admin to add you.`)
}

function refused(sentence: string): Failure {
  return new Failure('FORBIDDEN', sentence)
}

const requester = roleNamed('requester').id

/**
 * Removes roles granted by a claim that no longer names them. A removal needs no second person. A user left without
 * roles becomes a requester if the provider gives that role to everyone. Otherwise, the user becomes inactive, and this
 * returns the refusal.
 */
async function takeLostRoles(
  unit: Unit,
  provider: Provider,
  claims: Claims,
  identity: LinkedIdentity,
): Promise<Failure | undefined> {
  const rules = newPeopleOf(provider)
  const given = [...(identity.given_role_ids ?? '')].map(Number).filter(isRoleId)
  const lost = rules ? rolesLost(rules, claims, given) : []
  if (!rules || lost.length === 0) return undefined
  // The account is locked before it is read, so that a parallel deactivation isn't overwritten.
  await beforeChange(unit.trx, 'user', identity.user_id)
  const person = await findPerson(unit.trx, identity.user_id)
  const taken = person?.roleIds.filter((id) => lost.includes(id)) ?? []
  // The provider has no authority over users who moved to another dealer group.
  if (!person || taken.length === 0 || person.scope.dealerGroupId !== provider.dealer_group_id) return undefined
  const kept = person.roleIds.filter((id) => !taken.includes(id))
  const roleIds = kept.length === 0 && rules.requester_by_default ? [requester] : kept
  await store(unit, provider, person, { roleIds, taken })
  await beforeChange(unit.trx, 'linked-identity', identity.id)
  const stillGiven = given.filter((id) => !lost.includes(id))
  await setGivenRoles(unit.trx, identity.id, stillGiven)
  if (roleIds.length > 0) return undefined
  const message = `${provider.name} no longer gives you a role here, so your account is inactive. Ask your admin.`
  return new Failure('INACTIVE', message)
}

interface Left {
  readonly roleIds: readonly RoleId[]
  readonly taken: readonly RoleId[]
}

async function store(unit: Unit, provider: Provider, person: Person, { roleIds, taken }: Left): Promise<void> {
  const { trx, audit, changed } = unit
  const { userId, scope } = person
  await beforeSessionsEnd(trx, userId)
  const { values, assignments } = accountAfter(person, roleIds)
  await clearAssignments(trx, userId)
  await updateUser(trx, userId, values)
  await insertAssignments(trx, userId, assignments)
  await deleteSessionsOf(trx, userId)
  const actor = actorOf(provider)
  const subject = { chain: scope.dealerGroupId, entity: 'user', entityId: userId }
  const after = { ...auditedAccount(values, assignments), not_named_any_more: taken }
  audit({ actor, ...subject, action: 'user.update', before: auditedPerson(person), after })
  changed(sessionsChanged(userId))
  changed(userChanged(userId, scope.dealerGroupId))
  await askForConfirmation(unit, { userId, before: rightsOf(person), newPassword: false, actor })
  await dateUnattended(unit, scope.dealerGroupId)
}

// An account must have at least one role, so a user left without roles keeps all of them and becomes inactive.
function accountAfter(person: Person, roleIds: readonly RoleId[]) {
  const stored = valuesOf(person)
  const [first] = roleIds
  if (first === undefined) return { values: { ...stored, active: 0 }, assignments: reachOf(person) }
  const primary_role = roleIds.includes(person.primaryRole) ? person.primaryRole : first
  const values: AccountValues = { ...stored, primary_role }
  return { values, assignments: { ...reachOf(person), roleIds } }
}
