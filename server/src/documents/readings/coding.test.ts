import { PDFDocument } from '@cantoo/pdf-lib'
import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { mostDocuments } from '@check-requests/domain/documents/readings/coding.ts'
import { readingEndpoints as endpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../tables.ts'
import { addDocument } from '../../testing/documents.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName, PlaceName } from '../../testing/organization.ts'
import { planOf } from '../../testing/query-plan.ts'
import { bodyAt, type CreateBody, placeBody } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { readDocuments } from './commands/read-documents.ts'
import { findWithPhrases } from './queries/readings.ts'

onBothDatabases('coding suggested by the words of documents on $name (decision 41)', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = 'requester-group'
  /** A draft with a document that has been read. */
  const draftWith = async (lines: readonly string[], name: PersonName = requester) => {
    const client = await world.as(name, 'requester')
    const created = await client.call(drafts.create, { body: { form: 'new-check-request', values: {} } })
    const sent = { name: 'invoice.pdf', content: await invoiceFor(lines) }
    const document = (await addDocument(client, { draft: created.data.id }, sent)).data.id
    await readDocuments(world.services)
    return { draft: created.data.id, document }
  }
  const submit = async (
    draft_id: number | null,
    place: PlaceName,
    values: Partial<CreateBody>,
    name: PersonName = requester,
  ) => {
    const body = { ...bodyAt(world.ids, place, values), ...(draft_id !== null && { draft_id }) }
    const created = await (await world.as(name, 'requester')).call(requests.create, { body })
    expect(created.status, created.text).toBe(201)
    return created.data.id
  }
  const askFor = async (draft_id: number, name: PersonName = requester, place: PlaceName = 'NWG/TOY', payee = '') => {
    const { dealer_group_id, dealership_id } = placeBody(world.ids, place)
    const query = { dealer_group_id: dealer_group_id ?? 0, dealership_id: dealership_id ?? undefined, draft_id, payee }
    return (await world.as(name, 'requester')).call(endpoints.coding, { query })
  }
  const suggested = async (...asked: Parameters<typeof askFor>) =>
    (await askFor(...asked)).data.map(({ field, value, reason }) => `${field} ${value}: ${reason}`)
  const documents: number[] = []
  const glass = { payee_name_1: 'Clearview Glass', purpose_id: 11, delivery_method_id: 2, mailing_method: null }

  test('suggests what earlier documents with the same words have, to those who see their requests', async () => {
    for (const place of ['NWG/TOY/SVC', 'NWG/TOY/SVC', 'NWG/HON/SVC'] as const) {
      const { draft, document } = await draftWith(['Windshield replacement    310.00', 'Shop supplies    12.00'])
      documents.push(document)
      await submit(draft, place, glass)
    }
    const { draft } = await draftWith(['Windshield calibration   150.00'])
    const expected = [
      'purpose_id 11: 3 of 3 documents with “windshield”',
      'delivery_method_id 2: 3 of 3 documents with “windshield”',
    ]
    expect(await suggested(draft)).toEqual(expected)
    expect(await suggested(draft, requester, 'NWG/TOY', 'Clearview Glass')).toEqual(
      expected.map((text) => text.replace('documents with', 'documents of this payee with')),
    )
    // This requester sees only one of the three requests.
    const honda = await draftWith(['Windshield calibration   150.00'], 'requester-honda')
    expect(await suggested(honda.draft, 'requester-honda', 'NWG/HON')).toEqual([])
    const eastside = await draftWith(['Windshield calibration   150.00'], 'requester-eastside')
    expect(await suggested(eastside.draft, 'requester-eastside', 'EAS/KIA')).toEqual([])
  })

  test('refuses other users’ drafts, other dealer groups, and requests that the caller can’t see', async () => {
    const { draft } = await draftWith(['Windshield calibration   150.00'])
    expect((await askFor(draft, 'requester-honda', 'NWG/HON')).status).toBe(404)
    expect((await askFor(draft, 'requester-eastside', 'NWG/TOY')).status).toBe(404)
    const id = await submit(draft, 'NWG/TOY/SVC', glass)
    const ofRequest = async (name: PersonName, place: PlaceName) => {
      const query = { dealer_group_id: placeBody(world.ids, place).dealer_group_id ?? 0, check_request_id: id }
      return (await world.as(name, 'requester')).call(endpoints.coding, { query })
    }
    expect((await ofRequest('requester-eastside', 'EAS')).status).toBe(404)
    // A request’s own document says nothing about it.
    expect((await ofRequest(requester, 'NWG')).data.map(({ reason }) => reason)).toEqual([
      '3 of 3 documents with “windshield”',
      '3 of 3 documents with “windshield”',
    ])
  })

  test('suggests what a document names, within the dealership, and counts what became of it', async () => {
    const lines = ['Attn: SVC', 'HOLD FOR PICKUP', 'RUSH', 'Detailing   85.00']
    const { draft } = await draftWith(lines)
    expect(await suggested(draft)).toEqual([
      `department_id ${world.ids.places['NWG/TOY/SVC']}: The document says “Attn: SVC”`,
      'delivery_method_id 2: The document says “HOLD FOR PICKUP”',
      'priority_level urgent: The document says “RUSH”',
    ])
    await submit(draft, 'NWG/TOY/SVC', { payee_name_1: 'Shine Brothers', priority_level: 'urgent' })
    const admin = await world.as('admin-group', 'admin')
    const counts = (await admin.call(endpoints.keptCounts, {})).data.find(({ payee }) => payee === 'Shine Brothers')
    expect(counts?.fields).toEqual(
      expect.arrayContaining([
        { field: 'department_id', kept: 1, changed: 0, cleared: 0 },
        { field: 'priority_level', kept: 1, changed: 0, cleared: 0 },
        { field: 'delivery_method_id', kept: 0, changed: 1, cleared: 0 },
      ]),
    )
  })

  test('also learns from a document that is added to a submitted request', async () => {
    const client = await world.as(requester)
    for (let added = 0; added < 3; added += 1) {
      const request = await submit(null, 'NWG/TOY/SVC', { purpose_id: 13 })
      await addDocument(
        client,
        { request },
        { name: 'invoice.pdf', content: await invoiceFor(['Roof repair   900.00']) },
      )
    }
    await readDocuments(world.services)
    const { draft } = await draftWith(['Roof gutters   150.00', 'Roof repair   20.00'])
    expect((await suggested(draft))[0]).toBe('purpose_id 13: 3 of 3 documents with “roof repair”')
  })

  test('forgets the words of a removed document, and all when the dealer group switches reading off', async () => {
    const stored = async () =>
      Number(
        (await sql<{ count: number }>`select count(*) as count from document_phrases`.execute(world.database.read))
          .rows[0]?.count,
      )
    const before = await stored()
    const id = documents[0] ?? 0
    await (await world.as(requester)).call(attachmentEndpoints.remove, { params: { id } })
    expect(before - (await stored())).toBe(5)
    const { draft } = await draftWith(['Windshield calibration   150.00'])
    expect((await suggested(draft))[0]).toBe('purpose_id 11: 3 of 3 documents with “windshield”')
    const body = { settings: { reads_documents: false } }
    await (await world.as('admin-super')).call(organizationEndpoints.updateGroup, {
      params: { id: world.ids.places.NWG },
      body,
    })
    await readDocuments(world.services)
    expect(await stored()).toBe(0)
  })

  /** The number of rows that PostgreSQL reads under the dealer group's row-level security. */
  async function rowsRead(work: (trx: Tx) => Promise<unknown>): Promise<number> {
    await sql`analyze`.execute(world.database.read)
    return world.database.transact(async (trx) => {
      await sql`select set_config('check_requests.dealer_group', ${String(world.ids.places.NWG)}, true)`.execute(trx)
      await sql`set local role check_requests_walled`.execute(trx)
      const counted = sql<{
        read: number
      }>`select cast(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as bigint) as read
        from pg_stat_xact_user_tables where relname in ('document_phrases', 'attachments', 'check_requests')`
      const before = (await counted.execute(trx)).rows[0]?.read ?? 0
      await work(trx)
      return ((await counted.execute(trx)).rows[0]?.read ?? 0) - before
    })
  }

  test('reads only the newest documents with a phrase, with indexes', async () => {
    const { places, people } = world.ids
    const numbers = sql`(with recursive numbers (n) as (select 100001 union all select n + 1 from numbers where n < 103000)
      select n from numbers) as source`
    const at = '2026-11-20T15:00:00.000Z'
    await world.database.transact(async (trx) => {
      const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
      await run(sql`insert into check_requests (id, dealer_group_id, requester_id, created_by_id, status_id, request_number,
          amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank, due_date, po_purchase_no,
          delivery_method_id, created_at, status_changed_at, updated_at)
        select n, ${places.NWG}, ${people[requester]}, ${people[requester]}, 1, 'NWG-' || n, 100, 'business', 'vendor',
          'Payee', 1, 1, '2026-11-30', 'PO', 1, ${at}, ${at}, ${at} from ${numbers}`)
      await run(sql`insert into attachments (id, dealer_group_id, check_request_id, name, type, size, stored_as, sha256,
          created_by_id, created_by_name, created_at)
        select n, ${places.NWG}, n, 'a.pdf', 'application/pdf', 1, 'x' || n, 'x', ${people[requester]}, 'x', ${at} from ${numbers}`)
      await run(sql`insert into document_readings (attachment_id, dealer_group_id, state, changed_at)
        select n, ${places.NWG}, 'read', ${at} from ${numbers}`)
      await run(sql`insert into document_phrases (dealer_group_id, phrase, attachment_id)
        select ${places.NWG}, 'brake pads', n from ${numbers}`)
    })
    const of = { dealerGroupId: places.NWG, phrases: ['brake pads', 'shop towels'], except: 0 }
    const found = await findWithPhrases(world.database.read, of)
    expect(found).toHaveLength(mostDocuments)
    expect(Math.min(...found.map(({ id }) => id))).toBe(103_001 - mostDocuments)
    if (kind.name === 'PostgreSQL') return expect(await rowsRead((trx) => findWithPhrases(trx, of))).toBeLessThan(300)
    expect(await planOf(world.database, (read) => findWithPhrases(read, of))).toEqual([
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
      'SEARCH p USING PRIMARY KEY (dealer_group_id=? AND phrase=? AND attachment_id>?)',
      'CORRELATED SCALAR SUBQUERY 2',
      'SEARCH n USING PRIMARY KEY (dealer_group_id=? AND phrase>? AND phrase<?)',
      'SEARCH a USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
    ])
  })
})

async function invoiceFor(lines: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  const texts = [...lines.entries()].flatMap(([index, line]) =>
    line.split(/ {3,}/).map((text, column) => ({ text, x: 40 + 400 * column, y: 600 - 20 * index })),
  )
  for (const { text, x, y } of texts) page.drawText(text, { x, y, size: 10 })
  page.drawText('Invoice', { x: 40, y: 740, size: 10 })
  return document.save()
}
