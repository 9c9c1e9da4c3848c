import { isRoleId, type RoleId, roleNamed } from '@check-requests/domain/access/roles.ts'
import { rolesLost } from '@check-requests/domain/identity-providers/new-people.ts'
import { beforeChange } from '../../audit/commands/changes.ts'
import { askForConfirmation, rightsOf } from '../../confirmations/commands/ask.ts'
import { dateUnattended } from '../../confirmations/commands/take-effect.ts'
import { Failure } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import { beforeSessionsEnd } from '../../sessions/commands/before-sessions-end.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import { deleteSessionsOf } from '../../sessions/queries/sessions.ts'
import { auditedAccount, auditedPerson, reachOf, userChanged, valuesOf } from '../../users/commands/record.ts'
import { findPerson, type Person } from '../../users/queries/people.ts'
import { type AccountValues, clearAssignments, insertAssignments, updateUser } from '../../users/queries/store.ts'
import { type LinkedIdentity, setGivenRoles } from '../queries/identities.ts'
import { newPeopleOf } from '../queries/new-people.ts'
import type { Provider } from '../queries/providers.ts'
import type { Claims } from './claims.ts'
import { actorOf } from './record.ts'

const requester = roleNamed('requester').id

/**
 * Takes the roles that a claim gave and does not name any more; taking away needs no second person. Whoever is left
 * with none is a requester, if the provider makes everybody one, and inactive otherwise: then says so.
 */
export async function takeLostRoles(
  unit: Unit,
  provider: Provider,
  claims: Claims,
  identity: LinkedIdentity,
): Promise<Failure | undefined> {
  const rules = newPeopleOf(provider)
  const given = [...(identity.given_role_ids ?? '')].map(Number).filter(isRoleId)
  const lost = rules ? rolesLost(rules, claims, given) : []
  if (!rules || lost.length === 0) return undefined
  const person = await findPerson(unit.trx, identity.user_id)
  const taken = person?.roleIds.filter((id) => lost.includes(id)) ?? []
  // Whoever has gone to another dealer group is none of this provider's business.
  if (!person || taken.length === 0 || person.scope.dealerGroupId !== provider.dealer_group_id) return undefined
  const kept = person.roleIds.filter((id) => !taken.includes(id))
  const roleIds = kept.length === 0 && rules.requester_by_default ? [requester] : kept
  await store(unit, provider, person, { roleIds, taken })
  await beforeChange(unit.trx, 'linked-identity', identity.id)
  const stillGiven = given.filter((id) => !lost.includes(id))
  await setGivenRoles(unit.trx, identity.id, stillGiven)
  if (roleIds.length > 0) return undefined
  const message = `${provider.name} gives you no role here any more, so your account is inactive. Ask your admin.`
  return new Failure('INACTIVE', message)
}

interface Left {
  readonly roleIds: readonly RoleId[]
  readonly taken: readonly RoleId[]
}

async function store(unit: Unit, provider: Provider, person: Person, { roleIds, taken }: Left): Promise<void> {
  const { trx, audit, changed } = unit
  const { userId, scope } = person
  await beforeChange(trx, 'user', userId)
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

// An account without a role does not exist: one that is left with none keeps them all, and is inactive.
function accountAfter(person: Person, roleIds: readonly RoleId[]) {
  const stored = valuesOf(person)
  const [first] = roleIds
  if (first === undefined) return { values: { ...stored, active: 0 }, assignments: reachOf(person) }
  const primary_role = roleIds.includes(person.primaryRole) ? person.primaryRole : first
  const values: AccountValues = { ...stored, primary_role }
  return { values, assignments: { ...reachOf(person), roleIds } }
}
