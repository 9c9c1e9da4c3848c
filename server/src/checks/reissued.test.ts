import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount, signed } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { move, type Raised } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const [approvedStatus, ready, closed] = [3, 6, 7]

onBothDatabases('reissued checks on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = () => world.as('processor-group', 'processor')
  const detail = async ({ id }: Pick<Raised, 'id'>) =>
    (await (await processor()).call(checkRequestEndpoints.detail, { params: { id } })).data
  const timesOf = ({ id }: Pick<Raised, 'id'>) =>
    world.database.read.selectFrom('step_times').selectAll().where('check_request_id', '=', id).execute()
  /** Stops the check of a closed request, so the check must be reissued. */
  const stop = async (check: { readonly id: number }) => {
    const params = { id: check.id }
    const body = { reason: 'Lost in the mail', request_status: 'approved' } as const
    expect((await (await processor()).call(checkEndpoints.stop, { params, body })).status).toBe(200)
    const second = await world.as('processor-super', 'processor')
    const confirmed = { ...body, confirmation_number: 'SP-1' }
    expect((await second.call(checkEndpoints.stop, { params, body: confirmed })).status).toBe(200)
  }
  const mail = async (checks: readonly { readonly id: number }[]) =>
    (await processor()).call(leavingEndpoints.mail, {
      body: { checks: checks.map(({ id }) => ({ check_id: id, tracking_number: null })) },
    })

  test('closes the requests of reissued checks that are handed over, or mailed in bulk', async () => {
    const [again, ...others] = [await approved(world), await approved(world), await approved(world)]
    await stop(await handedOver(world, account, again))
    expect(await detail(again)).toMatchObject({ status_id: approvedStatus, cleared_date: null })
    await stop(await handedOver(world, account, again))
    const checks = await signed(world, account, [again, ...others])
    for (const { id } of [again, ...others]) await move(await processor(), id, ready)
    const mailed = await mail(checks)
    expect([mailed.status, mailed.data]).toEqual([200, { mailed: 3, refused: [] }])
    for (const request of [again, ...others]) expect(await detail(request)).toMatchObject({ status_id: closed })
  })

  test('includes the steps of both checks in the step times of a reissued, closed request', async () => {
    const request = await approved(world)
    const first = await handedOver(world, account, request)
    const [before] = await timesOf(request)
    await stop(first)
    expect(await timesOf(request)).toEqual([])
    await handedOver(world, account, request)
    const [after, ...more] = await timesOf(request)
    expect(more).toEqual([])
    expect(after?.completed_at).toBe((await detail(request)).cleared_date)
    // PostgreSQL stores the steps in the order of its plan.
    const stepsOf = (row: typeof before): number[] =>
      JSON.parse(row?.times ?? '[]')
        .map(([status]: [number, number]) => status)
        .toSorted()
    expect(stepsOf(before)).toEqual([1, 3, 4, 5, 6])
    expect(stepsOf(after)).toEqual([1, 3, 3, 4, 4, 5, 5, 6, 6, 7])
  })
})
