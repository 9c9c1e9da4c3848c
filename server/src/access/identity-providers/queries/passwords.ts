import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import type { Db } from '../../../tables.ts'

/** A user with a password; super admins have no dealer group. */
interface Owner {
  readonly email: string
  readonly dealerGroupId: number | null
}

/**
 * The name of the identity provider through which this user must sign in; undefined if their password works. Passwords
 * always work for super admins and for users whom no active provider covers.
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

/** The email domains of the active identity providers of a dealer group. */
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
