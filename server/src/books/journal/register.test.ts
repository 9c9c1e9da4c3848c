import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, printed } from '../../testing/checks.ts'
import { addAccounts } from '../../testing/ledger.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { bodyAt } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const columns = (['day', 'kind', 'check_number', 'account', 'debit', 'credit'] as const).map((field) => {
  return { field, header: field }
})
const template = { ...usualTemplate, columns, checks_account: '1010', has_header: false }

onBothDatabases('check journal entries for registered checks on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await addAccounts(world, ['2310 Vehicle payoffs', '6800 Bank fees'])
  })
  afterAll(() => world.close())

  const superAdmin = emailOf('admin-super')

  test('debits the charged accounts on the day of printing, and reverses the entries on the day of the void', async () => {
    const admin = await world.as('admin-group', 'admin')
    const params = { id: world.ids.places.NWG }
    const saved = await admin.call(endpoints.save, { params, body: { begins_on: '2026-11-01', template } })
    expect(saved.status).toBe(200)
    const line = (account: string, amount: number) => ({ account, control_number: null, amount })
    const accounting = [line('2310', 300), line('6800', 12.5)]
    const request = await approved(world, { amount: 312.5, accounting })
    const { checks } = await printed(world, await openAccount(world), [request])
    world.clock.advance(2 * 86_400_000)
    const processor = await world.logIn(emailOf('processor-group'))
    const voided = await processor.call(checkEndpoints.void, {
      params: { id: checks[0]?.id ?? 0 },
      body: { reason: 'Wrong store', request_status: 'approved' },
    })
    expect(voided.status, voided.text).toBe(200)
    const later = await world.logIn(emailOf('admin-group'))
    const made = await later.call(endpoints.makeExport, { params, body: { up_to: '2026-11-22' } })
    expect(made.data).toMatchObject({ lines: 6, issued: 312.5, voided: 312.5 })
    const file = await later.send('GET', `/api/v1/journal-exports/${made.data.id}/file`)
    expect(file.text).toBe(
      [
        '2026-11-20,Issue,1001,2310,300.00,',
        '2026-11-20,Issue,1001,6800,12.50,',
        '2026-11-20,Issue,1001,1010,,312.50',
        '2026-11-22,Void,1001,2310,,300.00',
        '2026-11-22,Void,1001,6800,,12.50',
        '2026-11-22,Void,1001,1010,312.50,',
        '',
      ].join('\r\n'),
    )
  })

  test('adds the growth of a late payoff to its accounting lines, which add up to the printed amount', async () => {
    const purposes = (await (await world.logIn(superAdmin)).call(organizationEndpoints.purposes, {})).data
    const purpose_id = purposes.find(({ name }) => name === 'Payoff')?.id ?? 0
    const clock = { good_through: '2026-11-23', per_diem: 4.12, due_date: undefined }
    const accounting = [
      { account: '6800', amount: 250.75 },
      { account: '2310', control_number: 'S-1', amount: 18_000 },
    ]
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { purpose_id, amount: 18_250.75, ...clock, accounting })
    const { id } = (await (await world.logIn(emailOf('requester-group'))).call(requests.create, { body })).data
    const approver = await world.logIn(emailOf('approver-group'))
    const through = { status_id: 3, approved_through: '2026-11-27', version: 1 }
    expect((await approver.call(requests.changeStatus, { params: { id }, body: through })).status).toBe(201)
    world.clock.advance(3 * 86_400_000)
    const processor = await world.logIn(emailOf('processor-group'))
    const accounts = (await (await world.logIn(superAdmin)).call(bankingEndpoints.list)).data
    const run = { bank_account_id: accounts[0]?.id ?? 0, check_request_ids: [id] }
    const made = await processor.call(printRunEndpoints.make, { body: run })
    expect(made.status, made.text).toBe(201)
    expect((await processor.call(printRunEndpoints.confirm, { params: { id: made.data.id }, body: {} })).status).toBe(
      200,
    )
    const printed = (await processor.call(requests.detail, { params: { id } })).data
    const sum = printed.accounting?.reduce((all, { amount }) => all + Math.round(amount * 100), 0)
    expect([printed.status_name, sum]).toEqual(['printed', Math.round(printed.amount * 100)])
    expect(printed.amount).toBeGreaterThan(18_250.75)
  })
})
