import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { whyNotRoutingNumber } from '@check-requests/domain/checks/routing-number.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import type { Client } from '../testing/client.ts'
import { formOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { textsOf } from '../testing/pdf-text.ts'
import { serve, type TestApp } from '../testing/start-app.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { seedDemo } from './seed.ts'

onOneDatabase('checks in the demo on $name', (kind) => {
  let app: TestApp
  let database: AppDatabase
  let processor: Client
  beforeAll(async () => {
    database = await kind.open('empty')
    app = await serve(database, { config: { demoApprovals: 'on' } })
    await seedDemo(app.services)
    processor = await app.logIn('processor@lakeside.example')
  }, 60_000)
  afterAll(() => app.close())

  const accountOf = async () => (await processor.call(bankingEndpoints.list, {})).data[0]

  test('contains a fictitious bank account only for Lakeside Ford', async () => {
    const { data: accounts } = await processor.call(bankingEndpoints.list, {})
    expect(accounts.map(({ dealerships }) => dealerships.map(({ name }) => name))).toEqual([['Lakeside Ford']])
    expect(accounts[0]).toMatchObject({ state: 'active', is_sample: true, routing_number: '129999995' })
    expect(whyNotRoutingNumber('129999995')).toBeUndefined()
  })

  test('contains checks in most states, and no open print run in the way of the next one', async () => {
    const account = await accountOf()
    const query = { bank_account_id: account?.id ?? 0 }
    const { data } = await processor.call(checkEndpoints.list, { query })
    expect(data.items.map(({ number, state }) => [number, state])).toEqual([
      [20408, 'printed'],
      [20407, 'signed'],
      [20406, 'issued'],
      [20405, 'issued'],
      [20404, 'cleared'],
      [20403, 'spoiled'],
      [20402, 'stopped'],
      [20401, 'voided'],
    ])
    const { data: runs } = await processor.call(printRunEndpoints.list, { query })
    expect(runs.map(({ state }) => state)).toEqual(['confirmed'])
  })

  test.each([
    ['bai2', 2, ['taken back by the bank']],
    ['ofx', 2, []],
    ['csv', 2, []],
  ] as const)(
    'offers a bank file in the format %s that clears the outstanding checks',
    async (format, matched, kinds) => {
      const params = { id: (await accountOf())?.id ?? 0 }
      const sample = await processor.send('GET', `/api/v1/bank-accounts/${params.id}/sample-files/${format}`)
      expect(sample.status).toBe(200)
      const { body, headers } = await formOf({ name: `bank.${format}`, content: Buffer.from(sample.bytes) })
      const look = await processor
        .with(headers)
        .call(bankFileEndpoints.previewClearing, { params, body: body as never })
      expect(look.data).toMatchObject({ problems: [], matched: { count: matched } })
      expect(look.data.exceptions.map((one) => one.kind)).toEqual(kinds)
    },
  )

  test('contains a bank file ready to download and three open exceptions', async () => {
    const account = await accountOf()
    const params = { id: account?.id ?? 0 }
    const { data } = await processor.call(bankFileEndpoints.listPositivePay, { params })
    expect(data.items).toMatchObject([{ number: 1, fetched_at: null, answer: null }])
    const query = { bank_account_id: params.id, state: 'open' } as const
    const { data: exceptions } = await processor.call(bankFileEndpoints.listExceptions, { query })
    expect(exceptions.map((one) => one.kind).sort()).toEqual([
      'amount differs',
      'out of sequence',
      'voided or stopped but paid',
    ])
    expect((await verifyTrail(database, null)).mismatches).toEqual([])
  })

  test('lets a second person confirm that the bank file is undone', async () => {
    const params = { id: (await accountOf())?.id ?? 0 }
    const admin = await app.logIn('admin@lakeside.example')
    const [file] = (await admin.call(bankFileEndpoints.clearing, { params })).data.files
    const of = { id: params.id, file: file?.id ?? 0 }
    const body = { reason: 'Wrong file' }
    expect((await admin.call(bankFileEndpoints.undoClearing, { params: of, body })).data.undo_refusal).toBe(
      'You asked to undo this file, so someone else has to confirm it. Luis Romero can confirm it.',
    )
    const manager = await app.logIn('manager@lakeside.example')
    expect((await manager.call(bankFileEndpoints.clearing, { params })).data.files[0]?.undo_refusal).toBeNull()
    expect((await admin.call(bankFileEndpoints.refuseUndoClearing, { params: of, body: {} })).status).toBe(200)
  })

  test('has two requests of one payee that one check can pay', async () => {
    const { data } = await processor.call(printRunEndpoints.combinable, {
      query: { bank_account_id: (await accountOf())?.id ?? 0 },
    })
    expect(data.map(({ check_request_ids }) => check_request_ids.length)).toEqual([2])
  })

  test('has approved requests whose checks are printed as not negotiable', async () => {
    const { data } = await processor.call(checkRequestEndpoints.list, { query: { search: 'Mound Street Machine' } })
    const body = { bank_account_id: (await accountOf())?.id ?? 0, check_request_ids: data.items.map(({ id }) => id) }
    const { data: run } = await processor.call(printRunEndpoints.make, { body })
    const file = await processor.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
    expect((await textsOf(file.bytes)).flat().join(' ')).toContain('VOID - NON-NEGOTIABLE')
  })
})
