import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Db } from '../../tables.ts'

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
}

/** The account with this email, in lower-case letters; deleted ones do not count. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'password_hash', 'primary_role', 'dealer_group_id', 'active'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
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
  }
}
