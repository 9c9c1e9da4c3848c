import type { Secrets } from '../../../platform/secrets.ts'
import type { Provider } from './providers.ts'

type Client = Pick<Provider, 'issuer' | 'client_id'>

// A secret that is copied to a provider with another address does not open there.
function contextOf({ issuer, client_id }: Client): string {
  return `client secret of ${client_id} at ${issuer}`
}

/** A client secret as it is stored. */
export function sealSecret(secrets: Secrets, client: Client, secret: string): string {
  return secrets.seal(secret, contextOf(client))
}

/** The client secret, for the provider alone. */
export function openSecret(secrets: Secrets, client: Client & Pick<Provider, 'sealed_secret'>): string {
  return secrets.open(client.sealed_secret, contextOf(client))
}
