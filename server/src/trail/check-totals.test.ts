import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { fillChecks } from '../testing/checks.ts'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { serve } from '../testing/start-app.ts'
import { openAsIntruder } from '../testing/tampers/all.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'
import { wrongCheckTotals } from './queries/check-totals.ts'

const tables = ['check_totals', 'check_day_totals', 'clearing_day_totals', 'check_blocks', 'untold_checks']

onBothDatabases('check totals on $name', (kind) => {
  let place: TestPlace
  let world: World
  let owner: Db
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
    await fillChecks(world)
    owner = openAsIntruder(kind.name, place.where)
  })
  afterAll(async () => {
    await owner.destroy()
    await world.close()
    await place.drop()
  })

  test.each(tables)('reports totals in %s that differ from the checks', async (table) => {
    class Undone extends Error {}
    const column = table === 'untold_checks' ? 'amount_cents' : 'amount'
    const work = owner.transaction().execute(async (trx) => {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 1`.execute(trx)
      expect(await wrongCheckTotals(trx, world.ids.places.NWG)).toEqual([table])
      throw new Undone()
    })
    await expect(work).rejects.toThrow(Undone)
  })
})
