import { isIP } from 'node:net'
import { Failure } from '../../../platform/errors.ts'
import type { RelyingParty } from '../../../platform/webauthn.ts'
import type { Services } from '../../../services.ts'

/** The address under which a call came in, as the browser knows it. */
export interface CalledAt {
  /** With its port. */
  readonly host: string
  readonly protocol: string
}

/**
 * The site that passkeys are for: the public address of the settings or, without one, this machine by its name. Any
 * other name would be taken from what the caller says.
 */
export function relyingPartyOf({ publicUrl }: Services['config'], { host, protocol }: CalledAt): RelyingParty {
  if (publicUrl && isDomain(publicUrl.hostname)) return { id: publicUrl.hostname, origin: publicUrl.origin }
  const [, local] = /^((?:[a-z\d-]+\.)*localhost)(?::\d+)?$/.exec(host) ?? []
  if (!publicUrl && local) return { id: local, origin: `${protocol}://${host}` }
  throw new Failure(
    'FORBIDDEN',
    'Passkeys work at an address with a name, which the setting PUBLIC_URL gives. Use a code.',
  )
}

// Browsers make no passkeys for addresses that are numbers.
function isDomain(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}
