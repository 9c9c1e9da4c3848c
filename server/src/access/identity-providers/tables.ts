import type { ProviderState } from '@check-requests/domain/access/identity-providers/rules.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** An identity provider of a dealer group. `sealed_secret` is the encrypted client secret. */
export interface IdentityProviderTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  issuer: string
  client_id: string
  sealed_secret: string
  /** 1 if email addresses count as verified even when the provider doesn't say so. */
  trusts_email: number
  /** The settings for creating users at their first sign-in, as JSON; null if none are created. */
  new_people: string | null
  state: ProviderState
  /** The admin who proposed the provider in its current form. */
  proposed_by_id: number
  proposed_by_name: string
  proposed_at: Moment
  confirmed_by_id: number | null
  confirmed_by_name: string | null
  confirmed_at: Moment | null
}

/** An email domain whose users sign in through a provider; active providers can't share one. */
export interface ProviderDomainTable {
  domain: string
  /** 1 if the provider is active. */
  in_use: number
  dealer_group_id: number
  identity_provider_id: number
}

/** A user's account at a provider, identified by its permanent subject there. */
export interface LinkedIdentityTable {
  id: Generated<number>
  dealer_group_id: number
  identity_provider_id: number
  subject: string
  user_id: number
  linked_at: Moment
  /** The ids of roles that a claim has granted and not withdrawn, as text; null if there are none. */
  given_role_ids: string | null
}

export interface IdentityProviderTables {
  identity_providers: IdentityProviderTable
  provider_domains: ProviderDomainTable
  linked_identities: LinkedIdentityTable
}
