import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { requirementEndpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { attachmentEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, refusalOfRole, userBody } from '../../testing/accounts.ts'
import { approved } from '../../testing/checks.ts'
import { addDocument, pdfOf, pngOf, type SentDocument } from '../../testing/documents.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../../testing/organization.ts'
import { addPayee, setPayees } from '../../testing/payees.ts'
import { bodyAt, move } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const sentence =
  'A tax form shows a taxpayer number, so only the person who added it or an admin who verifies payees can open it.'

onBothDatabases('W-9 documents of payees on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
  })
  afterAll(() => world.close())

  const add = async (payee: number, document: string | SentDocument, name: PersonName = 'admin-group') => {
    const sent = typeof document === 'string' ? { name: document, content: await pdfOf(document) } : document
    return addDocument(await world.as(name, 'admin'), { payee }, sent)
  }
  const listed = async (payee: number, name: PersonName = 'admin-group', role: RoleWord = 'admin') =>
    (await (await world.as(name, role)).call(endpoints.listOfPayee, { params: { id: payee } })).data
  const inBrief = async (payee: number) =>
    (await listed(payee)).map(({ name, replaced_at, removed_at }) => {
      if (removed_at !== null) return `${name} removed`
      return replaced_at === undefined ? name : `${name} replaced`
    })
  const open = async (id: number, name: PersonName, role?: RoleWord) =>
    (await world.as(name, role)).send('GET', `/api/v1/attachments/${id}/content`)
  const remove = async (id: number, name: PersonName = 'admin-group', role: RoleWord = 'admin') =>
    (await world.as(name, role)).call(endpoints.remove, { params: { id } })
  const merge = async (from: number, into: number) => {
    const body = { into_id: into, address_of: into }
    return (await world.as('admin-group', 'admin')).call(payeeEndpoints.merge, { params: { id: from }, body })
  }
  const entriesOf = async (payee: number) => {
    const query = { entity: 'payee', entity_id: payee } as const
    return (await (await world.as('admin-group', 'admin')).call(auditEndpoints.list, { query })).data.items
  }

  test('lists an added document with its date and the user who added it', async () => {
    const { id, version } = await addPayee(world, 'Added Glass')
    const added = await add(id, 'w9.pdf')
    expect([added.status, added.data]).toMatchObject([201, { name: 'w9.pdf', kind: 'tax-form', request_version: null }])
    expect(await listed(id)).toEqual([
      {
        id: added.data.id,
        name: 'w9.pdf',
        size: added.data.size,
        type: 'application/pdf',
        kind: 'tax-form',
        sha256: added.data.sha256,
        created_at: expect.any(String),
        created_by: { id: world.ids.people['admin-group'], name: 'admin-group Tester' },
        removed_at: null,
        removed_by: null,
        can_remove: true,
      },
    ])
    const [entry] = await entriesOf(id)
    expect(entry).toMatchObject({
      action: 'payee.add-tax-form-document',
      actor_name: 'admin-group Tester',
      after: { name: 'Added Glass', document: { id: added.data.id, name: 'w9.pdf', sha256: added.data.sha256 } },
    })
    const payee = await (await world.as('admin-group', 'admin')).call(payeeEndpoints.one, { params: { id } })
    expect(payee.data.version).toBe(version)
  })

  test('marks an earlier document as replaced when a newer document is added, even if two are added at the same time', async () => {
    const { id } = await addPayee(world, 'Replaced Glass')
    const first = await add(id, 'first.pdf')
    await add(id, { name: 'second.png', content: pngOf(2, 2) })
    expect(await inBrief(id)).toEqual(['second.png', 'first.pdf replaced'])
    expect((await entriesOf(id))[0]).toMatchObject({ after: { replaced: { id: first.data.id, name: 'first.pdf' } } })
    expect((await open(first.data.id, 'admin-group', 'admin')).status).toBe(200)
    await Promise.all([add(id, 'third.pdf'), add(id, 'fourth.pdf', 'everyone')])
    const names = await inBrief(id)
    expect(names.filter((name) => !name.endsWith(' replaced'))).toHaveLength(1)
    expect(names.slice(2)).toEqual(['second.png replaced', 'first.pdf replaced'])
  })

  test('keeps an entry for a removed document, and doesn’t make an earlier document current again', async () => {
    const { id } = await addPayee(world, 'Removed Glass')
    await add(id, 'right.pdf')
    const wrong = await add(id, 'wrong.pdf')
    expect((await remove(wrong.data.id, 'approver-group', 'approver')).status).toBe(403)
    expect((await remove(wrong.data.id, 'everyone')).data).toMatchObject({ name: 'wrong.pdf', request_version: null })
    expect(await inBrief(id)).toEqual(['wrong.pdf removed', 'right.pdf replaced'])
    expect((await listed(id))[0]).toMatchObject({ removed_by: { name: 'everyone Tester' }, can_remove: false })
    expect((await open(wrong.data.id, 'admin-group', 'admin')).status).toBe(404)
    const again = await remove(wrong.data.id)
    expect([again.status, again.message]).toEqual([
      409,
      'This document was already removed. Reload the page to see the others.',
    ])
    expect((await entriesOf(id))[0]).toMatchObject({
      action: 'payee.remove-tax-form-document',
      before: { document: { id: wrong.data.id, name: 'wrong.pdf' } },
    })
    await add(id, 'right again.pdf')
    expect(await inBrief(id)).toEqual(['right again.pdf', 'wrong.pdf removed', 'right.pdf replaced'])
  })

  test('opens a document for admins who verify payees and the user who added it, and records each view in the trail', async () => {
    const { id } = await addPayee(world, 'Opened Glass')
    const form = (await add(id, 'w9.pdf', 'everyone')).data.id
    for (const [name, role] of [
      ['approver-group', 'approver'],
      ['processor-group', 'processor'],
      ['admin-dealership', 'admin'],
    ] as const) {
      const refused = await open(form, name, role)
      expect([refused.status, JSON.parse(refused.text).message], name).toEqual([403, sentence])
      expect(await listed(id, name, role), name).toMatchObject([{ refusal_to_open: sentence, can_remove: false }])
    }
    expect((await open(form, 'requester-group')).status).toBe(403)
    const look = expect.objectContaining({ action: 'payee.see-tax-form-document' })
    expect(await entriesOf(id)).not.toContainEqual(look)
    for (const [name, role] of [
      ['admin-group', 'admin'],
      ['everyone', 'processor'],
      ['admin-super', 'admin'],
    ] as const)
      expect((await open(form, name, role)).status, name).toBe(200)
    expect((await entriesOf(id)).slice(0, 3)).toMatchObject([
      { action: 'payee.see-tax-form-document', actor_name: 'admin-super Tester' },
      { action: 'payee.see-tax-form-document', actor_name: 'everyone Tester' },
      { actor_name: 'admin-group Tester', after: { name: 'Opened Glass', document: { id: form, name: 'w9.pdf' } } },
    ])
  })

  test('requires the right to verify payees to open a document while the payee list is off', async () => {
    const payee = await addPayee(world, 'Off Glass', {}, 'EAS')
    const form = (await add(payee.id, 'w9.pdf', 'admin-eastside')).data.id
    expect((await open(form, 'requester-eastside')).status).toBe(403)
    expect((await open(form, 'admin-eastside', 'admin')).status).toBe(200)
  })

  test('answers users in other dealer groups with not found, and refuses users who can’t maintain W-9s', async () => {
    const { id } = await addPayee(world, 'Isolated Glass')
    const form = (await add(id, 'w9.pdf')).data.id
    const foreign = await world.as('admin-eastside', 'admin')
    expect((await foreign.call(endpoints.listOfPayee, { params: { id } })).status).toBe(404)
    expect((await add(id, 'foreign.pdf', 'admin-eastside')).status).toBe(404)
    expect((await open(form, 'admin-eastside', 'admin')).status).toBe(404)
    expect((await remove(form, 'admin-eastside')).status).toBe(404)
    expect((await add(id, 'below.pdf', 'admin-dealership')).status).toBe(403)
    const requester = await world.as('requester-group')
    expect((await requester.call(endpoints.listOfPayee, { params: { id } })).status).toBe(403)
    expect(await inBrief(id)).toEqual(['w9.pdf'])
  })

  test('refuses an admin whose role is pending confirmation', async () => {
    // Until a dealer group's first approval, accounts that a super admin adds don’t wait.
    await approved(world)
    const { id } = await addPayee(world, 'Waiting Glass')
    const form = (await add(id, 'w9.pdf')).data.id
    const body = userBody(world.ids, { role_ids: [1], primary_role: 1, access_level: 1 })
    const { client } = await addPerson(world.anyone, await world.as('admin-super', 'admin'), body)
    const replies = [
      await client.send('GET', `/api/v1/attachments/${form}/content`),
      await client.call(endpoints.remove, { params: { id: form } }),
      await addDocument(client, { payee: id }, { name: 'late.png', content: pngOf(1, 1) }),
    ]
    for (const { status, text } of replies)
      expect([status, JSON.parse(text).message]).toEqual([403, refusalOfRole('Admin')])
    expect(await inBrief(id)).toEqual(['w9.pdf'])
    const look = expect.objectContaining({ action: 'payee.see-tax-form-document' })
    expect(await entriesOf(id)).not.toContainEqual(look)
  })

  test('refuses files that aren’t documents, and forms with another document type', async () => {
    const { id } = await addPayee(world, 'Refused Glass')
    const text = await add(id, { name: 'w9.pdf', content: Buffer.from('Only text') })
    expect([text.status, text.message]).toMatchObject([415, expect.stringContaining('isn’t a PDF, JPEG, or PNG')])
    const invoice = { name: 'w9.pdf', content: await pdfOf('W-9'), kind: 'invoice' }
    expect((await add(id, invoice)).status).toBe(400)
    expect(await inBrief(id)).toEqual([])
  })

  test('moves documents to the remaining payee in a merge, and keeps the remaining payee’s W-9 current', async () => {
    const [bare, own, merged] = [
      await addPayee(world, 'Merged Bare'),
      await addPayee(world, 'Merged Own'),
      await addPayee(world, 'Merged Away'),
    ]
    const form = (await add(merged.id, 'merged.pdf')).data.id
    await add(own.id, 'own.pdf')
    expect((await merge(merged.id, bare.id)).status).toBe(200)
    expect(await inBrief(bare.id)).toEqual(['merged.pdf'])
    expect(await inBrief(merged.id)).toEqual([])
    expect((await add(merged.id, 'late.pdf')).status).toBe(409)
    expect((await merge(bare.id, own.id)).status).toBe(200)
    expect(await inBrief(own.id)).toEqual(['own.pdf', 'merged.pdf replaced'])
    expect((await open(form, 'admin-group', 'admin')).status).toBe(200)
    expect((await entriesOf(own.id)).find(({ action }) => action === 'payee.take-in')).toMatchObject({
      after: { tax_form_documents: ['merged.pdf'] },
    })
  })

  test('accepts the payee’s W-9 as the tax form that a purpose requires, while the payee list is on', async () => {
    const { id } = await addPayee(world, 'Demanded Glass')
    await addPayee(world, 'Other Glass')
    const parts = 10
    const saved = await (await world.as('admin-group', 'admin')).call(requirementEndpoints.save, {
      params: { id: world.ids.places.NWG },
      body: { purposes: [{ purpose_id: parts, demands: [{ item: 'document-tax-form', level: 'must' }] }] },
    })
    expect(saved.status, saved.text).toBe(200)
    const requester = await world.as('requester-group')
    const submit = (payee_name_1: string) =>
      requester.call(requests.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC', { payee_name_1, purpose_id: parts }) })
    const requirementsOf = async (request: number) =>
      (await requester.call(requests.detail, { params: { id: request } })).data.demands
    const offered = async () => {
      const query = { dealer_group_id: world.ids.places.NWG, search: 'demanded' }
      return (await requester.call(payeeEndpoints.names, { query })).data
    }
    expect((await submit('Demanded Glass')).status).toBe(422)
    expect(await offered()).toMatchObject([{ id, has_tax_form_document: false }])
    const form = (await add(id, 'w9.pdf')).data.id
    expect(await offered()).toMatchObject([{ id, has_tax_form_document: true }])
    const raised = await submit('DEMANDED GLASS, Inc.')
    expect(raised.status, raised.text).toBe(201)
    const required = { item: 'document-tax-form', level: 'must' }
    expect(await requirementsOf(raised.data.id)).toEqual([{ ...required, is_met: true, by_payee: true }])
    expect((await submit('Other Glass')).status).toBe(422)
    await setPayees(world, { payee_list: 'off' })
    expect((await submit('Demanded Glass')).status).toBe(422)
    expect(await requirementsOf(raised.data.id)).toEqual([{ ...required, is_met: false }])
    await setPayees(world, { payee_list: 'on' })
    await remove(form)
    expect((await submit('Demanded Glass')).status).toBe(422)
    const approver = await world.as('approver-group')
    const refused = await move(approver, raised.data.id, 3)
    expect([refused.status, refused.message]).toEqual([
      409,
      'Parts needs documents that were removed: “Tax form”. Add them again, or send the request back.',
    ])
    expect((await add(id, 'w9-again.pdf')).status).toBe(201)
    expect((await move(approver, raised.data.id, 3)).status).toBe(201)
  })

  test('keeps the audit trail intact', async () => {
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect([intact, mismatches]).toEqual([true, []])
  })
})
