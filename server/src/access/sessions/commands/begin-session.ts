import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import { describeAgent } from '@check-requests/domain/access/sessions/agent.ts'
import { publishNewDevice } from '../../../events.ts'
import { moment } from '../../../platform/clock.ts'
import { shortId } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/networks.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { hasTakenEffect, notInForce } from '../../pending-accounts/commands/second-people.ts'
import { noteEffect } from '../../pending-accounts/commands/take-effect.ts'
import { findConfirmation } from '../../pending-accounts/queries/confirmations.ts'
import { type Account, holdAccount } from '../queries/accounts.ts'
import {
  deleteSessions,
  insertSession,
  isDevice,
  keepNewestDevices,
  listDevices,
  listNewestFirst,
  saveDevice,
} from '../queries/sessions.ts'
import { endSession, sessionsChanged } from './end-sessions.ts'
import { hashSecret, newSecret } from './secrets.ts'

const sessionLasts = 7 * 24 * 3_600_000
const sessionsPerUser = 10

/** A call that begins a session. */
export interface SignInCall {
  /** The role in which to begin, if not the primary one. */
  readonly roleId: number | undefined
  readonly kind: 'web' | 'api'
  readonly address: string
  /** The `User-Agent` header. */
  readonly userAgent: string | undefined
  /** The secret of the browser's device, if known. */
  readonly device: string | undefined
  /** The secret of an earlier session, sent with the call. The new session ends the earlier one. */
  readonly earlierSecret: string | undefined
  /** The identity provider that verified the user instead of a password, and the provider's id for the session. */
  readonly provider?: { readonly id: number; readonly name: string; readonly session: string | undefined }
}

/** The secrets of a new session and, in a browser, of its device. */
export interface LoggedIn {
  readonly secret: string
  readonly device: string | undefined
}

/** A verified proof of a user's identity. */
export interface AcceptedProof {
  readonly way: ProofWay
  /** Marks the proof as used. Returns false if another call used it first. */
  readonly take: (unit: Unit) => Promise<boolean>
}

export function wrongCredentials(): Failure {
  return new Failure('UNAUTHENTICATED', 'Wrong email or password.')
}

// Checked in the session transaction, because the password, the role, or the account might have changed since
// verification.
async function requireLogin(
  { trx, now }: Pick<Unit, 'trx' | 'now'>,
  checked: Account,
  wanted: number | undefined,
): Promise<Account & { role: RoleId }> {
  const account = await holdAccount(trx, checked.id)
  if (account?.passwordHash !== checked.passwordHash) throw wrongCredentials()
  if (!account.active) throw new Failure('INACTIVE', 'This account is inactive. Ask your admin to activate it.')
  if (!account.groupIsActive)
    throw new Failure('INACTIVE', 'Your dealer group is inactive, so its users can’t log in. Ask your admin.')
  const role = wanted ?? checked.primaryRole
  if (!isRoleId(role) || !account.roleIds.includes(role)) throw new Failure('FORBIDDEN', 'You don’t have this role.')
  return { ...account, role: await roleInForce(trx, account, role, { wanted: wanted !== undefined, now }) }
}

// A user without a role in force begins in a pending role, in which they can read and replace their password.
async function roleInForce(
  trx: Tx,
  { id, roleIds }: Account,
  role: RoleId,
  { wanted, now }: { wanted: boolean; now: number },
): Promise<RoleId> {
  const found = await findConfirmation(trx, id)
  if (!found || hasTakenEffect(found, now) || !found.roleIds.includes(role)) return role
  const inForce = roleIds.find((held) => !found.roleIds.includes(held))
  if (inForce !== undefined && wanted) throw notInForce({ roleId: role })
  return inForce ?? role
}

/**
 * Begins a session for a verified user, and ends the oldest if there are too many. `proof` is the second factor that
 * the user has proved.
 */
export async function beginSession(
  services: Services,
  checked: Account,
  call: SignInCall,
  proof?: AcceptedProof,
): Promise<LoggedIn> {
  const { clock, random } = services
  const now = clock()
  const secret = newSecret(random)
  const id = shortId(random)
  const origin = { agent: describeAgent(call.userAgent) ?? null, network: networkOf(call.address) }
  const device = await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    const account = await requireLogin(unit, checked, call.roleId)
    if (proof && !(await proof.take(unit)))
      throw new Failure('UNAUTHENTICATED', 'This code or passkey was already used. Log in again.')
    await noteEffect(unit, account.id)
    if (call.earlierSecret) await endSession(unit, call.earlierSecret)
    await endOldestSessions(trx, account.id, moment(now))
    await insertSession(trx, {
      id,
      kind: call.kind,
      token_hash: hashSecret(secret),
      user_id: account.id,
      active_role: account.role,
      authenticated_at: moment(now),
      last_human_at: moment(now),
      expires_at: moment(now + sessionLasts),
      proved_at: proof ? moment(now) : null,
      ...columnsOf(call.provider),
      ...origin,
    })
    afterCreate(trx, 'session', id)
    changed(sessionsChanged(account.id))
    const name = `${account.firstName} ${account.lastName}`
    const actor = { userId: account.id, name, roleId: account.role, sessionId: id }
    const event = { action: 'session.login', entity: 'user', entityId: account.id }
    const ways = { ...(proof && { proof: proof.way }), ...(call.provider && { provider: call.provider.name }) }
    audit({ actor, chain: account.dealerGroupId, ...event, after: { kind: call.kind, ...origin, ...ways } })
    return call.kind === 'web' ? noteDevice(services, unit, account, { id, ...origin, device: call.device }) : undefined
  })
  return { secret, device }
}

function columnsOf(provider: SignInCall['provider']) {
  const identity_provider_id = provider?.id ?? null
  return { by_provider: provider ? 1 : 0, identity_provider_id, provider_session: provider?.session ?? null }
}

async function noteDevice(
  services: Services,
  unit: Unit,
  account: Account,
  session: NewSession & { readonly device: string | undefined },
): Promise<string> {
  const { secret, isNew } = await rememberDevice(unit.trx, services, account.id, session.device)
  if (isNew) await publishNewDevice(unit, account, session)
  return secret
}

// Leaves room for the new session.
async function endOldestSessions(trx: Tx, userId: number, now: string): Promise<void> {
  const oldest = (await listNewestFirst(trx, userId, now)).slice(sessionsPerUser - 1)
  await beforeChange(trx, 'session', ...oldest)
  await deleteSessions(trx, oldest)
}

/** A session that has just begun, with the program and the network address that opened it. */
interface NewSession {
  readonly id: string
  readonly agent: string | null
  readonly network: string
}

/**
 * How long a device is remembered after a login, in milliseconds: 400 days, the longest that browsers keep a cookie.
 */
export const deviceKnownFor = 400 * 86_400_000
const devicesPerUser = 20

/** A browser in which a user has logged in. */
export interface Device {
  readonly secret: string
  /** True if the user has logged in on other devices before, but never on this one. */
  readonly isNew: boolean
}

/** Remembers that a user has logged in on a device. The device gets a new secret unless it sent a known one. */
async function rememberDevice(
  trx: Tx,
  { random, clock }: Services,
  userId: number,
  shown: string | undefined,
): Promise<Device> {
  const before = await listDevices(trx, userId)
  const isKnown = shown !== undefined && (await isDevice(trx, hashSecret(shown)))
  const secret = isKnown ? shown : newSecret(random)
  await saveDevice(trx, hashSecret(secret), userId, moment(clock()))
  await keepNewestDevices(trx, userId, devicesPerUser)
  return { secret, isNew: before.length > 0 && !before.includes(hashSecret(secret)) }
}
