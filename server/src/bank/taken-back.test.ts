import { bankReportEndpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startPayments } from '../testing/payments.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const second = 'processor-super'

onBothDatabases('payments that the bank took back on $name', (kind) => {
  let bank: Awaited<ReturnType<typeof startPayments>>
  beforeAll(async () => {
    bank = await startPayments(kind)
  })
  afterAll(() => bank.end())

  test.each(['first', 'last'])('never clears a check whose payment the bank took back, resolved %s', async (when) => {
    const check = await bank.mailed(330)
    await bank.pay([check.number, 33_000, check.day])
    expect((await bank.unclear(check.id, 'unclear')).status).toBe(200)
    expect((await bank.unclear(check.id, 'confirmUnclear', second)).status).toBe(200)
    const undone = async () => (await bank.exception(check.number)).find(({ kind }) => kind === 'clearing undone')
    expect(await undone()).toMatchObject({ may_stand: true })
    await bank.pay([check.number, -33_000, check.day])
    const back = (await bank.exception(check.number)).find(({ amount }) => amount < 0)
    if (when === 'first') expect((await bank.resolve(back?.id)).status).toBe(200)
    expect(await undone()).toMatchObject({ may_stand: false })
    const refused = await bank.accept((await undone())?.id)
    expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/took this payment of check/)])
    expect(await bank.one(check.id)).toMatchObject({ state: 'issued', bank_paid_on: null })
  })

  test('shows a check as cleared until the day on which the bank took its payment back', async () => {
    const check = await bank.mailed(200)
    const next = addDays(check.day, 1)
    await bank.pay([check.number, 20_000, check.day])
    const before = await bank.standing(check.day, check.number)
    const { file } = await bank.pay([check.number, -20_000, next])
    const [back] = await bank.exception(check.number)
    expect(back).toMatchObject({ kind: 'taken back by the bank', may_stand: true, amount: -200 })
    const early = await bank.accept(back?.id)
    expect([early.status, early.message]).toEqual([
      409,
      expect.stringMatching(/Accept the reversal on that day or later\.$/),
    ])
    bank.tomorrow()
    expect((await bank.accept(back?.id, 'Missing endorsement')).status).toBe(200)
    const now = await bank.one(check.id)
    expect(now).toMatchObject({ state: 'issued', bank_paid_on: null })
    expect(now.events.at(-1)).toMatchObject({ act: 'take-back', note: 'Missing endorsement' })
    expect(await bank.standing(check.day, check.number)).toEqual({ ...before, state: 'cleared', isOutstanding: false })
    expect(await bank.standing(next, check.number)).toMatchObject({
      state: 'issued',
      paid: null,
      isOutstanding: true,
      cleared: before.cleared - 1,
      total: before.total - 1,
      difference: before.difference,
    })

    const byHand = await bank.undo(file, 'undoClearing', 'processor-group')
    expect([byHand.status, byHand.message]).toEqual([403, expect.stringMatching(/^You handled check/)])
    expect((await bank.undo(file, 'undoClearing')).status).toBe(200)
    expect((await bank.undo(file, 'confirmUndoClearing', second)).status).toBe(200)
    expect(await bank.standing(check.day, check.number)).toEqual(before)
    expect(await bank.standing(next, check.number)).toEqual(before)
    expect((await bank.exception(check.number)).length).toBe(0)
  })

  test('refuses to undo a file whose payment the bank took back in a later file', async () => {
    const check = await bank.mailed(500)
    const { file } = await bank.pay([check.number, 50_000, check.day])
    await bank.pay([check.number, -50_000, addDays(check.day, 1)])
    const [back] = await bank.exception(check.number)
    bank.tomorrow()
    expect((await bank.accept(back?.id)).status).toBe(200)
    const refused = await bank.undo(file, 'undoClearing')
    expect([refused.status, refused.message]).toEqual([
      409,
      `The payment of check ${check.number} in this file was taken back later. Undo the file with the reversal first.`,
    ])
  })

  test('doesn’t take a reversal for that of another payment, and accepts a check that is presented again', async () => {
    const check = await bank.mailed(700)
    const { day } = check
    await bank.pay([check.number, 70_000, day], [check.number, 70_000, day], [check.number, -70_000, day])
    const twice = await bank.exception(check.number)
    const back = twice.find(({ amount }) => amount < 0)
    const refused = await bank.accept(back?.id)
    expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/more than once/)])
    expect(await bank.one(check.id)).toMatchObject({ state: 'cleared' })

    const other = await bank.mailed(800)
    const issued = other.day
    await bank.pay([other.number, 80_000, issued])
    bank.tomorrow()
    const next = addDays(issued, 1)
    await bank.pay([other.number, -80_000, issued], [other.number, 80_000, next])
    const [again, returned] = await bank.exception(other.number)
    expect([again?.kind, returned?.kind, again?.may_stand]).toEqual(['cleared twice', 'taken back by the bank', false])
    expect((await bank.accept(returned?.id)).status).toBe(200)
    expect((await verifyTrail(bank.world.database, null)).mismatches).toEqual([])
    expect((await bank.accept(again?.id)).status).toBe(200)
    expect(await bank.one(other.id)).toMatchObject({ state: 'cleared', bank_paid_on: next })
  })

  test('undoes reversals only in the order of the bank, and lists no difference of a payment taken back', async () => {
    const check = await bank.mailed(900)
    const { day } = check
    const differences = async () => {
      const params = { id: bank.accountId }
      const query = { as_of: addDays(day, 9) }
      const { data } = await (await bank.processor()).call(bankReportEndpoints.reconciliation, { params, query })
      return data.differences.filter(({ number }) => number === check.number)
    }
    await bank.pay([check.number, 91_000, day])
    expect((await bank.accept((await bank.exception(check.number))[0]?.id)).status).toBe(200)
    expect(await differences()).toHaveLength(1)
    bank.tomorrow()
    const { file } = await bank.pay([check.number, -91_000, day])
    expect((await bank.accept((await bank.exception(check.number))[0]?.id)).status).toBe(200)
    expect(await differences()).toEqual([])
    const again = addDays(day, 1)
    const paid = await bank.pay([check.number, 90_000, again])
    expect(paid.cleared).toBe(1)
    await bank.pay([check.number, -90_000, again])
    expect((await bank.accept((await bank.exception(check.number))[0]?.id)).status).toBe(200)
    const refused = await bank.undo(file, 'undoClearing')
    expect([refused.status, refused.message]).toEqual([
      409,
      `The bank reversed its payment of check ${check.number} in this file. Since then, the check was paid, reversed again, stopped, or voided. Undo that first.`,
    ])
  })

  test('counts a check once although the bank dates its next payment before the reversal', async () => {
    const check = await bank.mailed(250)
    const { day } = check
    const next = addDays(day, 1)
    await bank.pay([check.number, 25_000, addDays(day, -1)])
    expect((await bank.accept((await bank.exception(check.number))[0]?.id)).status).toBe(200)
    const before = await bank.standing(day, check.number)
    bank.tomorrow()
    await bank.pay([check.number, -25_000, next])
    expect((await bank.accept((await bank.exception(check.number))[0]?.id)).status).toBe(200)
    expect(await bank.pay([check.number, 25_000, day])).toMatchObject({ cleared: 1 })
    const { cleared, total } = await bank.standing(day, check.number)
    expect([cleared, total]).toEqual([before.cleared, before.total])
    expect(await bank.standing(next, check.number)).toMatchObject({ state: 'cleared', cleared, isOutstanding: false })
  })

  test('opens one exception for a payment and its reversal in one file', async () => {
    const check = await bank.mailed(310)
    const before = await bank.standing(check.day, check.number)
    await bank.pay([check.number, 31_000, check.day], [check.number, -31_000, check.day])
    const open = await bank.exception(check.number)
    expect(open).toMatchObject([{ kind: 'taken back by the bank', amount: -310, may_stand: false }])
    expect(open[0]?.sentence).toMatch(/reversed its payment of check .* is on line \d+ of this file\.$/)
    expect(await bank.standing(check.day, check.number)).toEqual(before)
    const params = { id: bank.accountId }
    const query = { as_of: addDays(check.day, 9) }
    const report = async () =>
      (await (await bank.processor()).call(bankReportEndpoints.reconciliation, { params, query })).data
    const { unmatched, unresolved } = await report()
    expect(await bank.resolve(open[0]?.id)).toMatchObject({ status: 200 })
    const after = await report()
    expect(after.unmatched).toEqual(unmatched)
    expect([unresolved.count - after.unresolved.count, after.unresolved.amount]).toEqual([2, unresolved.amount])
  })

  test('accepts a second reversal only after the first is settled', async () => {
    const check = await bank.mailed(320)
    await bank.pay([check.number, 32_000, check.day])
    bank.tomorrow()
    await bank.pay([check.number, -32_000, check.day], [check.number, -32_000, addDays(check.day, 1)])
    const [second, first] = await bank.exception(check.number)
    expect([second?.may_stand, first?.may_stand]).toEqual([false, true])
    const refused = await bank.accept(second?.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      `Another reversal of check ${check.number} is open. Resolve it first.`,
    ])
    expect((await bank.accept(first?.id)).status).toBe(200)
    expect((await bank.exception(check.number)).map(({ may_stand }) => may_stand)).toEqual([false])
  })
})
