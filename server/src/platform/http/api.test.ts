import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { draftEndpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { webhookEndpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillChecks } from '../../testing/checks.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { fillWebhooks } from '../../testing/every-table.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { fillPayees } from '../../testing/payees.ts'
import { bodyAt, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

/** The read calls by path, with query parameters where they are required. */
const queries: Record<string, (world: World, id: number) => string> = {
  '/check-requests/next-number': (world) => `?dealer_group_id=${world.ids.places.NWG}`,
  '/check-requests/duplicates': (world) => `?dealer_group_id=${world.ids.places.NWG}&po_purchase_no=PO-1001`,
  '/check-requests/payees': (world) => `?dealer_group_id=${world.ids.places.NWG}`,
  '/check-requests/usual-coding': (world) => `?dealer_group_id=${world.ids.places.NWG}&payee=Harbor`,
  '/readings/coding': (world, id) => `?dealer_group_id=${world.ids.places.NWG}&check_request_id=${id}`,
  '/print-runs': () => '?bank_account_id=1',
  '/print-runs/combinable': () => '?bank_account_id=1',
  '/print-runs/waiting': () => '?bank_account_id=1',
  '/exceptions': () => '?bank_account_id=1',
  '/checks/red-flags': () => '?from=2026-11-01&to=2026-11-30',
  '/bank-accounts/:id/reconciliation': () => '?as_of=2026-11-20',
  '/payees/names': (world) => `?dealer_group_id=${world.ids.places.NWG}&search=harbor`,
  '/check-requests/next-check-numbers': (_, id) => `?ids=${id}`,
  '/check-requests/marks': (_, id) => `?ids=${id}`,
}
// These values can differ between two calls, because a database grows and free space on a shared disk changes.
const steady = (text: string) => text.replace(/"(database|disk_free)_bytes":\d+/g, '')

const reads = allEndpoints.filter((row) => row.method === 'GET' && row.policy !== 'public' && !row.produces)

onOneDatabase('the API on $name', (kind) => {
  let world: World
  let id: number
  /** Ids of records other than requests, by the first part of their paths. */
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(kind)
    id = (await raise(world, 'requester-group', 'NWG/TOY/SVC')).id
    const draft = { form: 'new-check-request', values: {} } as const
    const drafts = (await (await world.as('admin-super')).call(draftEndpoints.create, { body: draft })).data.id
    await fillPayees(world)
    const harbor = { query: { search: 'Harbor' } }
    const [payee] = (await (await world.as('admin-group')).call(payeeEndpoints.list, harbor)).data.items
    await fillChecks(world)
    await fillWebhooks(world)
    const [webhook] = (await (await world.as('admin-super')).call(webhookEndpoints.list)).data
    const sent = { name: 'invoice.png', content: pngOf(3, 3) }
    const attachments = (await addDocument(await world.as('requester-group'), { request: id }, sent)).data.id
    ids = {
      drafts,
      attachments,
      payees: payee?.id as number,
      webhooks: webhook?.id as number,
      'bank-accounts': 1,
      'print-runs': 1,
      checks: 1,
    }
    for (const status of [2, 6, 7, 9]) await raiseTo(world, status, 'requester-group', 'NWG/TOY')
  })
  afterAll(() => world.close())

  test.each(reads)('answers GET $path in the standard envelope with and without a version in the path', async (row) => {
    const client = await world.as(row.policy === 'check-numbers.read' ? 'processor-super' : 'admin-super')
    const named = row.path.replace(':id', String(ids[row.path.split('/')[1] ?? ''] ?? id))
    const path = named + (queries[row.path]?.(world, id) ?? '')
    const versioned = await client.send('GET', `/api/v1${path}`)
    const plain = await client.send('GET', `/api${path}`)
    expect(versioned.status).toBe(200)
    expect(Object.keys(versioned.body)).toEqual(['success', 'message', 'data'])
    expect(versioned.body.success).toBe(true)
    expect(versioned.body.message).not.toBe('')
    expect(row.reply.parse(versioned.body.data)).toEqual(versioned.body.data)
    expect(steady(plain.text)).toBe(steady(versioned.text))
    expect(versioned.headers['cache-control']).toBe('no-store')
  })

  test('accepts a write below /api and below /api/v1', async () => {
    const requester = await world.as('requester-group')
    const before = (await requester.call(checkRequestEndpoints.summary)).data.total
    for (const base of ['/api', '/api/v1']) {
      const url = `${base}/check-requests/create-check-req`
      const reply = await requester.send('POST', url, { body: bodyAt(world.ids, 'NWG') })
      expect([reply.status, Object.keys(reply.body.data)]).toEqual([201, ['id', 'request_number', 'version']])
    }
    expect((await requester.call(checkRequestEndpoints.summary)).data.total).toBe(before + 2)
  })

  test.each(allEndpoints.filter(({ policy }) => policy !== 'public'))(
    'refuses the call $method $path without a session',
    async ({ method, path }) => {
      for (const base of ['/api/v1', '/api']) {
        const reply = await world.anyone.send(method, base + path.replace(':id', String(id)))
        expect([reply.status, reply.body.error]).toEqual([401, { code: 'UNAUTHENTICATED' }])
      }
    },
  )

  test('refuses HEAD for a list without a session', async () => {
    const response = await world.app.inject({ method: 'HEAD', url: '/api/v1/check-requests' })
    expect(response.statusCode).toBe(401)
    expect(response.body).toBe('')
  })
})
