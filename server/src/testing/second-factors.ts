import { proofEndpoints, secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { totpCode, totpStepAt } from '../platform/crypto/totp.ts'
import type { Client } from './client.ts'
import type { TestClock } from './clock.ts'
import { type Odd, SoftwareAuthenticator } from './software-authenticator.ts'
import { testPassword } from './templates.ts'

/** The site for passkey tests. */
export const passkeySite = new URL('https://checks.example.com')

/** Adds a passkey for the client's user. Returns the response and the authenticator. */
export async function addPasskey(client: Client, { name = 'Phone', odd = {} }: { name?: string; odd?: Odd } = {}) {
  const authenticator = new SoftwareAuthenticator(passkeySite.origin)
  await proveByPassword(client)
  const options = await client.call(secondFactorEndpoints.passkeyCreationOptions)
  const response = authenticator.create(options.data, odd)
  const reply = await client.call(secondFactorEndpoints.addPasskey, { body: { name, response } })
  return { authenticator, reply, response }
}

/**
 * Sends the password if the server requires it, which is when a user without a second factor logged in more than ten
 * minutes ago.
 */
async function proveByPassword(client: Client): Promise<void> {
  const { error } = await client.call(secondFactorEndpoints.passkeyCreationOptions)
  if (error?.proof?.ways.includes('password'))
    await client.call(proofEndpoints.prove, { body: { way: 'password', password: testPassword } })
}

/** Adds an authenticator app for the client's user. Returns the response and the code generator. */
export async function addApp(client: Client, clock: TestClock) {
  await proveByPassword(client)
  const { data } = await client.call(secondFactorEndpoints.beginCodes)
  const secret = fromBase32(data.secret)
  const codeNow = (steps = 0) => totpCode(secret, totpStepAt(clock.read()) + steps)
  const reply = await client.call(secondFactorEndpoints.confirmCodes, { body: { code: codeNow() } })
  return { reply, codeNow }
}

/** The first step of a login with a second factor. */
export async function passwordStep(anyone: Client, email: string, password: string, roleId?: number) {
  const body = { email, password, ...(roleId && { role_id: roleId }) }
  const reply = await anyone.call(sessionEndpoints.login, { body })
  return { reply, token: reply.error?.proof?.pending_token ?? '' }
}

/** The second step of a login, with a passkey. */
export async function passkeyStep(anyone: Client, token: string, authenticator: SoftwareAuthenticator, odd: Odd = {}) {
  const options = await anyone.call(proofEndpoints.secondStepOptions, { body: { pending_token: token } })
  const response = authenticator.get(options.data, odd)
  const body = { pending_token: token, proof: { way: 'passkey' as const, response } }
  return { reply: await anyone.call(proofEndpoints.finishSignIn, { body }), body }
}

/** The second step of a login, with a code or a recovery code. */
export function codeStep(anyone: Client, token: string, code: string, way: 'code' | 'recovery-code' = 'code') {
  return anyone.call(proofEndpoints.finishSignIn, { body: { pending_token: token, proof: { way, code } } })
}

/** Verifies the user's identity with a passkey. */
export async function prove(client: Client, authenticator: SoftwareAuthenticator, odd: Odd = {}) {
  const { data } = await client.call(proofEndpoints.proofOptions)
  return client.call(proofEndpoints.prove, { body: { way: 'passkey', response: authenticator.get(data, odd) } })
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
