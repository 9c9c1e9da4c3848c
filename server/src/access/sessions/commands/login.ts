import type { loginBody } from '@check-requests/domain/access/sessions/fields.ts'
import type { z } from 'zod'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { waysOf } from '../../second-factor/queries/ways.ts'
import type { Account } from '../queries/accounts.ts'
import { beginSession, type LoggedIn, type SignInCall, wrongCredentials } from './begin-session.ts'
import { checkPassword } from './check-password.ts'
import { demandPasswordCounts } from './demand-password-counts.ts'
import { newPendingSignIn } from './pending-sign-in.ts'
import { hashSecret } from './secrets.ts'

export interface LoginCall extends Omit<SignInCall, 'roleId'> {
  readonly input: z.output<typeof loginBody>
  /** True once nobody waits for the response any more. */
  readonly isGone: () => boolean
}

/**
 * Starts a session. A wrong email and a wrong password get the same response in the same time. Of whoever has a second
 * factor, the right password only opens the second step.
 */
export async function login(services: Services, call: LoginCall): Promise<LoggedIn> {
  const { input, address, device, isGone } = call
  const attempt = { email: input.email.toLowerCase(), address, device: device && hashSecret(device), isGone }
  const account = await checkPassword(services, attempt, input.password)
  if (!account) throw wrongCredentials()
  await demandPasswordCounts(services.database.read, account)
  await demandNoSecondStep(services, account, input.role_id)
  return beginSession(services, account, { ...call, roleId: input.role_id })
}

async function demandNoSecondStep(services: Services, account: Account, roleId: number | undefined): Promise<void> {
  const ways = await waysOf(services.database.read, account.id)
  if (ways.length === 0) return
  const { token, until } = newPendingSignIn(services, account, roleId)
  throw new Failure('SECOND_FACTOR_NEEDED', 'Prove with your passkey or a code that it is you.', {
    proof: { ways, pending_token: token, pending_until: until },
  })
}
