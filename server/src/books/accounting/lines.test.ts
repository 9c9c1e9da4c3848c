import { accountingEndpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import { draftEndpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { requirementEndpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccounts } from '../../testing/ledger.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { bodyAt, type CreateBody, move } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const parts = 10

onOneDatabase('accounting lines on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-department', 'requester')
  const admin = () => world.as('admin-group', 'admin')
  const half = { account: '2310', control_number: ' S-1002 ', amount: '625.25' }
  const rest = { account: '6800', amount: 625.25 }

  async function submit(changes: Partial<CreateBody> = {}) {
    return (await requester()).call(endpoints.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC', changes) })
  }

  async function detailOf(id: number) {
    return (await (await world.as('approver-group')).call(endpoints.detail, { params: { id } })).data
  }

  async function requirement(level: 'must' | 'warn' | undefined) {
    const demands = level ? [{ item: 'accounting' as const, level }] : []
    const params = { id: world.ids.places.NWG }
    return (await admin()).call(requirementEndpoints.save, {
      params,
      body: { purposes: [{ purpose_id: parts, demands }] },
    })
  }

  test('rejects accounting lines and their requirement in a group without a chart of accounts', async () => {
    const refused = await submit({ accounting: [{ account: '2310', amount: 1250.5 }] })
    expect([refused.status, refused.error.fields]).toEqual([
      422,
      { accounting: 'Line 1: The chart of accounts has no account 2310. Choose another account.' },
    ])
    const wanted = await requirement('must')
    expect([wanted.status, wanted.error.fields]).toEqual([
      422,
      { purposes: 'Import the chart of accounts before you require accounting for a purpose.' },
    ])
    for (const accounting of [undefined, null, []]) {
      const { status, data } = await submit({ accounting })
      expect(status).toBe(201)
      expect(await detailOf(data.id)).not.toHaveProperty('accounting')
    }
    await addAccounts(world, ['2310 Vehicle payoffs', '6800 Shop supplies'])
    await addAccounts(world, ['1500 Inventory'], 'EAS')
  })

  test('stores lines that add up, shows them with account names, and omits them from lists', async () => {
    const { status, data, text } = await submit({ accounting: [half, rest] })
    expect(status, text).toBe(201)
    expect((await detailOf(data.id)).accounting).toEqual([
      { account: '2310', account_name: 'Vehicle payoffs', control_number: 'S-1002', amount: 625.25 },
      { account: '6800', account_name: 'Shop supplies', control_number: null, amount: 625.25 },
    ])
    const approver = await world.as('approver-group')
    const { items } = (await approver.call(endpoints.list, { query: {} })).data
    expect(items.find(({ id }) => id === data.id)).not.toHaveProperty('accounting')
    const all = (await approver.call(endpoints.byUser)).data
    expect(all.find(({ id }) => id === data.id)).not.toHaveProperty('accounting')
  })

  test('reports every error in the accounting lines', async () => {
    const refused = await submit({
      accounting: [half, { ...half, control_number: 's-1002' }, { account: '1500', amount: 1 }],
    })
    expect([refused.status, refused.error.fields]).toEqual([
      422,
      {
        accounting:
          'Line 2: This line has the same account and control number as line 1. Combine the two lines. ' +
          'Line 3: The chart of accounts has no account 1500. Choose another account. ' +
          'The lines add up to $1,251.50, $1.00 more than the amount of the request. Change the lines until their total matches the amount.',
      },
    ])
    const named = { params: { id: world.ids.places.NWG }, query: { numbers: '6800' } }
    const found = (await (await admin()).call(accountingEndpoints.accounts, named)).data
    const { id = 0 } = found.accounts[0] ?? {}
    await (await admin()).call(accountingEndpoints.update, { params: { id }, body: { is_active: false } })
    const inactive = await submit({ accounting: [half, rest] })
    expect(inactive.error.fields).toEqual({
      accounting: 'Line 2: Account 6800, Shop supplies, is inactive. Choose another account.',
    })
    await (await admin()).call(accountingEndpoints.update, { params: { id }, body: { is_active: true } })
    const noAmount = await submit({ accounting: [{ account: '2310', amount: 0 }] })
    expect(noAmount.error.fields).toEqual({ 'accounting.0.amount': 'Amount must be at least 0.01.' })
  })

  test('replaces lines in an edit, and records the change in the history and audit trail', async () => {
    const { id } = (await submit({ accounting: [half, rest] })).data
    await move(await world.as('approver-group'), id, 9)
    const edit = async (changes: Partial<CreateBody>) => {
      const { version } = await detailOf(id)
      const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC', changes), version }
      return (await requester()).call(endpoints.update, { params: { id }, body })
    }
    const whole = { account: '6800', amount: 1250.5 }
    expect((await edit({ accounting: [half] })).status).toBe(422)
    expect((await edit({ accounting: [whole] })).status).toBe(200)
    const { status_history, accounting } = await detailOf(id)
    expect(accounting).toMatchObject([{ account: '6800', amount: 1250.5 }])
    expect(status_history.at(-1)?.changes).toEqual([
      { field: 'accounting', from: '2310 S-1002 $625.25, 6800 $625.25', to: '6800 $1,250.50' },
    ])
    await move(await world.as('approver-group'), id, 9, 3)
    expect((await edit({})).status).toBe(200)
    expect(await detailOf(id)).not.toHaveProperty('accounting')
    const query = { entity: 'check-request', entity_id: id, action: 'check-request.resubmit' } as const
    const { items } = (await (await admin()).call(auditEndpoints.list, { query })).data
    expect(items.map(({ after }) => (after as { accounting: unknown }).accounting)).toEqual([
      null,
      '[{"account":"6800","control_number":null,"cents":125050}]',
    ])
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })

  test('requires or recommends accounting lines, depending on the purpose', async () => {
    expect((await requirement('must')).status).toBe(200)
    const sentence = 'Parts needs accounting lines that add up to the amount. Enter the accounts to charge.'
    const refused = await submit()
    expect([refused.status, refused.error.fields]).toEqual([422, { accounting: sentence }])
    const { data } = await submit({ accounting: [half, rest] })
    expect((await detailOf(data.id)).demands).toEqual([{ item: 'accounting', level: 'must', is_met: true }])
    await requirement('warn')
    const { data: without, status } = await submit()
    expect(status).toBe(201)
    expect((await detailOf(without.id)).demands).toEqual([{ item: 'accounting', level: 'warn', is_met: false }])
    await requirement(undefined)
  })

  test('stores unfinished accounting lines in a draft as entered', async () => {
    const values = { accounting: [{ account: '23', control_number: '', amount: '1,2' }] }
    const client = await requester()
    const { id } = (await client.call(draftEndpoints.create, { body: { form: 'new-check-request', values } })).data
    expect((await client.call(draftEndpoints.detail, { params: { id } })).data.values).toEqual(values)
  })
})
