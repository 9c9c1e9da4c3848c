import { delegationEndpoints as endpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { listDealerships } from '../../organization/queries/lists.ts'
import { moment } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { listApprovers } from '../queries/people.ts'
import { createDelegation, removeDelegation } from './commands/delegations.ts'
import { presentDelegation } from './presenter.ts'
import { listNotEnded } from './queries/delegations.ts'

export function registerDelegations(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const shownTo = async ({ userId, role, scope }: Caller) => {
    const now = services.clock()
    const rows = await listNotEnded(read, scope.dealerGroupId, now)
    const places = new Map((await listDealerships(read, scope.dealerGroupId)).map(({ id, name }) => [id, name]))
    const isOwn = ({ from_id, to_id }: (typeof rows)[number]) => from_id === userId || to_id === userId
    return rows.filter((row) => role === 'admin' || isOwn(row)).map((row) => presentDelegation(row, places, now))
  }
  api.on(endpoints.list, async ({ caller }) => ({ message: 'Delegations', data: await shownTo(caller) }))
  api.on(endpoints.candidates, async ({ caller }) => {
    const groupId = caller.scope.dealerGroupId
    const isAsked = groupId !== null && caller.underPolicy
    const people = isAsked ? await listApprovers(read, groupId, moment(services.clock())) : []
    const own = people.filter(({ scope }) => scope.dealerGroupId === groupId)
    return { message: 'Approvers', data: own.map(({ userId, name }) => ({ id: userId, name })) }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const id = await createDelegation(services, { caller, repeatable }, body)
    if (id === null) return { message: 'The delegation is waiting for a second admin.', data: null }
    const delegation = (await shownTo(caller)).find((one) => one.id === id)
    if (!delegation) throw notFound('delegation')
    return { message: `${delegation.to.name} approves for ${delegation.from.name}`, data: delegation }
  })
  api.on(endpoints.remove, async ({ caller, repeatable, params }) => ({
    message: 'The delegation has ended',
    data: await removeDelegation(services, { caller, repeatable }, params.id),
  }))
}
