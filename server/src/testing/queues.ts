import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { expect } from 'vitest'
import type { PersonName } from './organization.ts'
import type { World } from './world.ts'

/** An approver's pending requests: the ids in their list, and its total. */
export async function queueOf(world: World, name: PersonName) {
  const client = await world.as(name, 'approver')
  const { data } = await client.call(endpoints.list, { query: { view: 'pending', limit: 100 } })
  return { ids: data.items.map(({ id }) => id).sort((a, b) => a - b), total: data.total }
}

/**
 * Expects each approver's list, counts, and inbox to contain exactly the requests they can decide. Finds the decidable
 * requests by trying each request.
 */
export async function expectQueuesToAgree(world: World, approvers: readonly PersonName[]): Promise<void> {
  for (const name of approvers) {
    const expected = await decidable(world, name)
    expect([name, await queueOf(world, name)]).toEqual([name, { ids: expected, total: expected.length }])
    expect([name, await counted(world, name)]).toEqual([name, expected.length])
    expect([name, await inInbox(world, name)]).toEqual([name, expected])
  }
}

async function decidable(world: World, name: PersonName): Promise<number[]> {
  const client = await world.as(name, 'approver')
  // An admin lists the candidates, because a delegate can have pending requests outside the delegate's own scope.
  const admin = await world.as(name === 'approver-super' ? 'admin-super' : 'admin-group', 'admin')
  const everything = (await admin.call(endpoints.list, { query: { limit: 100 } })).data.items
  const pending = everything.filter(({ status_name }) => ['request', 'processing'].includes(status_name))
  const asked = pending.map(async ({ id, hands }) => {
    const { status, data: approval } = await client.call(approvalEndpoints.approval, { params: { id } })
    const own = hands.some(({ user_id }) => user_id === world.ids.people[name])
    return status === 200 && (approval ? approval.refusal === null : !own)
  })
  const can = await Promise.all(asked)
  return pending.flatMap(({ id }, index) => (can[index] ? id : [])).sort((a, b) => a - b)
}

async function counted(world: World, name: PersonName): Promise<number> {
  const { counts } = (await (await world.as(name, 'approver')).call(endpoints.summary)).data
  return (counts['1'] ?? 0) + (counts['2'] ?? 0)
}

async function inInbox(world: World, name: PersonName): Promise<number[]> {
  const client = await world.as(name, 'approver')
  const { data } = await client.call(inboxEndpoints.list, { query: { limit: 100 } })
  const waits = data.items.filter(({ event }) => event === 'waiting-for-approval')
  return waits.flatMap(({ request }) => request?.id ?? []).sort((a, b) => a - b)
}
