import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels, type Place, type Scope } from '@check-requests/domain/access/scope.ts'
import { confirmedRoles } from '@check-requests/domain/people/confirmations/rules.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { joinedIds, splitIds } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { scopeIn } from './confirmations.ts'

/** Active accounts with roles and scope, by name, and their pending changes. */
export function activeAccounts(db: Db, now: string | Expression<string>) {
  return db
    .selectFrom('users')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .leftJoin('account_confirmations', (join) =>
      join
        .onRef('account_confirmations.user_id', '=', 'users.id')
        .on('account_confirmations.in_effect', '=', 0)
        .on(({ eb, or }) =>
          or([
            eb('account_confirmations.effective_at', 'is', null),
            eb('account_confirmations.effective_at', '>', now),
          ]),
        ),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.primary_role', 'users.access_level'])
    .select(['users.dealer_group_id', 'account_confirmations.scope_in_force', 'dealer_groups.account_confirmation'])
    .select('account_confirmations.user_id as unconfirmed')
    .select([
      joinedIds('user_roles', 'role_id', 'user_id', 'users.id').as('role_ids'),
      joinedIds('waiting_roles', 'role_id', 'user_id', 'users.id').as('waiting_role_ids'),
      joinedIds('user_dealerships', 'dealership_id', 'user_id', 'users.id').as('dealership_ids'),
      joinedIds('user_departments', 'department_id', 'user_id', 'users.id').as('department_ids'),
    ])
    .where('users.active', '=', 1)
    .where('users.deleted_at', 'is', null)
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
}

/** A row in `activeAccounts`. */
export type Account = Awaited<ReturnType<ReturnType<typeof activeAccounts>['executeTakeFirstOrThrow']>>

/** All roles of an account, and those in force. */
export function rolesOf(account: Account): { readonly all: RoleId[]; readonly inForce: RoleId[] } {
  const all = splitIds(account.role_ids).filter(isRoleId)
  const waiting = isWaiting(account) ? splitIds(account.waiting_role_ids) : []
  return { all, inForce: all.filter((role) => !waiting.includes(role)) }
}

/** The scope in which an account can act in a role: the narrower one while a wider one is pending. */
export function actingScope(account: Account, role: RoleId): Scope {
  const scope: Scope = {
    level: account.access_level,
    dealerGroupId: account.dealer_group_id,
    dealershipIds: splitIds(account.dealership_ids),
    departmentIds: splitIds(account.department_ids),
  }
  const narrower = isWaiting(account) ? scopeIn(account.scope_in_force) : undefined
  return confirmedRoles.includes(role) ? (narrower ?? scope) : scope
}

/** A user who can act in a role that is in force. */
export interface ActingPerson {
  readonly userId: number
  readonly name: string
  readonly scope: Scope
}

/** The candidates: all users, those whose scope might cover a place, or users with these ids. */
export type Among = 'everyone' | Place | readonly number[]

interface Asked {
  readonly roleId: RoleId
  readonly dealerGroupId: number
  readonly now: string
}

/** Lists the users who can act in this role in a dealer group, including super admins, by name. */
export async function listActing(db: Db, asked: Asked, among: Among = 'everyone'): Promise<ActingPerson[]> {
  const { roleId } = asked
  const rows = await accountsAmong(db, asked, among).all()
  const acting = rows.filter((row) => rolesOf(row).inForce.includes(roleId))
  return acting.map((row) => ({
    userId: row.id,
    name: `${row.first_name} ${row.last_name}`,
    scope: actingScope(row, roleId),
  }))
}

function accountsAmong(db: Db, asked: Asked, among: Among) {
  if (among === 'everyone') return everyone(db, asked)
  if (!('dealershipId' in among)) return named(db, { ...asked, ids: among })
  const { dealershipId, departmentId } = among
  return near(db, { ...asked, dealershipId, departmentId })
}

const everyone = prepare((db: Db, param: Params<Asked>) => accountsOf(db, param))

const named = prepare((db: Db, param: Params<Asked & { ids: readonly number[] }>) =>
  accountsOf(db, param).where('users.id', 'in', param.oneOf('ids')),
)

const near = prepare((db: Db, param: Params<Asked & Pick<Place, 'dealershipId' | 'departmentId'>>) =>
  accountsOf(db, param).where(mayCover(param('dealershipId'), param('departmentId'))),
)

function accountsOf(db: Db, param: Params<Asked>) {
  return activeAccounts(db, param('now'))
    .where(({ eb, or }) =>
      or([
        eb('users.access_level', '=', accessLevels.superAdmin),
        eb('users.dealer_group_id', '=', param('dealerGroupId')),
      ]),
    )
    .where('users.id', 'in', db.selectFrom('user_roles').select('user_id').where('role_id', '=', param('roleId')))
}

/**
 * True for rows of `activeAccounts` whose scope might cover a place in a dealer group. Only narrows down the
 * candidates; `covers` decides.
 */
export function mayCover(dealershipId: unknown, departmentId: unknown): RawBuilder<boolean> {
  return sql<boolean>`(users.access_level <= ${sql.lit(accessLevels.group)}
    or account_confirmations.scope_in_force is not null
    or exists (select 1 from user_dealerships d where d.user_id = users.id and d.dealership_id = ${dealershipId})
    or exists (select 1 from user_departments d where d.user_id = users.id and d.department_id = ${departmentId}))`
}

function isWaiting({ unconfirmed, account_confirmation }: Account): boolean {
  return unconfirmed !== null && account_confirmation !== 0
}
