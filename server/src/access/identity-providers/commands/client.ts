import {
  allowInsecureRequests,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { outwardFetch } from '../../../platform/outward-fetch.ts'
import type { Services } from '../../../services.ts'
import type { Provider } from '../queries/providers.ts'
import { openSecret } from '../queries/secret.ts'

/** How far the clocks of a provider and of this server may be apart, in seconds. */
export const clocksDiffer = 60
/** How long a provider may take to answer. */
export const answersWithinSeconds = 8

/**
 * What a provider says about itself, asked anew for each sign-in: it may have new keys. Where plain HTTP is not allowed,
 * it fails on the way out. The signature of an id_token is checked although it comes over TLS.
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
