import { isRoleId, type RoleId, type RoleName, roleOf, roles } from '@check-requests/domain/access/roles.ts'
import type { Scope } from '@check-requests/domain/access/scope.ts'
import { type FactorRule, factorRuleOf } from '@check-requests/domain/access/second-factor/rules.ts'
import { defaultIdleHours } from '@check-requests/domain/access/sessions/fields.ts'
import type { Delegation } from '@check-requests/domain/approvals/authority.ts'
import { inForceOf } from '@check-requests/domain/approvals/delegations/fields.ts'
import { auditingStates } from '@check-requests/domain/people/auditors/fields.ts'
import { confirmedRoles } from '@check-requests/domain/people/confirmations/rules.ts'
import { addDays, datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { defaultTimeZone } from '@check-requests/domain/values/time-zones.ts'
import { sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { joinedIds, jsonArray, jsonObject, splitIds } from '../../../platform/database/sql-helpers.ts'
import type { RepeatableCall } from '../../../platform/http/answered-calls.ts'
import type { Db } from '../../../tables.ts'
import { scopeIn } from '../../pending-accounts/queries/confirmations.ts'

/** The caller: a user in the active role of this session, with their current scope. */
export interface Caller {
  readonly sessionId: string
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly roleId: RoleId
  readonly role: RoleName
  readonly allRoles: readonly RoleId[]
  readonly scope: Scope
  /** True if an approval policy is in force in the dealer group. */
  readonly underPolicy: boolean
  /** The users for whom the caller is a delegate today. */
  readonly standsInFor: readonly Delegation[]
  /** True while the user has a password that an admin chose. */
  readonly passwordByAdmin: boolean
  /** The user's roles that are pending confirmation by a second person. */
  readonly waitingRoles: readonly RoleId[]
  /** True if the caller's dealer group uses its payee list. */
  readonly hasPayeeList?: boolean
  /** True if the caller's dealer group has a bank account that isn't closed. */
  readonly hasBankAccount?: boolean
  /** True if the caller is an auditor of the dealer group, who can read everything and change nothing. */
  readonly isAuditor?: boolean
  /** True if a scheduled change to the account has taken effect but isn't in the audit trail yet. */
  readonly effectUnnoted: boolean
  /** The second factors that the user can prove in a session; empty if there are none. */
  readonly proofWays: readonly ('passkey' | 'code')[]
  /** When the user signed in to this session, in milliseconds. */
  readonly signedInAt: number
  /** When the user last proved a second factor in this session, in milliseconds. */
  readonly provedAt: number | undefined
  /** The second-factor requirement for the user, even if the user already has a factor; undefined if there is none. */
  readonly factorRule: FactorRule | undefined
  /** True if an identity provider verified the user and the provider's own second factor is accepted. */
  readonly byProvider: boolean
  /** The access token that the user or program calls with; undefined in a session. */
  readonly token?: TokenOfCaller
}

/** `managesUsers`: set for a program that a directory uses; whether its users and roles need no second person. */
export interface TokenOfCaller {
  readonly id: number
  readonly createdById: number
  readonly managesUsers?: 'with-second-person' | 'alone' | undefined
}

/**
 * A session as the guard checks it, with times in milliseconds. `caller` is undefined if the user can no longer act in
 * the session.
 */
export interface FoundSession {
  readonly id: string
  readonly kind: 'web' | 'api'
  readonly authenticatedAt: string
  readonly lastHumanAt: number
  readonly expiresAt: number
  /** The idle limit in hours. */
  readonly idleHours: number
  /** When a change to the account takes effect by time alone. */
  readonly changesAt: number | undefined
  readonly caller: Caller | undefined
}

// The states in which an auditor has access: confirmed by a second person, or with a removal that isn't confirmed yet.
const auditing = sql.join(auditingStates.map((state) => sql.lit(state)))

const hasPasskey = sql<number>`case when exists (select 1 from passkeys k where k.user_id = users.id) then 1 else 0 end`
const hasApp = sql<number>`case when exists (select 1 from authenticator_apps c where c.user_id = users.id
  and c.state = 'active') then 1 else 0 end`

// Super admins work in all dealer groups, so the earliest day that any group sets applies to them.
const firstRequirement = sql<string | null>`case when users.dealer_group_id is null then
  (select min(g.second_factor_from) from dealer_groups g where g.deleted_at is null) end`

/** What a caller is made of, from `users`, `dealer_groups`, and `account_confirmations`. */
const personColumns = (db: Db) =>
  [
    'users.id as user_id',
    'users.email',
    'users.first_name',
    'users.last_name',
    'users.access_level',
    'users.dealer_group_id',
    'users.password_by_admin',
    'users.active',
    'users.deleted_at',
    'dealer_groups.is_active as group_is_active',
    'dealer_groups.idle_hours',
    'dealer_groups.account_confirmation',
    'dealer_groups.payee_list',
    'dealer_groups.time_zone',
    'dealer_groups.second_factor_roles',
    'dealer_groups.second_factor_from',
    'account_confirmations.effective_at',
    'account_confirmations.in_effect',
    'account_confirmations.scope_in_force',
    joinedIds('waiting_roles', 'role_id', 'user_id', 'users.id').as('waiting_role_ids'),
    joinedIds('user_roles', 'role_id', 'user_id', 'users.id').as('role_ids'),
    joinedIds('user_dealerships', 'dealership_id', 'user_id', 'users.id').as('dealership_ids'),
    joinedIds('user_departments', 'department_id', 'user_id', 'users.id').as('department_ids'),
    sql<number | null>`(select max(p.number) from approval_policies p
      where p.dealer_group_id = users.dealer_group_id)`.as('policy_number'),
    sql<string>`(select ${jsonArray(db, jsonObject(db, delegated), sql`d.id`)} from delegations d
      where d.to_id = users.id and d.dealer_group_id = users.dealer_group_id)`.as('delegations'),
    sql<number>`case when exists (select 1 from bank_accounts b where b.dealer_group_id = users.dealer_group_id
      and b.state <> 'closed') or (users.dealer_group_id is null
      and exists (select 1 from bank_accounts b where b.state <> 'closed')) then 1 else 0 end`.as('has_bank_account'),
    sql<number>`case when exists (select 1 from auditors a where a.dealer_group_id = users.dealer_group_id
      and a.user_id = users.id and a.state in (${auditing})) then 1 else 0 end`.as('is_auditor'),
    hasPasskey.as('has_passkey'),
    hasApp.as('has_app'),
    firstRequirement.as('first_demand'),
  ] as const

const byTokenHash = prepare((db: Db, param: Params<{ tokenHash: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .leftJoin('account_confirmations', 'account_confirmations.user_id', 'users.id')
    .select([
      'sessions.id',
      'sessions.kind',
      'sessions.active_role',
      'sessions.authenticated_at',
      'sessions.last_human_at',
      'sessions.expires_at',
      'sessions.proved_at',
      'sessions.by_provider',
    ])
    .select(personColumns(db))
    .where('sessions.token_hash', '=', param('tokenHash')),
)

const byUserId = prepare((db: Db, param: Params<{ userId: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .leftJoin('account_confirmations', 'account_confirmations.user_id', 'users.id')
    .select(personColumns(db))
    .where('users.id', '=', param('userId')),
)

const delegated = {
  from_id: sql`d.from_id`,
  to_id: sql`d.to_id`,
  starts_on: sql`d.starts_on`,
  ends_on: sql`d.ends_on`,
  dealership_ids: sql`d.dealership_ids`,
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof byTokenHash>['first']>>>
type PersonRow = NonNullable<Awaited<ReturnType<ReturnType<typeof byUserId>['first']>>>

/** How a user acts. `isProgram`: the account of a program, which has no roles of its own. */
type Acting = Pick<Caller, 'sessionId' | 'roleId' | 'signedInAt' | 'provedAt' | 'byProvider'> & { isProgram?: boolean }

/** A user who acts outside a session, such as with an access token; undefined if the user can't act. */
export async function findActing(
  db: Db,
  userId: number,
  acting: Pick<Acting, 'sessionId' | 'roleId' | 'isProgram'>,
  now: number,
): Promise<Caller | undefined> {
  const row = await byUserId(db, { userId }).first()
  return row && toCaller(row, { ...acting, signedInAt: 0, provedAt: undefined, byProvider: false }, now)
}

/** The session with this secret, with its user, roles, and current scope. Times are in milliseconds. */
export async function findSession(db: Db, tokenHash: string, now: number): Promise<FoundSession | undefined> {
  const row = await byTokenHash(db, { tokenHash }).first()
  return row && toSession(row, now)
}

function toSession(row: Row, now: number): FoundSession {
  const acting = {
    sessionId: row.id,
    roleId: row.active_role,
    signedInAt: Date.parse(row.authenticated_at),
    provedAt: row.proved_at === null ? undefined : Date.parse(row.proved_at),
    byProvider: row.by_provider === 1,
  }
  const caller = toCaller(row, acting, now)
  const changes = [effectiveAtOf(row), endOfDay(row, now), dueAt(row)].filter((at) => at !== undefined && at > now)
  return {
    id: row.id,
    kind: row.kind,
    authenticatedAt: row.authenticated_at,
    lastHumanAt: Date.parse(row.last_human_at),
    expiresAt: Date.parse(row.expires_at),
    idleHours: row.idle_hours ?? defaultIdleHours,
    changesAt: changes.length > 0 ? Math.min(...(changes as number[])) : undefined,
    caller,
  }
}

/**
 * When the account's pending change takes effect by itself; undefined if it has no such time or already has taken
 * effect.
 */
function effectiveAtOf({ in_effect, effective_at }: PersonRow): number | undefined {
  return in_effect === 0 && effective_at !== null ? Date.parse(effective_at) : undefined
}

/** The end of the current day, when a delegation might begin or end; undefined for a user who isn't a delegate. */
function endOfDay({ delegations, time_zone }: PersonRow, now: number): number | undefined {
  if (delegations === '[]' || time_zone === null) return undefined
  return startOfDay(addDays(datesIn(time_zone)(now), 1), time_zone)
}

function factorRulesOf({ dealer_group_id, second_factor_roles, second_factor_from, first_demand }: PersonRow) {
  if (dealer_group_id === null) return { roleIds: roles.map(({ id }) => id), from: first_demand }
  return { roleIds: [...(second_factor_roles ?? '')].map(Number), from: second_factor_from }
}

/** The start of the day from which a second factor is required; undefined if no group requires one. */
function dueAt(row: PersonRow): number | undefined {
  const { from } = factorRulesOf(row)
  return from === null ? undefined : startOfDay(from, row.time_zone ?? defaultTimeZone)
}

function standingIn({ delegations, time_zone }: PersonRow, now: number): Delegation[] {
  if (delegations === '[]' || time_zone === null) return []
  return inForceOf(JSON.parse(delegations), datesIn(time_zone)(now))
}

function toCaller(
  row: PersonRow,
  { sessionId, roleId, signedInAt, provedAt, byProvider, isProgram }: Acting,
  now: number,
): Caller | undefined {
  const role = roleOf(roleId)
  const allRoles = isProgram ? [roleId] : splitIds(row.role_ids).filter(isRoleId)
  const isIn = row.group_is_active !== 0 && (isProgram === true || (row.active === 1 && row.deleted_at === null))
  if (!allRoles.includes(role.id) || !isIn) return undefined
  const effectiveAt = effectiveAtOf(row)
  const hasEffect = effectiveAt !== undefined && effectiveAt <= now
  const isWaiting = row.in_effect === 0 && row.account_confirmation !== 0 && !hasEffect
  const narrower = isWaiting && confirmedRoles.includes(role.id) ? scopeIn(row.scope_in_force) : undefined
  return {
    sessionId,
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
    underPolicy: row.policy_number !== null,
    standsInFor: standingIn(row, now),
    passwordByAdmin: row.password_by_admin === 1,
    roleId: role.id,
    role: role.name,
    allRoles,
    waitingRoles: isWaiting ? splitIds(row.waiting_role_ids).filter(isRoleId) : [],
    effectUnnoted: hasEffect,
    hasPayeeList: row.payee_list === 1,
    hasBankAccount: row.has_bank_account === 1,
    isAuditor: row.is_auditor === 1,
    proofWays: [
      ...(row.has_passkey === 1 ? ['passkey' as const] : []),
      ...(row.has_app === 1 ? ['code' as const] : []),
    ],
    factorRule: factorRuleOf(factorRulesOf(row), allRoles, datesIn(row.time_zone ?? defaultTimeZone)(now)),
    byProvider,
    signedInAt,
    provedAt,
    scope: narrower ?? {
      level: row.access_level,
      dealerGroupId: row.dealer_group_id,
      dealershipIds: splitIds(row.dealership_ids),
      departmentIds: splitIds(row.department_ids),
    },
  }
}

/** The caller of a command, and the data to recognize a repeated call. */
export interface Command {
  readonly caller: Caller
  readonly repeatable: RepeatableCall | undefined
}
