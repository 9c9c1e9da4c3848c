import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../platform/crypto/hashes.ts'
import { databasesWith } from '../../testing/databases.ts'
import { addDocument, formOf, jpegOf, pdfOf, pngOf } from '../../testing/documents.ts'
import { type FilePlace, filePlaces } from '../../testing/file-stores.ts'
import { bodyAt, bring, raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { sweepFiles } from './commands/documents.ts'

async function filesOf({ services }: World): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of services.files.list()) names.push(name)
  return names
}

describe.each(databasesWith(filePlaces))('documents on $name', ({ database, place: files }) => {
  let world: World
  let filePlace: FilePlace
  beforeAll(async () => {
    filePlace = await files.open()
    world = await startWorld(database, { config: filePlace.config })
  })
  afterAll(async () => {
    await world.close()
    await filePlace.drop()
  })

  const listOf = async (id: number, person: Parameters<World['as']>[0] = 'approver-group') =>
    (await (await world.as(person)).call(endpoints.list, { params: { id } })).data

  test('adds and lists a document, and downloads it byte for byte, in full and in ranges', async () => {
    const { id, version } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const requester = await world.as('requester-group')
    // This content needs more than one chunk in the file store.
    const content = Buffer.concat([await pdfOf('Invoice 4711'), Buffer.alloc(200_000, '\n% padding ')])
    const added = await addDocument(
      requester,
      { request: id },
      { name: 'C:\\scans\\Müller “4711”.pdf', content, kind: 'invoice' },
    )
    expect([added.status, added.message]).toEqual([201, 'Document added'])
    expect(added.data).toMatchObject({
      name: 'Müller “4711”.pdf',
      size: content.length,
      type: 'application/pdf',
      sha256: sha256(content),
      kind: 'invoice',
      created_by: { name: expect.any(String) },
      request_version: version + 1,
    })
    expect(await listOf(id)).toMatchObject([{ id: added.data.id, sha256: sha256(content), can_remove: false }])

    const approver = await world.as('approver-group')
    const url = `/api/v1/attachments/${added.data.id}/content`
    const whole = await approver.send('GET', url)
    expect(whole.bytes.equals(content)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="M_ller _4711_.pdf"; filename*=UTF-8''M%C3%BCller%20%E2%80%9C4711%E2%80%9D.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=65530-131080', 65_530, 131_080],
      ['bytes=131072-', 131_072, content.length - 1],
      ['bytes=-5', content.length - 5, content.length - 1],
      ['bytes=5-99999999', 5, content.length - 1],
    ] as const) {
      const part = await approver.send('GET', url, { headers: { range } })
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${content.length}`])
      expect(part.bytes.equals(content.subarray(start, end + 1)), range).toBe(true)
    }
    const beyond = await approver.send('GET', url, { headers: { range: `bytes=${content.length}-` } })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${content.length}`])
  })

  test('detects JPEG and PNG files by their content without a file extension', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const requester = await world.as('requester-group')
    const photo = await addDocument(requester, { request: id }, { name: 'image', content: jpegOf() })
    const scan = await addDocument(requester, { request: id }, { name: 'scan.PNG', content: pngOf(30, 20) })
    expect([photo.data.type, photo.data.name]).toEqual(['image/jpeg', 'image.jpg'])
    expect([scan.data.type, scan.data.name]).toEqual(['image/png', 'scan.png'])
  })

  test('records a new document in the request history and refuses a decision based on the version before it', async () => {
    const { id, version } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await addDocument(await world.as('requester-group'), { request: id }, { name: 'a.pdf', content: await pdfOf('a') })
    const approver = await world.as('approver-group')
    const decide = (seen: number) =>
      approver.call(requests.changeStatus, { params: { id }, body: { status_id: 3, note: '', version: seen } })
    const refused = await decide(version)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('added a document to this request')
    expect((await decide(version + 1)).status).toBe(201)
    const { data } = await approver.call(requests.history, { params: { id } })
    expect(data.map(({ action }) => action)).toEqual(['created', 'attached', 'status'])
    expect(data[1]?.changes).toEqual([{ field: 'document', from: null, to: 'a.pdf' }])

    const trail = await (await world.as('admin-group')).call(auditEndpoints.list, {
      query: { entity_id: id, entity: 'check-request' },
    })
    const decided = trail.data.items.find(({ action }) => action === 'check-request.decide-with-documents')
    expect(decided?.after).toMatchObject({ documents: [{ name: 'a.pdf', sha256: sha256(await pdfOfList(id)) }] })
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  const pdfOfList = async (id: number) => {
    const [first] = await listOf(id)
    return (await (await world.as('approver-group')).send('GET', `/api/v1/attachments/${first?.id}/content`)).bytes
  }

  test('lets an admin or the user who added a document remove the document before the first approval', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const [requester, approver, admin] = [
      await world.as('requester-group'),
      await world.as('approver-group'),
      await world.as('admin-group'),
    ]
    const first = (await addDocument(requester, { request: id }, { name: 'a.pdf', content: await pdfOf('a') })).data
    const second = (await addDocument(approver, { request: id }, { name: 'b.pdf', content: await pdfOf('b') })).data
    const remove = (client: typeof admin, document: number) =>
      client.call(endpoints.remove, { params: { id: document } })

    expect(await remove(requester, second.id)).toMatchObject({
      status: 403,
      message: 'Only admins and the person who added this document can remove it. Ask an admin.',
    })
    expect((await remove(requester, first.id)).data.request_version).toBe(
      second.request_version === null ? 0 : second.request_version + 1,
    )
    expect(await remove(requester, first.id)).toMatchObject({
      status: 409,
      message: 'This document was already removed. Reload the page to see the others.',
    })
    expect((await remove(admin, second.id)).status).toBe(200)
    expect(await listOf(id)).toMatchObject([
      { name: 'a.pdf', removed_by: { name: first.created_by.name }, can_remove: false },
      { name: 'b.pdf', removed_at: expect.any(String) },
    ])
    expect((await approver.send('GET', `/api/v1/attachments/${first.id}/content`)).status).toBe(404)

    const third = (await addDocument(requester, { request: id }, { name: 'c.pdf', content: await pdfOf('c') })).data
    await bring(world, id, 3)
    expect(await remove(requester, third.id)).toMatchObject({
      status: 409,
      message: 'This document can’t be removed because the request was approved with it. Add another document instead.',
    })
    expect(
      (
        await addDocument(
          await world.as('processor-group'),
          { request: id },
          { name: 'd.pdf', content: await pdfOf('d') },
        )
      ).status,
    ).toBe(201)
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('moves the documents on a draft to the request that the draft becomes', async () => {
    const requester = await world.as('requester-group')
    const draft = (await requester.call(drafts.create, { body: { form: 'new-check-request', values: {} } })).data
    const content = await pdfOf('draft')
    const kept = (await addDocument(requester, { draft: draft.id }, { name: 'kept.pdf', content })).data
    const gone = (await addDocument(requester, { draft: draft.id }, { name: 'gone.pdf', content })).data
    expect((await requester.call(endpoints.remove, { params: { id: gone.id } })).status).toBe(200)
    const ofDraft = (await requester.call(endpoints.listOfDraft, { params: { id: draft.id } })).data
    expect(ofDraft).toMatchObject([{ id: kept.id, can_remove: true }])
    expect((await requester.send('GET', `/api/v1/attachments/${kept.id}/content`)).bytes.equals(content)).toBe(true)
    const stranger = await world.as('admin-group')
    for (const reply of [
      await stranger.send('GET', `/api/v1/attachments/${kept.id}/content`),
      await stranger.send('GET', `/api/v1/drafts/${draft.id}/attachments`),
      await stranger.send('DELETE', `/api/v1/attachments/${kept.id}`, { body: {} }),
    ])
      expect(reply.status).toBe(404)

    const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC'), draft_id: draft.id }
    const { id } = (await requester.call(requests.create, { body })).data
    expect(await listOf(id)).toMatchObject([{ id: kept.id, name: 'kept.pdf' }])
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('returns the upload limits so that clients can reject a file before uploading it', async () => {
    const { data } = await (await world.as('processor-group')).call(endpoints.limits, {})
    expect(data).toEqual({ most_bytes: 10_485_760, most_documents: 10 })
  })

  test('refuses the eleventh document, and accepts another after one is removed', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const requester = await world.as('requester-group')
    const content = pngOf(1, 1)
    const add = (index: number) => addDocument(requester, { request: id }, { name: `${index}.png`, content })
    for (let index = 1; index <= 10; index += 1) expect((await add(index)).status).toBe(201)
    const refused = await add(11)
    expect([refused.status, refused.message]).toEqual([
      409,
      'This request already has 10 documents, the maximum. Remove one, or combine several pages into one file.',
    ])
    const [first] = await listOf(id)
    await requester.call(endpoints.remove, { params: { id: first?.id ?? 0 } })
    expect((await add(12)).status).toBe(201)
  })

  test('shows no documents to users who can’t see the request, and refuses their uploads', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const document = { name: 'a.png', content: pngOf(2, 2) }
    const added = (await addDocument(await world.as('requester-group'), { request: id }, document)).data
    for (const person of ['requester-eastside', 'approver-eastside', 'admin-eastside'] as const) {
      const client = await world.as(person)
      expect((await addDocument(client, { request: id }, document)).status).toBe(404)
      expect((await client.send('GET', `/api/v1/attachments/${added.id}/content`)).status).toBe(404)
      expect((await client.send('GET', `/api/v1/check-requests/${id}/attachments`)).status).toBe(404)
      expect((await client.send('DELETE', `/api/v1/attachments/${added.id}`, { body: {} })).status).toBe(404)
    }
  })

  test('adds a document only once when a call is repeated, and refuses a different file with the same key', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const requester = (await world.as('requester-group')).with({ 'idempotency-key': 'twice' })
    const before = await filesOf(world)
    const [one, two] = [
      { name: 'a.png', content: pngOf(3, 3) },
      { name: 'a.png', content: pngOf(4, 4) },
    ]
    const first = await addDocument(requester, { request: id }, one)
    const again = await addDocument(requester, { request: id }, one)
    expect([again.status, again.data]).toEqual([201, first.data])
    expect((await addDocument(requester, { request: id }, two)).status).toBe(422)
    expect(await listOf(id)).toHaveLength(1)
    expect(await filesOf(world)).toHaveLength(before.length + 1)
  })

  test('removes only files that have had no document for an hour', async () => {
    const requester = await world.as('requester-group')
    const draft = (await requester.call(drafts.create, { body: { form: 'new-check-request', values: {} } })).data
    await addDocument(requester, { draft: draft.id }, { name: 'a.png', content: pngOf(5, 5) })
    const at = (later: number) => sweepFiles({ ...world.services, clock: () => Date.now() + later })
    await at(3_700_000)
    const before = await filesOf(world)
    await requester.call(drafts.remove, { params: { id: draft.id } })
    expect(await at(0)).toBe(0)
    expect(await at(3_700_000)).toBe(1)
    expect(await filesOf(world)).toHaveLength(before.length - 1)
    expect(await at(3_700_000)).toBe(0)
  })

  test('refuses a form with two files, an unknown field, or no file, and stores nothing', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const requester = await world.as('requester-group')
    const before = await filesOf(world)
    const file = { name: 'a.png', content: pngOf(6, 6) }
    const wrongField = await formOf(file, 'upload')
    const reply = await requester.send('POST', `/api/v1/check-requests/${id}/attachments`, wrongField)
    expect([reply.status, reply.body.message]).toEqual([400, 'Send one file in the form field `file`.'])
    const kind = await addDocument(requester, { request: id }, { ...file, kind: 'love-letter' })
    expect([kind.status, kind.message]).toEqual([422, 'Choose the kind of document.'])
    const none = await requester.send('POST', `/api/v1/check-requests/${id}/attachments`)
    expect([none.status, none.body.message]).toEqual([415, 'Send the request body as multipart/form-data.'])
    expect(await filesOf(world)).toHaveLength(before.length)
    expect(await listOf(id)).toEqual([])
  })
})
