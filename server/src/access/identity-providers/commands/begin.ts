import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { findProvider, type Provider } from '../queries/providers.ts'
import { askProvider } from './client.ts'
import { explain, reasonOf, type Warn } from './explain.ts'
import { sealSignIn } from './pending-sign-in.ts'

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
