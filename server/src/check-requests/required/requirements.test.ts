import { draftEndpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { requirementEndpoints as endpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import type { RequirementsReply } from '@check-requests/domain/check-requests/required/rules.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import type { DocumentKind } from '@check-requests/domain/documents/attachments/fields.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmControls } from '../../testing/controls.ts'
import { addDocument, pdfOf } from '../../testing/documents.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { bodyAt, type CreateBody, move } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const parts = 10
type Requirements = RequirementsReply['purposes'][number]['demands']

onOneDatabase('required items on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function requirement(demands: Requirements, purpose_id = parts) {
    const params = { id: world.ids.places.NWG }
    const body = { purposes: [{ purpose_id, demands }] }
    const saved = await (await world.as('admin-group', 'admin')).call(endpoints.save, { params, body })
    expect(saved.status, saved.text).toBe(200)
    await confirmControls(world)
    return (await (await world.as('admin-group', 'admin')).call(endpoints.get, { params })).data
  }

  const requester = () => world.as('requester-department', 'requester')

  async function submit(changes: Partial<CreateBody> = {}) {
    return (await requester()).call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC', changes) })
  }

  async function draftWith(kindOfDocument?: DocumentKind): Promise<number> {
    const body = { form: 'new-check-request', values: {} } as const
    const { id } = (await (await requester()).call(draftEndpoints.create, { body })).data
    const document = { name: 'scan.pdf', content: await pdfOf('Scan'), ...(kindOfDocument && { kind: kindOfDocument }) }
    expect((await addDocument(await requester(), { draft: id }, document)).status).toBe(201)
    return id
  }

  async function detailOf(id: number) {
    return (await (await world.as('approver-group')).call(checkRequestEndpoints.detail, { params: { id } })).data
  }

  const invoice: Requirements = [{ item: 'document-invoice', level: 'must' }]

  test('accepts requests without references where no items are required', async () => {
    await requirement([])
    const { status, data } = await submit()
    expect(status).toBe(201)
    expect(await detailOf(data.id)).not.toHaveProperty('demands')
    for (const field of ['stock_number', 'deal_number', 'repair_order', 'cleared_payment'])
      expect(await detailOf(data.id)).not.toHaveProperty(field)
    expect((await move(await world.as('approver-group'), data.id, 3)).status).toBe(201)
  })

  test('reports each missing item at its field', async () => {
    await requirement([
      { item: 'vin', level: 'must' },
      { item: 'deal-or-repair-order', level: 'must' },
      { item: 'invoice-number', level: 'warn' },
      ...invoice,
      { item: 'document-title', level: 'must' },
    ])
    const refused = await submit({ invoice_number: 'N/A', vin_last_digits: '000000' })
    const [vin, order] = [
      'Parts needs VIN Last Digits. Fill in the field.',
      'Parts needs Deal Number or Repair Order. Fill in one of them.',
    ]
    const documents =
      'Parts needs a document of the kind “Invoice”. Add one. Parts needs a document of the kind “Title”. Add one.'
    expect([refused.status, refused.message]).toEqual([422, `${vin} ${order} ${documents}`])
    expect(refused.body.error.fields).toEqual({ vin_last_digits: vin, deal_number: order, documents })
    expect((await submit({ purpose_id: 11 })).status).toBe(201)
  })

  test('requires a deal number or repair order, and proof of a cleared payment, for refunds', async () => {
    const { data: purposes } = await (await requester()).call(organizationEndpoints.purposes, {})
    const refund = purposes.find(({ name }) => /refund/i.test(name))?.id ?? 0
    await requirement(
      [
        { item: 'deal-or-repair-order', level: 'must' },
        { item: 'cleared-payment', level: 'must' },
        { item: 'document-cleared-payment', level: 'must' },
      ],
      refund,
    )
    const proof = { purpose_id: refund, draft_id: await draftWith('cleared-payment') }
    const refused = await submit({ ...proof, cleared_payment: 'pending' })
    expect([refused.status, Object.keys(refused.body.error.fields ?? {}).sort()]).toEqual([
      422,
      ['cleared_payment', 'deal_number'],
    ])
    const cleared = { deal_number: 'D-4401', cleared_payment: 'Trace 88120, Nov 3' }
    expect(Object.keys((await submit({ purpose_id: refund, ...cleared })).body.error.fields ?? {})).toEqual([
      'documents',
    ])
    const { data, status } = await submit({ ...proof, ...cleared })
    expect(status).toBe(201)
    expect(await detailOf(data.id)).toMatchObject({
      cleared_payment: 'Trace 88120, Nov 3',
      demands: [{ is_met: true }, { is_met: true }, { is_met: true }],
    })
  })

  test('recognizes documents in a draft and reference numbers as required items', async () => {
    await requirement([{ item: 'repair-order', level: 'must' }, { item: 'stock-number', level: 'warn' }, ...invoice])
    const draft_id = await draftWith('invoice')
    const { status, data, text } = await submit({ draft_id, repair_order: ' RO-33810 ' })
    expect(status, text).toBe(201)
    expect(await detailOf(data.id)).toMatchObject({
      repair_order: 'RO-33810',
      demands: [
        { item: 'repair-order', level: 'must', is_met: true },
        { item: 'stock-number', level: 'warn', is_met: false },
        { item: 'document-invoice', level: 'must', is_met: true },
      ],
    })
    const found = await (await requester()).call(checkRequestEndpoints.list, { query: { search: 'ro33810' } })
    expect(found.data.items.map(({ id }) => id)).toEqual([data.id])
  })

  test('ignores documents of another kind, without a kind, or in another user’s draft', async () => {
    await requirement(invoice)
    expect((await submit({ draft_id: await draftWith('title') })).status).toBe(422)
    expect((await submit({ draft_id: await draftWith() })).status).toBe(422)
    const draft_id = await draftWith('invoice')
    const other = await world.as('requester-group', 'requester')
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { draft_id })
    expect((await other.call(checkRequestEndpoints.create, { body })).status).toBe(422)
    expect((await submit({ draft_id })).status).toBe(201)
  })

  test('checks required items again when a request is resubmitted', async () => {
    await requirement([])
    const { id } = (await submit()).data
    await move(await world.as('approver-group'), id, 9)
    await requirement(invoice)
    const edit = async () => {
      const { version } = await detailOf(id)
      const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC'), version }
      return (await requester()).call(checkRequestEndpoints.update, { params: { id }, body })
    }
    expect((await edit()).body.error.fields).toEqual({
      documents: 'Parts needs a document of the kind “Invoice”. Add one.',
    })
    const content = await pdfOf('Invoice')
    await addDocument(await requester(), { request: id }, { name: 'i.pdf', content, kind: 'invoice' })
    expect((await edit()).status).toBe(200)
  })

  test('blocks approval while a required document is missing unless the request is older than the requirement', async () => {
    await requirement(invoice)
    const { id } = (await submit({ draft_id: await draftWith('invoice') })).data
    const client = await requester()
    const [document] = (await client.call(attachmentEndpoints.list, { params: { id } })).data
    await client.call(attachmentEndpoints.remove, { params: { id: document?.id ?? 0 } })
    const approver = await world.as('approver-group')
    const refused = await move(approver, id, 3)
    expect([refused.status, refused.message]).toEqual([
      409,
      'Parts needs documents that were removed: “Invoice”. Add them again, or send the request back.',
    ])
    expect((await move(approver, id, 2)).status).toBe(201)
    const content = await pdfOf('Invoice again')
    await addDocument(client, { request: id }, { name: 'i.pdf', content, kind: 'invoice' })
    expect((await move(approver, id, 3)).status).toBe(201)

    await requirement([])
    const { id: earlier } = (await submit()).data
    await requirement(invoice)
    expect(await detailOf(earlier)).toMatchObject({ demands: [{ item: 'document-invoice', is_met: false }] })
    expect((await move(approver, earlier, 3)).status).toBe(201)
  })

  test('stores requirements with a version and an audit entry, and applies them only to one dealer group', async () => {
    const saved = await requirement(invoice)
    expect(saved.purposes).toEqual([{ purpose_id: parts, demands: invoice }])
    const admin = await world.as('admin-group', 'admin')
    const params = { id: world.ids.places.NWG }
    const stale = { purposes: [], version: saved.version - 1 }
    expect((await admin.call(endpoints.save, { params, body: stale })).status).toBe(409)
    const unknown = { purposes: [{ purpose_id: 999, demands: invoice }] }
    expect((await admin.call(endpoints.save, { params, body: unknown })).status).toBe(422)
    const twice = { purposes: [{ purpose_id: parts, demands: [...invoice, ...invoice] }] }
    expect((await admin.call(endpoints.save, { params, body: twice })).status).toBe(422)
    const stranger = await world.as('admin-eastside', 'admin')
    expect((await stranger.call(endpoints.get, { params })).status).toBe(404)
    expect((await stranger.call(endpoints.save, { params, body: stale })).status).toBe(404)
    expect(
      (await (await world.as('admin-dealership', 'admin')).call(endpoints.save, { params, body: stale })).status,
    ).toBe(403)
    const { data } = await admin.call(auditEndpoints.list, { query: { action: 'dealer-group.set-demands' } })
    expect(data.items[0]).toMatchObject({ entity: 'dealer-group', actor_name: 'admin-group Tester' })
    const east = bodyAt(world.ids, 'EAS/KIA/SVC')
    const there = await world.as('requester-eastside', 'requester')
    expect((await there.call(checkRequestEndpoints.create, { body: east })).status).toBe(201)
  })
})
