import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { listEveryProvider, updateProvider } from '../queries/providers.ts'
import { openSecret, sealSecret } from '../queries/secret.ts'

/** Seals the client secrets of all providers with the newest key. Returns the dealer group of each. */
export async function sealClientSecrets({ secrets }: Services, { trx }: Unit): Promise<number[]> {
  const providers = await listEveryProvider(trx)
  await beforeChange(trx, 'identity-provider', ...providers.map(({ id }) => id))
  for (const provider of providers)
    await updateProvider(trx, provider.id, {
      sealed_secret: sealSecret(secrets, provider, openSecret(secrets, provider)),
    })
  return providers.map((provider) => provider.dealer_group_id)
}
