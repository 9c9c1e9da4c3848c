import {
  type FirstAccess,
  firstAccessOf,
  type NamedClaims,
  namesOf,
} from '@check-requests/domain/access/identity-providers/new-people.ts'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { findGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure, isUniqueViolation } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import { auditedAccount, emailTaken, userChanged } from '../../accounts/commands/record.ts'
import {
  type AccountValues,
  findScopeError,
  insertAssignments,
  insertUser,
  setOwnPassword,
} from '../../accounts/queries/store.ts'
import { askForConfirmation } from '../../pending-accounts/commands/ask.ts'
import { newPeopleOf, type Provider, wasRemoved } from '../queries/providers.ts'
import { actorOf } from './manage-providers.ts'

interface Newcomer {
  /** A verified email address in the provider's domains that belongs to no user here. */
  readonly email: string
  /** The hash of a random password that no one knows. */
  readonly passwordHash: string
}

interface Created {
  readonly userId: number
  readonly givenRoleIds: readonly RoleId[]
}

/**
 * Creates a user at the first sign-in if the provider settings allow it, or returns the reason for refusing. Roles that
 * decide about money need confirmation by a second person, who can't be the one who proposed the provider (decision
 * 127).
 */
export async function createPerson(
  unit: Unit,
  provider: Provider,
  claims: Claims,
  { email, passwordHash }: Newcomer,
): Promise<Created | Failure> {
  const { trx, now } = unit
  const rules = newPeopleOf(provider)
  const access = rules && firstAccessOf(rules, claims)
  if (!access) return refused(`${provider.name} doesn’t give you a role here. Ask your admin to add you.`)
  const names = namesOf(rules, claims)
  if (!names)
    return refused(
      `${provider.name} doesn’t provide your first and last name. Ask your admin to have the provider send them.`,
    )
  const assignments = { ...access, dealerGroupId: provider.dealer_group_id }
  const refusal = await refusalOf(unit, provider, assignments, email)
  if (refusal) return refusal
  const values: AccountValues = {
    email,
    username: email,
    title: null,
    first_name: names.first,
    last_name: names.last,
    primary_role: access.primaryRole,
    access_level: access.level,
    dealer_group_id: provider.dealer_group_id,
    active: 1,
  }
  const password = { hash: passwordHash, chosenById: null }
  const userId = await insertUser(trx, values, password, moment(now)).catch((error) => {
    throw isUniqueViolation(error, 'email') ? emailTaken(email) : error
  })
  await setOwnPassword(trx, userId, passwordHash)
  await insertAssignments(trx, userId, assignments)
  afterCreate(trx, 'user', userId)
  noteCreated(unit, provider, { userId, subject: claims.sub, access, account: auditedAccount(values, assignments) })
  const alsoAskedBy = provider.proposed_by_id
  const actor = actorOf(provider)
  await askForConfirmation(unit, { userId, before: undefined, newPassword: false, actor, alsoAskedBy })
  return { userId, givenRoleIds: access.givenRoleIds }
}

type Assignments = FirstAccess & { readonly dealerGroupId: number }

async function refusalOf(
  { trx }: Unit,
  provider: Provider,
  assignments: Assignments,
  email: string,
): Promise<Failure | undefined> {
  const group = await findGroup(trx, provider.dealer_group_id)
  if (group?.is_active !== 1)
    return new Failure('INACTIVE', 'Your dealer group is inactive, so its users can’t log in. Ask your admin.')
  if (await wasRemoved(trx, provider.dealer_group_id, email))
    return refused(`The account for ${email} was removed. Ask your admin to add you again.`)
  if (await findScopeError(trx, assignments))
    return refused(
      `The location that ${provider.name} assigns to new users no longer exists. Ask your admin to choose another one.`,
    )
  return undefined
}

interface Noted {
  readonly userId: number
  readonly subject: string
  readonly access: FirstAccess
  readonly account: object
}

function noteCreated({ audit, changed }: Unit, provider: Provider, { userId, subject, access, account }: Noted): void {
  const { id, version, name, dealer_group_id } = provider
  audit({
    actor: actorOf(provider),
    chain: dealer_group_id,
    action: 'user.create',
    entity: 'user',
    entityId: userId,
    after: { ...account, created_by: { identity_provider_id: id, version, name, subject }, given: access.givenRoleIds },
  })
  changed(userChanged(userId, dealer_group_id))
}

function refused(sentence: string): Failure {
  return new Failure('FORBIDDEN', sentence)
}

/** The provider's claims about a user. */
export interface Claims extends NamedClaims {
  readonly sub: string
}
