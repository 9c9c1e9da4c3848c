import type { Services } from '../../../services.ts'

/** The address to which providers send people back: the login screen. `origin`: where this server was called. */
export function redirectUriOf({ publicUrl }: Pick<Services['config'], 'publicUrl'>, origin: string): string {
  return new URL('/login', publicUrl?.origin ?? origin).href
}
