import type { proofEndpoints, secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { CreationOptions, RequestOptions } from '@check-requests/domain/access/second-factor/fields.ts'
import { ApiFailure } from '#platform/api-failure.ts'
import { hasPasskeys } from '#platform/browser-features.ts'
import type { InputOf } from '#platform/call.ts'

/** The browser's result of creating a passkey. */
type MadePasskey = InputOf<typeof secondFactorEndpoints.addPasskey>['body']['response']

/** The browser's result of using a passkey. */
export type UsedPasskey = InputOf<typeof proofEndpoints.signInWithPasskey>['body']['response']

const notUsed = 'No passkey was used. Try again, or use another way.'
const notMade = 'No passkey was created. Try again.'
const alreadyThere = 'This device already has one of your passkeys. Use another device.'

// Loaded on demand, because few users need it.
const library = () => import('@simplewebauthn/browser')

/** Creates a passkey. Rejects with an `ApiFailure` if the user cancels. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<MadePasskey> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON }).catch((error) => {
    throw passkeyFailure(isKnown(error) ? alreadyThere : notMade)
  })
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Asks for one of the passkeys allowed by `options`. Rejects with an `ApiFailure` if the user cancels. */
export function askForPasskey(options: RequestOptions): Promise<UsedPasskey> {
  return use(options, false).catch(() => {
    throw passkeyFailure(notUsed)
  })
}

/**
 * Offers passkeys in the email field's autofill until one is chosen. Resolves to undefined if another prompt replaces
 * this one.
 */
export function offerPasskeys(options: RequestOptions): Promise<UsedPasskey | undefined> {
  return use(options, true).catch(() => undefined)
}

/** Whether the browser can offer passkeys in autofill. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys && (await library()).browserSupportsWebAuthnAutofill()
}

/** Cancels the open passkey prompt. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

async function use(optionsJSON: RequestOptions, useBrowserAutofill: boolean): Promise<UsedPasskey> {
  const { startAuthentication } = await library()
  const used = await startAuthentication({ optionsJSON, useBrowserAutofill })
  return { ...used, clientExtensionResults: { ...used.clientExtensionResults } }
}

function passkeyFailure(message: string): ApiFailure {
  return new ApiFailure(message, 0, 'PASSKEY')
}

function isKnown(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}
