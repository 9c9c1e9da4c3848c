import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardEndpoints } from '@check-requests/domain/dashboard/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { installationEndpoints as endpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDocument, pdfOf } from '../../testing/documents.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
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
        key_copies: { files: expect.any(Array), confirmed_at: null, confirmed_by: null },
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

  test('reminds super admins until one confirms that copies of the keys are kept elsewhere, and again after a new key', async () => {
    const admin = await world.as('admin-super')
    const { config } = world.services
    const folder = mkdtempSync(join(tmpdir(), 'check-requests-keys-'))
    Object.assign(config, { macKeyFile: join(folder, 'audit-mac.json') })
    writeFileSync(join(folder, 'audit-mac.json'), JSON.stringify({ keys: ['one'], note: 'A note' }))
    const isReminded = async (name: PersonName) => {
      const { data } = await (await world.as(name, 'admin')).call(dashboardEndpoints.waiting)
      return data.some(({ kind }) => kind === 'key-copies')
    }
    expect([await isReminded('admin-super'), await isReminded('admin-group')]).toEqual([true, false])
    expect((await (await world.as('admin-group')).call(endpoints.confirmKeyCopies)).status).toBe(403)
    const confirmed = await admin.call(endpoints.confirmKeyCopies)
    const who = { confirmed_at: expect.any(String), confirmed_by: 'admin-super Tester' }
    expect([confirmed.status, confirmed.data]).toEqual([200, { files: ['audit-mac.json'], ...who }])
    expect(await isReminded('admin-super')).toBe(false)
    const query = { action: 'installation.confirm-key-copies' }
    const { items } = (await admin.call(auditEndpoints.list, { query })).data
    expect(items).toMatchObject([{ actor_name: 'admin-super Tester', at: confirmed.data.confirmed_at }])

    writeFileSync(join(folder, 'audit-mac.json'), JSON.stringify({ keys: ['one'], note: 'Another note' }))
    expect((await admin.call(endpoints.read)).data.key_copies).toEqual(confirmed.data)
    writeFileSync(join(folder, 'files.json'), JSON.stringify({ key: 'two' }))
    const files = ['audit-mac.json', 'files.json']
    expect((await admin.call(endpoints.read)).data.key_copies).toEqual({
      files,
      confirmed_at: null,
      confirmed_by: null,
    })
  })
})
