import { mayDo } from '@check-requests/domain/access/permissions.ts'
import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { accessLevels, coversScope } from '@check-requests/domain/access/scope.ts'
import type { CreateTokenInput } from '@check-requests/domain/access/tokens/fields.ts'
import { mostTokens, tokenDays, tokenPrefix, tokenScopes } from '@check-requests/domain/access/tokens/scopes.ts'
import { addDays, datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { moment } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import type { Person } from '../../accounts/queries/people.ts'
import { findScopeError, insertProgram } from '../../accounts/queries/store.ts'
import { listAdmins, requireInForce } from '../../pending-accounts/commands/second-people.ts'
import { hold, stopHeld, suspend } from '../../pending-controls/commands/hold.ts'
import { newSecret } from '../../sessions/commands/secrets.ts'
import type { Caller, Command } from '../../sessions/queries/caller.ts'
import {
  findToken,
  findTokenSettings,
  insertToken,
  listTokens,
  type OwnedToken,
  setTokenState,
} from '../queries/tokens.ts'

/** True if the caller manages the programs and tokens of their dealer group. */
export function managesTokens({ role, scope, isAuditor }: Caller): boolean {
  return mayDo({ role, level: scope.level, audits: isAuditor }, 'local-settings.write')
}

/** The token's dealer group, and the first moment after its last day. */
interface Settled {
  readonly groupId: number
  readonly expiresAt: string
}

/**
 * Creates a token for the caller's scripts, or for a program, whose token works once a second admin confirms it.
 * Returns the token's id and its secret, which isn't stored.
 */
export function createToken(
  services: Services,
  { caller }: Command,
  input: CreateTokenInput,
): Promise<{ id: number; secret: string }> {
  const secret = `${tokenPrefix}${newSecret(services.random)}`
  return commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    const settled = await settle(unit, caller, input)
    const isProgram = input.kind === 'program'
    const userId = isProgram ? await addProgram(unit, input, settled.groupId, sha256(secret)) : caller.userId
    const id = await insertToken(unit.trx, {
      dealer_group_id: settled.groupId,
      user_id: userId,
      kind: input.kind,
      name: input.name,
      token_hash: sha256(secret),
      hint: secret.slice(0, tokenPrefix.length + 4),
      scopes: input.scopes.join(),
      role_id: input.role_id,
      dealership_ids: input.dealership_ids.length > 0 ? input.dealership_ids.join() : null,
      networks: input.networks.length > 0 ? input.networks.join() : null,
      state: 'waiting',
      manages_people: input.manages_users === undefined ? null : Number(input.manages_users === 'alone'),
      expires_at: settled.expiresAt,
      created_by_id: caller.userId,
      created_by_name: caller.name,
      created_at: moment(unit.now),
      last_used_at: null,
      last_network: null,
    })
    afterCreate(unit.trx, 'access-token', id)
    const { kind, name, scopes, role_id, dealership_ids, networks, manages_users } = input
    const added = { kind, name, scopes, role_id, dealership_ids, networks, expires_at: settled.expiresAt }
    const after = manages_users === undefined ? added : { ...added, manages_users }
    noteToken(unit, caller, { verb: 'create', id, groupId: settled.groupId, after })
    const waits = isProgram && (await holdProgram(unit, caller, { id, input, groupId: settled.groupId }))
    if (!waits) await setTokenState(unit.trx, [id], 'active')
    if (!isProgram) await tellOwner(unit, caller, id, name)
    return { id, secret }
  })
}

async function settle(unit: Unit, caller: Caller, input: CreateTokenInput): Promise<Settled> {
  const groupId = caller.scope.dealerGroupId ?? (input.kind === 'program' ? input.dealer_group_id : undefined)
  if (groupId === undefined) {
    if (input.kind === 'program') throw invalidFields({ dealer_group_id: 'Choose a dealer group.' })
    throw new Failure('FORBIDDEN', 'Super admins can’t have access tokens. Create a program in a dealer group instead.')
  }
  const isOther = input.dealer_group_id !== undefined && input.dealer_group_id !== groupId
  const settings = isOther ? undefined : await findTokenSettings(unit.trx, groupId)
  if (!settings) throw notFound('dealer group')
  const today = datesIn(settings.time_zone)(unit.now)
  if (input.expires_on < today || input.expires_on > addDays(today, tokenDays.most))
    throw invalidFields({ expires_on: `Enter a day within the next ${tokenDays.most} days.` })
  if (input.manages_users !== undefined) requireManager(input)
  if (input.kind === 'program') await requireProgram(unit, caller, input, groupId)
  else await requireOwn(unit, caller, input, settings.personal_tokens === 1)
  return { groupId, expiresAt: moment(startOfDay(addDays(input.expires_on, 1), settings.time_zone)) }
}

