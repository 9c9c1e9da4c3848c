import { domainOf } from '@check-requests/domain/identity-providers/rules.ts'
import { afterCreate } from '../../audit/commands/changes.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import { type Account, findAccount, holdAccount } from '../../sessions/queries/accounts.ts'
import { findIdentity, findIdentityOf, insertIdentity } from '../queries/identities.ts'
import type { Provider } from '../queries/providers.ts'
import { noteProvider } from './record.ts'

/** What a provider says about a person. */
export interface Claims {
  readonly sub: string
  readonly email?: unknown
  readonly email_verified?: unknown
}

/**
 * The account of whoever has signed in at a provider, or why there is none. A person is recognized by the name that never
 * changes there, and by a verified email address the first time only (decision 116).
 */
export async function recognize(unit: Unit, provider: Provider, claims: Claims): Promise<Account | Failure> {
  const known = await findIdentity(unit.trx, provider.id, claims.sub)
  const account = known ? await holdAccount(unit.trx, known.user_id) : await findByEmail(unit, provider, claims)
  if (!account || account instanceof Failure) return account ?? nobody(provider)
  if (account.dealerGroupId !== provider.dealer_group_id) return nobody(provider)
  if (!account.active) return new Failure('INACTIVE', 'This account is inactive. Ask your admin to activate it.')
  if (!known) await link(unit, provider, account, claims.sub)
  return account
}

async function findByEmail({ trx }: Unit, provider: Provider, claims: Claims): Promise<Account | Failure | undefined> {
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : undefined
  const domain = email && domainOf(email)
  if (!email || !domain)
    return refused(`${provider.name} does not say which email address is yours. Ask your admin to have it sent.`)
  if (!provider.domains.includes(domain))
    return refused(`${provider.name} signs in nobody of ${domain}. Sign in there with your address at work.`)
  if (claims.email_verified !== true && (provider.trusts_email !== 1 || claims.email_verified === false))
    return refused(`${provider.name} has not verified that ${email} is yours. Verify it there, then sign in again.`)
  const account = await findAccount(trx, email)
  if (!account || !(await findIdentityOf(trx, provider.id, account.id))) return account
  return refused(
    `${email} is linked to another account at ${provider.name}. Ask an admin to forget that account in Settings.`,
  )
}

async function link(unit: Unit, provider: Provider, account: Account, subject: string): Promise<void> {
  const { trx, now } = unit
  const { id: identity_provider_id, dealer_group_id } = provider
  const identity = { identity_provider_id, dealer_group_id, subject, user_id: account.id, linked_at: moment(now) }
  afterCreate(trx, 'linked-identity', await insertIdentity(trx, identity))
  const name = `${account.firstName} ${account.lastName}`
  const actor = { userId: account.id, name, roleId: account.primaryRole, sessionId: null }
  noteProvider(unit, actor, { verb: 'link', provider, after: { user_id: account.id, subject } })
}

function nobody({ name }: Provider): Failure {
  return refused(`Nobody here has the address that you have at ${name}. Ask your admin to add you.`)
}

function refused(sentence: string): Failure {
  return new Failure('FORBIDDEN', sentence)
}
