import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'
import { outwardFetch } from '../../platform/outward-fetch.ts'
import type { Services } from '../../services.ts'
import type { Provider } from '../queries/providers.ts'
import { answersWithinSeconds, askProvider, clocksDiffer } from './client.ts'

/** How old a logout token may be, in seconds, and how long none counts twice. */
export const tokensLast = 300

const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const event = 'http://schemas.openid.net/event/backchannel-logout'

// OpenID Connect Back-Channel Logout 1.0, section 2.4.
const logoutClaims = z
  .object({
    jti: z.string().min(1).max(500),
    events: z.object({ [event]: z.looseObject({}) }),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, { error: 'neither sub nor sid' })
export type LogoutClaims = z.output<typeof logoutClaims>

/** What a logout token says, once its signature, issuer, audience, times and claims are found right; otherwise throws. */
export async function readLogoutToken(services: Services, provider: Provider, token: string): Promise<LogoutClaims> {
  demandAddressed(provider, token)
  const keys = createLocalJWKSet(await keysOf(services, provider))
  const { payload } = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.client_id,
    algorithms: signatures,
    clockTolerance: clocksDiffer,
    maxTokenAge: tokensLast,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  return logoutClaims.parse(payload)
}

// Anybody can send anything here: what is not even addressed to us makes this server call nobody.
function demandAddressed({ issuer, client_id }: Provider, token: string): void {
  const { iss, aud } = decodeJwt(token)
  if (iss !== issuer || ![aud].flat().includes(client_id)) throw new errors.JWTInvalid('it is for somebody else')
}

// Read anew each time, as at each sign-in: the provider may have new ones.
async function keysOf(services: Services, provider: Provider): Promise<JSONWebKeySet> {
  const { jwks_uri } = (await askProvider(services, provider)).serverMetadata()
  if (!jwks_uri) throw new Error('the provider publishes no keys')
  const signal = AbortSignal.timeout(answersWithinSeconds * 1000)
  const call = { method: 'GET', headers: { accept: 'application/json' }, signal }
  const answer = await outwardFetch(services.config.allowedNetworks)(jwks_uri, call)
  return keySet.parse(await answer.json())
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
