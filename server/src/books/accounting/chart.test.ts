import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import { importEndpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const parts = 10

onOneDatabase('charts of accounts on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const group = () => ({ id: world.ids.places.NWG })
  const fileOf = (...lines: string[]) => ({
    dealer_group_id: world.ids.places.NWG,
    csv: ['Number,Name,Active', ...lines].join('\n'),
  })
  const chart = async () => (await (await admin()).call(endpoints.chart, { params: group() })).data
  const find = async (query: { search?: string; numbers?: string; in_use?: 'true'; limit?: number } = {}) =>
    (await (await admin()).call(endpoints.accounts, { params: group(), query })).data

  test('adds and changes accounts from an imported file, and leaves other accounts unchanged', async () => {
    const client = await admin()
    expect(await chart()).toMatchObject({ has_accounts: false, defaults: [] })
    const first = fileOf('2310,Vehicle payoffs,', '0100a,Cash,yes', '1999,Suspense,No')
    const preview = await client.call(importEndpoints.previewAccounts, { body: first })
    expect(preview.data).toEqual({
      problems: [],
      rows: [
        { line: 2, number: '2310', name: 'Vehicle payoffs', is_active: true, becomes: 'added' },
        { line: 3, number: '0100A', name: 'Cash', is_active: true, becomes: 'added' },
        { line: 4, number: '1999', name: 'Suspense', is_active: false, becomes: 'added' },
      ],
    })
    expect(await find()).toEqual({ accounts: [], total: 0 })
    const added = await client.call(importEndpoints.accounts, { body: first })
    expect([added.status, added.data]).toEqual([201, { added: 3, changed: 0 }])
    const second = fileOf('1999,Suspense,', '2310,Payoffs,', '6800,Supplies,')
    const again = await client.call(importEndpoints.previewAccounts, { body: second })
    expect(again.data.rows.map(({ becomes, is_active }) => [becomes, is_active])).toEqual([
      ['same', false],
      ['changed', true],
      ['added', true],
    ])
    expect((await client.call(importEndpoints.accounts, { body: second })).data).toEqual({ added: 1, changed: 1 })
    expect((await find()).accounts.map(({ number, name, is_active }) => [number, name, is_active])).toEqual([
      ['0100A', 'Cash', true],
      ['1999', 'Suspense', false],
      ['2310', 'Payoffs', true],
      ['6800', 'Supplies', true],
    ])
  })

  test('reports every error in a file by line, and changes nothing', async () => {
    const client = await admin()
    const body = fileOf('7000,Fine,', '70 00,Spaced,', '7000,Again,', '7001,,maybe')
    const { data } = await client.call(importEndpoints.previewAccounts, { body })
    expect(data.problems).toEqual([
      { line: 3, message: 'An account number has up to 20 letters, digits, dots, dashes, or slashes' },
      { line: 4, message: 'Account 7000 is already on line 2. Keep only one of them.' },
      { line: 5, message: 'Account name is required' },
      { line: 5, message: 'Active: Enter Yes or No.' },
    ])
    const refused = await client.call(importEndpoints.accounts, { body })
    expect([refused.status, refused.error.fields?.csv]).toEqual([422, expect.stringContaining('(3 more)')])
    const empty = await client.call(importEndpoints.previewAccounts, { body: fileOf() })
    expect(empty.data.problems).toEqual([{ line: 1, message: 'This file has no rows below the column names.' }])
    expect((await find()).accounts.some(({ number }) => number === '7000')).toBe(false)
  })

  test('refuses a duplicate account number, and renames or retires accounts only in the current version', async () => {
    const client = await admin()
    const input = { dealer_group_id: world.ids.places.NWG, number: 'p-1', name: 'Petty cash' }
    const { status, data } = await client.call(endpoints.create, { body: input })
    expect([status, data]).toEqual([201, expect.objectContaining({ number: 'P-1', is_active: true, version: 1 })])
    const twice = await client.call(endpoints.create, { body: { ...input, name: 'Other' } })
    expect([twice.status, twice.error.fields]).toEqual([409, { number: 'Account P-1 already exists.' }])
    const params = { id: data.id }
    const changed = await client.call(endpoints.update, { params, body: { is_active: false, version: 1 } })
    expect(changed.data).toMatchObject({ name: 'Petty cash', is_active: false, version: 2 })
    expect((await client.call(endpoints.update, { params, body: { name: 'Late', version: 1 } })).status).toBe(409)
    const entries = await client.call(auditEndpoints.list, { query: { entity: 'ledger-account', entity_id: data.id } })
    expect(entries.data.items.map(({ action }) => action)).toEqual(['ledger-account.update', 'ledger-account.create'])
  })

  test('accepts only existing active purposes, dealerships, and accounts as defaults', async () => {
    const client = await admin()
    const save = async (defaults: object[], version?: number) => {
      const body = { defaults, ...(version !== undefined && { version }) } as never
      return client.call(endpoints.saveDefaults, { params: group(), body })
    }
    const everywhere = { purpose_id: parts, dealership_id: null, account: '2310' }
    const here = { purpose_id: parts, dealership_id: world.ids.places['NWG/TOY'], account: '6800' }
    const saved = await save([everywhere, here])
    const asShown = [
      { ...everywhere, account_name: 'Payoffs', is_active: true },
      { ...here, account_name: 'Supplies', is_active: true },
    ]
    expect([saved.status, saved.data.defaults]).toEqual([200, asShown])
    expect((await save([], saved.data.version - 1)).status).toBe(409)
    for (const wrong of [
      { ...everywhere, purpose_id: 999 },
      { ...everywhere, dealership_id: world.ids.places['EAS/KIA'] },
      { ...everywhere, account: '1999' },
      { ...everywhere, account: '5' },
    ])
      expect((await save([wrong])).status).toBe(422)
    expect((await save([everywhere, everywhere])).status).toBe(422)
    expect(await chart()).toMatchObject({ has_accounts: true, defaults: asShown })
  })

  test('finds accounts by words in the number and name, starting with prefix matches', async () => {
    const client = await admin()
    const names = ['10002310 Payoffs of others', '2315 Frais d’atelier réglés', '9_1 A_1', '9A1 100% owned']
    const lines = names.map((name) => name.replace(' ', ',').concat(','))
    await client.call(importEndpoints.accounts, { body: fileOf(...lines.map((line) => line.replace('9_1', '9-1'))) })
    const numbers = async (query: Parameters<typeof find>[0]) => {
      const { accounts, total } = await find(query)
      return [accounts.map(({ number }) => number), total]
    }
    expect(await numbers({ search: '231' })).toEqual([['2310', '2315', '10002310'], 3])
    expect(await numbers({ search: 'payoffs 231' })).toEqual([['10002310', '2310'], 2])
    expect(await numbers({ search: 'REGLES' })).toEqual([['2315'], 1])
    expect(await numbers({ search: '100%' })).toEqual([['9A1'], 1])
    expect(await numbers({ search: 'a_1' })).toEqual([['9-1'], 1])
    expect(await numbers({ search: '1999' })).toEqual([['1999'], 1])
    expect(await numbers({ search: '1999', in_use: 'true' })).toEqual([[], 0])
    expect(await numbers({ search: '231', limit: 1 })).toEqual([['2310'], 3])
    expect(await numbers({ numbers: '2310,6800,5' })).toEqual([['2310', '6800'], 2])
    const params = group()
    expect((await client.call(endpoints.accounts, { params, query: { numbers: 'a b' } })).status).toBe(422)
    const { id } = (await find({ numbers: '2315' })).accounts[0] ?? { id: 0 }
    await client.call(endpoints.update, { params: { id }, body: { name: 'Shop charges' } })
    expect(await numbers({ search: 'regles' })).toEqual([[], 0])
    expect(await numbers({ search: 'shop charges' })).toEqual([['2315'], 1])
  })

  test('shows a chart to all users of the dealer group, and lets only group admins change it', async () => {
    const stranger = await admin('admin-eastside')
    const account = (await find()).accounts[0] ?? { id: 0 }
    expect((await stranger.call(endpoints.chart, { params: group() })).status).toBe(404)
    expect((await stranger.call(endpoints.accounts, { params: group(), query: {} })).status).toBe(404)
    const update = { params: { id: account.id }, body: { name: 'Mine' } }
    expect((await stranger.call(endpoints.update, update)).status).toBe(404)
    const create = { body: { dealer_group_id: world.ids.places.NWG, number: '1', name: 'Mine' } }
    expect((await stranger.call(endpoints.create, create)).status).toBe(404)
    const body = fileOf('1,Mine,')
    expect((await stranger.call(importEndpoints.previewAccounts, { body })).status).toBe(404)
    expect((await stranger.call(importEndpoints.accounts, { body })).status).toBe(404)
    const requester = await world.as('requester-department', 'requester')
    expect((await requester.call(endpoints.chart, { params: group() })).status).toBe(200)
    expect((await requester.call(endpoints.accounts, { params: group(), query: {} })).status).toBe(200)
    expect((await requester.call(endpoints.update, update)).status).toBe(403)
    const below = await admin('admin-dealership')
    expect((await below.call(importEndpoints.accounts, { body })).status).toBe(403)
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })
})
