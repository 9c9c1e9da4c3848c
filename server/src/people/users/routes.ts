import { roleNamed, roles } from '@check-requests/domain/access/roles.ts'
import type { OwnSession } from '@check-requests/domain/access/sessions/fields.ts'
import { invitationEndpoints } from '@check-requests/domain/people/invitations/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import type { FailedLogin, User } from '@check-requests/domain/people/users/fields.ts'
import { isInReach } from '../../access/accounts/commands/authority.ts'
import {
  findPerson,
  listHoldersAbove,
  listPeople,
  type Person,
  type PlaceNames,
  placeNames,
} from '../../access/accounts/queries/people.ts'
import type { ShownLink } from '../../access/sessions/commands/password-links.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { type FailedLogins, listFailedLogins } from '../../access/sessions/queries/failed-logins.ts'
import type { listSessionsOf } from '../../access/sessions/queries/sessions.ts'
import { findRefusals } from '../../notices/mail/queries/outbox.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { createUser, inviteAgain, inviteUser } from './commands/create.ts'
import { removeUser } from './commands/remove.ts'
import { resetSecondFactor } from './commands/reset-second-factor.ts'
import { endSessionOf, endSessions, listSessionsOfUser } from './commands/sessions.ts'
import { updateUser } from './commands/update.ts'

const freshBy = { freshBy: 'users' } as const

export function registerUsers(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const present = async (caller: Caller, id: number) => {
    const person = await findPerson(read, id)
    // A repeated call returns the user from the first call, who might have been deleted or moved out of scope since.
    if (!person || !isInReach(caller, person)) throw notFound('user')
    return presentUser(person, await placeNames(read), await findRefusals(read, [id]))
  }
  const presentInvitation = async (caller: Caller, id: number, shown: ShownLink | undefined) => ({
    user: await present(caller, id),
    link: shown?.link ?? null,
    expires_at: shown?.expires_at ?? null,
  })
  api.on(
    endpoints.list,
    async ({ caller }) => {
      const people = await listPeople(read, caller.scope.dealerGroupId)
      const names = await placeNames(read)
      const refusals = services.mailer ? await findRefusals(read) : new Map()
      const shown = people.filter((person) => isInReach(caller, person))
      return { message: 'Users', data: shown.map((person) => presentUser(person, names, refusals)) }
    },
    freshBy,
  )
  api.on(
    endpoints.approvers,
    async ({ caller }) => {
      const approvers = await listHoldersAbove(read, roleNamed('approver').id, caller.scope)
      return { message: 'Approvers', data: approvers.map(({ userId, name }) => ({ id: userId, name })) }
    },
    freshBy,
  )
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const id = await createUser(services, { caller, repeatable }, body)
    return { message: 'User created', data: await present(caller, id) }
  })
  api.on(invitationEndpoints.invite, async ({ caller, repeatable, body }) => {
    const { id, shown } = await inviteUser(services, { caller, repeatable }, body)
    return { message: 'User invited', data: await presentInvitation(caller, id, shown) }
  })
  api.on(invitationEndpoints.inviteAgain, async ({ caller, repeatable, params }) => {
    const { id, shown } = await inviteAgain(services, { caller, repeatable }, params.id)
    return { message: 'User invited', data: await presentInvitation(caller, id, shown) }
  })
  api.on(endpoints.update, async ({ caller, repeatable, body }) => {
    const id = await updateUser(services, { caller, repeatable }, body)
    return { message: 'User updated', data: await present(caller, id) }
  })
  api.on(endpoints.remove, async ({ caller, repeatable, body }) => ({
    message: 'User removed.',
    data: await removeUser(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.failedLogins, async ({ caller }) => {
    const group = caller.scope.dealerGroupId
    const people = new Map((await listPeople(read, group)).map((person) => [person.userId, person]))
    const isShown = ({ userId }: FailedLogins) => {
      if (userId === null) return group === null
      const person = people.get(userId)
      return person !== undefined && isInReach(caller, person)
    }
    const failed = (await listFailedLogins(read, group, 5000)).filter(isShown).slice(0, 200)
    const data = failed.map((one) => presentFailedLogins(one, one.userId === null ? undefined : people.get(one.userId)))
    return { message: 'Failed logins', data }
  })
  registerSessionsOfUsers(api, services)
}

function registerSessionsOfUsers(api: Api<Authenticated>, services: Services): void {
  api.on(endpoints.endSessions, async ({ caller, params }) => ({
    message: 'The user is logged out everywhere.',
    data: await endSessions(services, caller, params.id),
  }))
  api.on(endpoints.sessions, async ({ caller, params }) => ({
    message: 'Sessions found',
    data: presentSessions(await listSessionsOfUser(services, caller, params.id), caller.sessionId),
  }))
  api.on(endpoints.endSession, async ({ caller, params }) => ({
    message: 'The session is ended.',
    data: await endSessionOf(services, caller, params),
  }))
  api.on(endpoints.resetSecondFactor, async ({ caller, params }) => ({
    message: 'The second factor is reset.',
    data: await resetSecondFactor(services, caller, params.id),
  }))
}

/** A user in an admin's list (R121). `refusals` are the mail server's answers for refused addresses, by user id. */
function presentUser(person: Person, names: PlaceNames, refusals: ReadonlyMap<number, string>): User {
  const { scope } = person
  return {
    id: person.userId,
    version: person.version,
    username: person.username,
    email: person.email,
    title: person.title,
    first_name: person.firstName,
    last_name: person.lastName,
    role_ids: [...person.roleIds],
    role_names: roles.filter((role) => person.roleIds.includes(role.id)).map((role) => role.label),
    primary_role: person.primaryRole,
    access_level: `${scope.level}`,
    dealer_group_id: scope.dealerGroupId,
    dealer_group_name: scope.dealerGroupId === null ? null : (names.groups.get(scope.dealerGroupId) ?? null),
    dealership_ids: [...scope.dealershipIds],
    dealership_name: scope.dealershipIds.map((id) => names.dealerships.get(id) ?? ''),
    department_ids: [...scope.departmentIds],
    department_name: scope.departmentIds.map((id) => names.departments.get(id) ?? ''),
    active: person.active,
    ...(person.isInvited && { invited: true as const }),
    ...(person.hasSecondFactor && { second_factor: true as const }),
    mail_refused: refusals.get(person.userId) ?? null,
    created_at: person.createdAt,
  }
}

/** Failed logins as admins see them. Without a user, the names that were tried match no account. */
function presentFailedLogins(failed: FailedLogins, person: Person | undefined): FailedLogin {
  return {
    user_id: person?.userId ?? null,
    user_name: person?.name ?? null,
    email: person?.email ?? null,
    network: failed.network,
    attempts: failed.attempts,
    first_at: failed.firstAt,
    last_at: failed.lastAt,
  }
}

/** A user's sessions as an admin sees them. `current` is the admin's own session. */
function presentSessions(rows: Awaited<ReturnType<typeof listSessionsOf>>, current: string): OwnSession[] {
  return rows.map(({ active_role, authenticated_at, last_human_at, ...row }) => ({
    ...row,
    role: active_role,
    began_at: authenticated_at,
    last_used_at: last_human_at,
    current: row.id === current,
  }))
}
