import { z } from 'zod'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'

/** How long somebody may take at the provider, in milliseconds. */
export const signInLasts = 10 * 60_000

const context = 'sign-in at an identity provider'

const pending = z.object({
  providerId: z.int(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})

/** What is known of a sign-in while its person is at the provider. */
export type PendingSignIn = z.output<typeof pending>

/** A sign-in that has begun, for the cookie of the browser that began it: nobody else can read, change or finish it. */
export function sealSignIn({ secrets, clock }: Services, signIn: Omit<PendingSignIn, 'until'>): string {
  return secrets.seal(JSON.stringify({ ...signIn, until: clock() + signInLasts }), context)
}

/** The sign-in that this browser has begun. */
export function openSignIn({ secrets, clock }: Services, sealed: string | undefined): PendingSignIn {
  const signIn = sealed === undefined ? undefined : unseal(secrets, sealed)
  if (!signIn || signIn.until <= clock())
    throw new Failure('UNAUTHENTICATED', 'This sign-in was begun in another browser, or took too long. Start again.')
  return signIn
}

// What a browser sends may be anything.
function unseal(secrets: Services['secrets'], sealed: string): PendingSignIn | undefined {
  try {
    return pending.parse(JSON.parse(secrets.open(sealed, context)))
  } catch {
    return undefined
  }
}
