import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase, Db } from '../../tables.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { listed } from './long-lists.ts'
import { type Params, prepare, rowsOf } from './prepared.ts'

const many = 40_000
const numbers = Array.from({ length: many }, (_, index) => index)
const texts = numbers.map((number) => `Ümlaut "${number}"`)

const prepared = prepare((db: Db, param: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('dealer_groups').select('id').where('id', 'in', param.oneOf('ids')).orderBy('id'),
)
const counted = prepare(
  (_db: Db, param: Params<{ ids: readonly number[] }>) => sql`select ${sql.join(param.list('ids'))}`,
)

onBothDatabases('lists longer than the parameters of a statement on $name', (kind) => {
  let database: AppDatabase
  beforeAll(async () => {
    database = await kind.open('world')
  })
  afterAll(() => database.close())

  test('can follow `in` and `not in`, as numbers and texts', async () => {
    const groups = () => database.read.selectFrom('dealer_groups').select(['id', 'name']).orderBy('id')
    const all = await groups().execute()
    expect(await groups().where('id', 'in', numbers).execute()).toEqual(all)
    expect(await groups().where('id', 'not in', numbers).execute()).toEqual([])
    expect(await groups().where('name', 'in', texts).execute()).toEqual([])
    expect(
      await groups()
        .where('name', 'in', [...texts, 'Eastside Motors'])
        .execute(),
    ).toMatchObject([{ name: 'Eastside Motors' }])
    const written = sql<{ id: number }>`select id from dealer_groups where id in ${listed(numbers)} order by id`
    expect(await rowsOf(database.read, written)).toEqual(all.map(({ id }) => ({ id })))
  })

  test('can follow `in` in a prepared query of any length, even if empty', async () => {
    expect(await prepared(database.read, { ids: [] }).all()).toEqual([])
    expect(await prepared(database.read, { ids: [2] }).all()).toEqual([{ id: 2 }])
    expect(await prepared(database.read, { ids: numbers }).all()).toEqual([{ id: 1 }, { id: 2 }])
    expect(await prepared(database.read, { ids: numbers.slice(2) }).all()).toEqual([{ id: 2 }])
    expect(() => counted(database.read, { ids: numbers })).toThrow('Use oneOf')
  })
})
