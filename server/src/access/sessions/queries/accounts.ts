import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'

/** What a login needs to know of an account. */
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
  /** Of somebody without a dealer group, true. */
  readonly groupIsActive: boolean
}

/** The account with this email, in lower-case letters; deleted ones do not count. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const user = await accounts(db).where('email', '=', email).executeTakeFirst()
  return user && withRoles(db, user)
}

/** The account with this id; deleted ones do not count. */
export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  const user = await accounts(db).where('id', '=', id).executeTakeFirst()
  return user && withRoles(db, user)
}

/**
 * The account as it is now. On PostgreSQL it stays so until the transaction ends: whatever takes its password, its
 * roles or itself away also changes its row, and has to wait.
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
