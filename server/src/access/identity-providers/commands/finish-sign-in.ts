import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findPerson } from '../../accounts/queries/people.ts'
import { setOwnPassword } from '../../accounts/queries/store.ts'
import { settlePassword } from '../../pending-accounts/commands/take-effect.ts'
import type { SignInCall } from '../../sessions/commands/begin-session.ts'
import { type Account, findAccountById, removeLinkOf } from '../../sessions/queries/accounts.ts'
import { providerInsteadOfPassword } from '../queries/passwords.ts'
import { findIdentity, findProvider, newPeopleOf, type Provider } from '../queries/providers.ts'
import { openSignIn, type PendingSignIn } from './begin-sign-in.ts'
import { askProvider, ClocksDiffer, clocksDiffer, explain, reasonOf, type Warn } from './client.ts'
import type { Claims } from './create-person.ts'
import { actorOf, noteProvider } from './manage-providers.ts'
import { recognize } from './match.ts'

/** The provider's response, and the data that the browser kept. */
interface Returned {
  /** The query string of the URL to which the provider redirected. */
  readonly answer: string
  readonly sealed: string | undefined
  readonly warn: Warn
}

/** A user who signed in at a provider, and the provider. */
export interface SignedIn {
  readonly account: Account
  readonly provider: NonNullable<SignInCall['provider']>
}

/** Finishes a sign-in: verifies all of the provider's claims and finds the account. */
export async function finishSignIn(services: Services, { answer, sealed, warn }: Returned): Promise<SignedIn> {
  const signIn = openSignIn(services, sealed)
  const provider = await findProvider(services.database.read, signIn.providerId)
  if (provider?.state !== 'active')
    throw new Failure('FORBIDDEN', 'This identity provider is no longer active. Ask your admin how to sign in.')
  const claims = await claimsFrom(services, provider, signIn, answer).catch((error: unknown) => {
    warn({ provider: provider.name, reason: reasonOf(error) })
    throw explain(provider, error)
  })
  const passwordHash = await passwordForNewcomer(services, provider, claims.sub)
  // Throws the refusal only after the commit, because the failed attempt must be stored.
  const found = await commit(services, undefined, async (unit) => {
    const result = await recognize(unit, provider, claims, passwordHash)
    if (result instanceof Failure) {
      const { sub, email } = claims
      noteProvider(unit, actorOf(provider), {
        verb: 'refuse',
        provider,
        after: { subject: sub, email, why: result.message },
      })
    }
    return result
  })
  if (found instanceof Failure) {
    warn({ provider: provider.name, reason: found.message })
    throw found
  }
  const session = typeof claims.sid === 'string' ? claims.sid : undefined
  const { id, name } = provider
  return { account: await retirePassword(services, found), provider: { id, name, session } }
}

// Hashing is slow, and a transaction must not wait for it.
async function passwordForNewcomer(services: Services, provider: Provider, subject: string) {
  if (newPeopleOf(provider) === null || (await findIdentity(services.database.read, provider.id, subject)))
    return undefined
  return newSecretHash(services)
}

async function claimsFrom(
  services: Services,
  provider: Provider,
  { redirectUri, state, nonce, verifier }: PendingSignIn,
  answer: string,
): Promise<Claims> {
  const client = await askProvider(services, provider)
  const came = new URL(redirectUri)
  came.search = answer
  const tokens = await authorizationCodeGrant(client, came, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no id_token.')
  if (claims.iat > Date.now() / 1000 + clocksDiffer) throw new ClocksDiffer('The id_token was issued in the future.')
  return { ...(await userInfo(client, tokens.access_token, claims.sub)), ...claims }
}

// The library checks that the userinfo and the id_token have the same subject.
async function userInfo(client: Configuration, accessToken: string, subject: string): Promise<object> {
  return client.serverMetadata().userinfo_endpoint ? fetchUserInfo(client, accessToken, subject) : {}
}

/**
 * Where passwords are off, replaces a password chosen by someone else with a random one. The user signs in through the
 * provider and so couldn't replace that password, and second-person confirmations would wait for a new one. Returns the
 * updated account.
 */
async function retirePassword(services: Services, account: Account): Promise<Account> {
  const { read } = services.database
  const person = await findPerson(read, account.id)
  if (!person?.passwordByAdmin || !(await providerInsteadOfPassword(read, account))) return account
  const hash = await newSecretHash(services)
  await commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', account.id)
    await setOwnPassword(trx, account.id, hash)
    await removeLinkOf(trx, account.id)
    const actor = { userId: account.id, name: person.name, roleId: person.primaryRole, sessionId: null }
    const subject = { chain: account.dealerGroupId, entity: 'user', entityId: account.id }
    audit({ actor, ...subject, action: 'user.retire-password' })
    await settlePassword(unit, actor, person)
  })
  return (await findAccountById(read, account.id)) ?? account
}

/** The hash of a random password that no one knows. */
function newSecretHash({ passwords, random }: Pick<Services, 'passwords' | 'random'>): Promise<string> {
  return passwords.hash(random(32).toString('base64url'))
}
