import { requestFilter } from '@check-requests/domain/access/permissions.ts'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Place } from '@check-requests/domain/access/scope.ts'
import type { FreshBy, Topic } from '@check-requests/domain/api/endpoint.ts'
import type { Selectable } from 'kysely'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { PasswordLinkTable, SetUpTable } from '../tables.ts'
import type { Caller } from './caller.ts'

/** The account data that a login needs. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly primaryRole: RoleId
  readonly roleIds: RoleId[]
  readonly dealerGroupId: number | null
  readonly active: boolean
  /** True for users without a dealer group. */
  readonly groupIsActive: boolean
}

/** The account with this lowercase email; ignores deleted accounts. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const user = await accounts(db).where('email', '=', email).executeTakeFirst()
  return user && withRoles(db, user)
}

/** The account with this id; ignores deleted accounts. */
export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  const user = await accounts(db).where('id', '=', id).executeTakeFirst()
  return user && withRoles(db, user)
}

/**
 * The current account, locked on PostgreSQL until the transaction ends. Any change that removes the account, its
 * password, or its roles also changes this row and has to wait.
 */
export async function holdAccount(trx: Tx, id: number): Promise<Account | undefined> {
  const query = accounts(trx).where('id', '=', id)
  const user = await (speaksPostgres(trx) ? query.forShare() : query).executeTakeFirst()
  return user && withRoles(trx, user)
}

function accounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'password_hash', 'primary_role', 'dealer_group_id', 'active'])
    .select(({ selectFrom }) =>
      selectFrom('dealer_groups')
        .select('dealer_groups.is_active')
        .whereRef('dealer_groups.id', '=', 'users.dealer_group_id')
        .as('group_is_active'),
    )
    .where('deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

async function withRoles(db: Db, user: Row): Promise<Account> {
  const roles = await db.selectFrom('user_roles').select('role_id').where('user_id', '=', user.id).execute()
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    passwordHash: user.password_hash,
    primaryRole: user.primary_role,
    roleIds: roles.map((row) => row.role_id),
    dealerGroupId: user.dealer_group_id,
    active: user.active === 1,
    groupIsActive: user.group_is_active !== 0,
  }
}

export type PasswordLink = Selectable<PasswordLinkTable>

/** Schedules an email with a link for this user, and invalidates any earlier link. */
export async function askForLink(
  trx: Tx,
  userId: number,
  at: string,
  invitation: PasswordLink['invitation'] = null,
): Promise<void> {
  await saveLink(trx, userId, { asked_at: at, due_at: at, attempts: 0, code: null, expires_at: null, invitation })
}

/** Stores a user's link, and invalidates any earlier link. */
export async function saveLink(trx: Tx, userId: number, link: Omit<PasswordLink, 'user_id'>): Promise<void> {
  await trx
    .insertInto('password_links')
    .values({ ...link, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
}

export function listDueLinks(db: Db, now: string): Promise<PasswordLink[]> {
  return db.selectFrom('password_links').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(100).execute()
}

export function findLink(db: Db, userId: number): Promise<PasswordLink | undefined> {
  return db.selectFrom('password_links').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function updateLink(
  trx: Tx,
  { user_id, asked_at }: PasswordLink,
  values: Partial<Pick<PasswordLink, 'due_at' | 'attempts' | 'code' | 'expires_at'>>,
): Promise<void> {
  // Doesn't change a link requested in the meantime.
  const same = trx.updateTable('password_links').set(values).where('user_id', '=', user_id)
  await same.where('asked_at', '=', asked_at).execute()
}

/** Invalidates the link of a user whose password was changed or whose account was removed. */
export async function removeLinkOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('password_links').where('user_id', '=', userId).execute()
}

/** Deletes a link. Returns true if it still existed. */
export async function takeLink(trx: Tx, { user_id, code }: PasswordLink): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('password_links')
    .where('user_id', '=', user_id)
    .where('code', '=', code)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes links requested before this moment. Invitations stay, to show that their users haven't accepted them. */
export async function deleteOldLinks(trx: Tx, before: string): Promise<void> {
  await trx.deleteFrom('password_links').where('asked_at', '<', before).where('invitation', 'is', null).execute()
}

/**
 * The channel names of a caller's view of a topic: a change under any of these names makes the view stale. Notices
 * depend on requests, and requests show the names of places, choices, and users, so views of notices and requests have
 * those channels, too.
 */
export function scopeNamesOf(caller: Caller, topic: FreshBy): string[] {
  const group = caller.scope.dealerGroupId ?? 'all'
  const named = (what: Topic) => [`${what}:${group}`, `${what}:shared`]
  // Checks and bank files change for the whole dealer group.
  if (topic === 'waiting') return [`group:${group}`, ...scopeNamesOf(caller, 'check-requests')]
  if (topic === 'inbox') return [`inbox:${caller.userId}`, ...scopeNamesOf(caller, 'check-requests')]
  if (topic === 'documents') return [`documents:${caller.userId}`]
  if (topic !== 'check-requests') return named(topic)
  return [...requestsOf(caller), ...named('organisation'), ...named('users')]
}

const namedBy = {
  requester_id: 'requester',
  dealer_group_id: 'group',
  dealership_id: 'dealership',
  department_id: 'department',
} as const

function requestsOf(caller: Caller): string[] {
  const { column, ids } = requestFilter(caller)
  // Delegates see requests in any location that are pending for the absent user.
  if (caller.standsInFor.length > 0) return [`group:${caller.scope.dealerGroupId}`, `requester:${caller.userId}`]
  return column === null ? ['requests:all'] : ids.map((id) => `${namedBy[column]}:${id}`)
}

/** The channel names of all views that show a request of this requester at this location. */
export function scopeNamesOfRequest(place: Place, requesterId: number): string[] {
  return [
    'requests:all',
    `requester:${requesterId}`,
    `group:${place.dealerGroupId}`,
    ...(place.dealershipId === null ? [] : [`dealership:${place.dealershipId}`]),
    ...(place.departmentId === null ? [] : [`department:${place.departmentId}`]),
  ]
}

/** The state of the set-up. */
export type SetUp = Omit<Selectable<SetUpTable>, 'id'>

/** Returns true if the installation has or had a user. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns the state of the set-up, and locks it until the transaction ends. A new one has already expired. */
export async function lockSetUp(trx: Tx, now: string): Promise<SetUp> {
  const blank = { id: 1, expires_at: now, network: null, done_at: null }
  await trx
    .insertInto('set_up')
    .values(blank)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const own = trx.updateTable('set_up').set(({ ref }) => ({ network: ref('network') }))
  return own.where('id', '=', 1).returning(['expires_at', 'network', 'done_at']).executeTakeFirstOrThrow()
}

export async function saveSetUp(trx: Tx, { expires_at, network, done_at }: SetUp): Promise<void> {
  await trx.updateTable('set_up').set({ expires_at, network, done_at }).where('id', '=', 1).execute()
}
