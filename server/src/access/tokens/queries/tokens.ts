import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { AccessTokenTable } from '../tables.ts'

export type StoredToken = Selectable<AccessTokenTable>

/** The token with this hash, unless its dealer group was deleted. */
export function findTokenByHash(db: Db, hash: string): Promise<StoredToken | undefined> {
  return db
    .selectFrom('access_tokens')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'access_tokens.dealer_group_id')
    .selectAll('access_tokens')
    .where('access_tokens.token_hash', '=', hash)
    .where('dealer_groups.deleted_at', 'is', null)
    .executeTakeFirst()
}

function withOwner(db: Db) {
  return db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .selectAll('access_tokens')
    .select(['users.first_name', 'users.last_name'])
    .orderBy('access_tokens.id')
}

export function findToken(db: Db, id: number) {
  return withOwner(db).where('access_tokens.id', '=', id).executeTakeFirst()
}

export type OwnedToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

interface TokenFilter {
  readonly userId?: number
  readonly createdById?: number
  readonly dealerGroupId?: number | undefined
}

/** The tokens that haven't ended: a user's, those a user created, or all in a dealer group. Without a filter, all. */
export function listTokens(db: Db, filter: TokenFilter) {
  let query = withOwner(db).where('access_tokens.state', '<>', 'ended')
  if (filter.userId !== undefined) query = query.where('access_tokens.user_id', '=', filter.userId)
  if (filter.createdById !== undefined) query = query.where('access_tokens.created_by_id', '=', filter.createdById)
  if (filter.dealerGroupId !== undefined)
    query = query.where('access_tokens.dealer_group_id', '=', filter.dealerGroupId)
  return query.execute()
}

export async function insertToken(trx: Tx, row: Insertable<AccessTokenTable>): Promise<number> {
  return (await trx.insertInto('access_tokens').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Sets the state of tokens that haven't ended. */
export async function setTokenState(trx: Tx, ids: readonly number[], state: StoredToken['state']): Promise<void> {
  await trx
    .updateTable('access_tokens')
    .set((stored) => ({ state, version: stored('version', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '<>', 'ended')
    .execute()
}

export async function noteTokenUse(trx: Tx, id: number, at: string, network: string): Promise<void> {
  await trx.updateTable('access_tokens').set({ last_used_at: at, last_network: network }).where('id', '=', id).execute()
}

/** The settings of a dealer group that its tokens depend on. */
export function findTokenSettings(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('dealer_groups')
    .select(['time_zone', 'personal_tokens'])
    .where('id', '=', dealerGroupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
