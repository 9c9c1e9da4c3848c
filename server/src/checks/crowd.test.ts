import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerOf } from '../testing/account-life/life.ts'
import { approved, openAccount, openRun } from '../testing/checks.ts'
import type { Client, Reply } from '../testing/client.ts'
import { addColleagues } from '../testing/colleagues.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const crowd = 20

onBothDatabases('twenty simultaneous processors at one account on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let processors: readonly Client[]
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    const emails = await addColleagues(world.database, 'processor-group', crowd)
    processors = await Promise.all(emails.map((email) => world.logIn(email, 'processor')))
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  /** The responses to simultaneous calls. Fails if any caller gets no response. */
  async function atOnce<Data>(act: (client: Client, index: number) => Promise<Reply<Data>>) {
    const replies = await Promise.all(processors.map(act))
    expect(replies).toHaveLength(crowd)
    const done = replies.filter(({ status }) => status < 300)
    const refused = replies.filter(({ status }) => status >= 300).map(({ status, message }) => ({ status, message }))
    return { done, refused, winner: replies.findIndex(({ status }) => status < 300) }
  }
  const states = async () => (await registerOf({ world, account })).map(({ number, state }) => [number, state] as const)
  const expectNoGaps = async (next: number) => {
    const query = { bank_account_id: account.id }
    const processor = await world.as('processor-group', 'processor')
    const [numbers] = (await processor.call(checkReportEndpoints.numbers, { query })).data
    expect(numbers).toMatchObject({ first: 1001, next, taken: next - 1001, rows: next - 1001, gaps: 0 })
  }
  const run = (client: Client, ids: readonly number[]) =>
    client.call(printRunEndpoints.make, { body: { bank_account_id: account.id, check_request_ids: [...ids] } })

  test('lets only one of several users create a print run, settle it, or sign its check', async () => {
    const requests = await Promise.all(Array.from({ length: crowd }, () => approved(world)))
    const made = await atOnce((client, index) => run(client, [requests[index]?.id ?? 0]))
    expect(made.done).toHaveLength(1)
    for (const one of made.refused)
      expect(one).toEqual({
        status: 409,
        message: expect.stringMatching(
          /^processor-group-\d+ Tester has an unsettled print run of 1 check on this account/,
        ),
      })
    expect(await states()).toEqual([[1001, 'reserved']])

    const params = { id: made.done[0]?.data.id ?? 0 }
    const settled = await atOnce((client) => client.call(printRunEndpoints.confirm, { params, body: {} }))
    expect(settled.done).toHaveLength(1)
    for (const one of settled.refused)
      expect(one).toEqual({
        status: 409,
        message: expect.stringMatching(/Tester has already settled this print run\. Reload the page\.$/),
      })
    expect(await states()).toEqual([[1001, 'printed']])

    const id = settled.done[0]?.data.checks[0]?.id ?? 0
    const signed = await atOnce((client) => client.call(checkEndpoints.sign, { body: { check_ids: [id] } }))
    expect(signed.done.map(({ data }) => data)).toEqual([{ signed: 1, waiting: 0, refused: [] }])
    expect([made.winner, settled.winner]).not.toContain(signed.winner)
    const messages = new Set(signed.refused.map(({ message }) => message))
    // If the user who printed the check tries to sign it first, the refusal names separation of duties.
    messages.delete('You printed check 1001, so someone else has to sign it.')
    expect([...messages]).toEqual(['Check 1001 is signed now. Only a check that is printed can be signed.'])
    await expectNoGaps(1002)
  })

  test('releases the numbers of a print run only once, and gives them to the next run', async () => {
    const requests = [await approved(world), await approved(world), await approved(world)]
    const { id } = await openRun(world, account, requests)
    const released = await atOnce((client) => client.call(printRunEndpoints.release, { params: { id }, body: {} }))
    expect(released.done).toHaveLength(1)
    for (const { status, message } of released.refused)
      expect([status, message]).toEqual([
        409,
        expect.stringMatching(/Tester has already settled this print run\. Reload the page\.$/),
      ])
    // Numbers released before the file was downloaded aren't in the register.
    expect(await states()).toEqual([[1001, 'signed']])
    await expectNoGaps(1002)
    const again = await atOnce((client) =>
      run(
        client,
        requests.map((request) => request.id),
      ),
    )
    expect(again.done.map(({ data }) => data.first_number)).toEqual([1002])
    await expectNoGaps(1005)
  })

  test('never lets users both settle and release a print run', async () => {
    const [open] =
      (await processors[0]?.call(printRunEndpoints.list, { query: { bank_account_id: account.id } }))?.data ?? []
    const params = { id: open?.id ?? 0 }
    const { done, refused } = await atOnce((client, index) =>
      client.call(index % 2 === 0 ? printRunEndpoints.confirm : printRunEndpoints.release, { params, body: {} }),
    )
    expect(done).toHaveLength(1)
    for (const { status, message } of refused)
      expect([status, message]).toEqual([
        409,
        expect.stringMatching(/has already settled this print run\. Reload the page\.$/),
      ])
    const isReleased = done[0]?.data.state === 'released'
    expect((await states()).slice(1).map(([, state]) => state)).toEqual(isReleased ? [] : Array(3).fill('printed'))
    await expectNoGaps(isReleased ? 1002 : 1005)
  })
})
