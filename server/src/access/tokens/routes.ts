import { tokenEndpoints as endpoints, type TokenReply } from '@check-requests/domain/access/tokens/endpoints.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import type { Authenticated } from '../sessions/guard.ts'
import { dealershipsOf, managesUsersOf, scopesOf } from './commands/admit.ts'
import { createToken, endToken, managesTokens } from './commands/tokens.ts'
import { findToken, listTokens, type OwnedToken } from './queries/tokens.ts'

export function registerTokens(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const token = await findToken(read, id)
    if (!token) throw notFound('access token')
    return presentToken(token, services.clock())
  }
  api.on(endpoints.list, async ({ caller }) => {
    const dealerGroupId = caller.scope.dealerGroupId ?? undefined
    const filter = managesTokens(caller) ? { dealerGroupId } : { userId: caller.userId }
    const now = services.clock()
    return { message: 'Access tokens', data: (await listTokens(read, filter)).map((token) => presentToken(token, now)) }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const { id, secret } = await createToken(services, { caller, repeatable }, body)
    return { message: 'Access token created', data: { token: await one(id), secret } }
  })
  api.on(endpoints.end, async ({ caller, repeatable, params }) => ({
    message: 'Access token ended',
    data: await one(await endToken(services, { caller, repeatable }, params.id)),
  }))
}

/** A token without its hash. */
function presentToken(token: OwnedToken, now: number): TokenReply {
  const {
    id,
    version,
    dealer_group_id,
    kind,
    name,
    hint,
    role_id,
    expires_at,
    created_at,
    last_used_at,
    last_network,
  } = token
  const isOver = token.state !== 'ended' && Date.parse(expires_at) <= now
  return {
    id,
    version,
    dealer_group_id,
    kind,
    name,
    state: isOver ? 'expired' : token.state,
    hint,
    scopes: scopesOf(token),
    role_id,
    dealership_ids: dealershipsOf(token),
    networks: token.networks?.split(',') ?? [],
    ...(managesUsersOf(token) && { manages_users: managesUsersOf(token) }),
    expires_at,
    owner: { id: token.user_id, name: `${token.first_name} ${token.last_name}` },
    created_by: { id: token.created_by_id, name: token.created_by_name },
    created_at,
    last_used_at,
    last_network,
  }
}
