import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { bankReportEndpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { type CheckState, livingStates } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dice } from '../demo/dice.ts'
import { actNames, beginLife, endLife, live } from '../testing/account-life/acts.ts'
import { type Life, registerOf } from '../testing/account-life/life.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const actsInLife = 140
/** The first three lives together cover every action; the others come from the seed of the day. */
const lives = [11, 15, 25, ...Array.from({ length: byProfile({ gate: 0, nightly: 38 }) }, (_, index) => seed + index)]

/** The request status for a check in this state, or undefined if the status depends on later events. */
const statusesAt: Partial<Record<CheckState, readonly number[]>> = {
  reserved: [3],
  printed: [4],
  signed: [5, 6],
  issued: [7],
  cleared: [7],
}

onBothDatabases('random lives of an account on $name', (kind) => {
  let world: World
  const done = new Set<string>()
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test.each(lives)(
    'never loses, duplicates, or reuses a check number in random life %i, and keeps totals correct and duties separate',
    async (drawn) => {
      const life = await beginLife(world, new Dice(drawn), `77000${drawn}`)
      await live(life, actsInLife)
      const checks = await registerOf(life)
      await expectEachNumberOnce(life, checks)
      await expectRequestsBeside(life, checks)
      await expectSums(life, checks)
      await expectSeparateHands(life, checks)
      expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
      for (const name of life.done) done.add(name)
      await endLife(life)
    },
    120_000,
  )

  // Without this check, an action could be refused every time.
  test('completes every possible action at least once', () => {
    expect([...actNames, 'stand', 'combine'].filter((name) => !done.has(name))).toEqual([])
  })
})

/** Expects one row for each number and no gaps between taken numbers. */
async function expectEachNumberOnce({ world, account }: Life, checks: readonly CheckReply[]): Promise<void> {
  const numbers = checks.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
  const processor = await world.as('processor-group', 'processor')
  const query = { bank_account_id: account.id }
  const [taken] = (await processor.call(checkReportEndpoints.numbers, { query })).data
  expect(taken).toMatchObject({ gaps: 0, rows: taken?.taken ?? -1 })
  const events = await Promise.all(checks.map(({ id }) => storyOf(world, id)))
  // After a number is printed, it must never be reserved again.
  for (const { acts } of events) expect(acts.join(' ')).not.toMatch(/print .*(reserve|write|print|enter)\b/)
}

/** Expects at most one current or planned check for each request, and a request status that matches the check. */
async function expectRequestsBeside({ world }: Life, checks: readonly CheckReply[]): Promise<void> {
  const living = checks.filter(({ state, kind }) => livingStates.some((one) => one === state) && kind !== 'opening')
  const payers = living.map(({ check_request_id }) => check_request_id)
  expect(new Set(payers).size).toBe(payers.length)
  const processor = await world.as('processor-group', 'processor')
  for (const { state, check_request_id, number } of living) {
    const params = { id: check_request_id ?? 0 }
    const { data: request } = await processor.call(checkRequestEndpoints.detail, { params })
    expect([state, statusesAt[state]?.includes(request.status_id)]).toEqual([state, true])
    expect(state === 'reserved' ? null : request.check_number).toBe(state === 'reserved' ? null : String(number))
  }
}

/** Expects register totals and a bank balance that equal the sums of the rows. */
async function expectSums({ world, account }: Life, checks: readonly CheckReply[]): Promise<void> {
  const processor = await world.as('processor-group', 'processor')
  const { data: page } = await processor.call(checkEndpoints.list, { query: { bank_account_id: account.id } })
  for (const { state, count, amount } of page.totals ?? [])
    expect([state, count, amount]).toEqual([state, ...sumOf(checks.filter((check) => check.state === state))])
  const query = { as_of: '2026-12-31' }
  const { data } = await processor.call(bankReportEndpoints.reconciliation, { params: { id: account.id }, query })
  const left = checks.filter(({ issued_on }) => issued_on !== null)
  const isStanding = ({ state }: CheckReply) => state === 'issued' || state === 'cleared'
  const balance = [data.issued, data.book, data.cleared, data.outstanding].map(({ count, amount }) => [count, amount])
  expect(balance).toEqual([
    sumOf(left),
    sumOf(left.filter(isStanding)),
    sumOf(left.filter(({ state }) => state === 'cleared')),
    sumOf(left.filter(({ state }) => state === 'issued')),
  ])
  expect(data.difference).toBe(0)
}

function sumOf(checks: readonly CheckReply[]): [count: number, dollars: number] {
  return [checks.length, checks.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100]
}

/**
 * Expects that no user signs a check that they printed or requested, or confirms, allows, or resolves anything in which
 * they participated.
 */
async function expectSeparateHands({ world, account }: Life, checks: readonly CheckReply[]): Promise<void> {
  const requesterId = world.ids.people['requester-group']
  for (const { id, state } of checks) {
    const { by } = await storyOf(world, id)
    const printers = by('reserve', 'print', 'write')
    const asked = by('ask-void')
    expectNone(by('sign'), [...printers, requesterId])
    expectNone(by('confirm-entry'), [...by('write', 'enter'), requesterId])
    const [stopped, ...numbered] = by('stop')
    if (stopped !== undefined && by('sign').length > 0) expectNone(numbered, [...printers, ...by('sign'), stopped])
    if (asked.length > 0 && state === 'voided') expectNone(by('void'), [...printers, ...by('sign'), ...asked])
    expectNone(by('clear', 'un-clear', 'take-back'), [...printers, ...by('sign', 'issue'), ...asked])
  }
  const processor = await world.as('processor-group', 'processor')
  const query = { bank_account_id: account.id, state: 'resolved' } as const
  for (const { check, resolved_by, resolved_at } of (await processor.call(bankFileEndpoints.listExceptions, { query }))
    .data) {
    const story = check && (await storyOf(world, check.id, resolved_at ?? ''))
    if (story) expectNone([resolved_by?.id ?? 0], story.by('reserve', 'write', 'print', 'sign', 'issue'))
  }
}

function expectNone(people: readonly number[], hands: readonly number[]): void {
  expect(people.filter((id) => hands.includes(id))).toEqual([])
}

/** The events of a check in order, with users. Omits events before a release of the number and after this time. */
async function storyOf(world: World, id: number, until = '9999') {
  const processor = await world.as('processor-group', 'processor')
  const { data } = await processor.call(checkEndpoints.one, { params: { id } })
  const from = data.events.findLastIndex(({ act }) => act === 'release' || act === 'discard') + 1
  const events = data.events.slice(from).filter(({ at }) => at <= until)
  const by = (...wanted: string[]) => events.filter(({ act }) => wanted.includes(act)).map(({ user_id }) => user_id)
  return { acts: events.map(({ act }) => act), by }
}
