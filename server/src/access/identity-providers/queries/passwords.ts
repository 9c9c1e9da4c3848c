import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import type { Db } from '../../../tables.ts'

/** Somebody with a password, who belongs to no dealer group as a super admin. */
interface Owner {
  readonly email: string
  readonly dealerGroupId: number | null
}

/**
 * The name of the identity provider through which this person signs in instead of with a password; undefined where
 * their password counts: it always does for super admins, and for whoever no provider in use speaks for.
 */
export async function providerInsteadOfPassword(db: Db, { email, dealerGroupId }: Owner): Promise<string | undefined> {
  const domain = domainOf(email)
  if (dealerGroupId === null || domain === undefined) return undefined
  const found = await inUse(db, dealerGroupId)
    .innerJoin('dealer_groups', 'dealer_groups.id', 'identity_providers.dealer_group_id')
    .select('identity_providers.name')
    .where('provider_domains.domain', '=', domain)
    .where('dealer_groups.passwords_off', '=', 1)
    .executeTakeFirst()
  return found?.name
}

/** The email domains of a dealer group's identity providers in use. */
export async function domainsInUse(db: Db, dealerGroupId: number): Promise<string[]> {
  const rows = await inUse(db, dealerGroupId)
    .select('provider_domains.domain')
    .orderBy('provider_domains.domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

function inUse(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('identity_providers')
    .innerJoin('provider_domains', 'provider_domains.identity_provider_id', 'identity_providers.id')
    .where('identity_providers.dealer_group_id', '=', dealerGroupId)
    .where('identity_providers.state', '=', 'active')
}
