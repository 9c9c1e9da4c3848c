import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { findProvider, type Provider } from '../queries/providers.ts'
import { askProvider, explain, reasonOf, signInLasts, type Warn } from './client.ts'

interface Asked {
  readonly providerId: number
  readonly email: string | undefined
  /** The URL to which the provider redirects the browser afterward. */
  readonly redirectUri: string
  readonly warn: Warn
}

/** The URL that the browser opens to sign in, and the encrypted data that the browser keeps until the sign-in ends. */
export async function beginSignIn(services: Services, asked: Asked): Promise<{ url: string; sealed: string }> {
  const provider = await findProvider(services.database.read, asked.providerId)
  if (provider?.state !== 'active') throw notFound('identity provider')
  const { redirectUri, providerId } = asked
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const client = await askProvider(services, provider).catch((error: unknown) => {
    asked.warn({ provider: provider.name, reason: reasonOf(error) })
    throw explain(provider, error)
  })
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...hintFor(provider, asked.email),
  })
  return { url: url.href, sealed: sealSignIn(services, { ...secrets, providerId, redirectUri }) }
}

// Only the provider for this email domain is offered, so that outsiders can't learn which groups use which provider.
function hintFor({ domains }: Provider, email: string | undefined) {
  const domain = email && domainOf(email)
  return domain && domains.includes(domain) ? { login_hint: email } : {}
}

const context = 'sign-in at an identity provider'

const pending = z.object({
  providerId: z.int(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})

/** The data about a sign-in that the browser keeps while the user is at the provider. */
export type PendingSignIn = z.output<typeof pending>

/**
 * A started sign-in, encrypted for the cookie of the browser that began it, so that no one else can read, change, or
 * finish the sign-in.
 */
function sealSignIn({ secrets, clock }: Services, signIn: Omit<PendingSignIn, 'until'>): string {
  return secrets.seal(JSON.stringify({ ...signIn, until: clock() + signInLasts }), context)
}

/** The sign-in that this browser started. */
export function openSignIn({ secrets, clock }: Services, sealed: string | undefined): PendingSignIn {
  const signIn = sealed === undefined ? undefined : unseal(secrets, sealed)
  if (!signIn || signIn.until <= clock())
    throw new Failure(
      'UNAUTHENTICATED',
      'This sign-in was started in another browser or took too long. Start the sign-in again.',
    )
  return signIn
}

// The browser's data might be invalid.
function unseal(secrets: Services['secrets'], sealed: string): PendingSignIn | undefined {
  try {
    return pending.parse(JSON.parse(secrets.open(sealed, context)))
  } catch {
    return undefined
  }
}
