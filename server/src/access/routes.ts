import { identityProviderEndpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import { proofEndpoints, secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { OwnSecondFactor, PasskeyReply } from '@check-requests/domain/access/second-factor/fields.ts'
import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import type { TokenReply } from '@check-requests/domain/access/tokens/fields.ts'
import type { FastifyRequest } from 'fastify'
import { moment } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { redirectUriOf } from './identity-providers/commands/client.ts'
import {
  changeProvider,
  confirmProvider,
  endProvider,
  forgetIdentity,
  proposeProvider,
  requireProvider,
} from './identity-providers/commands/manage-providers.ts'
import {
  findOnlyProvider,
  findProvider,
  findProviderOfDomain,
  listProviders,
  newPeopleOf,
  type Provider,
} from './identity-providers/queries/providers.ts'
import { beginCodes, confirmCodes, removeCodes } from './second-factor/commands/codes.ts'
import { renewRecoveryCodes } from './second-factor/commands/factor-changes.ts'
import {
  addPasskey,
  creationOptionsFor,
  relyingPartyOf,
  removePasskey,
  renamePasskey,
  requestOptionsFor,
} from './second-factor/commands/passkeys.ts'
import { freshProofOf, prove } from './second-factor/commands/sign-in.ts'
import {
  type AppRow,
  countRecoveryCodes,
  findApp,
  listPasskeys,
  type PasskeyRow,
} from './second-factor/queries/factors.ts'
import { provedUntil, requireProofForFactor } from './sessions/commands/required-proof.ts'
import { type Authenticated, readDeviceCookie } from './sessions/guard.ts'
import type { Caller } from './sessions/queries/caller.ts'
import { dealershipsOf, managesUsersOf, scopesOf } from './tokens/commands/admit.ts'
import { createToken, endToken, managesTokens } from './tokens/commands/tokens.ts'
import { findToken, listTokens, type OwnedToken } from './tokens/queries/tokens.ts'

export function registerSecondFactor(api: Api<Authenticated>, services: Services): void {
  const { config, clock } = services
  const read = (caller: Caller) => ownSecondFactor(services, caller)
  api.on(secondFactorEndpoints.read, async ({ caller }) => ({
    message: 'Your second factor',
    data: await read(caller),
  }))
  api.on(secondFactorEndpoints.passkeyCreationOptions, async ({ caller, request }) => {
    requireProofForFactor(caller, clock())
    return {
      message: 'Create a passkey',
      data: await creationOptionsFor(services, relyingPartyOf(config, request), caller),
    }
  })
  api.on(secondFactorEndpoints.addPasskey, async ({ caller, body, request }) => {
    const { passkey, recoveryCodes } = await addPasskey(services, caller, relyingPartyOf(config, request), body)
    return { message: 'Passkey added.', data: { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes } }
  })
  api.on(secondFactorEndpoints.renamePasskey, async ({ caller, params, body }) => ({
    message: 'Passkey renamed.',
    data: presentPasskey(await renamePasskey(services, caller, params.id, body)),
  }))
  api.on(secondFactorEndpoints.removePasskey, async ({ caller, params }) => {
    await removePasskey(services, caller, params.id)
    return { message: 'Passkey removed.', data: await read(caller) }
  })
  api.on(secondFactorEndpoints.beginCodes, async ({ caller }) => ({
    message: 'Set up an authenticator app',
    data: await beginCodes(services, caller),
  }))
  api.on(secondFactorEndpoints.confirmCodes, async ({ caller, body }) => ({
    message: 'Authenticator app added.',
    data: { recovery_codes: await confirmCodes(services, caller, body.code) },
  }))
  api.on(secondFactorEndpoints.removeCodes, async ({ caller }) => {
    await removeCodes(services, caller)
    return { message: 'Authenticator app removed.', data: await read(caller) }
  })
  api.on(secondFactorEndpoints.renewRecoveryCodes, async ({ caller }) => ({
    message: 'Recovery codes created.',
    data: { recovery_codes: await renewRecoveryCodes(services, caller) },
  }))
  api.on(proofEndpoints.proofOptions, async ({ caller, request }) => {
    const asked = { purpose: freshProofOf(caller), userId: caller.userId }
    const data = await requestOptionsFor(services, relyingPartyOf(config, request), asked)
    return { message: 'Verify your identity', data }
  })
  api.on(proofEndpoints.prove, async ({ caller, body, request }) => {
    const proved_until = await prove(services, caller, body, {
      address: request.ip,
      device: readDeviceCookie(request, config),
      isGone: () => request.raw.socket.destroyed,
      rp: () => relyingPartyOf(config, request),
    })
    return { message: 'Proved.', data: { proved_until } }
  })
}

async function ownSecondFactor({ database, clock }: Services, caller: Caller) {
  const { read } = database
  return presentOwnSecondFactor({
    passkeys: await listPasskeys(read, caller.userId),
    app: await findApp(read, caller.userId, 'active'),
    recoveryCodesLeft: await countRecoveryCodes(read, caller.userId),
    provedUntil: provedUntil(caller, clock()),
  })
}

/** A passkey as its owner sees it. */
function presentPasskey(row: PasskeyRow): PasskeyReply {
  return {
    id: row.id,
    name: row.name,
    added_at: row.added_at,
    last_used_at: row.last_used_at,
    synced: row.synced === 1,
  }
}

/** The second factors of a user. `provedUntil` is in milliseconds. */
function presentOwnSecondFactor(has: {
  passkeys: readonly PasskeyRow[]
  app: AppRow | undefined
  recoveryCodesLeft: number
  provedUntil: number | undefined
}): OwnSecondFactor {
  return {
    passkeys: has.passkeys.map(presentPasskey),
    codes: has.app ? { added_at: has.app.added_at } : null,
    recovery_codes_left: has.recoveryCodesLeft,
    proved_until: has.provedUntil === undefined ? null : moment(has.provedUntil),
  }
}

/** The endpoints for admins and the login screen. Those that begin and finish a sign-in are in the sessions folder. */
export function registerIdentityProviders(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const provider = await findProvider(read, id)
    if (!provider) throw notFound('identity provider')
    return presentProvider(provider)
  }
  const redirectUri = ({ protocol, host }: FastifyRequest) => redirectUriOf(services.config, `${protocol}://${host}`)
  api.on(identityProviderEndpoints.list, async ({ caller, request }) => {
    const providers = (await listProviders(read, caller.scope.dealerGroupId)).map(presentProvider)
    return { message: 'Identity providers', data: { providers, redirect_uri: redirectUri(request) } }
  })
  api.on(identityProviderEndpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'Identity provider proposed',
    data: await one(await proposeProvider(services, { caller, repeatable }, body)),
  }))
  api.on(identityProviderEndpoints.update, async ({ caller, repeatable, params, body }) => ({
    message: 'Identity provider updated',
    data: await one(await changeProvider(services, { caller, repeatable }, params.id, body)),
  }))
  api.on(identityProviderEndpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'Identity provider confirmed',
    data: await one(await confirmProvider(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(identityProviderEndpoints.end, async ({ caller, repeatable, params, body }) => ({
    message: 'Identity provider deactivated',
    data: await one(await endProvider(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(identityProviderEndpoints.test, async ({ caller, params, request }) => {
    const provider = await requireProvider(read, caller, params.id)
    const { tryProvider } = await import('./identity-providers/commands/client.ts')
    return { message: 'Connection tested', data: await tryProvider(services, provider, redirectUri(request)) }
  })
  api.on(identityProviderEndpoints.forget, async ({ caller, repeatable, params, body }) => ({
    message: 'Account unlinked',
    data: { user_id: await forgetIdentity(services, { caller, repeatable }, params.id, body.email) },
  }))
  api.on(identityProviderEndpoints.find, async ({ query }) => ({
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

export function registerTokens(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const token = await findToken(read, id)
    if (!token) throw notFound('access token')
    return presentToken(token, services.clock())
  }
  api.on(tokenEndpoints.list, async ({ caller }) => {
    const dealerGroupId = caller.scope.dealerGroupId ?? undefined
    const filter = managesTokens(caller) ? { dealerGroupId } : { userId: caller.userId }
    const now = services.clock()
    return { message: 'Access tokens', data: (await listTokens(read, filter)).map((token) => presentToken(token, now)) }
  })
  api.on(tokenEndpoints.create, async ({ caller, repeatable, body }) => {
    const { id, secret } = await createToken(services, { caller, repeatable }, body)
    return { message: 'Access token created', data: { token: await one(id), secret } }
  })
  api.on(tokenEndpoints.end, async ({ caller, repeatable, params }) => ({
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
