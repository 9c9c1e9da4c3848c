import type { loginBody } from '@check-requests/domain/sessions/fields.ts'
import type { z } from 'zod'
import type { Services } from '../../services.ts'
import { beginSession, type LoggedIn, type SignInCall, wrongCredentials } from './begin-session.ts'
import { checkPassword } from './check-password.ts'
import { hashSecret } from './secrets.ts'

export interface LoginCall extends Omit<SignInCall, 'roleId'> {
  readonly input: z.output<typeof loginBody>
  /** True once nobody waits for the response any more. */
  readonly isGone: () => boolean
}

/** Starts a session. A wrong email and a wrong password get the same response in the same time. */
export async function login(services: Services, call: LoginCall): Promise<LoggedIn> {
  const { input, address, device, isGone } = call
  const attempt = { email: input.email.toLowerCase(), address, device: device && hashSecret(device), isGone }
  const account = await checkPassword(services, attempt, input.password)
  if (!account) throw wrongCredentials()
  return beginSession(services, account, { ...call, roleId: input.role_id })
}
