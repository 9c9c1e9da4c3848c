import { attachmentEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDocument, pdfOf } from '../../testing/documents.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../../testing/organization.ts'
import { setPayees } from '../../testing/payees.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const sentence =
  'A tax form shows a taxpayer number, so only the person who added it or an admin who verifies payees can open it.'

onOneDatabase('tax forms among documents on $name', (kind) => {
  let world: World
  let request: number
  let form: number
  let invoice: number
  beforeAll(async () => {
    world = await startWorld(kind)
    request = (await raise(world, 'requester-group', 'NWG/TOY/SVC')).id
    const add = async (name: string, of: string) => {
      const document = { name, content: await pdfOf(name), kind: of }
      return (await addDocument(await world.as('requester-group'), { request }, document)).data.id
    }
    form = await add('w9.pdf', 'tax-form')
    invoice = await add('invoice.pdf', 'invoice')
  })
  afterAll(() => world.close())

  const open = async (id: number, name: PersonName, role?: RoleWord, range?: string) =>
    (await world.as(name, role)).send('GET', `/api/v1/attachments/${id}/content`, {
      ...(range && { headers: { range } }),
    })
  const listed = async (name: PersonName, role?: RoleWord) =>
    (await (await world.as(name, role)).call(endpoints.list, { params: { id: request } })).data
  const looks = async () => {
    const query = { action: 'check-request.see-tax-form' } as const
    return (await (await world.as('admin-group', 'admin')).call(auditEndpoints.list, { query })).data.items
  }

  test('opens tax forms for every user who can see the request while the payee list is off', async () => {
    expect((await open(form, 'approver-group')).status).toBe(200)
    for (const document of await listed('approver-group')) expect(document).not.toHaveProperty('refusal_to_open')
    expect(await looks()).toEqual([])
  })

  test('opens a tax form only for users who verify payees or added it while the payee list is on, and records each view', async () => {
    await setPayees(world, { payee_list: 'on' })
    for (const [name, role] of [
      ['approver-group', 'approver'],
      ['processor-group', 'processor'],
      ['admin-dealership', 'admin'],
    ] as const) {
      const refused = await open(form, name, role)
      expect([refused.status, JSON.parse(refused.text).message], name).toEqual([403, sentence])
      expect((await open(invoice, name, role)).status, name).toBe(200)
      expect(await listed(name, role)).toMatchObject([{ id: form, refusal_to_open: sentence }, { id: invoice }])
      expect((await listed(name, role))[1]).not.toHaveProperty('refusal_to_open')
    }
    expect(await looks()).toEqual([])
    expect((await open(form, 'admin-group', 'admin')).status).toBe(200)
    expect((await listed('admin-group', 'admin'))[0]).not.toHaveProperty('refusal_to_open')
    expect((await open(form, 'requester-group')).status).toBe(200)
    expect((await open(form, 'admin-group', 'admin', 'bytes=1-')).status).toBe(206)
    expect(await looks()).toMatchObject([
      { actor_name: 'admin-group Tester', entity: 'check-request', entity_id: request },
      { actor_name: 'requester-group Tester' },
      { actor_name: 'admin-group Tester', after: { document: { id: form, name: 'w9.pdf' } } },
    ])
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })

  test('hides tax forms from users who can’t see the request', async () => {
    expect((await open(form, 'everyone-eastside', 'admin')).status).toBe(404)
  })
})
