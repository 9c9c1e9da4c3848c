import type { ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import { newPeopleOf, type Provider } from './queries/providers.ts'

/** A provider without its secret. */
export function presentProvider(provider: Provider): ProviderReply {
  const { id, version, dealer_group_id, name, issuer, client_id, domains, trusts_email, state } = provider
  const { proposed_by_id, proposed_by_name, proposed_at, confirmed_by_id, confirmed_by_name, confirmed_at } = provider
  return {
    id,
    version,
    dealer_group_id,
    name,
    issuer,
    client_id,
    state,
    proposed_at,
    confirmed_at,
    domains: [...domains],
    trusts_email: trusts_email === 1,
    new_people: newPeopleOf(provider),
    proposed_by: { id: proposed_by_id, name: proposed_by_name },
    confirmed_by: confirmed_by_id === null ? null : { id: confirmed_by_id, name: confirmed_by_name ?? 'Somebody' },
  }
}
