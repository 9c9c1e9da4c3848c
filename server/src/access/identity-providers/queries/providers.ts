import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people.ts'
import type { ProviderState } from '@check-requests/domain/access/identity-providers/rules.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { IdentityProviderTable, LinkedIdentityTable } from '../tables.ts'

/** An identity provider with its email domains in alphabetical order. */
export type Provider = Selectable<IdentityProviderTable> & { readonly domains: readonly string[] }

/** The provider columns that identify the owner of email domains. */
type Owner = Pick<Provider, 'id' | 'dealer_group_id'>

export async function findProvider(db: Db, id: number): Promise<Provider | undefined> {
  const row = await db.selectFrom('identity_providers').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await withDomains(db, [row]))[0]
}

/** The proposed and active providers of a dealer group, or of all groups. */
export async function listProviders(db: Db, dealerGroupId: number | null): Promise<Provider[]> {
  const all = db.selectFrom('identity_providers').selectAll().where('state', '<>', 'ended').orderBy('id')
  return withDomains(
    db,
    await (dealerGroupId === null ? all : all.where('dealer_group_id', '=', dealerGroupId)).execute(),
  )
}

/** The active provider for this email domain. */
export function findProviderOfDomain(db: Db, domain: string) {
  return db
    .selectFrom('provider_domains')
    .innerJoin('identity_providers', 'identity_providers.id', 'provider_domains.identity_provider_id')
    .select(['identity_providers.id', 'identity_providers.name'])
    .where('provider_domains.domain', '=', domain)
    .where('identity_providers.state', '=', 'active')
    .execute()
}

/**
 * The active provider if the installation has exactly one. With several, outsiders could learn about each other's
 * groups (A6).
 */
export async function findOnlyProvider(db: Db) {
  const found = await db
    .selectFrom('identity_providers')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .limit(2)
    .execute()
  return found.length === 1 ? found : []
}

/** Every provider of the installation, including ended ones. */
export function listEveryProvider(db: Db): Promise<Selectable<IdentityProviderTable>[]> {
  return db.selectFrom('identity_providers').selectAll().orderBy('id').execute()
}

/** Any encrypted client secret. Undefined if none is stored. */
export async function findSealedClientSecret(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('identity_providers').select('sealed_secret').limit(1).executeTakeFirst())?.sealed_secret
}

export async function insertProvider(
  trx: Tx,
  provider: Omit<Insertable<IdentityProviderTable>, 'id' | 'version'>,
): Promise<number> {
  return (await trx.insertInto('identity_providers').values(provider).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateProvider(trx: Tx, id: number, values: Updateable<IdentityProviderTable>): Promise<void> {
  await trx
    .updateTable('identity_providers')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Sets exactly these domains for a provider. Violates a unique key if two active providers would have the same domain.
 * Proposed providers reserve none.
 */
export async function replaceDomains(
  trx: Tx,
  owner: Owner,
  domains: readonly string[],
  state: ProviderState,
): Promise<void> {
  const { id: identity_provider_id, dealer_group_id } = owner
  await trx.deleteFrom('provider_domains').where('identity_provider_id', '=', identity_provider_id).execute()
  if (domains.length === 0) return
  const rows = domains.map((domain) => ({
    domain,
    dealer_group_id,
    identity_provider_id,
    in_use: state === 'active' ? 1 : 0,
  }))
  await trx.insertInto('provider_domains').values(rows).execute()
}

async function withDomains(db: Db, rows: readonly Selectable<IdentityProviderTable>[]): Promise<Provider[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = db.selectFrom('provider_domains').select(['identity_provider_id', 'domain'])
  const domains = await found.where('identity_provider_id', 'in', ids).orderBy('domain').execute()
  return rows.map((row) => ({
    ...row,
    domains: domains.filter((one) => one.identity_provider_id === row.id).map(({ domain }) => domain),
  }))
}

export type LinkedIdentity = Selectable<LinkedIdentityTable>

/** The user to whom an account at a provider belongs. */
export function findIdentity(db: Db, providerId: number, subject: string): Promise<LinkedIdentity | undefined> {
  return ofProvider(db, providerId).where('subject', '=', subject).executeTakeFirst()
}

/** A user's account at a provider. */
export function findIdentityOf(db: Db, providerId: number, userId: number): Promise<LinkedIdentity | undefined> {
  return ofProvider(db, providerId).where('user_id', '=', userId).executeTakeFirst()
}

export async function insertIdentity(trx: Tx, identity: Omit<Insertable<LinkedIdentityTable>, 'id'>): Promise<number> {
  return (await trx.insertInto('linked_identities').values(identity).returning('id').executeTakeFirstOrThrow()).id
}

/** Records which of the user's roles were granted by a claim. */
export async function setGivenRoles(trx: Tx, id: number, roleIds: readonly number[]): Promise<void> {
  const given_role_ids = roleIds.length > 0 ? roleIds.join('') : null
  await trx.updateTable('linked_identities').set({ given_role_ids }).where('id', '=', id).execute()
}

export async function deleteIdentity(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('linked_identities').where('id', '=', id).execute()
}

function ofProvider(db: Db, providerId: number) {
  return db.selectFrom('linked_identities').selectAll().where('identity_provider_id', '=', providerId)
}

/** The settings for creating users at their first sign-in through a provider; null if the provider creates none. */
export function newPeopleOf({ new_people }: Pick<Provider, 'new_people'>): NewPeople | null {
  return new_people === null ? null : (JSON.parse(new_people) as NewPeople)
}

/** Returns true if a user with this email address was removed from the dealer group. */
export async function wasRemoved(db: Db, dealerGroupId: number, email: string): Promise<boolean> {
  const removed = db.selectFrom('users').select('id').where('dealer_group_id', '=', dealerGroupId)
  const found = removed.where('email', '=', email).where('deleted_at', 'is not', null).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

type Client = Pick<Provider, 'issuer' | 'client_id'>

// A secret copied to a provider with another issuer or client id can't be decrypted there.
function contextOf({ issuer, client_id }: Client): string {
  return `client secret of ${client_id} at ${issuer}`
}

/** Encrypts a client secret for storage. */
export function sealSecret(secrets: Secrets, client: Client, secret: string): string {
  return secrets.seal(secret, contextOf(client))
}

/** Decrypts the client secret, which is sent only to the provider. */
export function openSecret(secrets: Secrets, client: Client & Pick<Provider, 'sealed_secret'>): string {
  return secrets.open(client.sealed_secret, contextOf(client))
}
