import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { digest } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import { outwardFetch } from '../../../platform/http/outward-fetch.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { takeChallenge } from '../../second-factor/queries/factors.ts'
import { sessionsChanged } from '../../sessions/commands/end-sessions.ts'
import { deleteSessions, listSessionsThrough } from '../../sessions/queries/sessions.ts'
import { findIdentity, findProvider, type Provider } from '../queries/providers.ts'
import { answersWithinSeconds, askProvider, clocksDiffer, reasonOf, type Warn } from './client.ts'
import { actorOf } from './manage-providers.ts'

interface Sent {
  readonly providerId: number
  readonly token: string
  readonly warn: Warn
}

/**
 * After a user logs out at a provider, ends the sessions that the user began through that provider: the named one, or
 * all.
 */
export async function logOutByProvider(services: Services, { providerId, token, warn }: Sent): Promise<void> {
  const provider = await findProvider(services.database.read, providerId)
  if (!provider) throw notFound('identity provider')
  const claims = await readLogoutToken(services, provider, token).catch((error: unknown) => {
    warn({ provider: provider.name, reason: reasonOf(error) })
    throw refusalFor(error)
  })
  await commit(services, undefined, (unit) => endSessions(unit, provider, claims))
}

function refusalFor(error: unknown): Failure {
  const isWrong = error instanceof errors.JOSEError || error instanceof z.ZodError
  return isWrong ? refused() : new Failure('UNAVAILABLE', 'Couldn’t read the provider’s keys. Try again.')
}

function refused(): Failure {
  return new Failure('BAD_REQUEST', 'This logout token is invalid or was already used.')
}

async function endSessions(unit: Unit, provider: Provider, { sub, sid, jti }: LogoutClaims): Promise<void> {
  const { trx, now, audit, changed } = unit
  const identity = sub === undefined ? undefined : await findIdentity(trx, provider.id, sub)
  // No user has this subject, so no session is open.
  if (sub !== undefined && !identity) return
  const sessions = await listSessionsThrough(trx, provider.id, { userId: identity?.user_id, session: sid })
  const userId = identity?.user_id ?? sessions[0]?.user_id
  if (userId === undefined) return
  const ended = sessions.filter(({ user_id }) => user_id === userId).map(({ id }) => id)
  const challenge_hash = digest(`logout token ${provider.id} ${jti}`)
  const expires_at = moment(now + (tokensLast + 2 * clocksDiffer) * 1000)
  if (!(await takeChallenge(trx, { challenge_hash, user_id: userId, expires_at }))) throw refused()
  if (ended.length === 0) return
  await beforeChange(trx, 'session', ...ended)
  await deleteSessions(trx, ended)
  const subject = { chain: provider.dealer_group_id, entity: 'user', entityId: userId }
  const after = { ended: ended.length, provider: provider.name }
  audit({ actor: actorOf(provider), ...subject, action: 'session.provider-logout', after })
  changed(sessionsChanged(userId))
}

/** The maximum age of a logout token, and how long its reuse is refused, in seconds. */
const tokensLast = 300

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
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, {
    error: 'the claims sub and sid are both missing',
  })
type LogoutClaims = z.output<typeof logoutClaims>

/**
 * Verifies the signature, issuer, audience, times, and claims of a logout token, and returns its contents. Throws if
 * the token is invalid.
 */
async function readLogoutToken(services: Services, provider: Provider, token: string): Promise<LogoutClaims> {
  requireAddressed(provider, token)
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

// Anyone can call this endpoint, so a token not addressed to this server triggers no call to a provider.
function requireAddressed({ issuer, client_id }: Provider, token: string): void {
  const { iss, aud } = decodeJwt(token)
  if (iss !== issuer || ![aud].flat().includes(client_id))
    throw new errors.JWTInvalid('the issuer or audience is different')
}

// Fetches the keys for each logout, as for each sign-in, because the provider might have new ones.
async function keysOf(services: Services, provider: Provider): Promise<JSONWebKeySet> {
  const { jwks_uri } = (await askProvider(services, provider)).serverMetadata()
  if (!jwks_uri) throw new Error('the provider publishes no keys')
  const signal = AbortSignal.timeout(answersWithinSeconds * 1000)
  const call = { method: 'GET', headers: { accept: 'application/json' }, signal }
  const answer = await outwardFetch(services.config.allowedNetworks)(jwks_uri, call)
  return keySet.parse(await answer.json())
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
