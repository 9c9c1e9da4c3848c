import type { addPasskeyBody, renamePasskeyBody } from '@check-requests/domain/access/second-factor/fields.ts'
import { mostPasskeys } from '@check-requests/domain/access/second-factor/rules.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { type RelyingParty, verifyRegistration } from '../../../platform/crypto/webauthn.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, isUniqueViolation, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { demandFreshProof, demandProofForFactor } from '../../sessions/commands/required-proof.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskeyTo,
  takeChallenge,
} from '../queries/factors.ts'
import { noteAdded, removeFactor } from './factor-changes.ts'
import { challengeLasts, hashChallenge, isOpenChallenge } from './passkey-challenges.ts'
import { wrongProofInSession } from './wrong-proof.ts'

const alreadyHere = 'This passkey is here already.'

/** Adds a passkey of the caller. Recovery codes come with the first factor. */
export async function addPasskey(
  services: Services,
  caller: Caller,
  rp: RelyingParty,
  { name, response }: z.output<typeof addPasskeyBody>,
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | null }> {
  demandProofForFactor(caller, services.clock())
  let answered = ''
  const verified = await verifyRegistration(rp, response, (challenge) => {
    answered = challenge
    return isOpenChallenge(services, { act: 'add', who: caller.sessionId }, challenge)
  })
  if (!verified) throw wrongProofInSession('passkey')
  const work = commit(services, undefined, async (unit) => {
    const { trx, now, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    if ((await listPasskeys(trx, caller.userId)).length >= mostPasskeys)
      throw new Failure(
        'CONFLICT',
        `You have ${mostPasskeys} passkeys, which is as many as there can be. Remove one first.`,
      )
    const recoveryCodes = await noteAdded(services, unit, caller, `Passkey: ${name}`)
    const challenge = { challenge_hash: hashChallenge(answered), user_id: caller.userId }
    if (!(await takeChallenge(trx, { ...challenge, expires_at: moment(now + challengeLasts) })))
      throw new Failure('CONFLICT', alreadyHere)
    const passkey = await insertPasskey(trx, {
      user_id: caller.userId,
      credential_id: verified.credentialId,
      public_key: verified.publicKey,
      transports: response.response.transports?.join(',') ?? '',
      name,
      counter: verified.counter,
      synced: verified.isSynced ? 1 : 0,
      added_at: moment(now),
      last_used_at: null,
    })
    const event = { action: 'user.add-passkey', entity: 'user', entityId: caller.userId, after: { passkey: name } }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return { passkey, recoveryCodes }
  })
  return work.catch((error) => {
    throw isUniqueViolation(error, 'credential') ? new Failure('CONFLICT', alreadyHere) : error
  })
}

/** Gives a passkey of the caller another name. */
export async function renamePasskey(
  services: Services,
  caller: Caller,
  id: number,
  { name }: z.output<typeof renamePasskeyBody>,
): Promise<PasskeyRow> {
  return commit(services, undefined, async ({ trx, audit }) => {
    await beforeChange(trx, 'user', caller.userId)
    const before = await ownPasskey(trx, caller, id)
    const passkey = await renamePasskeyTo(trx, caller.userId, id, name)
    if (!passkey) throw notFound('passkey')
    const change = { before: { passkey: before.name }, after: { passkey: name } }
    const event = { action: 'user.rename-passkey', entity: 'user', entityId: caller.userId, ...change }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return passkey
  })
}

/** Removes a passkey of the caller. */
export async function removePasskey(services: Services, caller: Caller, id: number): Promise<void> {
  demandFreshProof(caller, services.clock())
  await commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    const before = await ownPasskey(trx, caller, id)
    const remove = () => deletePasskey(trx, caller.userId, id)
    if (!(await removeFactor(unit, caller, `Passkey: ${before.name}`, remove))) throw notFound('passkey')
    const event = { action: 'user.remove-passkey', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event, before: { passkey: before.name } })
  })
}

async function ownPasskey(trx: Tx, { userId }: Caller, id: number): Promise<PasskeyRow> {
  const passkey = (await listPasskeys(trx, userId)).find((one) => one.id === id)
  if (!passkey) throw notFound('passkey')
  return passkey
}
