import { draftEndpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDocument, pngOf } from '../testing/documents.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { type PersonName, type PlaceName, people, personNamed, type RoleWord } from '../testing/organization.ts'
import { bring, type CreateBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const day = 86_400_000
const nothing = { requests: [], more: 0, hidden: 0, is_lower_bound: false }

onBothDatabases('duplicates on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  let lastNumber = 0
  /** Returns a PO number that no other request in this test run has. */
  function fresh(): string {
    lastNumber += 1
    return `ONCE-${lastNumber}`
  }

  type Question = Partial<
    Record<
      'of' | 'draft' | 'dealer_group_id' | 'payee_name_1' | 'amount' | 'vin_last_digits' | 'po_purchase_no',
      string | number
    >
  >

  async function look(name: PersonName, question: Question, role?: RoleWord) {
    const group = world.ids.places[personNamed(name).group ?? 'NWG']
    const client = await world.as(name, role)
    const query = { ...(question.of === undefined && { dealer_group_id: group }), ...question } as object
    return client.call(endpoints.duplicates, { query })
  }

  async function found(name: PersonName, question: Question, role?: RoleWord) {
    const { data } = await look(name, question, role)
    return { ids: data.requests.map(({ id }) => id), hidden: data.hidden }
  }

  test('describes a request with the same payee and amount by number, amount, day, status, and matches', async () => {
    const body = { payee_name_1: 'Same Payee, Inc.', amount: 77.5, po_purchase_no: fresh() }
    const { id, request_number } = await raise(world, 'requester-department', 'NWG/TOY/SVC', body)
    const reply = await look('requester-department', { payee_name_1: ' same PAYEE,  inc', amount: '77.50' })
    const expected = { id, request_number, amount: 77.5, status_id: 1, status_name: 'request', alike: ['payment'] }
    expect(reply.data).toEqual({
      ...nothing,
      requests: [{ ...expected, request_date: new Date(world.clock.read()).toISOString() }],
    })
  })

  test.each<[string, Partial<CreateBody>, Question, string[]]>([
    ['VIN', { vin_last_digits: 'K98761' }, { vin_last_digits: 'k98761' }, ['vin']],
    ['PO number', { po_purchase_no: 'PO 55-1' }, { po_purchase_no: '#po55-1' }, ['po']],
    [
      'payee, amount, and VIN',
      { payee_name_1: 'Three Ways', amount: 3, vin_last_digits: 'K98762' },
      { payee_name_1: 'Three Ways', amount: 3, vin_last_digits: 'K98762', po_purchase_no: 'PO-OTHER' },
      ['payment', 'vin'],
    ],
  ])('finds a request with the same %s once', async (_, changes, question, alike) => {
    const { id } = await raise(world, 'requester-group', 'NWG', { po_purchase_no: fresh(), ...changes })
    const { data } = await look('requester-group', question)
    expect(data.requests.map((row) => [row.id, row.alike])).toEqual([[id, alike]])
  })

  test.each<[string, Question]>([
    ['another amount', { payee_name_1: 'Harbor Paint Supply', amount: 1250.51 }],
    ['another payee', { payee_name_1: 'Harbor Paint', amount: 1250.5 }],
    ['a payee without an amount', { payee_name_1: 'Harbor Paint Supply' }],
    ['a placeholder number', { po_purchase_no: 'N/A' }],
    ['an empty query', {}],
  ])('finds no duplicates for %s', async (_, question) => {
    await raise(world, 'requester-group', 'NWG', { po_purchase_no: 'N/A', vin_last_digits: '000000' })
    expect((await look('requester-group', question)).data).toEqual(nothing)
  })

  /** Creates a request that matches others only by this document. */
  async function raiseWith(content: Buffer, name: PersonName = 'requester-group', place: PlaceName = 'NWG') {
    const { id } = await raise(world, name, place, { po_purchase_no: fresh(), payee_name_1: fresh() })
    const document = { name: `${fresh()}.png`, content }
    const { data } = await addDocument(await world.as(name), { request: id }, document)
    return { id, document: data.id }
  }

  test('finds a request with the same document regardless of age and file name', async () => {
    const content = pngOf(31, 1)
    const first = await raiseAgo(100 * day, { po_purchase_no: fresh(), payee_name_1: fresh() })
    const requester = await world.as('requester-group')
    await addDocument(requester, { request: first }, { name: 'scan.png', content })
    const other = await raiseWith(pngOf(32, 1))
    const second = await raiseWith(content)
    const { data } = await look('approver-group', { of: second.id })
    expect(data.requests.map(({ id, alike }) => [id, alike])).toEqual([[first, ['document']]])
    expect((await look('approver-group', { of: other.id })).data).toEqual(nothing)
  })

  test('lists a request only once when the document and the PO number match', async () => {
    const po_purchase_no = fresh()
    const content = pngOf(33, 1)
    const requester = await world.as('requester-group')
    const add = async () => {
      const { id } = await raise(world, 'requester-group', 'NWG', { po_purchase_no, payee_name_1: fresh() })
      await addDocument(requester, { request: id }, { name: 'a.png', content })
      return id
    }
    const [first, second] = [await add(), await add()]
    const { data } = await look('approver-group', { of: second })
    expect(data.requests.map(({ id, alike }) => [id, alike])).toEqual([[first, ['po', 'document']]])
  })

  test('reports a matching document only as a count when the caller can’t open the request', async () => {
    const content = pngOf(34, 1)
    await raiseWith(content, 'requester-eastside', 'EAS')
    const own = await raiseWith(content, 'requester-department', 'NWG/TOY/SVC')
    expect((await look('requester-department', { of: own.id })).data).toEqual(nothing)
    await raiseWith(content)
    expect((await look('requester-department', { of: own.id })).data).toEqual({ ...nothing, hidden: 1 })
  })

  test('compares the documents of the caller’s draft before the request is created', async () => {
    const content = pngOf(38, 1)
    const { id } = await raiseWith(content)
    const requester = await world.as('requester-group')
    const body = { form: 'new-check-request', values: {} } as const
    const { data: draft } = await requester.call(draftEndpoints.create, { body })
    const question = { dealer_group_id: world.ids.places.NWG, draft: draft.id }
    expect((await look('requester-group', question)).data).toEqual(nothing)
    const { data: document } = await addDocument(requester, { draft: draft.id }, { name: 'b.png', content })
    const { data } = await look('requester-group', question)
    expect(data.requests.map((found) => [found.id, found.alike])).toEqual([[id, ['document']]])
    expect((await look('requester-group', { dealer_group_id: world.ids.places.NWG })).data).toEqual(nothing)
    expect((await look('requester-department', question)).status).toBe(404)
    await requester.call(attachmentEndpoints.remove, { params: { id: document.id } })
    expect((await look('requester-group', question)).data).toEqual(nothing)
  })

  test('ignores removed documents and the documents of rejected requests', async () => {
    const content = pngOf(35, 1)
    const [first, second, third] = [await raiseWith(content), await raiseWith(content), await raiseWith(content)]
    const requester = await world.as('requester-group')
    await requester.call(attachmentEndpoints.remove, { params: { id: first.document } })
    await bring(world, second.id, 8)
    expect((await look('approver-group', { of: third.id })).data).toEqual(nothing)
    expect((await look('approver-group', { of: first.id })).data).toEqual(nothing)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'reports a request at status %i as a duplicate unless the status is Rejected',
    async (status) => {
      const po_purchase_no = fresh()
      const { id } = await raiseTo(world, status, 'requester-group', 'NWG', { po_purchase_no })
      expect((await found('requester-group', { po_purchase_no })).ids).toEqual(status === 8 ? [] : [id])
    },
  )

  test('hides requests of other dealer groups, and refuses searches in those groups', async () => {
    const po_purchase_no = fresh()
    const { id } = await raise(world, 'requester-eastside', 'EAS', { po_purchase_no })
    expect((await look('approver-group', { po_purchase_no })).data).toEqual(nothing)
    const eastside = world.ids.places.EAS
    const query = { dealer_group_id: eastside, po_purchase_no }
    expect((await (await world.as('approver-group')).call(endpoints.duplicates, { query })).status).toBe(404)
    const boss = await (await world.as('admin-super')).call(endpoints.duplicates, { query })
    expect(boss.data.requests.map((row) => row.id)).toEqual([id])
  })

  test('reports only the number of requests that the caller can’t open', async () => {
    const po_purchase_no = fresh()
    const changes = { po_purchase_no, payee_name_1: 'Someone Secret', amount: 4321.09 }
    const { id, request_number } = await raise(world, 'requester-group', 'NWG/HON/SVC', changes)
    const asking = people.filter((person) => person.active && person.group !== 'EAS')
    for (const { name, role } of asking.flatMap(({ name, roles }) => roles.map((role) => ({ name, role })))) {
      const detail = await (await world.as(name, role)).call(endpoints.detail, { params: { id } })
      const reply = await look(name, { po_purchase_no }, role)
      const named = reply.data.requests.map((row) => row.id)
      const shown = { named, hidden: reply.data.hidden, secret: new RegExp(`${request_number}|4321`).test(reply.text) }
      const mayOpen = detail.status === 200
      const expected = mayOpen ? { named: [id], hidden: 0, secret: true } : { named: [], hidden: 1, secret: false }
      expect(shown, `${name} as ${role}`).toEqual(expected)
    }
    const hidden = await look('requester-honda', { po_purchase_no })
    expect(hidden.data).toEqual({ ...nothing, hidden: 1 })
  })

  test('gives requesters the details of their own requests and the number of other users’ requests', async () => {
    const po_purchase_no = fresh()
    const own = await raise(world, 'requester-department', 'NWG/TOY/SVC', { po_purchase_no })
    await raise(world, 'requester-group', 'NWG/TOY/SVC', { po_purchase_no })
    await raise(world, 'requester-honda', 'NWG/HON', { po_purchase_no })
    expect(await found('requester-department', { po_purchase_no })).toEqual({ ids: [own.id], hidden: 2 })
  })

  test('describes the newest five duplicates and counts the rest', async () => {
    const po_purchase_no = fresh()
    const ids: number[] = []
    for (let n = 0; n < 7; n += 1) ids.push((await raise(world, 'requester-group', 'NWG', { po_purchase_no })).id)
    const { data } = await look('requester-group', { po_purchase_no })
    expect(data.requests.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 5))
    expect([data.more, data.hidden, data.is_lower_bound]).toEqual([2, 0, false])
  })

  test('returns the number of duplicates up to 50 and marks a higher number as a lower bound', async () => {
    const po_purchase_no = fresh()
    for (let n = 0; n < 51; n += 1) await raise(world, 'requester-group', 'NWG', { po_purchase_no })
    expect((await look('requester-group', { po_purchase_no })).data).toMatchObject({ more: 45, is_lower_bound: true })
    const hidden = await look('requester-honda', { po_purchase_no })
    expect(hidden.data).toEqual({ ...nothing, hidden: 50, is_lower_bound: true })
  })

  test('compares a stored request by its stored content, and excludes the request itself', async () => {
    const po_purchase_no = fresh()
    const payee_name_1 = 'Compared As Stored'
    const first = await raise(world, 'requester-group', 'NWG', { po_purchase_no, payee_name_1, amount: 1 })
    const second = await raise(world, 'requester-group', 'NWG', { po_purchase_no, payee_name_1, amount: 2 })
    expect((await found('approver-group', { of: first.id })).ids).toEqual([second.id])
    expect((await found('processor-group', { of: second.id })).ids).toEqual([first.id])
    const alone = await raise(world, 'requester-group', 'NWG', { po_purchase_no: fresh(), payee_name_1, amount: 3 })
    expect((await look('approver-group', { of: alone.id })).data).toEqual(nothing)
    expect((await found('approver-group', { of: alone.id, po_purchase_no })).ids).toEqual([second.id, first.id])
  })

  test('returns 404 for a stored request that the caller can’t open', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', { po_purchase_no: fresh() })
    for (const name of ['requester-department', 'approver-department', 'approver-eastside'] as const)
      expect((await look(name, { of: id })).status, name).toBe(404)
    expect((await look('admin-super', { of: 999_999 })).status).toBe(404)
  })

  test('compares the new values after an edit', async () => {
    const [before, after] = [fresh(), fresh()]
    const { id } = await raiseTo(world, 9, 'requester-group', 'NWG', { po_purchase_no: before })
    const client = await world.as('requester-group')
    const { data } = await client.call(endpoints.detail, { params: { id } })
    const body = {
      dealer_group_id: data.dealer_group_id,
      purpose_id: data.purpose_id,
      payee_type: data.payee_type,
      payee_sub_type: data.payee_sub_type,
      payee_name_1: 'Edited Payee',
      amount: 8.25,
      priority_level: data.priority_level,
      delivery_method_id: data.delivery_method_id,
      po_purchase_no: after,
    }
    expect((await client.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    expect((await found('requester-group', { po_purchase_no: before })).ids).toEqual([])
    expect((await found('requester-group', { po_purchase_no: after })).ids).toEqual([id])
    expect((await found('requester-group', { payee_name_1: 'edited payee', amount: 8.25 })).ids).toEqual([id])
  })

  test('excludes rejected and deleted requests', async () => {
    const po_purchase_no = fresh()
    const kept = await raise(world, 'requester-department', 'NWG/TOY/SVC', { po_purchase_no })
    const rejected = await raise(world, 'requester-department', 'NWG/TOY/SVC', { po_purchase_no })
    await bring(world, rejected.id, 8)
    const deleted = await raise(world, 'requester-department', 'NWG/TOY/SVC', { po_purchase_no })
    const client = await world.as('requester-department')
    expect((await client.call(endpoints.remove, { params: { id: deleted.id } })).status).toBe(200)
    expect((await found('requester-department', { po_purchase_no })).ids).toEqual([kept.id])
  })

  test.each([
    ['a call without a dealer group or a request', { po_purchase_no: 'PO-1' }, 'Dealer Group is required'],
    ['an invalid amount', { dealer_group_id: 1, amount: 'much' }, /^“much” isn’t an amount in dollars/],
    ['a VIN that is too long', { dealer_group_id: 1, vin_last_digits: '1234567' }, /at most 6 characters/],
  ])('rejects %s with status 422, and names the field', async (_, query, text) => {
    const reply = await (await world.as('requester-group')).call(endpoints.duplicates, { query })
    expect([reply.status, Object.values(reply.error.fields ?? {})]).toEqual([422, [expect.stringMatching(text)]])
  })

  async function raiseAgo(milliseconds: number, changes: Partial<CreateBody>): Promise<number> {
    const { id } = await raise(world, 'requester-group', 'NWG', changes)
    const created_at = new Date(world.clock.read() - milliseconds).toISOString()
    await world.database.transact(async (trx) => {
      await trx.updateTable('check_requests').set({ created_at }).where('id', '=', id).execute()
      await trx.updateTable('match_keys').set({ created_at }).where('id', '=', id).execute()
    })
    return id
  }

  test('compares requests of the last 90 days, or of the 90 days before a stored request', async () => {
    const po_purchase_no = fresh()
    const payee_name_1 = 'Long Ago'
    const old = await raiseAgo(150 * day, { po_purchase_no, payee_name_1 })
    const barelyOut = await raiseAgo(90 * day + 1, { po_purchase_no, payee_name_1 })
    const barelyIn = await raiseAgo(90 * day, { po_purchase_no, payee_name_1 })
    expect((await found('approver-group', { po_purchase_no })).ids).toEqual([barelyIn])
    expect((await found('approver-group', { of: old })).ids).toEqual([barelyIn, barelyOut])
    expect((await found('approver-group', { of: barelyIn })).ids).toEqual([barelyOut, old])
  })
})
