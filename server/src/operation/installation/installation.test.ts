import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { installationEndpoints as endpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDocument, pdfOf } from '../../testing/documents.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

onOneDatabase('the installation page on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('shows the version, the database, and storage only to super admins', async () => {
    const { status, data } = await (await world.as('admin-super')).call(endpoints.read)
    expect([status, data]).toEqual([
      200,
      {
        version: '0.0.0',
        node: process.versions.node,
        started_at: expect.stringMatching(/^\d{4}-.*Z$/),
        database: kind.name,
        files: 'data folder',
        documents: { count: 0, bytes: 0 },
        most_bytes_of_document: 10 * 1_048_576,
        checkpoints: false,
        mail: null,
        database_bytes: expect.any(Number),
        disk_free_bytes: null,
        sessions: expect.any(Number),
        backups: null,
        verification: { at: null, problem: null },
        jobs_failed: [],
      },
    ])
    expect(data.database_bytes).toBeGreaterThan(500_000)
    expect(data.sessions).toBeGreaterThan(0)
    for (const person of ['admin-group', 'approver-group', 'processor-super'] as const)
      expect((await (await world.as(person)).call(endpoints.read)).status).toBe(403)
  })

  test('reports the number and uploaded bytes of documents until the documents are removed', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const requester = await world.as('requester-group')
    const contents = [await pdfOf('Invoice'), await pdfOf('Wrong letter')] as const
    for (const [index, content] of contents.entries())
      await addDocument(requester, { request: id }, { name: `${index}.pdf`, content })
    const stored = async () => (await (await world.as('admin-super')).call(endpoints.read)).data.documents
    expect(await stored()).toEqual({ count: 2, bytes: contents[0].length + contents[1].length })
    const { data } = await requester.call(attachmentEndpoints.list, { params: { id } })
    const wrong = data.find(({ name }) => name === '1.pdf')
    await requester.call(attachmentEndpoints.remove, { params: { id: wrong?.id ?? 0 } })
    expect(await stored()).toEqual({ count: 1, bytes: contents[0].length })
  })
})
