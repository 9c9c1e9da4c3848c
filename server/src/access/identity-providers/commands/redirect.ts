import type { Services } from '../../../services.ts'

/** The URL to which providers redirect users: the login screen. `origin` is the one at which this server was called. */
export function redirectUriOf({ publicUrl }: Pick<Services['config'], 'publicUrl'>, origin: string): string {
  return new URL('/login', publicUrl?.origin ?? origin).href
}

/** How long a user may take to sign in at the provider, in milliseconds. */
export const signInLasts = 10 * 60_000
