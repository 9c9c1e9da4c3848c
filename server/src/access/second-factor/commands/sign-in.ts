import type {
  FreshProof,
  passkeySignInBody,
  SignInProof,
  secondStepBody,
} from '@check-requests/domain/access/second-factor/fields.ts'
import { freshFor } from '@check-requests/domain/access/second-factor/rules.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { findTotpStep } from '../../../platform/crypto/totp.ts'
import { isCounterBehind, type RelyingParty, verifyAssertion } from '../../../platform/crypto/webauthn.ts'
import { commit } from '../../../platform/database/commit.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findPerson } from '../../accounts/queries/people.ts'
import {
  type AcceptedProof,
  beginSession,
  type LoggedIn,
  type SignInCall,
} from '../../sessions/commands/begin-session.ts'
import { sessionsChanged } from '../../sessions/commands/end-sessions.ts'
import { checkPassword, readPendingSignIn, requirePasswordOn } from '../../sessions/commands/login.ts'
import { hashSecret } from '../../sessions/commands/secrets.ts'
import { type Attempt, countFailure, refuseBlockedNetwork } from '../../sessions/commands/throttle.ts'
import { findAccountById } from '../../sessions/queries/accounts.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { noteProof } from '../../sessions/queries/sessions.ts'
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
import { challengeLasts, hashChallenge, isOpenChallenge, type Purpose, userHandleOf } from './passkeys.ts'
import { tryProof, wrongProof, wrongProofInSession } from './wrong-proof.ts'

type Call = Omit<SignInCall, 'roleId'> & { readonly isGone: () => boolean }

/** Finishes a sign-in after the password and begins the session. */
export async function finishSignIn(
  services: Services,
  { pending_token, proof }: z.output<typeof secondStepBody>,
  call: Call,
  rp: () => RelyingParty,
): Promise<LoggedIn> {
  const { account, roleId } = await readPendingSignIn(services, pending_token)
  await requirePasswordOn(services.database.read, account)
  const purpose = { act: 'second-step', who: String(account.id) } as const
  const attempt = { ...call, email: account.email, device: call.device && hashSecret(call.device) }
  const accepted = await tryProof(services, { ...attempt, userId: account.id }, () =>
    checkProof(services, { userId: account.id, purpose, rp }, proof),
  )
  if (!accepted) throw wrongProof(proof.way)
  return beginSession(services, account, { ...call, roleId }, accepted)
}

/**
 * Begins a session for the owner of a passkey. A passkey counts as two factors: the user has the passkey, and the
 * passkey has verified the user.
 */
export async function signInWithPasskey(
  services: Services,
  { response, role_id }: z.output<typeof passkeySignInBody>,
  call: Call,
  rp: () => RelyingParty,
): Promise<LoggedIn> {
  const { database } = services
  const attempt = { ...call, email: '', device: undefined }
  refuseBlockedNetwork(services, attempt)
  const passkey = await findPasskey(database.read, response.id)
  const account = passkey && (await findAccountById(database.read, passkey.user_id))
  const purpose = { act: 'sign-in', who: '' } as const
  let accepted: AcceptedProof | undefined
  if (account) accepted = await checkPasskey(services, { purpose, rp }, passkey, response)
  if (!account || !accepted) {
    await countFailure(services, attempt, account?.id ?? null)
    throw wrongProof('passkey')
  }
  return beginSession(services, account, { ...call, roleId: role_id }, accepted)
}

/** The purpose of a passkey challenge that renews the caller's recent sign-in. */
export function freshProofOf({ sessionId }: Caller) {
  return { act: 'fresh-proof', who: sessionId } as const
}

/** Verifies the caller's identity again within a session. Returns when this recent sign-in expires. */
export async function prove(
  services: Services,
  caller: Caller,
  proof: FreshProof,
  from: { address: string; device: string | undefined; isGone: () => boolean; rp: () => RelyingParty },
): Promise<string> {
  const { userId, email, sessionId } = caller
  const attempt = { ...from, userId, email, device: from.device && hashSecret(from.device) }
  const accepted = await (proof.way === 'password'
    ? checkOwnPassword(services, caller, attempt, proof.password)
    : tryProof(services, attempt, () =>
        checkProof(services, { userId, purpose: freshProofOf(caller), rp: from.rp }, proof),
      ))
  if (!accepted) throw wrongProofInSession(proof.way)
  return commit(services, undefined, async (unit) => {
    const { trx, now, audit, changed } = unit
    await beforeChange(trx, 'session', sessionId)
    if (!(await accepted.take(unit))) throw wrongProofInSession(proof.way)
    await noteProof(trx, sessionId, moment(now))
    changed(sessionsChanged(userId))
    const event = { action: 'session.prove', entity: 'user', entityId: userId, after: { proof: proof.way } }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return moment(now + freshFor)
  })
}

/** Refuses the password of users with a second factor, because a session thief might know it. */
async function checkOwnPassword(
  services: Services,
  caller: Caller,
  attempt: Attempt,
  password: string,
): Promise<AcceptedProof | undefined> {
  if (caller.proofWays.length > 0)
    throw invalidFields({
      password: 'Use your passkey or a code from your authenticator app instead of your password.',
    })
  const account = await checkPassword(services, attempt, password)
  return account && { way: 'password', take: async () => true }
}

type PasskeyProof = Extract<SignInProof, { way: 'passkey' }>

/** The user to verify, the purpose, and the passkey site. Codes need no site. */
interface Asked {
  readonly userId: number
  readonly purpose: Purpose
  readonly rp: () => RelyingParty
}

/** The proof if it belongs to this user and hasn't been used before; otherwise undefined. */
async function checkProof(services: Services, asked: Asked, proof: SignInProof): Promise<AcceptedProof | undefined> {
  if (proof.way === 'passkey') {
    const passkey = await findPasskey(services.database.read, proof.response.id)
    return passkey?.user_id === asked.userId ? checkPasskey(services, asked, passkey, proof.response) : undefined
  }
  const check = proof.way === 'code' ? checkCode : checkRecoveryCode
  return check(services, asked.userId, proof.code)
}

/**
 * The verified passkey answer, or undefined if it is invalid. If the passkey might be a copy, records this in the audit
 * trail.
 */
async function checkPasskey(
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

/**
 * Records in the audit trail that a passkey might have a copy, because its signature counter went backward. The caller
 * refuses the proof.
 */
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