function requireManager({ kind, role_id, scopes }: CreateTokenInput): void {
  if (kind === 'program' && role_id === 1 && scopes.includes('people')) return
  const sentence = 'Only a program in the role Admin that can read users can manage users.'
  throw invalidFields({ manages_users: sentence })
}

async function requireProgram({ trx }: Unit, caller: Caller, input: CreateTokenInput, groupId: number): Promise<void> {
  if (!managesTokens(caller)) throw new Failure('FORBIDDEN', 'Only an admin of the dealer group can add a program.')
  if (input.role_id > 2) throw invalidFields({ role_id: 'A program acts as a requester or an admin.' })
  const places = { roleIds: [], dealerGroupId: groupId, dealershipIds: input.dealership_ids, departmentIds: [] }
  if (await findScopeError(trx, places))
    throw invalidFields({ dealership_ids: 'Choose dealerships in the dealer group.' })
  const programs = (await listTokens(trx, { dealerGroupId: groupId })).filter(({ kind }) => kind === 'program')
  if (programs.length >= mostTokens.ofGroup)
    throw new Failure('CONFLICT', `A dealer group can have ${mostTokens.ofGroup} programs. End one first.`)
}

async function requireOwn({ trx }: Unit, caller: Caller, input: CreateTokenInput, isAllowed: boolean): Promise<void> {
  if (!isAllowed)
    throw new Failure(
      'FORBIDDEN',
      'Your dealer group doesn’t allow access tokens for users. Ask an admin to allow them.',
    )
  const { allRoles, waitingRoles, scope } = caller
  if (!allRoles.includes(input.role_id) || waitingRoles.includes(input.role_id))
    throw invalidFields({ role_id: 'Choose one of your roles.' })
  const isWide = scope.level === accessLevels.group
  const areTheirs = input.dealership_ids.every((id) => isWide || scope.dealershipIds.includes(id))
  const places = { ...scope, roleIds: [], dealershipIds: input.dealership_ids, departmentIds: [] }
  if (!areTheirs || (await findScopeError(trx, places)))
    throw invalidFields({ dealership_ids: 'Choose dealerships that you have access to.' })
  if (scope.level === accessLevels.department && input.dealership_ids.length > 0)
    throw invalidFields({
      dealership_ids: 'Your access is limited to departments, and so is the token. Leave this blank.',
    })
  if ((await listTokens(trx, { userId: caller.userId })).length >= mostTokens.ofPerson)
    throw new Failure('CONFLICT', `You can have ${mostTokens.ofPerson} access tokens. End one first.`)
}

async function addProgram({ trx, now }: Unit, input: CreateTokenInput, groupId: number, hash: string): Promise<number> {
  const roleId = input.role_id === 1 ? 1 : 2
  // The address only has to be unique, and `.invalid` never receives email.
  const account = { email: `${hash.slice(0, 16)}@program.invalid`, at: moment(now) }
  const id = await insertProgram(trx, { name: input.name, dealerGroupId: groupId, roleId }, account)
  afterCreate(trx, 'user', id)
  return id
}

const managing = {
  'with-second-person': 'manage users, whose new accounts and roles wait for a second person',
  alone: 'manage users and grant roles without a second person',
} as const

interface Proposed {
  readonly id: number
  readonly groupId: number
  readonly input: CreateTokenInput
}

function holdProgram(unit: Unit, caller: Caller, { id, groupId, input }: Proposed): Promise<boolean> {
  const named = tokenScopes.filter(({ name }) => input.scopes.includes(name)).map(({ label }) => label.toLowerCase())
  if (input.manages_users) named.push(managing[input.manages_users])
  const where =
    input.dealership_ids.length > 0 ? `${input.dealership_ids.length} of the dealerships` : 'the whole group'
  const says = `Program “${input.name}” as ${input.role_id === 1 ? 'admin' : 'requester'} for ${where}: ${listWithAnd(named)}`
  const loosens = [{ fields: [], says }]
  return hold(unit, caller, { control: 'programs', dealerGroupId: groupId, entityId: id, loosens, wanted: { id } })
}

function tellOwner(unit: Unit, { userId, name, scope }: Caller, id: number, token: string): Promise<void> {
  return unit.tell([userId], {
    event: 'token-created',
    key: `token/${id}`,
    actor: { userId: null, name },
    dealerGroupId: scope.dealerGroupId,
    accountId: userId,
    text: `Access token: ${token}`,
  })
}

/** Activates or ends a program's waiting token when it is decided. Returns false if it was ended before. */
export async function decideToken(unit: Unit, actor: Actor, id: number, isConfirmed: boolean): Promise<boolean> {
  await beforeChange(unit.trx, 'access-token', id)
  const token = await findToken(unit.trx, id)
  if (token?.state !== 'waiting') return false
  if (isConfirmed) {
    await setTokenState(unit.trx, [id], 'active')
    noteToken(unit, actor, { verb: 'confirm', id, groupId: token.dealer_group_id, after: { state: 'active' } })
  } else await endTokens(unit, actor, [token])
  return true
}

