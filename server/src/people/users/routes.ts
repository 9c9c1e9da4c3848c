import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { type FailedLogins, listFailedLogins } from '../../access/sessions/queries/failed-logins.ts'
import { findRefusals } from '../../notices/mail/queries/outbox.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { isInReach } from './commands/authority.ts'
import { createUser } from './commands/create.ts'
import { removeUser } from './commands/remove.ts'
import { resetSecondFactor } from './commands/reset-second-factor.ts'
import { endSessionOf, endSessions, listSessionsOfUser } from './commands/sessions.ts'
import { updateUser } from './commands/update.ts'
import { presentFailedLogins, presentSessions, presentUser } from './presenter.ts'
import { findPerson, listHoldersAbove, listPeople, placeNames } from './queries/people.ts'

const freshBy = { freshBy: 'users' } as const

export function registerUsers(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const present = async (caller: Caller, id: number) => {
    const person = await findPerson(read, id)
    // A repeated call is answered from what it made the first time: it may be gone by now, or out of scope.
    if (!person || !isInReach(caller, person)) throw notFound('user')
    return presentUser(person, await placeNames(read), await findRefusals(read, [id]))
  }
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
  api.on(endpoints.endSessions, async ({ caller, params }) => ({
    message: 'The user is logged out everywhere.',
    data: await endSessions(services, caller, params.id),
  }))
  api.on(endpoints.sessions, async ({ caller, params }) => ({
    message: 'Sessions found',
    data: presentSessions(await listSessionsOfUser(services, caller, params.id), caller.sessionId),
  }))
  api.on(endpoints.endSession, async ({ caller, params }) => ({
    message: 'The user is logged out there.',
    data: await endSessionOf(services, caller, params),
  }))
  api.on(endpoints.resetSecondFactor, async ({ caller, params }) => ({
    message: 'The second factor is reset.',
    data: await resetSecondFactor(services, caller, params.id),
  }))
}
