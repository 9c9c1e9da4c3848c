import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { Raised } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('check stock boxes on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  const requests: Raised[] = []
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    for (let count = 0; count < 4; count += 1) requests.push(await approved(world))
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = () => world.as('processor-group', 'processor')
  const admin = () => world.as('admin-group', 'admin')
  const boxes = async () => (await (await admin()).call(stockEndpoints.list, { params: { id: account.id } })).data
  const receive = async (first_number: number, last_number: number) =>
    (await processor()).call(stockEndpoints.receive, {
      params: { id: account.id },
      body: { place: 'Safe', first_number, last_number },
    })
  const count = async (id: number, first_number: number, last_number: number) =>
    (await admin()).call(stockEndpoints.count, { params: { id }, body: { first_number, last_number } })
  const use = async (id: number) => (await admin()).call(stockEndpoints.use, { params: { id }, body: {} })
  const counted = async (first: number, last: number) => {
    const { id } = (await receive(first, last)).data
    expect((await count(id, first, last)).data).toMatchObject({ state: 'counted' })
    return id
  }
  const make = async (chosen: readonly Raised[]) =>
    (await processor()).call(printRunEndpoints.make, {
      body: { bank_account_id: account.id, check_request_ids: chosen.map(({ id }) => id) },
    })
  const numbers = async () =>
    (await (await processor()).call(checkReportEndpoints.numbers, {})).data.find(
      ({ bank_account_id }) => bank_account_id === account.id,
    )
  const register = async () =>
    (await (await processor()).call(checkEndpoints.list, { query: { bank_account_id: account.id } })).data.items

  test('starts with one unlimited box that needs no count', async () => {
    expect(await boxes()).toMatchObject([{ state: 'in use', first_number: 1001, last_number: null, left: null }])
    const [first] = requests.splice(0, 1)
    expect((await printed(world, account, [first as Raised])).first_number).toBe(1001)
    expect(await boxes()).toMatchObject([{ next_number: 1002 }])
  })

  test('requires one user to receive a box and another to count it before use', async () => {
    expect((await receive(1001, 1003)).error.fields?.first_number).toMatch(
      /are in another box \(Not counted, starting at 1001/,
    )
    const { id } = (await receive(1004, 1005)).data
    expect((await receive(1005, 1100)).error.fields?.first_number).toMatch(/are in another box \(Safe, 1004 to 1005\)/)
    expect((await use(id)).message).toBe('A second person has to count this box before it can be put in use.')
    const own = await (await processor()).call(stockEndpoints.count, {
      params: { id },
      body: { first_number: 1004, last_number: 1005 },
    })
    expect([own.status, own.message]).toEqual([403, 'You received this box, so someone else has to count it.'])
    expect((await count(id, 1004, 1006)).message).toMatch(/^processor-group Tester received this box with other/)
    expect((await count(id, 1004, 1005)).data).toMatchObject({
      state: 'counted',
      counted_by: { name: 'admin-group Tester' },
    })
    const discarded = await (await admin()).call(stockEndpoints.discard, { params: { id }, body: {} })
    expect(discarded.message).toBe('Only uncounted boxes can be discarded, and this box was counted.')
    expect((await use(id)).data).toMatchObject({ state: 'in use', next_number: 1004, left: 2 })
    expect((await boxes()).map(({ state, last_number }) => [state, last_number])).toEqual([
      ['in use', 1005],
      ['ended', null],
    ])
    expect(await numbers()).toMatchObject({ taken: 3, rows: 3, gaps: 0 })
    expect((await register()).map(({ number, state }) => [number, state])).toEqual([
      [1003, 'spoiled'],
      [1002, 'spoiled'],
      [1001, 'printed'],
    ])
  })

  test('refuses a run larger than the rest of the box, and takes no numbers until another box is in use', async () => {
    const before = await register()
    expect((await make(requests)).message).toBe(
      'The box in use (Safe, 1004 to 1005) has 2 checks left from number 1004, but 3 are needed. Print fewer checks, or put another box in use.',
    )
    expect(await register()).toEqual(before)
    const other = await counted(2001, 2002)
    const run = await openRun(world, account, requests.slice(0, 1))
    expect((await use(other)).message).toMatch(/A print run of the account “Operating” isn’t settled/)
    await (await processor()).call(printRunEndpoints.release, { params: { id: run.id }, body: {} })
    expect((await use(other)).data).toMatchObject({ state: 'in use', left: 2 })
    expect((await printed(world, account, requests.splice(0, 2))).first_number).toBe(2001)
    expect(await numbers()).toMatchObject({ first: 1001, next: 2003, taken: 5, rows: 5, gaps: 0 })
    expect((await make(requests)).message).toMatch(/^The box in use \(Safe, 2001 to 2002\) is used up\./)
    const body = { bank_account_id: account.id, number: 1005, check_date: '2026-01-02', payee_name: 'X', amount: 1 }
    const opening = await (await processor()).call(enteredCheckEndpoints.opening, { body })
    expect(opening.error.fields?.number).toMatch(/is in a box of this account \(Safe, 1004 to 1005\)/)
    const [first] = (await boxes()).filter(({ first_number }) => first_number === 1004)
    expect((await use(first?.id ?? 0)).data).toMatchObject({ state: 'in use', next_number: 1004, left: 2 })
    expect((await boxes()).find(({ first_number }) => first_number === 2001)).toMatchObject({ state: 'ended', left: 0 })
    expect((await printed(world, account, requests.splice(0, 1))).first_number).toBe(1004)
    expect(await numbers()).toMatchObject({ taken: 6, rows: 6, gaps: 0 })
  })

  test('puts one of two boxes in use when users choose both at the same time', async () => {
    const [one, other] = [await counted(3001, 3010), await counted(4001, 4010)]
    const replies = await Promise.all([use(one), use(other), use(one)])
    expect(replies.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect((await boxes()).filter(({ state }) => state === 'in use')).toHaveLength(1)
  })
})
