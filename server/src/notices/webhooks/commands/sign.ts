import { createHmac } from 'node:crypto'
import type { Random } from '../../../platform/crypto/hashes.ts'

const prefix = 'whsec_'

/** A new signing secret: 256 bits, in the form that the libraries of Standard Webhooks read. */
export function newSigningSecret(random: Random): string {
  return `${prefix}${random(32).toString('base64')}`
}

/** A call to sign. `at` is in seconds. */
interface SignedCall {
  readonly id: string
  readonly at: number
  readonly body: string
}

/** The headers of a call by Standard Webhooks 1.0, signed with each of these secrets. */
export function signedHeaders({ id, at, body }: SignedCall, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
