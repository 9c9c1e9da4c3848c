import { PDFDocument } from '@cantoo/pdf-lib'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { readingEndpoints as endpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDocument } from '../../testing/documents.ts'
import { openStream } from '../../testing/event-stream.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../../testing/organization.ts'
import { textsOf } from '../../testing/pdf-text.ts'
import { anyone, putInForce } from '../../testing/policies.ts'
import { bodyAt } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { readDocuments } from './commands/read-documents.ts'
import { Readings } from './documents/read.ts'
import { namesKnownTo } from './queries/readings.ts'

const missing = { success: false, message: 'This document doesn’t exist, or you have no access to it.' }

onBothDatabases('readings of documents on $name (decision 180)', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const newDraft = async (name: PersonName = 'requester-group') =>
    (await (await world.as(name)).call(drafts.create, { body: { form: 'new-check-request', values: {} } })).data.id
  const add = async (draft: number, content: Uint8Array, kindOfDocument?: string) => {
    const sent = { name: 'invoice.pdf', content, ...(kindOfDocument && { kind: kindOfDocument }) }
    return (await addDocument(await world.as('requester-group'), { draft }, sent)).data.id
  }
  const readingOf = async (id: number, name: PersonName = 'requester-group', role?: RoleWord) =>
    (await world.as(name, role)).call(endpoints.reading, { params: { id } })

  test('reads a document of a draft in the background, and announces the reading to its owner', async () => {
    const draft = await newDraft()
    const stream = await openStream(world.app, await world.as('requester-group'))
    const id = await add(draft, await invoicePdf())
    expect((await readingOf(id)).data).toMatchObject({ attachment_id: id, state: 'waiting', fields: {} })
    await readDocuments(world.services)
    expect(await stream.next()).toMatchObject({ topic: 'documents', id })
    stream.close()
    const { data } = await readingOf(id)
    expect(data).toMatchObject({ state: 'read', kind: 'invoice', reader: 'text', documents: [{ pages: [1] }] })
    expect(data.fields.amount?.[0]).toMatchObject({ value: '646.70', page: 1, agreed: true, fills: true })
    expect(data.fields.invoice_number?.[0]).toMatchObject({ value: 'KD-1007', fills: true })
    const [left = 0, top = 0] = data.fields.amount?.[0]?.polygon ?? []
    expect([left, top]).toEqual([expect.closeTo(480 / 612, 2), expect.closeTo(345 / 792, 1)])
    const client = await world.as('requester-group')
    const words = (await client.call(endpoints.words, { params: { id } })).data
    expect(words.map(({ text }) => text)).toContain('$646.70')
    const listed = (await client.call(endpoints.ofDraft, { params: { id: draft } })).data
    expect(listed.map(({ attachment_id, state }) => [attachment_id, state])).toEqual([[id, 'read']])
  })

  test('keeps the reading when the draft becomes a request, and shows it to those who see the request', async () => {
    const draft = await newDraft()
    const id = await add(draft, await invoicePdf())
    await readDocuments(world.services)
    const requester = await world.as('requester-group')
    const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC'), draft_id: draft }
    const request = (await requester.call(requests.create, { body })).data.id
    const approver = await world.as('approver-group')
    expect((await readingOf(id, 'approver-group')).data.state).toBe('read')
    expect((await approver.call(endpoints.ofRequest, { params: { id: request } })).data).toHaveLength(1)
    const detail = (await approver.call(requests.detail, { params: { id: request } })).data
    expect(detail.findings?.map(({ kind, text }) => `${kind}: ${text}`)).toContain(
      'document-differs: The invoice says $646.70, Keystone Driveline.',
    )
    expect(detail.findings?.find(({ kind }) => kind === 'document-differs')?.shown).toMatchObject({
      attachment_id: id,
      page: 1,
    })
    const caseFile = await approver.send('GET', `/api/v1/check-requests/${request}/case-file`)
    expect((await textsOf(caseFile.bytes)).flat().join('')).toContain(
      'DocumentsThe invoice says $646.70, Keystone Driveline (invoice.pdf, page 1).',
    )
    const stranger = await readingOf(id, 'requester-eastside')
    expect(stranger).toMatchObject({ status: 404, body: missing })
    await requester.call(attachmentEndpoints.remove, { params: { id } })
    expect((await readingOf(id)).status).toBe(404)
    expect(await rows(world, id)).toEqual([])
  })

  test('records what became of a document’s values, counts it for admins, and forgets it with the document', async () => {
    const draft = await newDraft()
    const id = await add(draft, await invoicePdf())
    await readDocuments(world.services)
    const requester = await world.as('requester-group')
    const changed = { amount: 646.71, payee_name_1: 'Keystone Driveline', invoice_number: 'KD-1007' }
    const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC'), ...changed, draft_id: draft }
    await requester.call(requests.create, { body })
    const admin = await world.as('admin-group', 'admin')
    const countsOf = async (client = admin) =>
      (await client.call(endpoints.keptCounts, {})).data.find(({ payee }) => payee === 'Keystone Driveline')
    const counts = await countsOf()
    expect(counts).toMatchObject({ kept: 2, changed: 1, cleared: 0 })
    expect(counts?.fields[0]).toEqual({ field: 'amount', kept: 0, changed: 1, cleared: 0 })
    expect((await requester.call(endpoints.keptCounts, {})).status).toBe(403)
    expect(await countsOf(await world.as('admin-eastside', 'admin'))).toBeUndefined()
    const known = await namesKnownTo(world.database.read, world.ids.places.NWG)
    expect(known.layouts?.keystonedriveline?.invoice_number).toMatchObject({ page: 1, label: 'invoice#' })
    await requester.call(attachmentEndpoints.remove, { params: { id } })
    expect(await countsOf()).toBeUndefined()
  })

  test('routes by whether a document has the amount and payee when a request is submitted', async () => {
    const group = world.ids.places.NWG
    await putInForce(world, {
      rules: [
        { name: 'Agrees', conditions: { document_agrees: true }, steps: [{ name: 'One', approvers: anyone }] },
        { name: 'Differs', conditions: { document_agrees: false }, steps: [{ name: 'Two', approvers: anyone }] },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
    const requester = await world.as('requester-group')
    const payment = { amount: 646.7, payee_name_1: 'Keystone Driveline' } as const
    const bodyOf = (values: object) => ({ ...bodyAt(world.ids, 'NWG/TOY/SVC'), ...payment, ...values })
    const raiseWith = async (draft_id: number, values: object = {}, name: PersonName = 'requester-group') => {
      const created = await (await world.as(name)).call(requests.create, { body: { ...bodyOf(values), draft_id } })
      const admin = await world.as('admin-group', 'admin')
      return (await admin.call(approvalEndpoints.approval, { params: { id: created.data.id } })).data?.rule
    }
    const draftOf = async (isRead: boolean) => {
      const draft = await newDraft()
      await add(draft, await invoicePdf())
      if (isRead) await readDocuments(world.services)
      return draft
    }
    const [read, differing, another] = [await draftOf(true), await draftOf(true), await draftOf(true)]
    const { purpose_id, payee_type, dealership_id, department_id } = bodyOf({})
    const asked = { dealer_group_id: group, dealership_id, department_id, purpose_id, payee_type, ...payment }
    const preview = async (draft_id: number | null) =>
      (await requester.call(approvalEndpoints.preview, { body: { ...asked, draft_id } })).data?.rule
    expect(await preview(read)).toBe('Agrees')
    expect(await preview(null)).toBe('Differs')
    expect(await raiseWith(read)).toBe('Agrees')
    expect(await raiseWith(differing, { amount: 646.71 })).toBe('Differs')
    expect(await raiseWith(await draftOf(false))).toBe('Differs')
    // Another user’s draft says nothing about a request.
    const other = await world.as('requester-dealership')
    expect((await other.call(approvalEndpoints.preview, { body: { ...asked, draft_id: another } })).data?.rule).toBe(
      'Differs',
    )
    const trial = await (await world.as('admin-group', 'admin')).call(approvalEndpoints.tryHistory, {
      params: { id: group },
      body: { policy: 'in-force' },
    })
    expect(trial.data.by_rule).toContainEqual({ rule: 'Agrees', requests: 1 })
  })

  test('never reads tax forms, and keeps no words of one that nobody marked', async () => {
    const draft = await newDraft()
    const marked = await add(draft, await invoicePdf(), 'tax-form')
    const unmarked = await add(
      draft,
      await pdfWith([
        [40, 40, 'Form W-9'],
        [40, 60, '38-5550127'],
        [40, 80, 'Request for Taxpayer'],
        [40, 90, 'Identification Number'],
      ]),
    )
    await readDocuments(world.services)
    expect((await readingOf(marked)).data.state).toBe('none')
    expect((await readingOf(unmarked)).data).toMatchObject({ state: 'read', kind: 'w9', flags: ['not_an_invoice'] })
    expect((await rows(world, unmarked))[0]?.content).not.toContain('5550127')
  })

  test('leaves a document unread that makes the reader fail, and lets only an admin read it again', async () => {
    const draft = await newDraft()
    const id = await add(draft, await invoicePdf())
    const failing = new FailingReadings()
    await readDocuments({ ...world.services, readings: failing })
    expect((await readingOf(id)).data).toMatchObject({ state: 'failed', fields: {}, documents: [] })
    const again = (client: Awaited<ReturnType<World['as']>>) => client.call(endpoints.readAgain, { params: { id } })
    expect((await again(await world.as('requester-group'))).status).toBe(403)
    const request = (
      await (
        await world.as('requester-group')
      ).call(requests.create, {
        body: { ...bodyAt(world.ids, 'NWG/TOY/SVC'), draft_id: draft },
      })
    ).data.id
    expect(request).toBeGreaterThan(0)
    expect((await again(await world.as('admin-group', 'admin'))).data.state).toBe('waiting')
    await readDocuments(world.services)
    expect((await readingOf(id)).data.state).toBe('read')
  })

  test('gives a document back when the server stops, and reads it after the next start', async () => {
    const id = await add(await newDraft(), await invoicePdf())
    const readings = new Readings()
    const reading = readDocuments({ ...world.services, readings })
    await expect.poll(async () => (await rows(world, id))[0]?.state).toBe('reading')
    await readings.stop()
    await reading
    expect((await rows(world, id))[0]).toMatchObject({ state: 'waiting', tries: 0, reading_until: null })
    await readDocuments(world.services)
    expect((await readingOf(id)).data.state).toBe('read')
  })

  test('reads a document again whose server stopped while reading, but not forever', async () => {
    const id = await add(await newDraft(), await invoicePdf())
    const stopped = { state: 'reading', reading_until: '2020-01-01T00:00:00.000Z', tries: 1 } as const
    const set = (values: object) =>
      world.database.transact((trx) =>
        trx.updateTable('document_readings').set(values).where('attachment_id', '=', id).execute(),
      )
    await set({ ...stopped, reading_until: '2999-01-01T00:00:00.000Z' })
    await readDocuments(world.services)
    expect((await readingOf(id)).data.state).toBe('reading')
    await set(stopped)
    await readDocuments(world.services)
    expect((await readingOf(id)).data.state).toBe('read')
    await set({ ...stopped, tries: 3 })
    await readDocuments(world.services)
    expect((await readingOf(id)).data.state).toBe('failed')
  })

  test('keeps nothing of what was read once the dealer group switches reading off', async () => {
    const draft = await newDraft()
    const id = await add(draft, await invoicePdf())
    await readDocuments(world.services)
    const admin = await world.as('admin-super')
    const group = world.ids.places.NWG
    const switchTo = async (reads_documents: boolean) =>
      (
        await admin.call(organizationEndpoints.updateGroup, {
          params: { id: group },
          body: { settings: { reads_documents } },
        })
      ).status
    const prepare = vi.spyOn(world.services.readings, 'prepare')
    const openForm = async () => (await world.as('requester-group')).call(drafts.list)
    expect(await switchTo(false)).toBe(200)
    await readDocuments(world.services)
    expect(await rows(world, id)).toEqual([])
    await openForm()
    expect(prepare).not.toHaveBeenCalled()
    expect((await readingOf(await add(draft, await invoicePdf()))).data.state).toBe('none')
    expect(await switchTo(true)).toBe(200)
    await openForm()
    expect(prepare).toHaveBeenCalledOnce()
    expect((await readingOf(await add(draft, await invoicePdf()))).data.state).toBe('waiting')
  })
})

test('reads no other document after it was stopped', async () => {
  const readings = new Readings()
  let read = 0
  const stopped: Promise<void>[] = []
  await readings.untilNone(async () => {
    read += 1
    if (read === 2) stopped.push(readings.stop())
    return read < 5
  })
  await Promise.all(stopped)
  expect(read).toBe(2)
  await readings.untilNone(async () => expect.unreachable())
})

/** A reader whose process crashes. */
class FailingReadings extends Readings {
  override async read(): Promise<undefined> {
    throw new Error('broken')
  }
}

function rows(world: World, id: number) {
  return world.database.read.selectFrom('document_readings').selectAll().where('attachment_id', '=', id).execute()
}

function invoicePdf(): Promise<Uint8Array> {
  return pdfWith([
    [40, 40, 'Keystone Driveline', 16],
    [40, 60, '90 Foundry Street'],
    [40, 72, 'Reading, PA 19601'],
    [400, 40, 'Invoice #'],
    [480, 40, 'KD-1007'],
    [380, 330, 'Invoice Total'],
    [480, 330, '846.70'],
    [380, 345, 'AMOUNT DUE'],
    [480, 345, '$646.70'],
  ])
}

async function pdfWith(
  texts: readonly (readonly [x: number, y: number, text: string, size?: number])[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  for (const [x, y, text, size = 10] of texts) page.drawText(text, { x, y: 792 - y, size })
  return document.save()
}
