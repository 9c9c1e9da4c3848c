import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongCheckTotals } from '../audit/queries/check-totals.ts'
import type { Db, Tx } from '../tables.ts'
import { fillChecks } from '../testing/checks.ts'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { serve } from '../testing/start-app.ts'
import { openAsIntruder } from '../testing/tampers/all.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'
import { up } from './0084-check-totals.ts'

const tables = ['check_totals', 'check_day_totals', 'clearing_day_totals', 'check_blocks', 'untold_checks']
const watched = ['checks', 'positive_pay_rows', 'positive_pay_files', 'clearing_lines']
const ours = 'check_totals_%,check_blocks_%,untold_checks_%,clearing_totals_%'.split(',')

onBothDatabases('the totals of checks on $name', (kind) => {
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

  test('are those of the checks that were there when they began to be kept', async () => {
    const dialect = world.database.dialect
    const groups = [world.ids.places.NWG, world.ids.places.EAS]
    class Undone extends Error {}
    const work = owner.transaction().execute(async (trx) => {
      const kept = await contentOf(trx)
      for (const table of tables) expect(kept[table]?.length, table).toBeGreaterThan(1)
      for (const name of await triggersOf(trx, dialect)) await sql.raw(name).execute(trx)
      for (const table of tables) await sql`drop table ${sql.table(table)}`.execute(trx)
      await up(trx as never, dialect)
      expect(await contentOf(trx)).toEqual(kept)
      for (const group of groups) expect(await wrongCheckTotals(trx, group)).toEqual([])
      throw new Undone()
    })
    await expect(work).rejects.toThrow(Undone)
  })

  test.each(tables)('in %s differ from the checks when somebody changes them', async (table) => {
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

/** What says something, as text. */
async function contentOf(trx: Tx): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(trx)
    const said = rows.filter(({ amount, cents }) => amount !== 0 || (cents !== undefined && cents !== 0))
    content[table] = said.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return content
}

/** Statements that drop what keeps the totals. */
async function triggersOf(trx: Tx, dialect: 'sqlite' | 'postgres'): Promise<string[]> {
  const like = sql.join(
    ours.map((pattern) => sql`name like ${pattern}`),
    sql` or `,
  )
  const found =
    dialect === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type = 'trigger' and tbl_name in (${sql.join(watched)})
          and (${like})`
      : sql<{ name: string }>`select name from (select proname as name from pg_proc
          where pronamespace = current_schema()::regnamespace) as own where ${like}`
  const { rows } = await found.execute(trx)
  return rows.map(({ name }) => (dialect === 'sqlite' ? `drop trigger ${name}` : `drop function ${name}() cascade`))
}
