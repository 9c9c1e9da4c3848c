import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../server/src/open.ts'
import type { AppDatabase } from '../../server/src/tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { openStream } from '../../server/src/testing/event-stream.ts'
import type { PersonName } from '../../server/src/testing/organization.ts'
import { raise } from '../../server/src/testing/requests.ts'
import { serve } from '../../server/src/testing/start-app.ts'
import { testKeyring } from '../../server/src/testing/templates.ts'
import { idsOf, type World, worldOf } from '../../server/src/testing/world.ts'
import { type Pooler, startPgbouncer } from '../support/pgbouncer.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

const rounds = 90
const groups = { NWG: ['requester-group', 'approver-group'], EAS: ['requester-eastside', 'approver-eastside'] } as const
type Group = keyof typeof groups
const groupNames = Object.keys(groups) as Group[]

const cases = ([0, 1] as const).flatMap((resetsAlways) => [1, 2].map((sessions) => ({ resetsAlways, sessions })))

describe.each(cases)(
  'PgBouncer with $sessions sessions and server_reset_query_always = $resetsAlways',
  ({ sessions, resetsAlways }) => {
    let place: TestPlace
    let pooler: Pooler
    let one: World
    let other: World
    beforeAll(async () => {
      place = await postgres.create('world')
      pooler = await startPgbouncer({ target: place.where, sessions, resetsAlways })
      const first = openThrough()
      const ids = await idsOf(first)
      one = worldOf(await serve(first), first, ids)
      const second = openThrough()
      other = worldOf(await serve(second), second, ids)
      for (const group of groupNames)
        for (let n = 0; n < 5; n += 1) await raise(one, groups[group][0], group, { memo_line: `of ${group}` })
    })
    afterAll(async () => {
      await other.close()
      await one.close()
      await pooler.stop()
      await place.drop()
    })

    const nameOf = () => new URL(place.where).pathname.slice(1)
    const openThrough = (): AppDatabase => ({
      ...openPostgres(pooler.urlOf(nameOf()), () => {}, { directUrl: place.where }),
      keyring: testKeyring(),
    })
    const interleaved = (work: (group: Group, round: number) => Promise<void>) =>
      Promise.all(Array.from({ length: rounds }, (_, round) => work(groupNames[round % 2] as Group, round)))

    test('exposes one client’s session settings to other clients without the product, as a control', async () => {
      const clients = [1, 2, 3].map(() => new pg.Client({ connectionString: pooler.urlOf(nameOf()) }))
      for (const client of clients) await client.connect()
      const [caller, ...others] = clients as [pg.Client, ...pg.Client[]]
      await caller.query('set role check_requests_walled')
      const roles = [caller, ...others].map(
        async (client) => (await client.query('select current_user as role')).rows[0].role,
      )
      const found = await Promise.all(roles)
      // If the session is reset after each transaction, the caller loses the role, so its next query sees every group.
      expect(found.includes(resetsAlways ? 'postgres' : 'check_requests_walled')).toBe(true)
      if (resetsAlways) expect(found[0]).toBe('postgres')
      for (const client of clients) await client.query('reset role; reset all')
      for (const client of clients) await client.end()
    })

    test('returns only rows of the current tenant for a query without a dealer group filter', async () => {
      const groupsIn = async (db: AppDatabase['read']) =>
        (await db.selectFrom('check_requests').select('dealer_group_id').distinct().execute()).map(
          ({ dealer_group_id }) => dealer_group_id,
        )
      await interleaved(async (group, round) => {
        const { database, ids } = round % 3 === 0 ? other : one
        const found = await database.forTenant(ids.places[group], () =>
          round % 5 === 0 ? database.transact(groupsIn) : groupsIn(database.read),
        )
        expect(found).toEqual([ids.places[group]])
      })
      expect((await groupsIn(one.database.read)).toSorted()).toEqual(
        groupNames.map((group) => one.ids.places[group]).toSorted(),
      )
    })

    const nameOfGroup = { NWG: 'Northwest Auto Group', EAS: 'Eastside Motors' }
    const strangers = { NWG: nameOfGroup.EAS, EAS: nameOfGroup.NWG }

    test('separates concurrent lists, details, exports, and writes of two dealer groups', async () => {
      await interleaved(async (group, round) => {
        const [requester, approver] = groups[group]
        const { id } = await raise(one, requester, group)
        const client = (round % 2 === 0 ? one : other).anyone.with((await one.as(approver)).headers)
        const listed = await client.call(endpoints.list, { query: { limit: 10 } })
        const exported = await client.send('GET', '/api/v1/check-requests/export/csv')
        const opened = await client.call(endpoints.detail, { params: { id } })
        expect([listed.status, exported.status, opened.status]).toEqual([200, 200, 200])
        for (const { text } of [listed, exported, opened]) expect(text).toContain(nameOfGroup[group])
        for (const { text } of [listed, exported, opened]) expect(text).not.toContain(strangers[group])
      })
    })

    async function hintAfter(writer: World, reader: World, person: PersonName): Promise<void> {
      const there = reader.anyone.with((await writer.as(person)).headers)
      const stream = await openStream(reader.app, there)
      const { id } = await raise(writer, person, 'NWG')
      await expect.poll(async () => (await stream.next()).id).toBe(id)
      stream.close()
    }

    test('notifies an open page of changes made on the other server', async () => {
      await hintAfter(one, other, 'requester-group')
      await hintAfter(other, one, 'requester-group')
    })

    test('keeps the audit trail intact', async () => {
      for (const person of ['admin-group', 'admin-eastside', 'admin-super'] as const) {
        const { data } = await (await one.as(person)).call(auditEndpoints.verify)
        expect(data.chains.every(({ intact }) => intact)).toBe(true)
      }
    })

    test('leaves no settings in a session', async () => {
      const client = new pg.Client({ connectionString: pooler.urlOf(nameOf()) })
      await client.connect()
      const { rows } = await client.query(`select current_user as role, current_setting('statement_timeout') as "limit",
        coalesce(current_setting('check_requests.dealer_group', true), '') as tenant,
        (select count(*)::int from pg_prepared_statements) as named`)
      expect(rows).toEqual([{ role: 'postgres', limit: '0', tenant: '', named: 0 }])
      await client.end()
    })
  },
)
