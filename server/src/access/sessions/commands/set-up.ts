import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { setUpBody } from '@check-requests/domain/access/set-up/endpoints.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { isSameCode } from '../../../platform/crypto/hashes.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { commonPasswords } from '../../../platform/crypto/passwords.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/networks.ts'
import type { Services, Unit } from '../../../services.ts'
import type { AppDatabase, Tx } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import { userChanged } from '../../accounts/commands/record.ts'
import { insertAssignments, insertUser, setOwnPassword } from '../../accounts/queries/store.ts'
import { type Account, findAccountById, hasUsers, lockSetUp, type SetUp, saveSetUp } from '../queries/accounts.ts'
import { type Attempt, countFailure, forgiveLogin, takeLoginAttempt } from './throttle.ts'

/** How long a set-up code is valid, in milliseconds. */
const codeLastsFor = 3_600_000

// Without I, L, O, and U, which are misread or spell words.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code, derived from its expiration and the trail key, so that all servers of an installation show the same one. */
function codeUntil(keyring: Keyring, expiresAt: string): string {
  const bytes = Buffer.from(keyring.codeOf(`set-up code\n${expiresAt}`), 'base64url')
  const code = Array.from(bytes.subarray(0, 10), (byte) => letters.charAt(byte % letters.length)).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** The code as typed, without its hyphen and with the letters that it doesn't contain read as the intended digits. */
function readCode(typed: string): string {
  const plain = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const read = plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return `${read.slice(0, 5)}-${read.slice(5)}`
}

/** Returns the code that sets up an empty installation, or undefined if there is a user already. */
export async function offerSetUp({ database, clock }: Pick<Services, 'database' | 'clock'>) {
  if (await hasUsers(database.read)) return undefined
  const row = await database.transact(async (trx) => {
    const found = await lockSetUp(trx, moment(clock()))
    if (found.done_at !== null || (found.network === null && found.expires_at > moment(clock()))) return found
    return renew(trx, found, clock())
  })
  return row.done_at === null ? codeUntil(database.keyring, row.expires_at) : undefined
}

async function renew(trx: Tx, { done_at }: SetUp, now: number): Promise<SetUp> {
  const fresh = { expires_at: moment(now + codeLastsFor), network: null, done_at }
  await saveSetUp(trx, fresh)
  return fresh
}

/** Returns true if the installation has no users, and never had any. */
export async function needsSetUp({ database }: Services): Promise<boolean> {
  return !(await hasUsers(database.read))
}

/** Who enters a code, and from where. `print` writes a sentence to the server's log. */
export interface SetUpCall {
  readonly address: string
  readonly isGone: () => boolean
  readonly print: (sentence: string) => void
}

/** Accepts the code, and binds it to the network from which it was entered first. */
export async function enterCode(services: Services, call: SetUpCall, code: string): Promise<void> {
  const { database, clock } = services
  if (await hasUsers(database.read)) throw alreadyDone()
  const attempt = attemptOf(call)
  await takeLoginAttempt(services, attempt)
  const found = await database.transact(async (trx) => {
    const row = await lockSetUp(trx, moment(clock()))
    if (row.done_at === null && row.expires_at <= moment(clock()))
      return { expired: codeUntil(database.keyring, (await renew(trx, row, clock())).expires_at) }
    const refusal = refusalOf(database, row, call, code)
    if (!refusal) await saveSetUp(trx, { ...row, network: networkOf(call.address) })
    return { refusal }
  })
  if (found.expired !== undefined) {
    call.print(setUpSentence(services, found.expired))
    throw new Failure(
      'CONFLICT',
      'This code has expired. A new one was just written to the server’s log. Enter that one.',
    )
  }
  if (found.refusal) {
    await countFailure(services, attempt, null)
    throw found.refusal
  }
  await forgiveLogin(services, attempt)
}

/** The sentence with the code for the server's log. */
export function setUpSentence({ config }: Pick<Services, 'config'>, code: string, address = config.publicUrl?.origin) {
  const at = address === undefined ? 'the set-up page' : `${address.replace(/\/$/, '')}/set-up`
  return `Set up this installation at ${at} with the code ${code}, which is valid for an hour.`
}

function attemptOf({ address, isGone }: SetUpCall): Attempt {
  return { step: 'set-up', email: networkOf(address), address, device: undefined, isGone }
}

function refusalOf(
  { keyring }: AppDatabase,
  { expires_at, network, done_at }: SetUp,
  { address }: SetUpCall,
  code: string,
): Failure | undefined {
  if (done_at !== null) return alreadyDone()
  if (!isSameCode(codeUntil(keyring, expires_at), readCode(code)))
    return invalidFields({ code: 'This code is wrong. Copy it from the server’s log.' })
  if (network === null || network === networkOf(address)) return undefined
  return new Failure(
    'FORBIDDEN',
    'This code was entered from another address. Restart the server, and enter the new code from one address only.',
  )
}

function alreadyDone(): Failure {
  return new Failure('NOT_FOUND', 'This installation is set up already. Log in, or ask an admin for an account.')
}

/**
 * Adds the first user, a super admin with a password of their own, and ends the set-up for good. Of two calls at the
 * same time, only one succeeds. Returns the account.
 */
export async function setUp(
  services: Services,
  call: SetUpCall,
  { code, password, ...input }: z.output<typeof setUpBody>,
): Promise<Account> {
  await enterCode(services, call, code)
  const { email, first_name: firstName, last_name: lastName } = input
  const refusal = passwordRefusal(password, { email, names: [firstName, lastName] }, await commonPasswords())
  if (refusal) throw invalidFields({ password: refusal })
  const hash = await services.passwords.hash(password)
  const network = networkOf(call.address)
  const actor = { userId: null, name: `Set-up from ${network}`, roleId: null, sessionId: null }
  const id = await commit(services, undefined, async (unit) => {
    const row = await lockSetUp(unit.trx, moment(unit.now))
    const refused = refusalOf(services.database, row, call, code)
    if (refused) throw refused
    if (await hasUsers(unit.trx)) throw alreadyDone()
    await saveSetUp(unit.trx, { ...row, done_at: moment(unit.now) })
    const added = await addSuperAdmin(unit, { email, firstName, lastName }, { hash, actor })
    await setOwnPassword(unit.trx, added, hash)
    const event = { action: 'installation.set-up', entity: 'installation', entityId: null } as const
    unit.audit({ actor, chain: 0, ...event, after: { user_id: added, email, network, made: 'super admin' } })
    return added
  })
  const account = await findAccountById(services.database.read, id)
  if (!account) throw new Error('Set-up couldn’t find the first user.')
  return account
}

const admin: RoleId = 1

/** Adds a super admin and records it in the audit trail. Returns the account's id. */
export async function addSuperAdmin(
  { trx, now, audit, changed }: Unit,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
  { hash, actor }: { hash: string; actor: Actor },
): Promise<number> {
  const values = {
    email,
    username: email,
    title: null,
    first_name: firstName,
    last_name: lastName,
    primary_role: admin,
    access_level: accessLevels.superAdmin,
    dealer_group_id: null,
    active: 1,
  }
  const id = await insertUser(trx, values, { hash, chosenById: null }, moment(now))
  await insertAssignments(trx, id, { roleIds: [admin], dealerGroupId: null, dealershipIds: [], departmentIds: [] })
  afterCreate(trx, 'user', id)
  audit({ actor, chain: 0, action: 'user.create', entity: 'user', entityId: id, after: values })
  changed(userChanged(id, null))
  return id
}
