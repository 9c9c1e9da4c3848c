import type { loginBody } from '@check-requests/domain/access/sessions/fields.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { isSameCode } from '../../../platform/crypto/hashes.ts'
import { Failure } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/networks.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { providerInsteadOfPassword } from '../../identity-providers/queries/passwords.ts'
import { waysOf } from '../../second-factor/queries/factors.ts'
import { type Account, findAccount, findAccountById } from '../queries/accounts.ts'
import { beginSession, type LoggedIn, type SignInCall, wrongCredentials } from './begin-session.ts'
import { hashSecret } from './secrets.ts'
import { type Attempt, countFailure, forgiveLogin, refuseBlockedNetwork, takeLoginAttempt } from './throttle.ts'

export interface LoginCall extends Omit<SignInCall, 'roleId'> {
  readonly input: z.output<typeof loginBody>
  /** True after the client has disconnected. */
  readonly isGone: () => boolean
}

/**
 * Starts a session. A wrong email and a wrong password get the same response in the same time. For users with a second
 * factor, the correct password only begins the second step.
 */
export async function login(services: Services, call: LoginCall): Promise<LoggedIn> {
  const { input, address, device, isGone } = call
  const attempt = { email: input.email.toLowerCase(), address, device: device && hashSecret(device), isGone }
  const account = await checkPassword(services, attempt, input.password)
  if (!account) throw wrongCredentials()
  await requirePasswordOn(services.database.read, account)
  await requireNoSecondStep(services, account, input.role_id)
  return beginSession(services, account, { ...call, roleId: input.role_id })
}

async function requireNoSecondStep(services: Services, account: Account, roleId: number | undefined): Promise<void> {
  const ways = await waysOf(services.database.read, account.id)
  if (ways.length === 0) return
  const { token, until } = newPendingSignIn(services, account, roleId)
  throw new Failure('SECOND_FACTOR_NEEDED', 'Verify your identity with your passkey or a code.', {
    proof: { ways, pending_token: token, pending_until: until },
  })
}

const pendingLasts = 300_000

/** A user who entered the correct password and must still prove a second factor. */
export interface PendingSignIn {
  readonly account: Account
  /** The role in which to begin, if not the primary one. */
  readonly roleId: number | undefined
}

/**
 * The second-step token and its expiration time. The token isn't a session, and nothing is stored. The token contains
 * the user, the time, and a code made from the trail key and the password hash, so changing the password invalidates
 * the token.
 */
export function newPendingSignIn(
  { database, clock }: Services,
  account: Account,
  roleId: number | undefined,
): { token: string; until: string } {
  const expiresAt = clock() + pendingLasts
  const stated = [account.id, expiresAt, roleId ?? ''].join('.')
  const code = database.keyring.codeOf(signed(stated, account))
  return { token: `p1.${stated}.${code}`, until: moment(expiresAt) }
}

/**
 * The user who can take the second step with this token. Throws if the token is invalid or expired, or if the password
 * has changed since.
 */
export async function readPendingSignIn({ database, clock }: Services, token: string): Promise<PendingSignIn> {
  const [, stated, id, expiresAt, roleId, code] =
    /^p1\.((\d{1,16})\.(\d{1,16})\.(-?\d{0,16}))\.([\w-]{43})$/.exec(token) ?? []
  if (!stated || !code || Number(expiresAt) <= clock()) throw startAgain()
  const account = await findAccountById(database.read, Number(id))
  if (!account || !isSameCode(database.keyring.codeOf(signed(stated, account)), code)) throw startAgain()
  return { account, roleId: roleId ? Number(roleId) : undefined }
}

function signed(stated: string, { passwordHash }: Account): string {
  return `pending sign-in\n${stated}\n${passwordHash}`
}

function startAgain(): Failure {
  return new Failure('SIGN_IN_EXPIRED', 'The sign-in took too long. Start again with your password.')
}

/**
 * The account if the password is right. Counts the attempt and reads the account only when the password check starts,
 * so an attempt whose client disconnects before then never counts. An unknown account takes as long as a wrong
 * password.
 */
export async function checkPassword(
  services: Services,
  attempt: Attempt,
  password: string,
): Promise<Account | undefined> {
  refuseBlockedNetwork(services, attempt)
  let account: Account | undefined
  const lookUp = async () => {
    if (attempt.isGone())
      throw new Failure('UNAVAILABLE', 'The connection was closed before this password was checked.')
    await takeLoginAttempt(services, attempt)
    account = await findAccount(services.database.read, attempt.email)
    return account?.passwordHash
  }
  const conclude = (fits: boolean) =>
    fits ? forgiveLogin(services, attempt) : countFailure(services, attempt, account?.id ?? null)
  const network = networkOf(attempt.address)
  const fits = await services.passwords.verify(password, lookUp, { network, conclude })
  return fits ? account : undefined
}

/**
 * Refuses users who must sign in through an identity provider (decision 127). Login calls this only after the password
 * was right, so that the refusal reveals no account to others.
 */
export async function requirePasswordOn(
  db: Db,
  owner: { readonly email: string; readonly dealerGroupId: number | null },
): Promise<void> {
  const provider = await providerInsteadOfPassword(db, owner)
  if (provider !== undefined)
    throw new Failure('FORBIDDEN', `Your dealer group signs in through ${provider}. Sign in there instead.`)
}
