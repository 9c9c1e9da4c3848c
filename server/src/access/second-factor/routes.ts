import {
  secondFactorEndpoints as endpoints,
  proofEndpoints,
} from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { OwnSecondFactor, PasskeyReply } from '@check-requests/domain/access/second-factor/fields.ts'
import { moment } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { provedUntil, requireProofForFactor } from '../sessions/commands/required-proof.ts'
import { type Authenticated, readDeviceCookie } from '../sessions/guard.ts'
import type { Caller } from '../sessions/queries/caller.ts'
import { beginCodes, confirmCodes, removeCodes } from './commands/codes.ts'
import { renewRecoveryCodes } from './commands/factor-changes.ts'
import {
  addPasskey,
  creationOptionsFor,
  relyingPartyOf,
  removePasskey,
  renamePasskey,
  requestOptionsFor,
} from './commands/passkeys.ts'
import { freshProofOf, prove } from './commands/sign-in.ts'
import { type AppRow, countRecoveryCodes, findApp, listPasskeys, type PasskeyRow } from './queries/factors.ts'

export function registerSecondFactor(api: Api<Authenticated>, services: Services): void {
  const { config, clock } = services
  const read = (caller: Caller) => ownSecondFactor(services, caller)
  api.on(endpoints.read, async ({ caller }) => ({ message: 'Your second factor', data: await read(caller) }))
  api.on(endpoints.passkeyCreationOptions, async ({ caller, request }) => {
    requireProofForFactor(caller, clock())
    return {
      message: 'Create a passkey',
      data: await creationOptionsFor(services, relyingPartyOf(config, request), caller),
    }
  })
  api.on(endpoints.addPasskey, async ({ caller, body, request }) => {
    const { passkey, recoveryCodes } = await addPasskey(services, caller, relyingPartyOf(config, request), body)
    return { message: 'Passkey added.', data: { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes } }
  })
  api.on(endpoints.renamePasskey, async ({ caller, params, body }) => ({
    message: 'Passkey renamed.',
    data: presentPasskey(await renamePasskey(services, caller, params.id, body)),
  }))
  api.on(endpoints.removePasskey, async ({ caller, params }) => {
    await removePasskey(services, caller, params.id)
    return { message: 'Passkey removed.', data: await read(caller) }
  })
  api.on(endpoints.beginCodes, async ({ caller }) => ({
    message: 'Set up an authenticator app',
    data: await beginCodes(services, caller),
  }))
  api.on(endpoints.confirmCodes, async ({ caller, body }) => ({
    message: 'Authenticator app added.',
    data: { recovery_codes: await confirmCodes(services, caller, body.code) },
  }))
  api.on(endpoints.removeCodes, async ({ caller }) => {
    await removeCodes(services, caller)
    return { message: 'Authenticator app removed.', data: await read(caller) }
  })
  api.on(endpoints.renewRecoveryCodes, async ({ caller }) => ({
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
