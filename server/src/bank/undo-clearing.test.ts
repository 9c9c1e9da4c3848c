import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { dashboardEndpoints } from '@check-requests/domain/dashboard/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { type Line, startPayments } from '../testing/payments.ts'

const second = 'processor-super'

onBothDatabases('undone clearings on $name', (kind) => {
  let bank: Awaited<ReturnType<typeof startPayments>>
  beforeAll(async () => {
    bank = await startPayments(kind)
  })
  afterAll(() => bank.end())

  test('makes a check outstanding again once a second person confirms, and reopens its payment', async () => {
    const check = await bank.mailed(100)
    await bank.pay([check.number, 10_000, check.day])
    expect(await bank.one(check.id)).toMatchObject({
      state: 'cleared',
      clearing: { undo_asked: null, refusal: null },
    })
    const before = await bank.standing(check.day, check.number)

    const byHand = await bank.unclear(check.id, 'unclear', 'processor-group')
    expect([byHand.status, byHand.message]).toEqual([
      403,
      expect.stringMatching(
        new RegExp(
          `^You handled check ${check.number}, so someone else has to undo its clearing\\. .+ can undo it\\.$`,
        ),
      ),
    ])
    const early = await bank.unclear(check.id, 'confirmUnclear')
    expect(early.message).toBe(`No request to undo the clearing of check ${check.number} is pending.`)
    const asked = await bank.unclear(check.id, 'unclear')
    expect(asked.data).toMatchObject({
      state: 'cleared',
      clearing: { undo_asked: { reason: 'The bank paid another check' }, refusal: expect.stringMatching(/You asked/) },
    })
    expect((await bank.unclear(check.id, 'unclear', second)).message).toMatch(
      /already asked to undo the clearing of check/,
    )
    const alone = await bank.unclear(check.id, 'confirmUnclear')
    expect([alone.status, alone.message]).toEqual([
      403,
      expect.stringMatching(/^You asked to undo the clearing of check .* has to confirm it\. .+ can confirm it\.$/),
    ])
    const done = await bank.unclear(check.id, 'confirmUnclear', second)
    expect(done.data).toMatchObject({ state: 'issued', bank_paid_on: null, clearing: null })
    expect(done.data.events.slice(-2).map(({ act }) => act)).toEqual(['ask-un-clear', 'un-clear'])
    const [open, ...more] = await bank.exception(check.number)
    expect([open?.kind, open?.may_stand, more]).toEqual(['clearing undone', true, []])
    const after = await bank.standing(check.day, check.number)
    expect(after).toMatchObject({ state: 'issued', paid: null, isOutstanding: true })
    expect([after.total, after.cleared]).toEqual([before.total - 1, before.cleared - 1])

    const stands = { note: 'It was this check after all', bank_stands: true }
    await (await bank.processor()).call(endpoints.resolveException, { params: { id: open?.id ?? 0 }, body: stands })
    expect(await bank.standing(check.day, check.number)).toEqual(before)
    expect((await bank.unclear(check.id, 'unclear')).status).toBe(200)
    expect((await bank.unclear(check.id, 'refuseUnclear', second)).data).toMatchObject({
      state: 'cleared',
      clearing: { undo_asked: null },
    })
  })

  test('undoes everything that a file did, and reads the same lines again', async () => {
    const [good, wrong] = [await bank.mailed(300), await bank.mailed(400)]
    const { day } = good
    const before = await bank.standing(day, good.number)
    const lines: Line[] = [
      [good.number, 30_000, day],
      [wrong.number, 40_100, day],
    ]
    const first = await bank.pay(...lines)
    expect(first).toMatchObject({ cleared: 1, exceptions: 1 })
    const body = { note: 'The bank is right', bank_stands: true }
    const [differs] = await bank.exception(wrong.number)
    await (await bank.processor()).call(endpoints.resolveException, { params: { id: differs?.id ?? 0 }, body })
    expect(await bank.one(wrong.id)).toMatchObject({ state: 'cleared' })
    expect((await bank.unclear(good.id, 'unclear')).status).toBe(200)

    expect((await bank.undo(first.file, 'undoClearing', 'processor-group')).message).toMatch(
      /^You handled check \d+, which is in this file, so someone else has to undo this file\. .+ can undo it\.$/,
    )
    const asked = await bank.undo(first.file, 'undoClearing')
    expect(asked.data).toMatchObject({
      undo_asked: { reason: 'Read with the wrong columns' },
      undone: null,
      cleared: 2,
    })
    const alone = await bank.undo(first.file, 'confirmUndoClearing')
    expect([alone.status, alone.message]).toEqual([
      403,
      expect.stringMatching(/^You asked to undo this file, so someone else has to confirm it\. .+ can confirm it\.$/),
    ])
    expect((await bank.undo(first.file, 'refuseUndoClearing', second)).data).toMatchObject({ undo_asked: null })
    await bank.undo(first.file, 'undoClearing')
    const done = await bank.undo(first.file, 'confirmUndoClearing', second)
    expect(done.data).toMatchObject({
      cleared: 0,
      exceptions: 0,
      undo_asked: null,
      undone: { by: { name: expect.any(String) } },
    })
    expect((await bank.undo(first.file, 'undoClearing')).message).toMatch(
      /has already undone this file\. Reload the page\.$/,
    )
    const params = { id: bank.accountId, file: first.file }
    const confirmed = await (await bank.processor()).call(endpoints.confirmClearing, { params, body: {} })
    expect([confirmed.status, confirmed.message]).toEqual([
      409,
      expect.stringMatching(/has already undone this file\. Reload the page\.$/),
    ])
    expect((await bank.files()).find(({ id }) => id === first.file)).toEqual(done.data)
    expect(await bank.one(good.id)).toMatchObject({ state: 'issued', clearing: null })
    expect(await bank.standing(day, good.number)).toEqual(before)

    const again = await bank.pay(...lines)
    expect(again).toMatchObject({ cleared: 1, exceptions: 1, repeated: 0 })
    expect(await bank.one(good.id)).toMatchObject({ state: 'cleared', clearing: { undo_asked: null } })
  })

  test('keeps checks cleared that a later standing file also reports as paid', async () => {
    const [one, wrong, later] = [await bank.mailed(1100), await bank.mailed(1200), await bank.mailed(1300)]
    const shared: Line[] = [
      [one.number, 110_000, one.day],
      [wrong.number, 120_100, one.day],
    ]
    const first = await bank.pay(...shared)
    const second = await bank.pay(...shared, [later.number, 130_000, one.day])
    expect(second).toMatchObject({ cleared: 1, exceptions: 0, repeated: 2 })
    const before = await bank.standing(one.day, one.number)
    const kept = { checks: 1, files: ['bank.bai'] }
    const asked = await bank.undo(first.file, 'undoClearing')
    expect(asked.data).toMatchObject({ version: 3, undo_asked: { still_cleared: kept } })
    const done = await bank.undo(first.file, 'confirmUndoClearing', 'processor-super')
    expect(done.data).toMatchObject({ cleared: 0, undo_asked: null, undone: { still_cleared: kept } })
    const now = await bank.one(one.id)
    expect(now).toMatchObject({ state: 'cleared', bank_paid_on: one.day })
    expect(now.events.slice(-2).map(({ act }) => act)).toEqual(['un-clear', 'clear'])
    expect(await bank.standing(one.day, one.number)).toEqual(before)
    expect((await bank.exception(wrong.number)).map(({ kind: of }) => of)).toEqual(['amount differs'])
    expect((await bank.files()).find(({ id }) => id === second.file)).toMatchObject({ cleared: 2, exceptions: 1 })
    expect(await bank.pay(...shared)).toMatchObject({ cleared: 0, exceptions: 0, repeated: 2 })
    await bank.undo(second.file, 'undoClearing')
    await bank.undo(second.file, 'confirmUndoClearing', 'processor-super')
    expect([await bank.one(one.id), await bank.one(later.id)]).toMatchObject([
      { state: 'cleared' },
      { state: 'issued' },
    ])
  })

  test('tells the second person of files confirmed since the request, and leaves open what users undid', async () => {
    const [one, other] = [await bank.mailed(1400), await bank.mailed(1500)]
    const shared: Line[] = [
      [one.number, 140_000, one.day],
      [other.number, 150_000, one.day],
    ]
    const { file } = await bank.pay(...shared)
    await bank.unclear(other.id, 'unclear')
    await bank.unclear(other.id, 'confirmUnclear', second)
    const asked = await bank.undo(file, 'undoClearing')
    expect(asked.data.undo_asked).toMatchObject({ still_cleared: { checks: 0, files: [] } })
    await bank.pay(...shared)
    const caller = await bank.processor(second)
    const params = { id: bank.accountId, file }
    const stale = await caller.call(endpoints.confirmUndoClearing, { params, body: { version: asked.data.version } })
    expect(stale.status).toBe(409)
    const shown = (await bank.files()).find(({ id }) => id === file)
    expect(shown?.undo_asked?.still_cleared).toEqual({ checks: 1, files: ['bank.bai'] })
    expect((await bank.undo(file, 'confirmUndoClearing', second)).data.undone?.still_cleared.checks).toBe(1)
    expect([await bank.one(one.id), await bank.one(other.id)]).toMatchObject([
      { state: 'cleared' },
      { state: 'issued' },
    ])
    expect((await bank.exception(other.number)).map(({ kind: of }) => of)).toEqual(['clearing undone'])
  })

  test('offers a pending request only to users who can confirm it, and tells the others who can', async () => {
    const [one, other] = [await bank.mailed(700), await bank.mailed(800)]
    const { file } = await bank.pay([one.number, 70_000, one.day], [other.number, 80_000, one.day])
    const looks = async (name: PersonName) => {
      const caller = await bank.processor(name)
      const { data } = await caller.call(endpoints.clearing, { params: { id: bank.accountId } })
      const waiting = (await caller.call(dashboardEndpoints.waiting, {})).data
      return {
        file: data.files.find(({ id }) => id === file)?.undo_refusal ?? null,
        check: data.undos.find(({ check }) => check.id === one.id)?.refusal,
        waiting: waiting.find(({ kind: of }) => of === 'clearing-undos')?.count ?? 0,
      }
    }
    const handled = expect.stringMatching(/^You handled check/)
    expect(await looks('processor-group')).toEqual({ file: handled, check: undefined, waiting: 0 })
    expect(await looks('everyone')).toEqual({ file: null, check: undefined, waiting: 0 })
    await bank.unclear(one.id, 'unclear')
    await bank.undo(file, 'undoClearing')
    const asker = await looks('everyone')
    expect(asker).toEqual({
      file: expect.stringMatching(
        /^You asked to undo this file, so someone else has to confirm it\. (.+) can confirm it\.$/,
      ),
      check: expect.stringMatching(/^You asked to undo the clearing .* has to confirm it\. (.+) can confirm it\.$/),
      waiting: 0,
    })
    expect(await looks('processor-group')).toEqual({ file: handled, check: handled, waiting: 0 })
    const able = await looks(second)
    expect(able).toEqual({ file: null, check: null, waiting: 2 })
    expect((await bank.undo(file, 'confirmUndoClearing', second)).status).toBe(200)
    expect((await looks(second)).waiting).toBe(0)
  })

  test('never changes a closed month', async () => {
    const check = await bank.mailed(600)
    const { file } = await bank.pay([check.number, 60_000, check.day])
    const closeThrough = (day: string | null) =>
      bank.world.database.transact((trx) =>
        trx
          .updateTable('dealer_groups')
          .set({ journal_closed_through: day })
          .where('id', '=', bank.world.ids.places.NWG)
          .execute(),
      )
    await closeThrough(check.day)
    const says = /^Check \d+ was cleared on .*, and the books are closed through .*\. Only the bank’s reversal/
    expect((await bank.unclear(check.id, 'unclear')).message).toMatch(says)
    expect((await bank.undo(file, 'undoClearing')).message).toMatch(says)
    await closeThrough(null)
  })
})
