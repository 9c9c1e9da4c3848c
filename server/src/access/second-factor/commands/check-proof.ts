import type { SignInProof } from '@check-requests/domain/access/second-factor/fields.ts'
import { findPerson } from '../../../people/users/queries/people.ts'
import { moment } from '../../../platform/clock.ts'
import { findTotpStep } from '../../../platform/crypto/totp.ts'
import { isCounterBehind, type RelyingParty, verifyAssertion } from '../../../platform/crypto/webauthn.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { AcceptedProof } from '../../sessions/commands/begin-session.ts'
import {
  findApp,
  findPasskey,
  hasRecoveryCode,
  notePasskeyUse,
  type PasskeyRow,
  takeChallenge,
  takeRecoveryCode,
  takeStep,
} from '../queries/factors.ts'
import { openSecret } from './codes.ts'
import { hashRecoveryCode } from './factor-changes.ts'
import { challengeLasts, hashChallenge, isOpenChallenge, type Purpose, userHandleOf } from './passkey-challenges.ts'

type PasskeyProof = Extract<SignInProof, { way: 'passkey' }>

/** Whom a proof is to show, what for, and the site of passkeys, which codes do not need. */
export interface Asked {
  readonly userId: number
  readonly purpose: Purpose
  readonly rp: () => RelyingParty
}

/** The proof, if it is one of this person that was not used before; undefined otherwise. */
export async function checkProof(
  services: Services,
  asked: Asked,
  proof: SignInProof,
): Promise<AcceptedProof | undefined> {
  if (proof.way === 'passkey') {
    const passkey = await findPasskey(services.database.read, proof.response.id)
    return passkey?.user_id === asked.userId ? checkPasskey(services, asked, passkey, proof.response) : undefined
  }
  const check = proof.way === 'code' ? checkCode : checkRecoveryCode
  return check(services, asked.userId, proof.code)
}

/** The answer of this passkey, if it is one; undefined otherwise. Of a passkey that may be a copy, the trail is told. */
export async function checkPasskey(
  services: Services,
  { purpose, rp }: Omit<Asked, 'userId'>,
  passkey: PasskeyRow,
  response: PasskeyProof['response'],
): Promise<AcceptedProof | undefined> {
  const { userHandle } = response.response
  if (userHandle && userHandle !== userHandleOf(passkey.user_id)) return undefined
  let answered = ''
  const accepts = (challenge: string) => {
    answered = challenge
    return isOpenChallenge(services, purpose, challenge)
  }
  const key = { credentialId: passkey.credential_id, publicKey: passkey.public_key }
  const verified = await verifyAssertion(rp(), response, key, accepts)
  if (!verified) return undefined
  if (isCounterBehind(passkey.counter, verified.counter)) {
    await notePossibleCopy(services, passkey, verified.counter)
    return undefined
  }
  return {
    way: 'passkey',
    take: async ({ trx, now }) => {
      const use = { counter: verified.counter, synced: verified.isSynced ? 1 : 0, last_used_at: moment(now) } as const
      const challenge = {
        challenge_hash: hashChallenge(answered),
        user_id: passkey.user_id,
        expires_at: moment(now + challengeLasts),
      }
      return (await takeChallenge(trx, challenge)) && (await notePasskeyUse(trx, passkey, use))
    },
  }
}

async function checkCode(services: Services, userId: number, code: string): Promise<AcceptedProof | undefined> {
  const app = await findApp(services.database.read, userId, 'active')
  if (!app) return undefined
  const step = findTotpStep(openSecret(services, app), code, services.clock(), app.last_step)
  if (step === undefined) return undefined
  return { way: 'code', take: ({ trx }) => takeStep(trx, userId, step) }
}

async function checkRecoveryCode(services: Services, userId: number, code: string): Promise<AcceptedProof | undefined> {
  const hash = hashRecoveryCode(userId, code)
  if (!(await hasRecoveryCode(services.database.read, userId, hash))) return undefined
  return {
    way: 'recovery-code',
    take: async ({ trx }) => {
      await beforeChange(trx, 'user', userId)
      return takeRecoveryCode(trx, userId, hash)
    },
  }
}

/** A passkey counted backward: there may be a copy of it. The trail says so; that it is refused is the caller's part. */
async function notePossibleCopy(services: Services, passkey: PasskeyRow, counter: number): Promise<void> {
  const person = await findPerson(services.database.read, passkey.user_id)
  if (!person) return
  await commit(services, undefined, async ({ audit }) => {
    audit({
      actor: { userId: person.userId, name: person.name, roleId: null, sessionId: null },
      chain: person.scope.dealerGroupId,
      action: 'user.passkey-counted-backward',
      entity: 'user',
      entityId: person.userId,
      before: { passkey: passkey.name, counter: passkey.counter },
      after: { counter },
    })
  })
}
