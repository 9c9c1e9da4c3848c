import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import type { loginBody } from '@check-requests/domain/sessions/fields.ts'
import type { z } from 'zod'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import { shortId } from '../../platform/random.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { type Account, findAccount, holdAccount } from '../queries/accounts.ts'
import { deleteSessionByToken, insertSession, keepNewestSessions } from '../queries/sessions.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { sessionsChanged } from './sessions-changed.ts'
import { forgiveLogin, takeLoginAttempt } from './throttle.ts'

const sessionLasts = 7 * 24 * 3_600_000
const sessionsPerUser = 10

export interface LoginCall {
  readonly input: z.output<typeof loginBody>
  readonly kind: 'web' | 'api'
  readonly network: string
  /** The secret of a session that came with the call; it ends. */
  readonly earlierSecret: string | undefined
}

/** Starts a session; returns its secret. A wrong email and a wrong password get the same response in the same time. */
export async function login(services: Services, call: LoginCall): Promise<string> {
  const email = call.input.email.toLowerCase()
  await takeLoginAttempt(services, email, call.network)
  const account = await findAccount(services.database.read, email)
  const fits = await services.passwords.verify(call.input.password, account?.passwordHash)
  if (!account || !fits) throw wrongCredentials()
  await forgiveLogin(services, email, call.network)
  return beginSession(services, account, call)
}

function wrongCredentials(): Failure {
  return new Failure('UNAUTHENTICATED', 'Wrong email or password.')
}

// Judged in the transaction of the session: the password may have been reset, the role or the account lost meanwhile.
async function demandLogin(trx: Tx, checked: Account, wanted: number | undefined): Promise<Account & { role: RoleId }> {
  const account = await holdAccount(trx, checked.id)
  if (account?.passwordHash !== checked.passwordHash) throw wrongCredentials()
  if (!account.active) throw new Failure('INACTIVE', 'This account is inactive. Ask your admin to activate it.')
  const role = wanted ?? checked.primaryRole
  if (isRoleId(role) && account.roleIds.includes(role)) return { ...account, role }
  throw new Failure('FORBIDDEN', 'You do not hold this role.')
}

async function beginSession(services: Services, checked: Account, call: LoginCall): Promise<string> {
  const { clock, random } = services
  const now = clock()
  const secret = newSecret(random)
  const id = shortId(random)
  await commit(services, undefined, async ({ trx, audit, changed }) => {
    const account = await demandLogin(trx, checked, call.input.role_id)
    if (call.earlierSecret) await deleteSessionByToken(trx, hashSecret(call.earlierSecret))
    await insertSession(trx, {
      id,
      kind: call.kind,
      token_hash: hashSecret(secret),
      user_id: account.id,
      active_role: account.role,
      authenticated_at: moment(now),
      last_human_at: moment(now),
      expires_at: moment(now + sessionLasts),
    })
    await keepNewestSessions(trx, account.id, id, sessionsPerUser)
    changed(sessionsChanged(account.id))
    const name = `${account.firstName} ${account.lastName}`
    const actor = { userId: account.id, name, roleId: account.role, sessionId: id }
    const event = { action: 'session.login', entity: 'user', entityId: account.id, after: { kind: call.kind } }
    audit({ actor, chain: account.dealerGroupId ?? 0, ...event })
  })
  return secret
}
