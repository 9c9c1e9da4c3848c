import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { addDocument, pdfOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { bodyAt, bring, type CreateBody, move, raise } from '../testing/requests.ts'
import { unzip } from '../testing/unzip.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const place = 'NWG/TOY/SVC'

onOneDatabase('payees of requests on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = (name: 'admin-group' | 'everyone' = 'admin-group') => world.as(name, 'admin')
  const raiseFor = (payee_name_1: string, changes: Partial<CreateBody> = {}) =>
    raise(world, 'requester-group', place, { payee_name_1, ...changes })
  const approve = async (id: number) => move(await world.as('approver-group'), id, 3)
  const ofRequest = async (id: number) =>
    (await (await world.as('requester-group')).call(requests.detail, { params: { id } })).data.payee
  const named = async (search: string) => (await (await admin()).call(endpoints.list, { query: { search } })).data.items
  const verify = async (id: number) =>
    (await admin('everyone')).call(endpoints.verify, { params: { id }, body: { how: 'Called them' } })

  test('adds no payees and allows approval for every payee while the payee list is off', async () => {
    const settings = await (await admin()).call(endpoints.settings, { params: { id: world.ids.places.NWG } })
    expect(settings.data).toMatchObject({ payee_list: 'off', purposes: [] })
    const { id } = await raiseFor('Before the list')
    expect(await ofRequest(id)).toBeUndefined()
    expect(await named('Before the list')).toEqual([])
    expect((await approve(id)).status).toBe(201)
  })

  test('stores the settings, and refuses unknown purposes', async () => {
    const purposes = [
      { purpose_id: 10, verified_needed: 'before approval' },
      { purpose_id: 1, verified_needed: 'before printing' },
      { purpose_id: 2, verified_needed: 'no' },
    ] as const
    await setPayees(world, { payee_list: 'on', purposes: [...purposes] })
    const params = { id: world.ids.places.NWG }
    const kept = await (await admin()).call(endpoints.settings, { params })
    expect(kept.data).toMatchObject({ payee_list: 'on', purposes: purposes.slice(0, 2) })
    const stale = await (await admin()).call(endpoints.saveSettings, {
      params,
      body: { payee_list: 'off', version: 1 },
    })
    expect(stale.status).toBe(409)
    const body = { purposes: [{ purpose_id: 9999, verified_needed: 'no' as const }] }
    expect((await (await admin()).call(endpoints.saveSettings, { params, body })).status).toBe(422)
    const foreign = await world.as('admin-eastside', 'admin')
    expect((await foreign.call(endpoints.saveSettings, { params, body: { payee_list: 'off' } })).status).toBe(404)
  })

  test('adds an unlisted name as a new payee, added by the user who submitted the request', async () => {
    const { id } = await raiseFor('Fresh Supply', { mailing_address: '7 Mill Rd' })
    const [payee] = await named('Fresh Supply')
    expect(payee).toMatchObject({
      state: 'new',
      address: '7 Mill Rd',
      edited_by: [{ id: world.ids.people['requester-group'], name: 'requester-group Tester' }],
    })
    expect(await ofRequest(id)).toMatchObject({ id: payee?.id, state: 'new', is_changed: false })
    const again = await raiseFor('FRESH supply.')
    expect(await ofRequest(again.id)).toMatchObject({ id: payee?.id })
    expect(await named('Fresh Supply')).toHaveLength(1)
  })

  test('adds only one payee when many requests with the same new name arrive at the same time', async () => {
    const raised = await Promise.all([1, 2, 3, 4, 5].map(() => raiseFor('Rush Supply')))
    const payees = await named('Rush Supply')
    expect(payees).toHaveLength(1)
    for (const { id } of raised) expect(await ofRequest(id)).toMatchObject({ id: payees[0]?.id })
  })

  test('refuses approval for an unverified payee if the purpose requires verification', async () => {
    const { id } = await raiseFor('Unknown Supply')
    const refused = await approve(id)
    expect([refused.status, refused.message]).toEqual([
      409,
      'Unknown Supply isn’t verified. An admin of the dealer group has to verify the payee before this request can be approved.',
    ])
    expect(await ofRequest(id)).toMatchObject({ refusal_to_approve: refused.message })
    await verify((await ofRequest(id))?.id ?? 0)
    expect((await approve(id)).status).toBe(201)
  })

  test('requires verification before printing if the purpose doesn’t require it before approval', async () => {
    const { id } = await raiseFor('Later Supply', { purpose_id: 1 })
    expect((await approve(id)).status).toBe(201)
    const processor = await world.as('processor-group')
    expect((await move(processor, id, 4)).message).toContain('before this request can be printed')
    await verify((await ofRequest(id))?.id ?? 0)
    expect((await move(processor, id, 4)).status).toBe(201)
  })

  test('requires no verification for other purposes, but refuses to approve or print requests to a blocked payee', async () => {
    const approved = await raiseFor('Bad Supply', { purpose_id: 2 })
    expect((await approve(approved.id)).status).toBe(201)
    const waiting = await raiseFor('Bad Supply', { purpose_id: 2 })
    const body = { reason: 'They sent a forged invoice' }
    const params = { id: (await ofRequest(waiting.id))?.id ?? 0 }
    await (await admin()).call(endpoints.block, { params, body })
    const refused = await approve(waiting.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      'Bad Supply is blocked: They sent a forged invoice. Until an admin of the dealer group unblocks the payee, this request can’t be approved.',
    ])
    const printed = await move(await world.as('processor-group'), approved.id, 4)
    expect([printed.status, printed.message]).toEqual([409, expect.stringContaining('can’t be printed')])
    expect((await move(await world.as('approver-group'), waiting.id, 8)).status).toBe(201)
  })

  test('treats a payee as changed if the request’s address differs from the verified one', async () => {
    const { id: payee } = await addPayee(world, 'Steady Supply', { address: '1 Main St' })
    await verify(payee)
    const { id } = await raiseFor('Steady Supply', { mailing_address: '66 Fraud Ave' })
    expect(await ofRequest(id)).toMatchObject({ state: 'verified', is_changed: true })
    const refused = await approve(id)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining('name or address on this request differs'),
    ])
    await move(await world.as('approver-group'), id, 9)
    const edited = { ...bodyAt(world.ids, place), payee_name_1: 'Steady Supply', mailing_address: '1 Main St.' }
    const resubmitted = await (await world.as('requester-group')).call(requests.update, {
      params: { id },
      body: edited,
    })
    expect(resubmitted.status).toBe(200)
    expect((await approve(id)).status).toBe(201)
  })

  test('links a request resubmitted under another name to the payee of that name', async () => {
    const { id } = await raiseFor('First Supply')
    await move(await world.as('approver-group'), id, 9)
    const body = { ...bodyAt(world.ids, place), payee_name_1: 'Second Supply' }
    await (await world.as('requester-group')).call(requests.update, { params: { id }, body })
    expect((await ofRequest(id))?.id).toBe((await named('Second Supply'))[0]?.id)
  })

  test('finds an added payee by name for a request from before the payee list', async () => {
    await setPayees(world, { payee_list: 'off' })
    const { id } = await raiseFor('Old Supply')
    await setPayees(world, { payee_list: 'on' })
    expect(await ofRequest(id)).toMatchObject({ id: null, name: 'Old Supply', state: null })
    expect((await approve(id)).message).toContain('Old Supply isn’t on the payee list.')
    await verify((await addPayee(world, 'Old Supply')).id)
    expect((await approve(id)).status).toBe(201)
  })

  test('shows a payee’s paid and pending requests within the user’s scope including those from before the payee list', async () => {
    await setPayees(world, { payee_list: 'off' })
    const old = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'History Supply', amount: 10 })
    await setPayees(world, { payee_list: 'on' })
    const { id: payee } = await addPayee(world, 'History Supply')
    await verify(payee)
    await bring(world, old.id, 7)
    const open = await raiseFor('history supply', { amount: 20.5 })
    const elsewhere = await raise(world, 'requester-group', 'NWG/HON/SVC', {
      payee_name_1: 'History Supply',
      amount: 40,
    })
    const paymentsFor = async (client: Client) =>
      (await client.call(endpoints.payments, { params: { id: payee } })).data
    const all = await paymentsFor(await admin())
    expect(all).toMatchObject({
      paid: { count: 1, amount: 10 },
      under_way: { count: 2, amount: 60.5 },
      is_lower_bound: false,
    })
    expect(all.items.map(({ id }) => id)).toEqual([elsewhere.id, open.id, old.id])
    expect(all.items.at(-1)).toMatchObject({
      status_name: 'closed',
      requester_name: 'requester-group Tester',
      paid_at: expect.any(String),
      check_number: expect.any(String),
    })
    const narrow = await paymentsFor(await world.as('approver-dealership'))
    expect(narrow.items.map(({ id }) => id)).toEqual([open.id, old.id])
  })

  test('lists current documents on a payee’s requests for users who can see the requests', async () => {
    const { id: payee } = await addPayee(world, 'Documents Supply')
    const client = await world.as('requester-group')
    const here = await raiseFor('Documents Supply')
    const elsewhere = await raise(world, 'requester-group', 'NWG/HON/SVC', { payee_name_1: 'Documents Supply' })
    const add = async (id: number, name: string) =>
      (await addDocument(client, { request: id }, { name, content: await pdfOf(name), kind: 'invoice' })).data.id
    const first = await add(here.id, 'one.pdf')
    const gone = await add(here.id, 'two.pdf')
    const far = await add(elsewhere.id, 'three.pdf')
    await client.call(attachmentEndpoints.remove, { params: { id: gone } })
    const documentsFor = async (reader: Client) =>
      (await reader.call(endpoints.documents, { params: { id: payee } })).data
    const all = await documentsFor(await admin())
    expect(all.map(({ id }) => id)).toEqual([far, first])
    expect(all[1]).toMatchObject({
      name: 'one.pdf',
      kind: 'invoice',
      created_by: { name: 'requester-group Tester' },
      request: { id: here.id, request_number: here.request_number },
    })
    expect((await documentsFor(await world.as('approver-dealership'))).map(({ id }) => id)).toEqual([first])
    expect(
      (await (await world.as('approver-eastside')).call(endpoints.documents, { params: { id: payee } })).status,
    ).toBe(404)
  })

  test('exports payments to payees in a year with their W-9 data, in the group’s time zone', async () => {
    const { id: payee } = await addPayee(world, 'Taxed Supply')
    const form = { received_on: '2026-11-02', legal_name: 'Taxed Supply, LLC', number_kind: 'EIN' } as const
    const body = { ...form, tax_class: 'LLC taxed as partnership', box_1099: 'MISC 1 Rents' } as const
    await verify(payee)
    await (await admin()).call(endpoints.saveTaxForm, { params: { id: payee }, body })
    const paid = await raiseFor('Taxed Supply', { amount: 1999.5 })
    const more = await raiseFor('Taxed Supply', { amount: 100.25 })
    const late = await raiseFor('Taxed Supply', { amount: 5 })
    for (const { id } of [paid, more, late]) await bring(world, id, 7)
    const clear = (id: number, cleared_at: string | null) =>
      world.database.transact((trx) =>
        trx.updateTable('check_requests').set({ cleared_at }).where('id', '=', id).execute(),
      )
    const ids = [more.id, late.id]
    const clearedOf = world.database.read.selectFrom('check_requests').select(['id', 'cleared_at'])
    const before = await clearedOf.where('id', 'in', ids).execute()
    // This is the last millisecond of 2026 in New York.
    await clear(more.id, '2027-01-01T04:59:59.999Z')
    await clear(late.id, '2027-01-01T05:00:00.000Z')
    const query = { dealer_group_id: world.ids.places.NWG, year: 2026 }
    const path = '/api/v1/payees/export/xlsx'
    const { bytes, headers } = await (await admin()).send('GET', path, { query })
    expect(headers['content-disposition']).toBe('attachment; filename="payees-2026.xlsx"')
    const texts = unzip(bytes, 'xl/sharedStrings.xml')
    for (const text of ['Taxed Supply', 'Taxed Supply, LLC', 'MISC 1 Rents', 'LLC taxed as partnership', 'Yes'])
      expect(texts).toContain(`>${text}<`)
    expect(unzip(bytes, 'xl/worksheets/sheet1.xml')).toContain('<v>2099.75</v>')
    const other = await (await world.as('admin-eastside', 'admin')).send('GET', path, { query })
    expect(other.status).toBe(404)
    expect((await (await world.as('approver-group')).send('GET', path, { query })).status).toBe(403)
    const trail = await (await admin()).call(auditEndpoints.list, { query: { action: 'dealer-group.export-tax-list' } })
    expect(trail.data.items).toMatchObject([{ after: { year: 2026 }, actor_name: 'admin-group Tester' }])
    for (const { id, cleared_at } of before) await clear(id, cleared_at)
  })

  test('suggests payee names only in the caller’s dealer groups and while the payee list is on', async () => {
    const requester = await world.as('requester-group')
    const query = { dealer_group_id: world.ids.places.NWG, search: 'supply' }
    const { data } = await requester.call(endpoints.names, { query })
    expect(data).toHaveLength(8)
    expect(Object.keys(data[0] ?? {}).sort()).toEqual([
      'default_purpose_id',
      'has_tax_form_document',
      'id',
      'name',
      'payee_sub_type',
      'payee_type',
      'state',
    ])
    const foreign = await world.as('requester-eastside')
    expect((await foreign.call(endpoints.names, { query })).status).toBe(404)
    await setPayees(world, { payee_list: 'off' })
    expect((await requester.call(endpoints.names, { query })).data).toEqual([])
    await setPayees(world, { payee_list: 'on' })
  })

  test('removes the link from a deleted request to a payee, and keeps the audit trail intact', async () => {
    const { id } = await raiseFor('Gone Supply')
    const deleted = await (await world.as('requester-group')).call(requests.remove, { params: { id } })
    expect(deleted.status).toBe(200)
    expect(await named('Gone Supply')).toHaveLength(1)
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })
})
