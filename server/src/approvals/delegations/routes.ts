import { delegationEndpoints as endpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { type DelegationReply, isInForce } from '@check-requests/domain/approvals/delegations/fields.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { listApprovers } from '../../access/pending-accounts/queries/approvers.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { listDealerships } from '../../organization/queries/lists.ts'
import { moment } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { createDelegation, removeDelegation } from './commands/delegations.ts'
import { listNotEnded, type NamedDelegation } from './queries/delegations.ts'

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

/** A delegation in API form. `places` contains dealership names, and `now` is in milliseconds. */
function presentDelegation(row: NamedDelegation, places: ReadonlyMap<number, string>, now: number): DelegationReply {
  const ids: number[] = JSON.parse(row.dealership_ids)
  return {
    id: row.id,
    dealer_group_id: row.dealer_group_id,
    from: { id: row.from_id, name: `${row.from_first} ${row.from_last}` },
    to: { id: row.to_id, name: `${row.to_first} ${row.to_last}` },
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    dealerships: ids.map((id) => ({ id, name: places.get(id) ?? 'A deleted dealership' })),
    reason: row.reason,
    created_by: { id: row.created_by_id, name: `${row.by_first} ${row.by_last}` },
    created_at: row.created_at,
    is_in_force: isInForce(row, datesIn(row.time_zone)(now)),
  }
}
