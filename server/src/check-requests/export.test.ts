import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { raise, raiseTo } from '../testing/requests.ts'
import { unzip } from '../testing/unzip.ts'
import { startWorld, type World } from '../testing/world.ts'

const header =
  'Request #,Status,Priority,Amount,Payee,Requester,Dealer Group,Dealership,Department,Purpose,Delivery Method,Check #,Req Date,Due Date,Completed Date,Invoice #,Good Through,Per Diem,Approved Up To,Days Left'

onOneDatabase('exports on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await raiseTo(world, 7, 'requester-department', 'NWG/TOY/SVC')
    await raise(world, 'requester-group', 'NWG', {
      payee_name_1: '=HYPERLINK("x")',
      amount: 1.5,
      invoice_number: '=5-1',
      priority_level: 'urgent',
    })
    await raise(world, 'requester-eastside', 'EAS/KIA', { payee_name_1: 'Zoë & <Sons>, "Bakers"' })
  })
  afterAll(() => world.close())

  const linesOf = async (client: Client, query: object = {}) => {
    const reply = await client.send('GET', '/api/v1/check-requests/export/csv', { query })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="check-requests.csv"')
    return reply.text.slice(0, -2).split('\r\n')
  }

  test('writes one CSV line for each listed request and escapes formulas as text', async () => {
    const lines = await linesOf(await world.as('admin-super'))
    expect(lines).toEqual([
      `\uFEFF${header}`,
      'EAS-KIA-000001,Request,Normal,1250.50,"Zoë & <Sons>, ""Bakers""",requester-eastside Tester,Eastside Motors,Dealership KIA,,Parts,USPS Mail,,2026-11-20,2026-11-27,,,,,,',
      `NWG-000002,Request,Urgent,1.50,"'=HYPERLINK(""x"")",requester-group Tester,Northwest Auto Group,,,Parts,USPS Mail,,2026-11-20,2026-11-27,,'=5-1,,,,`,
      expect.stringMatching(
        /^NWG-TOY-SVC-000001,Closed,Normal,1250\.50,Harbor Paint Supply,requester-department Tester,Northwest Auto Group,Dealership TOY,SVC,Parts,USPS Mail,\d+,2026-11-20,2026-11-27,2026-11-20,,,,,$/,
      ),
    ])
  })

  test('uses the filters, order, and scope of the list', async () => {
    const numbers = async (client: Client, query: object) =>
      (await linesOf(client, query)).slice(1).map((line) => line.split(',')[0])
    expect(await numbers(await world.as('approver-group'), { sort: 'oldest' })).toEqual([
      'NWG-TOY-SVC-000001',
      'NWG-000002',
    ])
    expect(await numbers(await world.as('approver-group'), { search: 'harbor' })).toEqual(['NWG-TOY-SVC-000001'])
    expect(await numbers(await world.as('admin-super'), { view: 'pending', sort: 'amount-low' })).toEqual([
      'NWG-000002',
      'EAS-KIA-000001',
    ])
    expect(await numbers(await world.as('requester-dealership'), {})).toEqual([])
  })

  test('converts times to days in the reader’s time zone', async () => {
    const client = await world.as('requester-eastside')
    const [, line] = await linesOf(client, { time_zone: 'Pacific/Kiritimati' })
    expect(line).toContain(',2026-11-21,2026-11-27,')
    const refused = await client.send('GET', '/api/v1/check-requests/export/csv', { query: { time_zone: 'Mars/Base' } })
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      { time_zone: 'Enter a time zone such as America/Chicago.' },
    ])
  })

  test('writes the same rows to a spreadsheet, with numeric amounts, real dates, and formulas as text', async () => {
    const { bytes, headers } = await (await world.as('admin-super')).send('GET', '/api/v1/check-requests/export/xlsx')
    expect(headers['content-disposition']).toBe('attachment; filename="check-requests.xlsx"')
    const sheet = unzip(bytes, 'xl/worksheets/sheet1.xml')
    const texts = unzip(bytes, 'xl/sharedStrings.xml')
    expect(sheet.match(/<row /g)).toHaveLength(4)
    expect(sheet).toContain('<v>1250.5</v>')
    expect(sheet).not.toContain('<f>')
    expect(texts).toContain('=HYPERLINK("x")')
    expect(texts).toContain('Zoë &amp; &lt;Sons&gt;')
    // Day numbers count from the last day of 1899.
    expect(sheet).toContain(`<v>${(Date.UTC(2026, 10, 27) - Date.UTC(1899, 11, 30)) / 86_400_000}</v>`)
  })

  test('refuses an export without a session', async () => {
    for (const path of ['csv', 'xlsx']) {
      const reply = await world.anyone.send('GET', `/api/v1/check-requests/export/${path}`)
      expect(reply.status).toBe(401)
    }
  })
})

test('refuses to export more than 20,000 requests to a spreadsheet, and suggests CSV', async () => {
  const world = await startWorld(databases[0] as DatabaseKind)
  const { places, people } = world.ids
  await world.database.transact((trx) =>
    sql`insert into check_requests (dealer_group_id, requester_id, created_by_id, status_id, request_number, amount_cents,
        payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank, due_date, po_purchase_no, delivery_method_id,
        created_at, status_changed_at, updated_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20001)
      select ${places.EAS}, ${people['requester-eastside']}, ${people['requester-eastside']}, 1, 'EAS-' || n, n, 'business',
        'vendor', 'Many', 1, 1, '2026-11-30', 'PO', 1, '2026-11-20T15:00:00.000Z', '2026-11-20T15:00:00.000Z',
        '2026-11-20T15:00:00.000Z' from numbers`.execute(trx),
  )
  const client = await world.as('approver-eastside')
  const reply = await client.send('GET', '/api/v1/check-requests/export/xlsx')
  expect([reply.status, reply.body.message]).toEqual([
    422,
    'A spreadsheet can have at most 20,000 check requests. Narrow the list, or export it as CSV.',
  ])
  const csv = await client.send('GET', '/api/v1/check-requests/export/csv')
  expect(csv.text.split('\r\n')).toHaveLength(20_003)
  await world.close()
})
