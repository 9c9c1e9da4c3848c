import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import { organisationNames } from '../organisation/queries.ts'
import type { Api } from '../platform/api.ts'
import type { Services } from '../services.ts'
import type { Admitted } from '../sessions/guard.ts'
import { presentUser } from './presenter.ts'
import { listHoldersAbove, listPeople } from './queries.ts'

const approver = 3

export function registerUsers(api: Api<Admitted>, { database }: Services): void {
  api.on(
    userEndpoints.list,
    async ({ caller: { caller } }) => {
      const people = await listPeople(database.read, caller.scope.dealerGroupId)
      const names = await organisationNames(database.read)
      return { message: 'Users', data: people.map((person) => presentUser(person, names)) }
    },
    { freshBy: 'users' },
  )
  api.on(
    userEndpoints.approvers,
    async ({ caller: { caller } }) => {
      const approvers = await listHoldersAbove(database.read, approver, caller.scope)
      return { message: 'Approvers', data: approvers.map(({ userId, name }) => ({ id: userId, name })) }
    },
    { freshBy: 'users' },
  )
}
