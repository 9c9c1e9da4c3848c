import { z } from 'zod'
import { nameField } from '../../values/text.ts'

// The JSON forms of WebAuthn (W3C, Level 3, section 5.1). Browsers keep adding members, so unknown members are dropped
// instead of refused. The members that matter are signed.
const longestPart = 16_384

const base64url = z.string().regex(/^[\w-]+$/, { error: 'Enter a base64url value.' })
const part = base64url.max(longestPart)
const transports = z.array(z.string().max(30)).max(10)

const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
}

/** The result of `navigator.credentials.create`, as JSON. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: part, attestationObject: part, transports: transports.optional() }),
})

/** The result of `navigator.credentials.get`, as JSON. */
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

/** The options for `navigator.credentials.create`, as JSON. */
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

/** The options for `navigator.credentials.get`, as JSON. An empty list allows every passkey of this site. */
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

/** A proof of identity: a second factor, or the password in a session of a user who has no second factor. */
export type ProofWay = (SignInProof | FreshProof)['way']

const longestPasskeyName = 60

const passkeyProof = z.strictObject({ way: z.literal('passkey'), response: assertionResponse })

// Authenticator apps display codes with spaces, which users also type.
const codeField = z
  .string({ error: 'Enter the code.' })
  .max(40)
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the six-digit code.' }))

const codeProof = z.strictObject({ way: z.literal('code'), code: codeField })

// Crockford's base 32 omits letters that look like digits, so such a letter is read as the digit it resembles.
const recoveryCodeField = z
  .string({ error: 'Enter a recovery code.' })
  .max(60)
  .transform((typed) => typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1'))
  .pipe(
    z.string().regex(/^[0-9a-hjkmnp-tv-z]{16}$/, { error: 'Enter all 16 letters and digits of the recovery code.' }),
  )

const recoveryProof = z.strictObject({ way: z.literal('recovery-code'), code: recoveryCodeField })

/** A proof that completes a sign-in. */
export const signInProof = z.discriminatedUnion('way', [passkeyProof, codeProof, recoveryProof])
export type SignInProof = z.output<typeof signInProof>

const passwordProof = z.strictObject({
  way: z.literal('password'),
  password: z.string({ error: 'Enter your password.' }).min(1, { error: 'Enter your password.' }).max(1000),
})

/**
 * Body that verifies the caller's identity again. Recovery codes work only for sign-ins, and the password only for
 * users without a second factor.
 */
export const freshProofBody = z.discriminatedUnion('way', [passkeyProof, codeProof, passwordProof])
export type FreshProof = z.output<typeof freshProofBody>

const pendingToken = z.string({ error: 'The pending sign-in token is required' }).min(1).max(300)

/** Body of a call for the passkeys of a user who has already entered the correct password. */
export const secondStepOptionsBody = z.strictObject({ pending_token: pendingToken })

/** Body of the second step of a sign-in: the token from the first step, and a proof. */
export const secondStepBody = z.strictObject({ pending_token: pendingToken, proof: signInProof })

/** Body of a sign-in with only a passkey. */
export const passkeySignInBody = z.strictObject({ response: assertionResponse, role_id: z.int().optional() })

/** Body that adds a passkey. */
export const addPasskeyBody = z.strictObject({
  name: nameField('Name is required', longestPasskeyName),
  response: registrationResponse,
})

/** Body that renames a passkey. */
export const renamePasskeyBody = z.strictObject({ name: nameField('Name is required', longestPasskeyName) })

/** Body that confirms an authenticator app with its first code. */
export const confirmCodesBody = z.strictObject({ code: codeField })

/** A passkey as shown to its owner. */
export const passkeyReply = z
  .object({
    id: z.int(),
    name: z.string(),
    added_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    synced: z.boolean().describe('True if the passkey is synced between devices through an account'),
  })
  .meta({ id: 'Passkey' })
export type PasskeyReply = z.output<typeof passkeyReply>

/** All second factors of a user. */
export const ownSecondFactor = z
  .object({
    passkeys: z.array(passkeyReply).describe('Oldest first'),
    codes: z.object({ added_at: z.iso.datetime() }).nullable().describe('The authenticator app; null if there is none'),
    recovery_codes_left: z.int(),
    proved_until: z.iso.datetime().nullable().describe('When the last identity verification in this session expires'),
  })
  .meta({ id: 'OwnSecondFactor' })
export type OwnSecondFactor = z.output<typeof ownSecondFactor>

/** Recovery codes, shown only once: when the first factor is added or the codes are regenerated. */
export const recoveryCodes = z.array(z.string())

/** The token after the `#` of a link that reverts a change to a second factor. */
export const takeBackBody = z.strictObject({ link: z.string().max(100) })
