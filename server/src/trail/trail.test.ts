import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints as endpoints } from '@check-requests/domain/trail/endpoints.ts'
import type { AuditEntity } from '@check-requests/domain/trail/fields.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvLine } from '../platform/text/exports.ts'
import { approved, openAccount, signed } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organization.ts'
import { bring, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('the audit trail on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    const { id } = await raise(world, 'requester-group', 'NWG/TOY', { payee_name_1: '=HYPERLINK("evil")' })
    await bring(world, id, 5)
    await raise(world, 'requester-eastside', 'EAS')
  })
  afterAll(() => world.close())

  describe('reading the trail', () => {
    test('shows an admin only their own group’s trail and a super admin the whole trail', async () => {
      const chains = async (name: 'admin-group' | 'admin-super') => {
        const { data } = await (await world.as(name)).call(endpoints.list, { query: { limit: 200 } })
        return [...new Set(data.items.map(({ chain }) => chain))].sort()
      }
      expect(await chains('admin-group')).toEqual([world.ids.places.NWG])
      expect(await chains('admin-super')).toEqual([0, world.ids.places.NWG, world.ids.places.EAS].sort())
    })

    test.each(['admin-dealership', 'requester-group', 'approver-super'] as const)(
      'refuses to show the trail to user %s',
      async (name) => {
        const client = await world.as(name)
        for (const row of [endpoints.list, endpoints.verify]) expect((await client.call(row)).status).toBe(403)
      },
    )

    test('shows who did what to which record in which role with the values before and after', async () => {
      const query = { action: 'check-request.change-status', limit: 1 }
      const { data } = await (await world.as('admin-group')).call(endpoints.list, { query })
      expect(data.items[0]).toMatchObject({
        actor_name: 'processor-super Tester',
        role: 'Processor',
        entity: 'check-request',
        label: 'NWG-TOY-000001',
        before: { status_id: 4, check_number: null },
        after: { status_id: 5, check_number: expect.stringMatching(/^\d+$/) },
      })
    })

    test('names checks, print runs, and bank accounts in entries that don’t contain the name', async () => {
      const account = await openAccount(world)
      await signed(world, account, [await approved(world, {})])
      const admin = await world.as('admin-group')
      const labels = async (entity: AuditEntity) =>
        (await admin.call(endpoints.list, { query: { entity } })).data.items.map(({ label }) => label)
      const number = account.next_check_number
      expect(new Set(await labels('check'))).toEqual(new Set([`${number}`]))
      expect(new Set(await labels('print-run'))).toEqual(new Set([`${number}–${number}`]))
      expect(new Set(await labels('bank-account'))).toEqual(new Set([account.name]))
    })

    test('filters entries by user, record, and day, and returns pages without gaps', async () => {
      const admin = await world.as('admin-super')
      const person = world.ids.people['requester-eastside']
      const own = (await admin.call(endpoints.list, { query: { person, limit: 200 } })).data.items
      expect(new Set(own.map(({ actor_id }) => actor_id))).toEqual(new Set([person]))
      const all = (await admin.call(endpoints.list, { query: { limit: 200 } })).data.items
      const paged: typeof all = []
      let cursor: string | null | undefined
      do {
        const query = { limit: 3, ...(cursor && { cursor }) }
        const { data } = await admin.call(endpoints.list, { query })
        paged.push(...data.items)
        cursor = data.next_cursor
      } while (cursor)
      expect(paged).toEqual(all)
      const tomorrow = new Date(world.clock.read() + 86_400_000).toISOString().slice(0, 10)
      expect((await admin.call(endpoints.list, { query: { from: tomorrow } })).data.items).toEqual([])
    })

    test('filters entries by time from the start up to but not including the end', async () => {
      const admin = await world.as('admin-super')
      const list = async (query: object) =>
        (await admin.call(endpoints.list, { query: { limit: 200, ...query } })).data.items
      const all = await list({})
      const at = all[2]?.at as string
      expect(await list({ from: at })).toEqual(all.filter((entry) => entry.at >= at))
      expect(await list({ to: at })).toEqual(all.filter((entry) => entry.at < at))
    })

    test('exports every matching entry as CSV and escapes formulas', async () => {
      const admin = await world.as('admin-group')
      const reply = await admin.send('GET', '/api/v1/audit/export', { query: { entity: 'check-request' } })
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(reply.headers['content-disposition']).toBe('attachment; filename="audit-trail.csv"')
      const lines = reply.text.split('\r\n')
      expect(lines[0]).toBe('\uFEFFTime,User,Role,Action,Record,Record ID,Name,Before,After')
      expect(lines.filter((line) => line.includes('NWG-TOY-000001'))).toHaveLength(4)
    })

    test('keeps a user’s name that is a formula as text in the CSV file', async () => {
      const admin = await world.as('admin-super')
      const person = world.ids.people['processor-eastside']
      await admin.call(userEndpoints.update, { body: { id: person, first_name: '=1+1' } })
      await world.logIn(emailOf('processor-eastside'))
      const { text } = await admin.send('GET', '/api/v1/audit/export', { query: { person } })
      expect(text).toContain(",'=1+1 Tester,Processor,session.login,")
    })
  })

  describe('verifying the trail', () => {
    const verify = async () => (await (await world.as('admin-super')).call(endpoints.verify)).data

    test('finds the trail intact while all changes go through the product', async () => {
      expect(await verify()).toMatchObject({ intact: true, mismatches: [] })
    })

    test('detects a request whose amount was changed in the database', async () => {
      const change = (cents: number) =>
        sql`update check_requests set amount_cents = ${cents} where request_number = 'NWG-TOY-000001'`
      await world.database.transact((trx) => change(999).execute(trx))
      expect(await verify()).toMatchObject({
        intact: false,
        mismatches: ['Check request NWG-TOY-000001 was changed without an entry in the trail.'],
      })
      await world.database.transact((trx) => change(125_050).execute(trx))
    })

    test('detects a chain whose head was moved', async () => {
      const chain = world.ids.places.EAS
      const head = (hash: string) => sql`update audit_heads set hash = ${hash} where chain = ${chain}`
      const { hash } = await world.database.read
        .selectFrom('audit_heads')
        .select('hash')
        .where('chain', '=', chain)
        .executeTakeFirstOrThrow()
      await world.database.transact((trx) => head('0').execute(trx))
      const { chains, intact } = await verify()
      expect(intact).toBe(false)
      expect(chains.find((state) => state.chain === chain)).toMatchObject({ intact: false, name: 'Eastside Motors' })
      await world.database.transact((trx) => head(hash).execute(trx))
    })
  })
})

describe('a CSV line', () => {
  test.each([
    ['=1+1', `'=1+1`],
    [' \t@cmd', `' \t@cmd`],
    ['+49 30', `'+49 30`],
    ['-5', `'-5`],
    ['＝1', `'＝1`],
    ['a "quoted", word', '"a ""quoted"", word"'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('writes the cell %j as %j', (text, written) => {
    expect(csvLine([text, 5, null])).toBe(`${written},5,\r\n`)
  })
})
