import type { ProviderTest } from '@check-requests/domain/access/identity-providers/fields.ts'
import { genericGrantRequest, ResponseBodyError, randomPKCECodeVerifier } from 'openid-client'
import type { Services } from '../../../services.ts'
import type { Provider } from '../queries/providers.ts'
import { askProvider } from './client.ts'
import { reasonOf } from './explain.ts'

/** Asks a provider for its settings, and shows it the client secret with a code that it never gave out. */
export async function tryProvider(services: Services, provider: Provider, redirectUri: string): Promise<ProviderTest> {
  try {
    const client = await askProvider(services, provider)
    const { code_challenge_methods_supported: methods } = client.serverMetadata()
    if (methods && !methods.includes('S256'))
      return { works: false, answer: 'The provider is there, but does not know PKCE with S256, which is needed.' }
    const code = { code: 'test', redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() }
    await genericGrantRequest(client, 'authorization_code', code)
    return { works: false, answer: 'The provider accepts codes that it never gave out.' }
  } catch (error) {
    return judge(error)
  }
}

function judge(error: unknown): ProviderTest {
  if (!(error instanceof ResponseBodyError)) return { works: false, answer: `No sign-in works: ${reasonOf(error)}` }
  if (error.error === 'invalid_grant')
    return { works: true, answer: 'The provider is there and takes the client secret.' }
  const said = error.error_description ?? error.error
  return { works: false, answer: `The provider is there, but does not take the client ID and secret: ${said}` }
}
