import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { bankReportEndpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount, secretNumber } from '../testing/checks.ts'
import { formOf } from '../testing/documents.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

/** A payment of a check, or its reversal if the amount is negative. */
type Line = readonly [number: number, cents: number, day: string]

onBothDatabases('undone clearings on $name', (kind) => {
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

  const processor = (name: PersonName = 'everyone') => world.as(name, 'processor')
  const second = 'processor-super'
  const one = async (id: number) => (await (await processor()).call(checkEndpoints.one, { params: { id } })).data
  const files = async () =>
    (await (await processor()).call(endpoints.clearing, { params: { id: account.id } })).data.files
  const mailed = async (amount: number) => {
    const check = await handedOver(world, account, await approved(world, { amount }))
    return { ...check, day: (await one(check.id)).issued_on ?? '' }
  }

  /** Previews a BAI2 file with these payments, and confirms it. Returns the file's id and what it did. */
  async function pay(...lines: readonly Line[]) {
    const day = (lines[0]?.[2] ?? '').slice(2).replaceAll('-', '')
    const content = [
      `01,021200025,HARBOR,${day},0600,1,80,,2/`,
      ...lines.flatMap(([number, cents, on]) => [
        `02,HARBOR,021200025,1,${on.slice(2).replaceAll('-', '')},,USD,2/`,
        `03,${secretNumber},USD/`,
        `16,${cents < 0 ? 395 : 475},${Math.abs(cents)},,,${number}/`,
        '49,,3/',
        '98,,1,5/',
      ]),
      `99,,${lines.length},${5 * lines.length + 2}/`,
    ].join('\n')
    const { body, headers } = await formOf({ name: 'bank.bai', content: Buffer.from(content) })
    const caller = await processor()
    const params = { id: account.id }
    const look = await caller.with(headers).call(endpoints.previewClearing, { params, body: body as never })
    expect(look.data.problems).toEqual([])
    const file = look.data.id ?? 0
    const { data } = await caller.call(endpoints.confirmClearing, { params: { ...params, file }, body: {} })
    return { file, ...data }
  }

  async function exception(number: number, state: 'open' | 'resolved' = 'open') {
    const query = { bank_account_id: account.id, state }
    const { data } = await (await processor()).call(endpoints.listExceptions, { query })
    return data.filter((row) => row.number === number)
  }

  /** The outstanding and cleared checks at the end of a day, by number: those of the register and of the report. */
  async function standing(as_of: string, number: number) {
    const caller = await processor()
    const query = { bank_account_id: account.id, as_of }
    const page = (await caller.call(checkEndpoints.list, { query })).data
    const row = page.items.find((check) => check.number === number)
    const report = (
      await caller.call(bankReportEndpoints.reconciliation, { params: { id: account.id }, query: { as_of } })
    ).data
    const total = page.totals?.find(({ state }) => state === 'cleared')?.count ?? 0
    return {
      state: row?.state,
      paid: row?.bank_paid_on,
      total,
      cleared: report.cleared.count,
      isOutstanding: report.outstanding_checks.some((check) => check.number === number),
      difference: report.difference,
    }
  }

  const unclear = async (id: number, act: 'unclear' | 'confirmUnclear' | 'refuseUnclear', name?: PersonName) => {
    const body = act === 'unclear' ? { reason: 'The bank paid another check' } : {}
    return (await processor(name)).call(endpoints[act], { params: { id }, body: body as never })
  }
  const undo = async (
    file: number,
    act: 'undoClearing' | 'confirmUndoClearing' | 'refuseUndoClearing',
    name?: PersonName,
  ) => {
    const body = act === 'undoClearing' ? { reason: 'Read with the wrong columns' } : {}
    return (await processor(name)).call(endpoints[act], { params: { id: account.id, file }, body: body as never })
  }

  test('makes a check outstanding again once a second person confirms, and reopens its payment', async () => {
    const check = await mailed(100)
    await pay([check.number, 10_000, check.day])
    expect(await one(check.id)).toMatchObject({
      state: 'cleared',
      clearing: { undo_asked: null, refusal: null },
    })
    const before = await standing(check.day, check.number)

    const byHand = await unclear(check.id, 'unclear', 'processor-group')
    expect([byHand.status, byHand.message]).toEqual([
      403,
      `You handled check ${check.number}, so someone else has to undo its clearing.`,
    ])
    const early = await unclear(check.id, 'confirmUnclear')
    expect(early.message).toBe(`No request to undo the clearing of check ${check.number} is pending.`)
    const asked = await unclear(check.id, 'unclear')
    expect(asked.data).toMatchObject({
      state: 'cleared',
      clearing: { undo_asked: { reason: 'The bank paid another check' }, refusal: expect.stringMatching(/You asked/) },
    })
    expect((await unclear(check.id, 'unclear', second)).message).toMatch(/already asked to undo the clearing of check/)
    const alone = await unclear(check.id, 'confirmUnclear')
    expect([alone.status, alone.message]).toEqual([
      403,
      `You asked to undo the clearing of check ${check.number}, so someone else has to confirm it.`,
    ])
    const done = await unclear(check.id, 'confirmUnclear', second)
    expect(done.data).toMatchObject({ state: 'issued', bank_paid_on: null, clearing: null })
    expect(done.data.events.slice(-2).map(({ act }) => act)).toEqual(['ask-un-clear', 'un-clear'])
    const [open, ...more] = await exception(check.number)
    expect([open?.kind, open?.may_stand, more]).toEqual(['clearing undone', true, []])
    const after = await standing(check.day, check.number)
    expect(after).toMatchObject({ state: 'issued', paid: null, isOutstanding: true })
    expect([after.total, after.cleared]).toEqual([before.total - 1, before.cleared - 1])

    const stands = { note: 'It was this check after all', bank_stands: true }
    await (await processor()).call(endpoints.resolveException, { params: { id: open?.id ?? 0 }, body: stands })
    expect(await standing(check.day, check.number)).toEqual(before)
    expect((await unclear(check.id, 'unclear')).status).toBe(200)
    expect((await unclear(check.id, 'refuseUnclear', second)).data).toMatchObject({
      state: 'cleared',
      clearing: { undo_asked: null },
    })
  })

  test('shows a check as cleared until the day on which the bank took its payment back', async () => {
    const check = await mailed(200)
    const next = addDays(check.day, 1)
    await pay([check.number, 20_000, check.day])
    const before = await standing(check.day, check.number)
    const { file } = await pay([check.number, -20_000, next])
    const [back] = await exception(check.number)
    expect(back).toMatchObject({ kind: 'taken back by the bank', may_stand: true, amount: -200 })
    const body = { note: 'Missing endorsement', bank_stands: true }
    const params = { id: back?.id ?? 0 }
    expect((await (await processor()).call(endpoints.resolveException, { params, body })).status).toBe(200)
    const now = await one(check.id)
    expect(now).toMatchObject({ state: 'issued', bank_paid_on: null })
    expect(now.events.at(-1)).toMatchObject({ act: 'take-back', note: 'Missing endorsement' })
    expect(await standing(check.day, check.number)).toEqual({ ...before, state: 'cleared', isOutstanding: false })
    expect(await standing(next, check.number)).toMatchObject({
      state: 'issued',
      paid: null,
      isOutstanding: true,
      cleared: before.cleared - 1,
      total: before.total - 1,
      difference: before.difference,
    })

    expect((await undo(file, 'undoClearing')).status).toBe(200)
    expect((await undo(file, 'confirmUndoClearing', second)).status).toBe(200)
    expect(await standing(check.day, check.number)).toEqual(before)
    expect(await standing(next, check.number)).toEqual(before)
    expect((await exception(check.number)).length).toBe(0)
  })

  test('undoes everything that a file did, and reads the same lines again', async () => {
    const [good, wrong] = [await mailed(300), await mailed(400)]
    const { day } = good
    const before = await standing(day, good.number)
    const lines: Line[] = [
      [good.number, 30_000, day],
      [wrong.number, 40_100, day],
    ]
    const first = await pay(...lines)
    expect(first).toMatchObject({ cleared: 1, exceptions: 1 })
    const body = { note: 'The bank is right', bank_stands: true }
    const [differs] = await exception(wrong.number)
    await (await processor()).call(endpoints.resolveException, { params: { id: differs?.id ?? 0 }, body })
    expect(await one(wrong.id)).toMatchObject({ state: 'cleared' })
    expect((await unclear(good.id, 'unclear')).status).toBe(200)

    expect((await undo(first.file, 'undoClearing', 'processor-group')).message).toMatch(
      /^You handled check \d+, which is in this file, so someone else has to undo it\.$/,
    )
    const asked = await undo(first.file, 'undoClearing')
    expect(asked.data).toMatchObject({
      undo_asked: { reason: 'Read with the wrong columns' },
      undone: null,
      cleared: 2,
    })
    const alone = await undo(first.file, 'confirmUndoClearing')
    expect([alone.status, alone.message]).toEqual([
      403,
      'You asked to undo this file, so someone else has to confirm it.',
    ])
    expect((await undo(first.file, 'refuseUndoClearing', second)).data).toMatchObject({ undo_asked: null })
    await undo(first.file, 'undoClearing')
    const done = await undo(first.file, 'confirmUndoClearing', second)
    expect(done.data).toMatchObject({
      cleared: 0,
      exceptions: 0,
      undo_asked: null,
      undone: { by: { name: expect.any(String) } },
    })
    expect((await undo(first.file, 'undoClearing')).message).toMatch(/has already undone this file\.$/)
    expect((await files()).find(({ id }) => id === first.file)).toEqual(done.data)
    expect(await one(good.id)).toMatchObject({ state: 'issued', clearing: null })
    expect(await standing(day, good.number)).toEqual(before)

    const again = await pay(...lines)
    expect(again).toMatchObject({ cleared: 1, exceptions: 1, repeated: 0 })
    expect(await one(good.id)).toMatchObject({ state: 'cleared', clearing: { undo_asked: null } })
  })

  test('refuses to undo a file whose payment the bank took back in a later file', async () => {
    const check = await mailed(500)
    const { file } = await pay([check.number, 50_000, check.day])
    await pay([check.number, -50_000, addDays(check.day, 1)])
    const [back] = await exception(check.number)
    const body = { note: 'Returned', bank_stands: true }
    await (await processor()).call(endpoints.resolveException, { params: { id: back?.id ?? 0 }, body })
    const refused = await undo(file, 'undoClearing')
    expect([refused.status, refused.message]).toEqual([
      409,
      `The payment of check ${check.number} in this file was taken back later. Undo the file with the reversal first.`,
    ])
  })

  test('never changes a closed month', async () => {
    const check = await mailed(600)
    const { file } = await pay([check.number, 60_000, check.day])
    const closeThrough = (day: string | null) =>
      world.database.transact((trx) =>
        trx
          .updateTable('dealer_groups')
          .set({ journal_closed_through: day })
          .where('id', '=', world.ids.places.NWG)
          .execute(),
      )
    await closeThrough(check.day)
    const says = /^Check \d+ was cleared on .*, and the books are closed through .*\. Only the bank’s reversal/
    expect((await unclear(check.id, 'unclear')).message).toMatch(says)
    expect((await undo(file, 'undoClearing')).message).toMatch(says)
    await closeThrough(null)
  })
})
