import type { proofEndpoints, secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { CreationOptions, RequestOptions } from '@check-requests/domain/access/second-factor/fields.ts'
import { ApiFailure } from '#platform/api-failure.ts'
import { hasPasskeys } from '#platform/browser-features.ts'
import type { InputOf } from '#platform/call.ts'

/** What a browser gives when it has made a passkey. */
type MadePasskey = InputOf<typeof secondFactorEndpoints.addPasskey>['body']['response']

/** What a browser gives when a passkey was used. */
export type UsedPasskey = InputOf<typeof proofEndpoints.signInWithPasskey>['body']['response']

const notUsed = 'No passkey was used. Try again, or use another way.'
const notMade = 'No passkey was made. Try again.'
const alreadyThere = 'This device has a passkey of yours already.'

// Few people need it, and each of them by a click.
const library = () => import('@simplewebauthn/browser')

/** Makes a passkey. Rejects with an `ApiFailure` if the person changes their mind. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<MadePasskey> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON }).catch((error) => {
    throw passkeyFailure(isKnown(error) ? alreadyThere : notMade)
  })
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Asks for one of the passkeys that `options` allow. Rejects with an `ApiFailure` if the person changes their mind. */
export function askForPasskey(options: RequestOptions): Promise<UsedPasskey> {
  return use(options, false).catch(() => {
    throw passkeyFailure(notUsed)
  })
}

/**
 * Offers passkeys where the browser fills in the email field, until one is chosen. Undefined if none is, because
 * another question has taken its place.
 */
export function offerPasskeys(options: RequestOptions): Promise<UsedPasskey | undefined> {
  return use(options, true).catch(() => undefined)
}

/** Whether passkeys can be offered where the browser fills in fields. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys && (await library()).browserSupportsWebAuthnAutofill()
}

/** Takes back the question that is open. */
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
