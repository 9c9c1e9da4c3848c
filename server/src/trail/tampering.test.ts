import { commentEndpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dice } from '../demo/dice.ts'
import type { Db } from '../tables.ts'
import { addUser, userBody } from '../testing/accounts.ts'
import { fillChecks } from '../testing/checks.ts'
import type { TestPlace } from '../testing/databases.ts'
import { addDocument, pngOf } from '../testing/documents.ts'
import { fillIdentityProviders } from '../testing/fill-identity-providers.ts'
import { fillJournal } from '../testing/journal.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, fillPayees } from '../testing/payees.ts'
import { fillPolicies } from '../testing/policies.ts'
import { raise, raiseTo } from '../testing/requests.ts'
import { addApp } from '../testing/second-factors.ts'
import { serve } from '../testing/start-app.ts'
import {
  allTampers,
  columnsLeftOut,
  findingsAfter,
  notVouched,
  notVouchedColumns,
  openAsIntruder,
  tamperAtRandom,
  tamperWith,
} from '../testing/tampers/all.ts'
import { columnsOf } from '../testing/tampers/tamper.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'
import { vouchedTables } from './queries/record-shapes.ts'
import { lookupTables } from './queries/schema.ts'

const totals = [
  ...['group_counters', 'place_counters', 'requester_counters', 'handled_counters', 'week_totals'],
  ...['check_totals', 'check_day_totals', 'clearing_day_totals', 'check_blocks', 'untold_checks'],
]
const trail = ['audit_entries', 'audit_heads', 'audit_keys']
/** Every change to these tables is tried every day. */
const always = /\b(journal_events|journal_exports|audit_keys|delivery_methods)\b/

/** The gate tries every third kind, beginning with a different one each day; the nightly run tries all of them. */
const tried = byProfile({ gate: { every: 3, kinds: 60 }, nightly: { every: 1, kinds: 200 } })

onOneDatabase(
  `more than ${tried.kinds} kinds of tampering from seed ${seed} on $name`,
  (kind) => {
    let place: TestPlace
    let world: World
    let intruder: Db
    beforeAll(async () => {
      place = await kind.create('world')
      const database = await place.open()
      world = worldOf(await serve(database), database, await idsOf(database))
      await fillPolicies(world)
      await fillPayees(world)
      await fillChecks(world)
      await fillIdentityProviders(world)
      await raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC')
      await raiseTo(world, 5, 'requester-group', 'NWG')
      await raise(world, 'requester-eastside', 'EAS')
      await addDocuments(world)
      await addComments(world)
      await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
      await fillJournal(world)
      await addApp(await world.as('processor-group'), world.clock)
      intruder = openAsIntruder(kind.name, place.where)
    })
    afterAll(async () => {
      await intruder.destroy()
      await world.close()
      await place.drop()
    })

    test('covers every table except those listed with a reason', async () => {
      const vouched = [...vouchedTables().map(({ table }) => table), ...Object.keys(lookupTables), ...totals, ...trail]
      const tables = new Set((await columnsOf(intruder)).map(({ table }) => table))
      expect([...tables].sort()).toEqual([...vouched, ...Object.keys(notVouched)].sort())
    })

    test('covers every column of the covered tables except those listed with a reason', () => {
      expect(columnsLeftOut().sort()).toEqual(Object.keys(notVouchedColumns).sort())
    })

    test('reports no problems before any tampering', async () => {
      expect(
        await findingsAfter(intruder, world.database, {
          name: 'nothing',
          work: async () => ({ chain: null }),
          tables: [],
        }),
      ).toEqual([])
    })

    test('detects every kind of tampering generated from the tables', async () => {
      const all = await allTampers(intruder, new Dice(8))
      const tampers = all.filter(({ name }, index) => always.test(name) || index % tried.every === seed % tried.every)
      const { seen, refused, unseen } = await tamperWith(intruder, world.database, tampers)
      // The database itself refuses up to two fifths. With only a third of all kinds, their share can be larger.
      const mostRefused = tried.every === 1 ? seen * (2 / 3) : seen
      expect({ unseen, areFewRefused: refused.length < mostRefused }).toEqual({ unseen: [], areFewRefused: true })
      expect(seen).toBeGreaterThan(tried.kinds)
    })

    test('detects random tampering from a seed', async () => {
      const { seen, unseen } = await tamperAtRandom(intruder, world.database, { seed: 20_261_122, amount: 30 })
      expect({ unseen, isAnySeen: seen > 0 }).toEqual({ unseen: [], isAnySeen: true })
    })
  },
  { timeout: 900_000 },
)

/** Adds a document, a removed document, and two W-9s for a payee, one of them replaced. */
async function addDocuments(world: World): Promise<void> {
  const { id } = await raise(world, 'requester-group', 'NWG')
  const requester = await world.as('requester-group')
  await addDocument(requester, { request: id }, { name: 'kept.png', content: pngOf(1, 1), kind: 'invoice' })
  const removed = await addDocument(requester, { request: id }, { name: 'removed.png', content: pngOf(2, 2) })
  await requester.call(attachmentEndpoints.remove, { params: { id: removed.data.id } })
  const payee = await addPayee(world, 'Tampered Glass')
  for (const name of ['replaced.png', 'current.png'])
    await addDocument(await world.as('admin-group', 'admin'), { payee: payee.id }, { name, content: pngOf(3, 3) })
}

/** Adds an edited comment and a deleted one. */
async function addComments(world: World): Promise<void> {
  const { id } = await raise(world, 'requester-group', 'NWG')
  const requester = await world.as('requester-group')
  const write = async (text: string) =>
    (await requester.call(commentEndpoints.write, { params: { id }, body: { text } })).data
  const edited = await write(`Ask @[${world.ids.people['approver-group']}]`)
  await requester.call(commentEndpoints.edit, { params: { id: edited.id }, body: { text: `${edited.text} today` } })
  const deleted = await write('Said by mistake')
  await requester.call(commentEndpoints.remove, { params: { id: deleted.id } })
}
