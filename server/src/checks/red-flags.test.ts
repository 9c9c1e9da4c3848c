import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, printed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'

const period = { from: '2026-11-20', to: '2026-11-22' }

onOneDatabase('red flags on $name', (kind) => {
  let world: World
  let ids: number[]
  beforeAll(async () => {
    world = await startWorld(kind)
    const account = await openAccount(world, { two_signers_above: 5000 })
    const pay = (changes: object) => approved(world, { payee_name_1: 'Coast Towing', ...changes })
    const { checks } = await printed(world, account, [
      await pay({ po_purchase_no: 'P-1', amount: 3000, payee_name_1: 'Harbor Glass' }),
      await pay({ po_purchase_no: 'P-2', amount: 4999.99, payee_name_1: 'Quick Parts' }),
      await pay({ po_purchase_no: 'P-3', amount: 20.02, payee_name_1: 'New Vendor', mailing_address: 'PO Box 7' }),
      await pay({ po_purchase_no: 'P-4', amount: 10.01 }),
      await pay({ po_purchase_no: 'P-5', amount: 30.03 }),
      await pay({ po_purchase_no: 'P-6', amount: 40.04, payee_name_1: 'Plain Supply' }),
    ])
    ids = checks.map(({ id }) => id)
    const processor = await world.as('processor-group', 'processor')
    const body = { reason: 'Torn', request_status: 'approved' } as const
    await processor.call(checkEndpoints.void, { params: { id: ids[5] ?? 0 }, body })
    const { data: run } = await processor.call(checkEndpoints.reissue, { params: { id: ids[5] ?? 0 }, body: {} })
    await processor.send('POST', `/api/v1/print-runs/${run.id}/confirm`, { body: {} })
  })
  afterAll(() => world.close())

  const flagsIn = async (query: { from: string; to: string }) =>
    (await (await world.as('admin-group', 'admin')).call(checkReportEndpoints.redFlags, { query })).data

  test('explains why each check of a period is suspicious and links to the checks', async () => {
    const { items, flagged, looked_at } = await flagsIn(period)
    expect([flagged, looked_at]).toEqual([5, 7])
    expect(items.map(({ number, flags }) => [number, ...flags.map(({ sentence }) => sentence)])).toEqual([
      [1001, '$3,000.00 is a round amount.'],
      [1002, '$4,999.99 is at or just below the limit of $5,000.00, above which another person must also decide.'],
      [1003, 'New Vendor has been a payee only since Nov 20, 2026 and has a post office box.'],
      [1005, 'Coast Towing was already paid by check 1004 on Nov 20, 2026, less than a week earlier.'],
      [1007, 'The check replaces check 1006 of Nov 20, 2026, which was voided or stopped.'],
    ])
    expect(items.map(({ flags }) => flags[0]?.about)).toEqual([
      null,
      null,
      null,
      { id: ids[3], number: 1004 },
      { id: ids[5], number: 1006 },
    ])
  })

  test('doesn’t report events from before the period', async () => {
    expect(await flagsIn({ from: '2026-11-21', to: '2026-11-30' })).toEqual({ items: [], flagged: 0, looked_at: 0 })
  })

  test('refuses periods above three months and users who aren’t admins, and shows nothing from other dealer groups', async () => {
    const processor = await world.as('processor-group', 'processor')
    expect((await processor.call(checkReportEndpoints.redFlags, { query: period })).status).toBe(403)
    const admin = await world.as('admin-group', 'admin')
    const asked = async (query: { from: string; to: string }) =>
      (await admin.call(checkReportEndpoints.redFlags, { query })).status
    expect(await asked({ from: '2026-08-22', to: '2026-11-22' })).toBe(200)
    expect(await asked({ from: '2026-08-21', to: '2026-11-22' })).toBe(422)
    expect(await asked({ from: '2026-11-22', to: '2026-11-20' })).toBe(422)
    const other = await world.as('admin-eastside', 'admin')
    expect((await other.call(checkReportEndpoints.redFlags, { query: period })).data.items).toEqual([])
  })
})
