import { z } from 'zod'

// The JSON forms of WebAuthn (W3C, Level 3, section 5.1). Browsers add members as they learn more, so that unknown ones
// are dropped instead of refused; what counts is signed.
const longestPart = 16_384

const base64url = z.string().regex(/^[\w-]+$/, { error: 'This is no base64url' })
const part = base64url.max(longestPart)
const transports = z.array(z.string().max(30)).max(10)

const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
}

/** What `navigator.credentials.create` gave, as JSON. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: part, attestationObject: part, transports: transports.optional() }),
})

/** What `navigator.credentials.get` gave, as JSON. */
export const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: base64url.max(100).nullish(),
  }),
})

const descriptor = z.object({ id: base64url, type: z.literal('public-key'), transports: transports.exactOptional() })
const userVerification = z.enum(['required', 'preferred', 'discouraged'])

/** What `navigator.credentials.create` is called with, as JSON. */
export const creationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
    challenge: base64url,
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']),
      requireResidentKey: z.boolean(),
      userVerification,
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' })
export type CreationOptions = z.output<typeof creationOptions>

/** What `navigator.credentials.get` is called with, as JSON. An empty list allows every passkey of this site. */
export const requestOptions = z
  .object({
    rpId: z.string(),
    challenge: base64url,
    timeout: z.int(),
    allowCredentials: z.array(descriptor),
    userVerification,
  })
  .meta({ id: 'PasskeyRequestOptions' })
export type RequestOptions = z.output<typeof requestOptions>
