import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startPayments } from '../testing/payments.ts'

onBothDatabases('previewed bank files on $name', (kind) => {
  let bank: Awaited<ReturnType<typeof startPayments>>
  beforeAll(async () => {
    bank = await startPayments(kind)
  })
  afterAll(() => bank.end())

  test('refuses to confirm a file if the register changed after its preview, and says how', async () => {
    const [one, two] = [await bank.mailed(610), await bank.mailed(620)]
    const file = await bank.look([one.number, 61_000, one.day], [two.number, 62_000, two.day])
    await bank.pay([one.number, 61_000, one.day])
    const stale = await bank.confirm(file, { cleared: 2, exceptions: 0, repeated: 0 })
    expect([stale.status, stale.message]).toEqual([
      409,
      'The register changed after the preview. Confirming this file would now mean 1 cleared, 0 exceptions, 1 known before. The preview said 2 cleared, 0 exceptions, 0 known before. Preview the file again.',
    ])
    expect(await bank.one(two.id)).toMatchObject({ state: 'issued' })
    const expected = { cleared: 1, exceptions: 0, repeated: 1 }
    expect((await bank.confirm(file, expected)).data).toEqual(expected)
    expect(await bank.one(two.id)).toMatchObject({ state: 'cleared' })
  })

  test('confirms a file as it was previewed, whatever other previews and profiles were saved since', async () => {
    const check = await bank.mailed(630)
    const file = await bank.look([check.number, 63_000, check.day])
    const other = await openAccount(bank.world, { name: 'Parts', account_number: '4410077881' })
    const later = await bank.look([check.number, 63_100, check.day])
    const expected = { cleared: 1, exceptions: 0, repeated: 0 }
    expect((await bank.confirm(file, expected, other.id)).status).toBe(404)
    const parts = { params: { id: bank.accountId }, body: { profile: { bai2: { check_codes: ['960'] } } } }
    const saved = await (await bank.processor()).call(endpoints.saveClearingProfile, parts)
    expect(saved.status).toBe(200)
    expect((await bank.confirm(file, expected)).data).toEqual(expected)
    expect((await bank.confirm(later, { cleared: 0, exceptions: 1, repeated: 0 })).data).toMatchObject({
      exceptions: 1,
    })
    expect((await bank.exception(check.number)).map(({ kind: of }) => of)).toEqual(['cleared twice'])
  })
})
