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
import { askProvider, explain, reasonOf, type Warn } from './client.ts'

interface Asked {
  readonly providerId: number
  readonly email: string | undefined
  /** Where the provider sends the browser afterwards. */
  readonly redirectUri: string
  readonly warn: Warn
}

/** Where the browser has to go for a sign-in, and what it has to keep meanwhile. */
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

// Only to the provider of this address: others need not learn whose it is.
function hintFor({ domains }: Provider, email: string | undefined) {
  const domain = email && domainOf(email)
  return domain && domains.includes(domain) ? { login_hint: email } : {}
}

/** How long somebody may take at the provider, in milliseconds. */
export const signInLasts = 10 * 60_000

const context = 'sign-in at an identity provider'

const pending = z.object({
  providerId: z.int(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})

/** What is known of a sign-in while its person is at the provider. */
export type PendingSignIn = z.output<typeof pending>

/** A sign-in that has begun, for the cookie of the browser that began it: nobody else can read, change or finish it. */
function sealSignIn({ secrets, clock }: Services, signIn: Omit<PendingSignIn, 'until'>): string {
  return secrets.seal(JSON.stringify({ ...signIn, until: clock() + signInLasts }), context)
}

/** The sign-in that this browser has begun. */
export function openSignIn({ secrets, clock }: Services, sealed: string | undefined): PendingSignIn {
  const signIn = sealed === undefined ? undefined : unseal(secrets, sealed)
  if (!signIn || signIn.until <= clock())
    throw new Failure('UNAUTHENTICATED', 'This sign-in was begun in another browser, or took too long. Start again.')
  return signIn
}

// What a browser sends may be anything.
function unseal(secrets: Services['secrets'], sealed: string): PendingSignIn | undefined {
  try {
    return pending.parse(JSON.parse(secrets.open(sealed, context)))
  } catch {
    return undefined
  }
}
