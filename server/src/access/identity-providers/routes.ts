import {
  identityProviderEndpoints as endpoints,
  type ProviderReply,
} from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import type { Authenticated } from '../sessions/guard.ts'
import { redirectUriOf } from './commands/client.ts'
import {
  changeProvider,
  confirmProvider,
  endProvider,
  forgetIdentity,
  proposeProvider,
  requireProvider,
} from './commands/manage-providers.ts'
import {
  findOnlyProvider,
  findProvider,
  findProviderOfDomain,
  listProviders,
  newPeopleOf,
  type Provider,
} from './queries/providers.ts'

/** The endpoints for admins and the login screen. Those that begin and finish a sign-in are in the sessions folder. */
export function registerIdentityProviders(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const provider = await findProvider(read, id)
    if (!provider) throw notFound('identity provider')
    return presentProvider(provider)
  }
  const redirectUri = ({ protocol, host }: FastifyRequest) => redirectUriOf(services.config, `${protocol}://${host}`)
  api.on(endpoints.list, async ({ caller, request }) => {
    const providers = (await listProviders(read, caller.scope.dealerGroupId)).map(presentProvider)
    return { message: 'Identity providers', data: { providers, redirect_uri: redirectUri(request) } }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'Identity provider proposed',
    data: await one(await proposeProvider(services, { caller, repeatable }, body)),
  }))
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => ({
    message: 'Identity provider updated',
    data: await one(await changeProvider(services, { caller, repeatable }, params.id, body)),
  }))
  api.on(endpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'Identity provider confirmed',
    data: await one(await confirmProvider(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(endpoints.end, async ({ caller, repeatable, params, body }) => ({
    message: 'Identity provider deactivated',
    data: await one(await endProvider(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(endpoints.test, async ({ caller, params, request }) => {
    const provider = await requireProvider(read, caller, params.id)
    const { tryProvider } = await import('./commands/client.ts')
    return { message: 'Connection tested', data: await tryProvider(services, provider, redirectUri(request)) }
  })
  api.on(endpoints.forget, async ({ caller, repeatable, params, body }) => ({
    message: 'Account unlinked',
    data: { user_id: await forgetIdentity(services, { caller, repeatable }, params.id, body.email) },
  }))
  api.on(endpoints.find, async ({ query }) => ({
    message: 'Identity providers',
    data: await (query.domain === undefined ? findOnlyProvider(read) : findProviderOfDomain(read, query.domain)),
  }))
}

/** A provider without its client secret. */
function presentProvider(provider: Provider): ProviderReply {
  const { id, version, dealer_group_id, name, issuer, client_id, domains, trusts_email, state } = provider
  const { proposed_by_id, proposed_by_name, proposed_at, confirmed_by_id, confirmed_by_name, confirmed_at } = provider
  return {
    id,
    version,
    dealer_group_id,
    name,
    issuer,
    client_id,
    state,
    proposed_at,
    confirmed_at,
    domains: [...domains],
    trusts_email: trusts_email === 1,
    new_people: newPeopleOf(provider),
    proposed_by: { id: proposed_by_id, name: proposed_by_name },
    confirmed_by: confirmed_by_id === null ? null : { id: confirmed_by_id, name: confirmed_by_name ?? 'Unknown user' },
  }
}
