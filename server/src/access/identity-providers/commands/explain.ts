import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { Failure } from '../../../platform/errors.ts'
import { inOwnWords } from '../../../platform/own-words.ts'
import { propertyOf } from '../../../platform/property.ts'
import type { Provider } from '../queries/providers.ts'

/** What a provider sent has a time that cannot be, which its library lets pass. */
export class ClocksDiffer extends Error {}

/** Takes what went wrong at a provider, for the log. */
export type Warn = (what: { readonly provider: string; readonly reason: string }) => void

type Named = Pick<Provider, 'name'>

/** The refusal that says what went wrong between a provider and this server, and what to do about it. */
export function explain({ name }: Named, error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof AuthorizationResponseError) return refused(`${name} did not sign you in${inWords(error)}.`)
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return refused('This sign-in was used already or took too long.')
  if (error instanceof ResponseBodyError)
    return unavailable(
      `${name} does not accept this server (${error.error}). Ask your admin to test the connection in Settings.`,
    )
  const code = causes(error).map((cause) => propertyOf(cause, 'code'))
  if (error instanceof ClocksDiffer || code.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return unavailable(`The clocks of ${name} and of this server differ. Tell whoever runs this server.`)
  // The system says which call to the network failed; the library takes it for an answer.
  const isOutOfReach = causes(error).some((cause) => propertyOf(cause, 'syscall') !== undefined)
  if (
    error instanceof ClientError &&
    !isOutOfReach &&
    !code.includes('OAUTH_TIMEOUT') &&
    !code.includes('OAUTH_RESPONSE_IS_NOT_CONFORM')
  )
    return refused(`What ${name} answered does not belong to this sign-in, so nobody was signed in.`)
  return unavailable(`${name} cannot be reached now. Try again in a few minutes.`)
}

/** What went wrong, for admins and for the log of the server. */
export function reasonOf(error: unknown): string {
  return causes(error)
    .map((cause) => {
      const code = propertyOf(cause, 'error')
      return `${inOwnWords(String(propertyOf(cause, 'message') ?? cause))}${typeof code === 'string' ? ` (${code})` : ''}`
    })
    .join(': ')
}

function inWords({ error, error_description }: AuthorizationResponseError): string {
  const description = error_description?.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 200)
  return ` (${description || error})`.replace(/\.\)$/, ')')
}

function refused(sentence: string): Failure {
  return new Failure('UNAUTHENTICATED', `${sentence} Start again; if it happens again, tell your admin.`)
}

function unavailable(sentence: string): Failure {
  return new Failure('UNAVAILABLE', sentence)
}

function causes(error: unknown): unknown[] {
  const cause = propertyOf(error, 'cause')
  return error === undefined || error === null ? [] : [error, ...(cause instanceof Error ? causes(cause) : [])]
}
