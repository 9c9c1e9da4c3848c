import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount, signed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf, type PersonName, type RoleWord } from '../testing/organization.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { startWorld, type World } from '../testing/world.ts'

const day = 86_400_000

onOneDatabase('stale checks on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world, { stale_after_days: 10, void_after_days: null })
    const mailed = { mailing_address: 'Harbor Glass\n12 Dock Street\nAustin, Texas 78701' }
    await handedOver(world, account, await approved(world, { po_purchase_no: 'P-1', amount: 10.01, ...mailed }))
    await handedOver(world, account, await approved(world, { po_purchase_no: 'P-2', amount: 20.02 }))
    // The check is still in the office, so no one can cash it.
    await signed(world, account, [await approved(world, { po_purchase_no: 'P-3' })])
  })
  afterAll(() => world.close())

  // This logs in again, because earlier sessions have expired.
  const newly = (name: PersonName, role: RoleWord) => world.logIn(emailOf(name), role)
  const admin = () => newly('admin-group', 'admin')
  const stale = async () => (await (await admin()).call(checkReportEndpoints.stale, { query: {} })).data
  const group = () => ({ id: world.ids.places.NWG })
  const letters = async () =>
    (await admin()).send('GET', '/api/v1/checks/stale/letters', { query: { bank_account_id: account.id } })

  test('lists checks outstanding longer than the account allows, to the exact day', async () => {
    world.clock.advance(10 * day)
    expect(await stale()).toEqual({ items: [], count: 0, amount: 0 })
    const none = await letters()
    expect([none.status, none.body.message]).toEqual([
      409,
      'No payee of a stale check on account Operating has an address. Add addresses in the payee list.',
    ])
    world.clock.advance(day)
    const { items, ...sums } = await stale()
    expect(sums).toEqual({ count: 2, amount: 30.03 })
    expect(items).toMatchObject([
      { number: 1001, amount: 10.01, days_outstanding: 11, kind: 'Parts', check_date: '2026-11-20', due: null },
      { number: 1002, amount: 20.02, address: [], due: null },
    ])
    expect(items[0]?.address.at(-1)).toBe('Austin, Texas 78701')
    expect(items[0]?.missing).toContain('There is no rule for TX and Parts.')
    expect(items[1]?.missing).toContain('the holder’s state isn’t set')
  })

  test('calculates the date of unclaimed property from the group admin’s table', async () => {
    const client = await admin()
    const before = await client.call(bankingEndpoints.unclaimed, { params: group() })
    expect(before.data).toMatchObject({ holder_state: null, rules: [] })
    const rule = { dormancy_months: 36, cutoff: '03-01', report: '07-01' }
    const rules = [
      { ...rule, state: 'TX' },
      { ...rule, state: 'TX', kind: 'parts', dormancy_months: 12 },
      { ...rule, state: 'OR', cutoff: '06-30', report: '11-01' },
    ]
    const { version } = before.data
    const body = { holder_state: 'OR', rules, version }
    expect((await client.call(bankingEndpoints.saveUnclaimed, { params: group(), body })).status).toBe(200)
    expect((await client.call(bankingEndpoints.saveUnclaimed, { params: group(), body })).status).toBe(409)
    const twice = { ...body, rules: [...rules, { ...rule, state: 'TX' }], version: version + 1 }
    expect((await client.call(bankingEndpoints.saveUnclaimed, { params: group(), body: twice })).status).toBe(422)
    const { items } = await stale()
    expect(items.map(({ due }) => due)).toEqual([
      { state: 'TX', because: 'payee', dormant_on: '2027-11-20', letter_by: '2028-05-02', report_on: '2028-07-01' },
      { state: 'OR', because: 'holder', dormant_on: '2029-11-20', letter_by: '2030-09-02', report_on: '2030-11-01' },
    ])
    const processor = await newly('processor-group', 'processor')
    expect((await processor.call(bankingEndpoints.unclaimed, { params: group() })).data.rules).toHaveLength(3)
    expect((await processor.call(bankingEndpoints.saveUnclaimed, { params: group(), body })).status).toBe(403)
    const other = await newly('admin-eastside', 'admin')
    expect((await other.call(bankingEndpoints.unclaimed, { params: group() })).status).toBe(404)
  })

  test('creates one letter for each check whose payee has a known address', async () => {
    const reply = await letters()
    expect(reply.headers['content-type']).toBe('application/pdf')
    const pages = await readPdf(reply.bytes)
    expect(pages).toHaveLength(1)
    const text = pages[0]?.texts.map((one) => one.text).join(' ')
    expect(text).toContain('Check 1001 dated Nov 20, 2026 for $10.01')
    expect(text).toContain('12 Dock Street')
    expect(text).toContain('Dec 1, 2026')
    const other = await newly('everyone-eastside', 'processor')
    const refused = await other.send('GET', '/api/v1/checks/stale/letters', { query: { bank_account_id: account.id } })
    expect(refused.status).toBe(404)
  })
})
