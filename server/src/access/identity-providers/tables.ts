import type { ProviderState } from '@check-requests/domain/access/identity-providers/rules.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** An identity provider of a dealer group; `sealed_secret` is the client secret. */
export interface IdentityProviderTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  issuer: string
  client_id: string
  sealed_secret: string
  /** 1 if an address counts as verified although the provider does not say so. */
  trusts_email: number
  /** How people are created at their first sign-in, as JSON; null where they are not. */
  new_people: string | null
  state: ProviderState
  /** Who asked for the provider as it is now. */
  proposed_by_id: number
  proposed_by_name: string
  proposed_at: Moment
  confirmed_by_id: number | null
  confirmed_by_name: string | null
  confirmed_at: Moment | null
}

/** An email domain whose people a provider signs in; no two providers in use share one. */
export interface ProviderDomainTable {
  domain: string
  /** 1 if the provider is in use. */
  in_use: number
  dealer_group_id: number
  identity_provider_id: number
}

/** The account of somebody at a provider, by the name that never changes there. */
export interface LinkedIdentityTable {
  id: Generated<number>
  dealer_group_id: number
  identity_provider_id: number
  subject: string
  user_id: number
  linked_at: Moment
  /** The roles that a claim has given and that were not taken since, as a text of their ids; null: none. */
  given_role_ids: string | null
}

export interface IdentityProviderTables {
  identity_providers: IdentityProviderTable
  provider_domains: ProviderDomainTable
  linked_identities: LinkedIdentityTable
}
