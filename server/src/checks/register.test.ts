import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckReply, StateTotal } from '@check-requests/domain/checks/replies.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { sumDollars } from '@check-requests/domain/values/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { unzip } from '../testing/unzip.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('register on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    const amounts = [10.01, 20.02, 30.03, 40.04, 50.05]
    const requests = []
    for (const [index, amount] of amounts.entries())
      requests.push(
        await approved(world, {
          amount,
          payee_name_1: index < 3 ? 'Harbor Glass' : 'Coast Towing',
          po_purchase_no: `P-${index}`,
        }),
      )
    const { checks } = await printed(world, account, requests)
    const ids = checks.map(({ id }) => id)
    const body = { check_ids: ids.slice(0, 2) }
    expect((await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body })).status).toBe(200)
    const voided = await (await reader()).call(checkEndpoints.void, {
      params: { id: ids[3] ?? 0 },
      body: { reason: '=Torn', request_status: 'approved' },
    })
    expect(voided.status).toBe(200)
  })
  afterAll(() => world.close())

  const reader = () => world.as('processor-group', 'processor')

  const exported = async (format: 'csv' | 'xlsx', query: object) =>
    (await reader()).send('GET', `/api/v1/checks/export/${format}`, { query })

  /** All rows, read two per page, and the totals from the first page. Later pages have no totals. */
  async function readAll(query: object): Promise<{ rows: CheckReply[]; totals: StateTotal[] | null }> {
    const client = await reader()
    const rows: CheckReply[] = []
    let totals: StateTotal[] | null = null
    let cursor: string | null = null
    do {
      const page: { data: { items: CheckReply[]; next_cursor: string | null; totals: StateTotal[] | null } } =
        await client.call(checkEndpoints.list, { query: { limit: 2, ...query, ...(cursor && { cursor }) } })
      if (cursor === null) totals = page.data.totals
      else expect(page.data.totals).toBeNull()
      rows.push(...page.data.items)
      cursor = page.data.next_cursor
    } while (cursor !== null)
    return { rows, totals }
  }

  test.each([
    ['no filter', {}, ['printed', 'signed', 'voided']],
    ['words in the payee’s name', { search: 'glass' }, ['printed', 'signed']],
    ['a number', { search: '1004' }, ['voided']],
    ['an inclusive range of amounts', { amount_from: '20.02', amount_to: '40.04' }, ['printed', 'signed', 'voided']],
    ['amounts and words', { amount_from: '10.02', search: 'glass' }, ['printed', 'signed']],
    ['amounts as of a day', { amount_to: '10.01', as_of: '2026-11-20' }, ['signed']],
    ['a period without checks', { to: '2020-01-01' }, []],
    ['an amount of no check', { amount_from: '10.02', amount_to: '20.01' }, []],
  ])('returns the count and total per state of the checks found by %s', async (_, query, states) => {
    const { rows, totals } = await readAll(query)
    expect(totals?.map(({ state }) => state)).toEqual(states)
    for (const { state, count, amount } of totals ?? []) {
      const ofState = rows.filter((row) => row.state === state)
      expect(count).toBe(ofState.length)
      expect(amount).toBe(sumDollars(ofState.map((row) => row.amount)))
    }
    expect(totals?.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
  })

  test('returns the same totals for every displayed state', async () => {
    const [all, signed] = [await readAll({}), await readAll({ state: 'signed', bank_account_id: account.id })]
    expect(signed.totals).toEqual(all.totals)
    expect(signed.rows.map(({ number }) => number)).toEqual([1002, 1001])
  })

  test('exports exactly the displayed rows and puts voided amounts in a separate column', async () => {
    const amounts = { amount_from: '30.03', amount_to: '40.04' }
    for (const query of [{}, { search: 'glass' }, { state: 'voided' }, amounts] as const) {
      const { rows } = await readAll(query)
      const lines = (await exported('csv', query)).text.slice(1, -2).split('\r\n')
      expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(rows.map(({ number }) => number))
    }
    const { text, headers } = await exported('csv', { from: '2026-11-20' })
    expect(headers['content-disposition']).toBe('attachment; filename="checks.csv"')
    expect(text.slice(1, -2).split('\r\n')).toEqual([
      'Check #,State,Date,Payee,Amount,Struck Amount,Request #,Issued,Paid by Bank,Ended,Days Outstanding,Reason,Signed By,Replaces,Replaced By,Account',
      expect.stringMatching(/^1005,Printed,2026-11-20,Coast Towing,50\.05,,NWG-.*,,,,,,,,,Operating$/),
      expect.stringMatching(/^1004,VOID,2026-11-20,Coast Towing,,40\.04,NWG-[^,]*,,,2026-11-20,,'=Torn,,,,Operating$/),
      expect.stringMatching(/^1003,Printed,2026-11-20,Harbor Glass,30\.03,/),
      expect.stringMatching(
        /^1002,Signed,2026-11-20,Harbor Glass,20\.02,,NWG-.*,,,,,,approver-super Tester,,,Operating$/,
      ),
      expect.stringMatching(/^1001,Signed,2026-11-20,Harbor Glass,10\.01,/),
    ])
    const { bytes } = await exported('xlsx', {})
    const sheet = unzip(bytes, 'xl/worksheets/sheet1.xml')
    expect(sheet.match(/<row /g)).toHaveLength(6)
    expect(sheet).toContain('<v>40.04</v>')
    expect(sheet).not.toContain('<f>')
    expect(unzip(bytes, 'xl/sharedStrings.xml')).toContain('VOID')
  })

  test('rejects impossible amounts and a range that ends below its start', async () => {
    const client = await reader()
    for (const [query, fields] of [
      [
        { amount_from: '10.001' },
        { amount_from: '“10.001” isn’t an amount in dollars. Enter an amount such as 1,234.50.' },
      ],
      [{ amount_to: 'ten' }, { amount_to: '“ten” isn’t an amount in dollars. Enter an amount such as 1,234.50.' }],
      [{ amount_from: '0' }, { amount_from: 'Amount must be at least 0.01.' }],
      [{ amount_from: '20', amount_to: '19.99' }, { amount_to: 'The highest amount is below the lowest amount' }],
    ] as const)
      for (const path of ['/api/v1/checks', '/api/v1/checks/export/csv'])
        expect(await client.send('GET', path, { query })).toMatchObject({ status: 422, body: { error: { fields } } })
  })

  test('refuses to export an account that the caller doesn’t work with', async () => {
    const other = await world.as('everyone-eastside', 'processor')
    const path = '/api/v1/checks/export/csv'
    expect((await other.send('GET', path, { query: { bank_account_id: account.id } })).status).toBe(404)
    expect((await other.send('GET', path)).text.trim().split('\r\n')).toHaveLength(1)
    const requester = await world.as('requester-group', 'requester')
    expect((await requester.send('GET', path)).status).toBe(403)
  })

  test('expects a row for every taken number and reports missing rows', async () => {
    const counted = async () => (await (await reader()).call(checkReportEndpoints.numbers, { query: {} })).data
    const numbers = { bank_account_id: account.id, bank_account_name: 'Operating', first: 1001, next: 1006 }
    expect(await counted()).toEqual([{ ...numbers, taken: 5, rows: 5, gaps: 0 }])
    const [request] = [await approved(world, { po_purchase_no: 'P-released' })]
    const run = await openRun(world, account, [request])
    expect(await counted()).toEqual([{ ...numbers, next: 1007, taken: 6, rows: 6, gaps: 0 }])
    await (await reader()).call(printRunEndpoints.release, { params: { id: run.id }, body: {} })
    expect(await counted()).toEqual([{ ...numbers, taken: 5, rows: 5, gaps: 0 }])
    const next = (number: number) =>
      world.database.transact((trx) => sql`update bank_accounts set next_check_number = ${number}`.execute(trx))
    await next(1009)
    expect(await counted()).toEqual([{ ...numbers, next: 1009, taken: 8, rows: 6, gaps: 2 }])
    await next(1001)
    expect(await counted()).toEqual([{ ...numbers, first: null, next: 1001, taken: 0, rows: 0, gaps: 0 }])
    await next(1006)
  })

  test('shows no checks to a user who works with no account', async () => {
    const other = await world.as('everyone-eastside', 'processor')
    expect((await other.call(checkEndpoints.list, { query: {} })).data).toEqual({
      items: [],
      next_cursor: null,
      totals: [],
    })
  })

  test('shows checks with the whole number or payee name first, and each check on one page', async () => {
    const payee_name_1 = 'Harbor Glass 1001 East'
    const { checks } = await printed(world, account, [await approved(world, { payee_name_1 })])
    const longer = checks.map(({ number }) => number)
    const numbers = async (search: string, limit = 2) =>
      (await readAll({ search, limit })).rows.map(({ number }) => number)
    expect(await numbers('1001')).toEqual([1001, ...longer])
    expect(await numbers('harbor GLASS', 4)).toEqual([1003, 1002, 1001, ...longer])
    expect(await numbers('glass harbor')).toEqual([...longer, 1003, 1002, 1001])
    const { rows } = await readAll({ search: '1001' })
    expect(await numbers(rows[0]?.request_number?.toLowerCase() ?? '')).toEqual([1001])
  })
})
