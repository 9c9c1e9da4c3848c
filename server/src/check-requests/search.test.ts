import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints as users } from '@check-requests/domain/people/users/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, userBody } from '../testing/accounts.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { bodyAt, bring, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const otherPurposeId = 21
const renamedPurposeId = 7

// Every list searches the same fields, regardless of its placeholder text, and a payee has up to two names (E5).
const views = [
  { view: 'all', status: 1 },
  { view: 'pending', status: 1 },
  { view: 'processing', status: 3 },
  { view: 'processing', status: 5 },
  { view: 'completed', status: 6 },
  { view: 'sendback', status: 9 },
  { view: 'rejected', status: 8 },
] as const

onBothDatabases('search on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function found(search: string, view: (typeof views)[number]['view'] = 'all'): Promise<number[]> {
    const client = await world.as('approver-super')
    const { data } = await client.call(endpoints.list, { query: { view, search } })
    return data.items.map(({ id }) => id)
  }

  test.each(views)(
    'finds requests at status $status in the $view list by each text, amount, and number',
    async ({ view, status }) => {
      const { id, request_number } = await raise(world, 'requester-group', 'NWG', {
        payee_name_1: `${view} Ödegård`,
        payee_name_2: `${view} Straße & Söhne`,
        purpose_id: otherPurposeId,
        purpose_other: `${view} Charity Event`,
        amount: 1796.24,
        vin_last_digits: `4T-${status}${view.slice(0, 2)}`,
        po_purchase_no: `PO-77${status}${view}`,
        notes: `Deposit for ${view} Café sign`,
      })
      await bring(world, id, status)
      const detail = await (await world.as('approver-super')).call(endpoints.detail, { params: { id } })
      const words = {
        number: request_number,
        requester: detail.data.requester_name,
        payee: `${view} ödeGÅRD`,
        second: `${view} STRAßE & sö`,
        purpose: `Other ${view} CHARITY`,
        vin: `4t${status}${view.slice(0, 2).toUpperCase()}`,
        vinPart: `t-${status}${view.slice(0, 2)}`,
        po: `po 77${status}${view.toUpperCase()}`,
        poPart: `77${status}${view.slice(0, 3).toUpperCase()}`,
        note: `for ${view} CAFÉ sign`,
        dollars: '1796',
        cents: '1,796.24',
        money: '$1,796.24',
        ...(detail.data.check_number && { check: detail.data.check_number }),
      }
      for (const [name, text] of Object.entries(words)) expect(await found(text, view), name).toContain(id)
      for (const text of ['1797', '1,796.25', `PO-78${status}`]) expect(await found(text, view), text).not.toContain(id)
    },
  )

  test('ignores amounts and reference numbers in other dealer groups', async () => {
    const { id } = await raise(world, 'requester-eastside', 'EAS/KIA', { amount: 6543.21, po_purchase_no: 'PO-KIA-1' })
    expect(await found('6,543.21')).toEqual([id])
    const stranger = await world.as('approver-group')
    for (const search of ['6,543.21', 'po-kia-1', '6543'])
      for (const query of [{ search }, { search, sort: 'amount-high' }, { search, amount_from: '1' }] as const) {
        const { data } = await stranger.call(endpoints.list, { query })
        expect(data).toMatchObject({ items: [], total: 0, sum: 0 })
      }
  })

  test('finds a request by its notes and the notes in its history as soon as they are saved', async () => {
    const { id, version } = await raise(world, 'requester-group', 'NWG', { notes: 'Ölwechsel, as agreed' })
    const other = await raise(world, 'requester-group', 'NWG', { notes: null })
    const approver = await world.as('approver-group')
    expect(await found('OLWECHSEL, as')).toEqual([id])
    expect(await found('zebra')).toEqual([])
    const sendBack = { status_id: 9, note: 'Zebra invoice is missing', version }
    expect((await approver.call(endpoints.changeStatus, { params: { id }, body: sendBack })).status).toBe(201)
    expect(await found('zebra')).toEqual([id])
    const requester = await world.as('requester-group')
    const body = bodyAt(world.ids, 'NWG', { notes: 'Quokka instead' })
    expect((await requester.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    expect(await found('quokka')).toEqual([id])
    expect(await found('ZEBRA inv')).toEqual([id])
    expect(await found('olwechsel')).toEqual([])
    const urgent = { priority_level: 'urgent', message: 'Walrus waits', version: version + 2 } as const
    const changed = await requester.call(endpoints.changePriority, { params: { id }, body: urgent })
    expect(changed.status, changed.text).toBe(200)
    for (const words of ['walrus', 'zebra', 'quokka', 'wa', 'QUOKKA instead'])
      expect(await found(words), words).toEqual(words === 'wa' ? expect.arrayContaining([id]) : [id])
    expect(await found('instead zebra')).toEqual([id])
    expect(await found('instead zebra giraffe')).toEqual([])
    expect(await found('walrus')).not.toContain(other.id)
    for (const query of [
      { search: 'walrus', sort: 'amount-high' },
      { search: 'walrus', amount_from: '1' },
    ] as const) {
      const { data } = await approver.call(endpoints.list, { query })
      expect(data.items.map((item) => item.id)).toEqual([id])
      const stranger = await world.as('approver-eastside')
      expect((await stranger.call(endpoints.list, { query })).data).toMatchObject({ items: [], total: 0, sum: 0 })
    }
  })

  test('matches the end of a VIN and parts of a PO number in any list order', async () => {
    const numbers = { vin_last_digits: '386752', po_purchase_no: 'PO 4-4711/B', invoice_number: 'Q7-55102' }
    const { id } = await raise(world, 'requester-group', 'NWG', numbers)
    for (const words of [
      '386752',
      '6752',
      'bw386752',
      'WVWZZZ1KZ-BW386752',
      '4711/b',
      'po44711',
      '4-47',
      'q755102',
      '7-5510',
    ])
      for (const sort of ['newest', 'due'] as const) {
        const { data } = await (await world.as('approver-super')).call(endpoints.list, {
          query: { search: words, sort },
        })
        expect(
          data.items.map((item) => item.id),
          words,
        ).toEqual([id])
      }
    for (const words of ['386753', 'bw386753']) expect(await found(words)).toEqual([])
    expect(await found('752po4')).toEqual([])
  })

  test('shows requests with the whole number or payee name first, and each request on one page', async () => {
    const fields = { payee_name_1: 'Walnut Auto Body', invoice_number: 'INV-88' }
    const { id, request_number } = await raise(world, 'requester-group', 'NWG', fields)
    await bring(world, id, 6)
    const client = await world.as('approver-group')
    const { data: detail } = await client.call(endpoints.detail, { params: { id } })
    const notes = `Like ${request_number}, check ${detail.check_number}, Walnut Auto Body`
    const partly = { payee_name_1: 'Walnut Auto Body Glass', invoice_number: 'INV-881', notes }
    const others = [
      await raise(world, 'requester-group', 'NWG', partly),
      await raise(world, 'requester-group', 'NWG', partly),
    ]
    await raise(world, 'requester-eastside', 'EAS/KIA', { ...fields, notes })
    for (const search of [request_number.toLowerCase(), `${detail.check_number}`, 'inv 88', 'walnut AUTO body']) {
      const pages: number[][] = []
      let cursor: string | null | undefined
      do {
        const { data } = await client.call(endpoints.list, { query: { search, limit: 2, ...(cursor && { cursor }) } })
        expect(data.total, search).toBe(3)
        pages.push(data.items.map((item) => item.id))
        cursor = data.next_cursor
      } while (cursor)
      expect(pages, search).toEqual([[id, others[1]?.id], [others[0]?.id]])
    }
    const inWords = async (query: object) => {
      const { data } = await client.call(endpoints.list, { query: { search: 'body walnut auto', ...query } })
      return data.items.map((item) => item.id)
    }
    const byArrival = [others[1]?.id, others[0]?.id, id]
    expect(await inWords({})).toEqual(byArrival)
    expect(await inWords({ search: 'walnut auto body', sort: 'oldest' })).toEqual(byArrival.toReversed())
    expect(await inWords({ search: request_number, status: 1 })).toEqual(byArrival.slice(0, 2))
    expect((await found('walnut auto body')).slice(1, 2)).toEqual([id])
  })

  test('shows first the request whose number ends with the typed digits', async () => {
    const { id, request_number } = await raise(world, 'requester-group', 'NWG')
    const digits = request_number.slice(-6)
    for (let count = 0; count < 3; count += 1)
      await raise(world, 'requester-group', 'NWG', { notes: `Instead of ${digits}`, amount: Number(digits) })
    const client = await world.as('approver-group')
    for (const search of [digits, String(Number(digits))]) {
      const { data } = await client.call(endpoints.list, { query: { search } })
      expect(data.items[0]?.id, search).toBe(id)
      expect(data.items.length, search).toBeGreaterThan(3)
    }
    const stranger = await world.as('approver-eastside')
    const { data } = await stranger.call(endpoints.list, { query: { search: digits } })
    expect(data.items.map((item) => item.id)).not.toContain(id)
  })

  test('finds requests only by the new name of a renamed purpose', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', { purpose_id: renamedPurposeId })
    const { id: before } = await raise(world, 'requester-eastside', 'EAS/KIA', { purpose_id: renamedPurposeId })
    const admin = await world.as('admin-super')
    const rename = (name: string) =>
      admin.call(organization.updatePurpose, { params: { id: renamedPurposeId }, body: { name } })
    expect((await rename('Vehículo Loaner')).status).toBe(200)
    expect(await found('VEHICULO loan')).toEqual([before, id])
    expect((await rename('Courtesy Car')).status).toBe(200)
    expect(await found('vehiculo loan')).toEqual([])
    for (const query of [{ sort: 'newest' }, { sort: 'due' }, { amount_from: '1' }, { sort: 'oldest' }] as const) {
      const asked = { query: { search: 'courtesy car', ...query } }
      const all = (await (await world.as('approver-super')).call(endpoints.list, asked)).data.items
      expect(all.map((item) => item.id).sort()).toEqual([id, before].sort())
      const own = (await (await world.as('approver-eastside')).call(endpoints.list, asked)).data
      expect(own).toMatchObject({ items: [{ id: before }], total: 1 })
    }
    const { mismatches } = await verifyTrail(world.database, null)
    expect(mismatches).toEqual([])
  })

  test('shows first the request whose number ends with the typed digits', async () => {
    const { id, request_number } = await raise(world, 'requester-group', 'NWG')
    const digits = request_number.slice(-6)
    for (let count = 0; count < 3; count += 1)
      await raise(world, 'requester-group', 'NWG', { notes: `Instead of ${digits}`, amount: Number(digits) })
    const client = await world.as('approver-group')
    for (const search of [digits, String(Number(digits))]) {
      const { data } = await client.call(endpoints.list, { query: { search } })
      expect(data.items[0]?.id, search).toBe(id)
      expect(data.items.length, search).toBeGreaterThan(3)
    }
    const stranger = await world.as('approver-eastside')
    const { data } = await stranger.call(endpoints.list, { query: { search: digits } })
    expect(data.items.map((item) => item.id)).not.toContain(id)
  })

  test('finds requests only by the new name of a renamed requester', async () => {
    const admin = await world.as('admin-super')
    const body = userBody(world.ids, { first_name: 'Ottilie', last_name: 'Vörös', role_ids: [2] })
    const { id: userId, client } = await addPerson(world.anyone, admin, body)
    const { data } = await client.call(endpoints.create, { body: bodyAt(world.ids, 'NWG') })
    expect(await found('ottilie voros')).toEqual([data.id])
    const renamed = { body: { id: userId, last_name: 'Szűcs' } }
    expect((await admin.call(users.update, renamed)).status).toBe(200)
    expect(await found('OTTILIE szucs')).toEqual([data.id])
    expect(await found('voros')).toEqual([])
    const { mismatches } = await verifyTrail(world.database, null)
    expect(mismatches).toEqual([])
  })

  test('returns and counts nothing when filtering by locations and users of other dealer groups', async () => {
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const { places, people } = world.ids
    const foreign = [
      { dealership: `${places['NWG/TOY']}` },
      { department: `${places['NWG/TOY/SVC']}` },
      { requester: `${people['requester-group']}` },
    ]
    for (const query of foreign) {
      const { data } = await (await world.as('approver-eastside')).call(endpoints.list, { query })
      expect(data).toMatchObject({ items: [], total: 0, sum: 0 })
      const own = await (await world.as('approver-super')).call(endpoints.list, { query })
      expect(own.data.total).toBeGreaterThan(0)
    }
  })

  test('finds a request by its second payee, but not after the second payee is removed', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Quick Towing' })
    const client = await world.as('requester-group')
    const edit = async (payee_name_2: string | null) => {
      await bring(world, id, 9)
      const body = bodyAt(world.ids, 'NWG', { payee_name_1: 'Quick Towing', payee_name_2 })
      expect((await client.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    }
    await edit('Nadia Second')
    expect(await found('nadia SECOND')).toEqual([id])
    await edit(null)
    expect(await found('nadia second')).toEqual([])
    expect(await found('quick towing')).toEqual([id])
  })

  if (kind.name !== 'SQLite') return
  test.each(['check_request_fts', 'check_request_notes_fts', 'checks_fts'])(
    'keeps the full-text index %s equal to its table',
    async (index) => {
      const check = sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('integrity-check', 1)`
      await world.database.transact((trx) => check.execute(trx))
    },
  )
})
