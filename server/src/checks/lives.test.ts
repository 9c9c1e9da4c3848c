import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { type CheckState, livingStates } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply, PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from '../audit/commands/verify.ts'
import { Dice } from '../demo/dice.ts'
import { approved, openAccount } from '../testing/checks.ts'
import { databases } from '../testing/databases.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const actsInLife = 40
const lives = 3
const firstNumber = 1001

/** What the request of a check in this state is, by id; undefined where it depends on what came after. */
const statusesAt: Partial<Record<CheckState, readonly number[]>> = {
  reserved: [3],
  printed: [4],
  signed: [5, 6],
  issued: [7],
  cleared: [7],
}

describe.each(databases)('random lives of an account on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test.each(Array.from({ length: lives }, (_, index) => index + 1))(
    'of life %i no number is lost, doubled or reused, and requests stand where their checks do',
    async (seed) => {
      const account = await openAccount(world, { name: `Life ${seed}`, account_number: `77000${seed}0001` })
      const dice = new Dice(seed)
      for (let count = 0; count < actsInLife; count += 1) await dice.pick(acts)(world, account, dice)
      const checks = await registerOf(world, account)
      expect(checks.map(({ number }) => number)).toEqual(checks.map((_, index) => firstNumber + index))
      const living = checks.filter(({ state }) => livingStates.some((one) => one === state))
      const payers = living.map(({ check_request_id }) => check_request_id)
      expect(new Set(payers).size).toBe(payers.length)
      for (const { state, check_request_id, number } of living) {
        const request = await requestOf(world, check_request_id ?? 0)
        expect([state, statusesAt[state]?.includes(request.status_id)]).toEqual([state, true])
        expect(state === 'reserved' ? null : request.check_number).toBe(state === 'reserved' ? null : String(number))
      }
      expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
      await close(world, account)
    },
    120_000,
  )

  test('of twenty who print at once on an account, one does, and the others are told', async () => {
    const account = await openAccount(world, { name: 'Crowd', account_number: '88000100010' })
    const requests = await Promise.all(Array.from({ length: 20 }, () => approved(world)))
    const processor = await world.as('processor-group', 'processor')
    const replies = await Promise.all(
      requests.map(({ id }) =>
        processor.call(printRunEndpoints.make, { body: { bank_account_id: account.id, check_request_ids: [id] } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, message } of replies.filter((reply) => reply.status !== 201))
      expect([status, message]).toEqual([409, expect.stringMatching(/has made a print run of 1 on this account/)])
    expect((await registerOf(world, account)).map(({ number }) => number)).toEqual([firstNumber])
  })
})

type Act = (world: World, account: BankAccountReply, dice: Dice) => Promise<void>

const acts: readonly Act[] = [raiseAndPrint, raiseAndPrint, settle, settle, release, sign, sendOut, voidOne, stopOne]

async function raiseAndPrint(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const fresh = [await approved(world), await approved(world)]
  const processor = await world.as('processor-group', 'processor')
  const { data } = await processor.call(checkRequestEndpoints.list, {
    query: { status: 3, limit: 20 },
  })
  const waiting = data.items.filter(({ check }) => check && !check.in_run).map(({ id }) => id)
  const ids = [...new Set([...fresh.map(({ id }) => id), ...waiting.slice(0, 2)])]
  const first_number = happens(dice, 20) ? (await nextNumber(world, account)) + 2 : undefined
  const body = { bank_account_id: account.id, check_request_ids: ids, ...(first_number && { first_number }) }
  await processor.call(printRunEndpoints.make, { body })
}

async function settle(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const run = await openRunOf(world, account)
  if (!run) return
  const spoiled = run.checks.filter(() => happens(dice, 30)).map(({ number }) => ({ number, reason: 'Jam' }))
  const processor = await world.as('processor-group', 'processor')
  await processor.call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } })
}

async function release(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const run = await openRunOf(world, account)
  if (!run) return
  const processor = await world.as('processor-group', 'processor')
  if (happens(dice, 30)) await processor.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
  await processor.call(printRunEndpoints.release, { params: { id: run.id }, body: {} })
}

async function sign(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const printed = (await registerOf(world, account)).filter(({ state }) => state === 'printed' && happens(dice, 60))
  const body = { check_ids: printed.map(({ id }) => id) }
  if (printed.length > 0) await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body })
}

async function sendOut(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const processor = await world.as('processor-group', 'processor')
  for (const { id, state, check_request_id } of await registerOf(world, account)) {
    if (state !== 'signed' || happens(dice, 40)) continue
    await move(processor, check_request_id ?? 0, 6)
    if (happens(dice, 70)) await processor.call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } })
  }
}

async function voidOne(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const check = (await registerOf(world, account)).find(() => happens(dice, 30))
  const request_status = happens(dice, 50) ? 'approved' : 'rejected'
  const body = { reason: 'Wrong payee', request_status } as const
  if (check)
    await (await world.as('processor-group', 'processor')).call(checkEndpoints.void, { params: { id: check.id }, body })
}

async function stopOne(world: World, account: BankAccountReply, dice: Dice): Promise<void> {
  const check = (await registerOf(world, account)).find(() => happens(dice, 20))
  const number = happens(dice, 70) ? { confirmation_number: 'SP-1' } : {}
  const body = { reason: 'Lost', request_status: happens(dice, 50) ? 'approved' : 'rejected', ...number } as const
  if (check)
    await (await world.as('processor-group', 'processor')).call(checkEndpoints.stop, { params: { id: check.id }, body })
}

/** The whole register of an account, the lowest number first. */
async function registerOf(world: World, account: BankAccountReply): Promise<CheckReply[]> {
  const processor = await world.as('processor-group', 'processor')
  const checks: CheckReply[] = []
  let cursor: string | null | undefined
  do {
    const query = { bank_account_id: account.id, limit: 200, ...(cursor && { cursor }) }
    const { data } = await processor.call(checkEndpoints.list, { query })
    checks.push(...data.items)
    cursor = data.next_cursor
  } while (cursor)
  return checks.reverse()
}

async function openRunOf(world: World, account: BankAccountReply): Promise<PrintRunReply | undefined> {
  const processor = await world.as('processor-group', 'processor')
  const { data } = await processor.call(printRunEndpoints.list, { query: { bank_account_id: account.id } })
  const open = data.find(({ state }) => state === 'made')
  return open && (await processor.call(printRunEndpoints.one, { params: { id: open.id } })).data
}

async function nextNumber(world: World, account: BankAccountReply): Promise<number> {
  return firstNumber + (await registerOf(world, account)).length
}

async function requestOf(world: World, id: number) {
  return (await (await world.as('processor-group', 'processor')).call(checkRequestEndpoints.detail, { params: { id } }))
    .data
}

/** Leaves the store to the next life: its open run is spoiled. */
async function close(world: World, account: BankAccountReply): Promise<void> {
  const run = await openRunOf(world, account)
  const spoiled = run?.checks.map(({ number }) => ({ number, reason: 'The end' })) ?? []
  const processor = await world.as('processor-group', 'processor')
  if (run) await processor.call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } })
}

function happens(dice: Dice, percent: number): boolean {
  return dice.below(100) < percent
}
