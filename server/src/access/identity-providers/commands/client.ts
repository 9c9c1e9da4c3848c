import type { ProviderTest } from '@check-requests/domain/access/identity-providers/fields.ts'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  ClientError,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  genericGrantRequest,
  ResponseBodyError,
  randomPKCECodeVerifier,
} from 'openid-client'
import { Failure, inOwnWords, propertyOf } from '../../../platform/errors.ts'
import { outwardFetch } from '../../../platform/http/outward-fetch.ts'
import type { Services } from '../../../services.ts'
import { openSecret, type Provider } from '../queries/providers.ts'

/** The allowed clock difference between a provider and this server, in seconds. */
export const clocksDiffer = 60
/** How long a provider may take to respond, in seconds. */
export const answersWithinSeconds = 8

/**
 * The provider metadata, fetched for each sign-in because it might list new keys. Fails before the call if the provider
 * uses plain HTTP where that isn't allowed. The signature of the id_token is verified even though the token arrives
 * over TLS.
 */
export function askProvider({ config, secrets }: Services, provider: Provider): Promise<Configuration> {
  return discovery(
    new URL(provider.issuer),
    provider.client_id,
    { client_secret: openSecret(secrets, provider), [clockTolerance]: clocksDiffer },
    undefined,
    {
      timeout: answersWithinSeconds,
      [customFetch]: outwardFetch(config.allowedNetworks),
      execute: [allowInsecureRequests, enableNonRepudiationChecks],
    },
  )
}

/** Thrown if a provider sends an impossible time that the library accepts. */
export class ClocksDiffer extends Error {}

/** Receives the reason for a failure at a provider, for the log. */
export type Warn = (what: { readonly provider: string; readonly reason: string }) => void

type Named = Pick<Provider, 'name'>

/** The error that explains what failed between a provider and this server, and what to do about it. */
export function explain({ name }: Named, error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof AuthorizationResponseError) return refused(`${name} didn’t sign you in${inWords(error)}.`)
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return refused('This sign-in took too long or was already used. Start it again.')
  if (error instanceof ResponseBodyError)
    return unavailable(
      `${name} doesn’t accept this server (${error.error}). Ask your admin to test the connection in Settings.`,
    )
  const code = causes(error).map((cause) => propertyOf(cause, 'code'))
  if (error instanceof ClocksDiffer || code.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return unavailable(`The clocks of ${name} and this server differ. Tell the person who runs this server.`)
  // The library reports a failed network call like an invalid response. Only the system error names the call.
  const isOutOfReach = causes(error).some((cause) => propertyOf(cause, 'syscall') !== undefined)
  if (
    error instanceof ClientError &&
    !isOutOfReach &&
    !code.includes('OAUTH_TIMEOUT') &&
    !code.includes('OAUTH_RESPONSE_IS_NOT_CONFORM')
  )
    return refused(`The response from ${name} doesn’t match this sign-in, so you weren’t signed in.`)
  return unavailable(`Couldn’t reach ${name}. Try again in a few minutes.`)
}

/** The reason for a failure, for admins and the server log. */
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
  return new Failure(
    'UNAUTHENTICATED',
    `${sentence} Start the sign-in again. If the problem continues, tell your admin.`,
  )
}

function unavailable(sentence: string): Failure {
  return new Failure('UNAVAILABLE', sentence)
}

function causes(error: unknown): unknown[] {
  const cause = propertyOf(error, 'cause')
  return error === undefined || error === null ? [] : [error, ...(cause instanceof Error ? causes(cause) : [])]
}

/** Fetches the provider metadata, and tests the client secret with an invalid code. */
export async function tryProvider(services: Services, provider: Provider, redirectUri: string): Promise<ProviderTest> {
  try {
    const client = await askProvider(services, provider)
    const { code_challenge_methods_supported: methods } = client.serverMetadata()
    if (methods && !methods.includes('S256'))
      return {
        works: false,
        answer: 'The provider doesn’t support PKCE with S256. Turn PKCE on at the provider.',
      }
    const code = { code: 'test', redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() }
    await genericGrantRequest(client, 'authorization_code', code)
    return { works: false, answer: 'The provider accepts authorization codes that it didn’t issue.' }
  } catch (error) {
    return judge(error)
  }
}

function judge(error: unknown): ProviderTest {
  if (!(error instanceof ResponseBodyError)) return { works: false, answer: `Sign-in doesn’t work: ${reasonOf(error)}` }
  if (error.error === 'invalid_grant')
    return { works: true, answer: 'The provider responds and accepts the client secret.' }
  const said = error.error_description ?? error.error
  return { works: false, answer: `The provider responds, but it rejects the client ID and secret: ${said}` }
}

/** The URL to which providers redirect users: the login screen. `origin` is the one at which this server was called. */
export function redirectUriOf({ publicUrl }: Pick<Services['config'], 'publicUrl'>, origin: string): string {
  return new URL('/login', publicUrl?.origin ?? origin).href
}

/** How long a user may take to sign in at the provider, in milliseconds. */
export const signInLasts = 10 * 60_000