/** Ends a token of the caller, or any token in the dealer groups that the caller manages. Returns its id. */
export function endToken(services: Services, { caller, repeatable }: Command, id: number): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const token = await findToken(unit.trx, id)
    if (!token || !isOf(caller, token)) throw notFound('access token')
    await endTokens(unit, caller, [token])
    return id
  })
}

/** True if the caller owns the token or manages its dealer group. */
function isOf(caller: Caller, { user_id, dealer_group_id }: OwnedToken): boolean {
  const groupId = caller.scope.dealerGroupId
  return user_id === caller.userId || (managesTokens(caller) && (groupId === null || groupId === dealer_group_id))
}

/** Ends the tokens of a user who leaves. */
export async function endTokensOf(unit: Unit, actor: Actor, userId: number): Promise<void> {
  await endTokens(unit, actor, await listTokens(unit.trx, { userId }))
}

const admin = roleNamed('admin').id

/**
 * Asks the admins to replace the tokens of programs whose creator leaves, because the creator has seen them. A program
 * that grants roles alone is suspended until another admin confirms it again.
 */
export async function leavePrograms(
  unit: Unit,
  actor: Actor,
  person: Person,
  after: Pick<Person, 'active' | 'roleIds' | 'scope'> | undefined,
): Promise<void> {
  if (!person.active || !person.roleIds.includes(admin)) return
  for (const token of await listTokens(unit.trx, { createdById: person.userId })) {
    const group = {
      level: accessLevels.group,
      dealerGroupId: token.dealer_group_id,
      dealershipIds: [],
      departmentIds: [],
    }
    const managesIt = ({ active, roleIds, scope }: Pick<Person, 'active' | 'roleIds' | 'scope'>) =>
      active && roleIds.includes(admin) && coversScope(scope, group)
    if (token.kind === 'program' && managesIt(person) && !(after && managesIt(after)))
      await leaveProgram(unit, actor, person, token)
  }
}

async function leaveProgram(unit: Unit, actor: Actor, { userId, name, version }: Person, token: OwnedToken) {
  const { id, dealer_group_id: groupId, state } = token
  const isSuspended = token.manages_people === 1 && state === 'active'
  if (isSuspended) {
    await beforeChange(unit.trx, 'access-token', id)
    await setTokenState(unit.trx, [id], 'waiting')
    noteToken(unit, actor, { verb: 'suspend', id, groupId, before: { state }, after: { state: 'waiting' } })
    const says = `Program “${token.name}” grants roles without a second person again, although ${name}, who added it, is no longer an admin`
    const loosens = [{ fields: [], says }]
    const asked = { control: 'programs', dealerGroupId: groupId, entityId: id, loosens, wanted: { id } } as const
    await suspend(unit, actor, { userId, name }, asked)
  }
  const admins = await listAdmins(unit.trx, groupId, unit.now)
  await unit.tell(
    admins.map((admin) => admin.userId),
    {
      event: 'control-left',
      key: `token/${id}/left/${version}`,
      actor: { userId: null, name: actor.name },
      dealerGroupId: groupId,
      accountId: userId,
      text: `Replace the token of “${token.name}”.${isSuspended ? ' It is suspended until another admin confirms it.' : ''}`,
    },
  )
}

async function endTokens(unit: Unit, actor: Actor, tokens: readonly OwnedToken[]): Promise<void> {
  const ids = tokens.filter(({ state }) => state !== 'ended').map(({ id }) => id)
  if (ids.length === 0) return
  await beforeChange(unit.trx, 'access-token', ...ids)
  await setTokenState(unit.trx, ids, 'ended')
  for (const { id, dealer_group_id: groupId, state, name } of tokens) {
    if (state === 'waiting')
      await stopHeld(unit, actor, { control: 'programs', dealer_group_id: groupId, entity_id: id })
    noteToken(unit, actor, { verb: 'end', id, groupId, before: { state, name }, after: { state: 'ended' } })
  }
}

interface Noted {
  readonly verb: 'create' | 'confirm' | 'suspend' | 'end'
  readonly id: number
  readonly groupId: number
  readonly before?: object
  readonly after: object
}

function noteToken(unit: Unit, actor: Actor, { verb, id, groupId, before, after }: Noted): void {
  const subject = { chain: groupId, entity: 'access-token', entityId: id }
  unit.audit({ actor, ...subject, action: `access-token.${verb}`, before, after })
  unit.changed({ topic: 'organisation', id: groupId, scopes: ['organisation:all', `organisation:${groupId}`] })
}
