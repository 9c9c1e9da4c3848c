import { accessLevels, type Scope } from '@check-requests/domain/access/scope.ts'
import {
  isTokenScope,
  scopesToCall,
  type TokenScope,
  tokenLimits,
  tokenMayCall,
  tokenPrefix,
} from '@check-requests/domain/access/tokens/scopes.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { moment } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import { Failure } from '../../../platform/errors.ts'
import { RateLimit } from '../../../platform/http/concurrency-limits.ts'
import { isWithin, networkOf } from '../../../platform/http/networks.ts'
import type { Services } from '../../../services.ts'
import { type Caller, findActing } from '../../sessions/queries/caller.ts'
import { findTokenByHash, noteTokenUse, type StoredToken } from '../queries/tokens.ts'

const minute = 60_000
const goneMessage = 'This access token is unknown, has expired, or was ended.'
const tooManyCalls = `An access token can make ${tokenLimits.aMinute} calls a minute. Wait until the minute is over.`

function refusalOf(endpointId: string): string {
  const scopes = scopesToCall(endpointId)
  if (scopes.length === 0) return 'Access tokens can’t do this. Log in and do it yourself.'
  return `This access token doesn’t have the scope ${listWithOr(scopes)}. Create one that has it.`
}

/** Admits calls with access tokens. Counts each token's calls in this process. */
export class TokenAdmission {
  readonly #services: Services
  readonly #counts = new RateLimit(tokenLimits.aMinute)

  constructor(services: Services) {
    this.#services = services
  }

  /** The caller behind an access token, if the token may call this endpoint from this address. Otherwise throws. */
  async admit(secret: string, address: string, endpointId: string): Promise<Caller> {
    const { database, clock } = this.#services
    const now = clock()
    const token = secret.startsWith(tokenPrefix) ? await findTokenByHash(database.read, sha256(secret)) : undefined
    if (!token || token.state === 'ended' || Date.parse(token.expires_at) <= now)
      throw new Failure('UNAUTHENTICATED', goneMessage)
    if (token.state === 'waiting')
      throw new Failure('FORBIDDEN', 'A second admin must confirm this access token before it works.')
    if (token.networks !== null && !isWithin(address, token.networks.split(',')))
      throw new Failure('FORBIDDEN', 'This access token doesn’t work in your network.')
    this.#counts.take(token.id, now, tooManyCalls)
    const caller = await this.#callerOf(token, now)
    if (!caller) throw new Failure('UNAUTHENTICATED', goneMessage)
    if (!tokenMayCall(scopesOf(token), endpointId)) throw new Failure('FORBIDDEN', refusalOf(endpointId))
    await this.#noteUse(token, networkOf(address), now)
    return caller
  }

  async #callerOf(token: StoredToken, now: number): Promise<Caller | undefined> {
    const isProgram = token.kind === 'program'
    const acting = { sessionId: `token-${token.id}`, roleId: token.role_id, isProgram }
    const caller = await findActing(this.#services.database.read, token.user_id, acting, now)
    const scope = caller && caller.scope.dealerGroupId === token.dealer_group_id && scopeWithin(caller.scope, token)
    if (!caller || !scope) return undefined
    const name = isProgram ? caller.name : `${caller.name} (${token.name})`
    return {
      ...caller,
      name,
      scope,
      token: { id: token.id, createdById: token.created_by_id, managesUsers: managesUsersOf(token) },
    }
  }

  async #noteUse({ id, last_used_at, last_network }: StoredToken, network: string, now: number): Promise<void> {
    const isRecent = last_used_at !== null && now - Date.parse(last_used_at) < minute
    if (isRecent && last_network === network) return
    await this.#services.database.transact((trx) => noteTokenUse(trx, id, moment(now), network))
  }
}

/** Whether a directory can manage users with a stored token, and whether what it grants needs no second person. */
export function managesUsersOf({ manages_people }: Pick<StoredToken, 'manages_people'>) {
  if (manages_people === null) return undefined
  return manages_people === 1 ? 'alone' : 'with-second-person'
}

/** The scopes of a stored token. */
export function scopesOf({ scopes }: Pick<StoredToken, 'scopes'>): TokenScope[] {
  return scopes.split(',').filter(isTokenScope)
}

/** The dealerships that a stored token is limited to; empty if it isn't. */
export function dealershipsOf({ dealership_ids }: Pick<StoredToken, 'dealership_ids'>): number[] {
  return dealership_ids === null ? [] : dealership_ids.split(',').map(Number)
}

/** The part of a scope that a token is limited to; undefined if nothing is left. */
function scopeWithin(scope: Scope, token: StoredToken): Scope | undefined {
  const only = dealershipsOf(token)
  if (only.length === 0) return scope
  if (scope.level === accessLevels.department) return undefined
  const isWide = scope.level < accessLevels.dealership
  const dealershipIds = isWide ? only : only.filter((id) => scope.dealershipIds.includes(id))
  return dealershipIds.length === 0 ? undefined : { ...scope, level: accessLevels.dealership, dealershipIds }
}
