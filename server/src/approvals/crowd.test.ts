import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { addColleagues } from '../testing/colleagues.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const crowd = 100

onBothDatabases('one hundred simultaneous last-step approvals on $name', (kind) => {
  let world: World
  let approvers: Client[]
  beforeAll(async () => {
    world = await startWorld(kind)
    const emails = await addColleagues(world.database, 'approver-group', crowd)
    const step = (name: string) => ({ name, approvers: anyone })
    await putInForce(world, { rules: [], otherwise: { steps: [step('First'), step('Last')] } })
    approvers = await Promise.all(emails.map((email) => world.logIn(email, 'approver')))
  }, 120_000)
  afterAll(() => world.close())

  test('approves the request once, and refuses all other callers', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const params = { id }
    const first = await world.as('approver-dealership', 'approver')
    const approve = (client: Client, version: number) =>
      client.call(endpoints.changeStatus, { params, body: { status_id: 3, version } })
    expect((await approve(first, 1)).data).toMatchObject({ status_name: 'processing' })
    const { version } = (await first.call(endpoints.detail, { params })).data
    const replies = await Promise.all(approvers.map((client) => approve(client, version)))
    const statuses = Map.groupBy(replies, ({ status }) => status)
    expect([...statuses].map(([status, all]) => [status, all.length]).toSorted()).toEqual([
      [201, 1],
      [409, crowd - 1],
    ])
    const winner = replies.find(({ status }) => status === 201)?.data.user_name
    const sentence = `${winner} set this request to Approved in the meantime. Review it before you continue.`
    expect(new Set(statuses.get(409)?.map(({ message }) => message))).toEqual(new Set([sentence]))
    const { data } = await first.call(approvalEndpoints.approval, { params })
    expect(data).toMatchObject({ current: null, steps: [{ name: 'First' }, { name: 'Last' }] })
    expect(data?.steps.map(({ approved_by }) => approved_by.length)).toEqual([1, 1])
    const history = (await first.call(endpoints.history, { params })).data
    expect(history.filter(({ status_name }) => status_name === 'approved')).toHaveLength(1)
    const { mismatches } = await verifyTrail(world.database, null)
    expect(mismatches).toEqual([])
  })
})
