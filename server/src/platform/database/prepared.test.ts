import { type Expression, type InsertObject, sql } from 'kysely'
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'
import type { AppDatabase, Db, Tables } from '../../tables.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { type Params, prepare } from './prepared.ts'

interface PurposeValues {
  readonly id: number
  readonly name: string
}

const byIdAndName = prepare((db: Db, param: Params<PurposeValues>) =>
  db.selectFrom('purposes').select(['id', 'name']).where('id', '=', param('id')).where('name', '=', param('name')),
)

const byIds = prepare((db: Db, param: Params<{ ids: readonly number[] }>, order: 'asc' | 'desc') =>
  db.selectFrom('purposes').select('id').where('id', 'in', param.list('ids')).orderBy('id', order),
)

interface NewPurpose {
  name: string
  payment_for: string
  description?: string
}

const insert = prepare((db: Db, param: Params<{ purpose: NewPurpose }>) =>
  db.insertInto('purposes').values(param.row('purpose')).returning(['name', 'description']),
)

const rename = prepare((db: Db, param: Params<{ above: number; name: string }>) =>
  db
    .updateTable('purposes')
    .set({ payment_for: param('name') })
    .where('id', '>', param('above')),
)

onBothDatabases('prepared queries on $name', ({ open }) => {
  let database: AppDatabase
  beforeEach(async () => {
    database = await open('empty')
  })
  afterEach(() => database.close())

  test('returns the rows of changes that begin in the same turn, each to its caller', async () => {
    const first = { name: 'First', payment_for: 'Cars' }
    const second = { name: 'Second', payment_for: 'Garden' }
    const rows = await database.transact((trx) =>
      Promise.all([
        rename(trx, { above: 0, name: 'Anything' }).write(),
        insert(trx, { purpose: first }).write(),
        insert(trx, { purpose: second }).write(),
      ]),
    )
    expect(rows).toEqual([[], [{ name: 'First', description: null }], [{ name: 'Second', description: null }]])
    const stored = await database.read.selectFrom('purposes').select(['name', 'payment_for']).orderBy('id').execute()
    expect(stored.slice(-2)).toEqual([first, second])
    expect(new Set(stored.slice(0, -2).map(({ payment_for }) => payment_for))).toEqual(new Set(['Anything']))
  })

  test('undoes all changes that begin in the same turn if one of them fails', async () => {
    const nameless = JSON.parse('{"name": null, "payment_for": "Twice"}')
    const write = database.transact((trx) =>
      Promise.all([rename(trx, { above: 0, name: 'Anything' }).write(), insert(trx, { purpose: nameless }).write()]),
    )
    await expect(write).rejects.toThrow(/not.null/i)
    const stored = await database.read.selectFrom('purposes').select('payment_for').execute()
    expect(stored.filter(({ payment_for }) => ['Anything', 'Twice'].includes(payment_for))).toEqual([])
  })

  test('assigns values to parameters by name, in any order', async () => {
    const { id, name } = await database.read.selectFrom('purposes').select(['id', 'name']).executeTakeFirstOrThrow()
    expect(await byIdAndName(database.read, { name, id }).one()).toEqual({ id, name })
    expect(await byIdAndName(database.read, { id, name: 'Nothing of the kind' }).first()).toBeUndefined()
  })

  test('gives each list item its own parameter after the same query had a shorter list', async () => {
    const read = (ids: number[], order: 'asc' | 'desc') => byIds(database.read, { ids }, order).all()
    expect(await read([2], 'asc')).toEqual([{ id: 2 }])
    expect(await read([3, 1, 2], 'asc')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await read([3, 1], 'desc')).toEqual([{ id: 3 }, { id: 1 }])
  })

  test('gives each column of a row its own parameter', async () => {
    const stored = await database.transact(async (trx) => {
      const short = await insert(trx, { purpose: { name: 'Fuel', payment_for: 'Cars' } }).one()
      const purpose = { description: 'For the lawn', payment_for: 'Garden', name: 'Mowing' }
      return [short, await insert(trx, { purpose }).one()]
    })
    expect(stored).toEqual([
      { name: 'Fuel', description: null },
      { name: 'Mowing', description: 'For the lawn' },
    ])
  })

  test('returns the number of changed rows', async () => {
    const last = await database.read
      .selectFrom('purposes')
      .select(sql<number>`max(id)`.as('id'))
      .executeTakeFirstOrThrow()
    const change = (above: number) =>
      database.transact((trx) => rename(trx, { above, name: 'Anything' }).affectedRows())
    expect(await change(last.id - 2)).toBe(2)
    expect(await change(last.id)).toBe(0)
  })

  test('throws unless exactly one row is found when one is expected', async () => {
    await expect(byIds(database.read, { ids: [1, 2] }, 'asc').one()).rejects.toThrow(
      'The query didn’t return exactly one row',
    )
    await expect(byIds(database.read, { ids: [-1] }, 'asc').one()).rejects.toThrow(
      'The query didn’t return exactly one row',
    )
  })

  test('throws for a value of the wrong type instead of storing NULL', async () => {
    const values = JSON.parse('{"id": 1}')
    expect(() => byIdAndName(database.read, values)).toThrow('The parameter name has no value.')
  })
})

test('doesn’t compile with a misspelled parameter or a parameter of the wrong kind', () => {
  type Values = PurposeValues & { ids: readonly number[]; row: NewPurpose }
  expectTypeOf<Parameters<Params<Values>>[0]>().toEqualTypeOf<'id' | 'name' | 'ids' | 'row'>()
  expectTypeOf<Parameters<Params<Values>['list']>[0]>().toEqualTypeOf<'ids'>()
  expectTypeOf<'id'>().not.toExtend<Parameters<Params<Values>['row']>[0]>()
})

test('gives a parameter the type of its value so that the parameter matches only columns of this type', () => {
  const idOf = (param: Params<PurposeValues>) => param('id')
  expectTypeOf(idOf).returns.toEqualTypeOf<Expression<number>>()
  type Name = InsertObject<Tables, 'purposes'>['name']
  expectTypeOf<Expression<string>>().toExtend<Name>()
  expectTypeOf<Expression<number>>().not.toExtend<Name>()
})

test('doesn’t compile with values that are missing, misspelled, superfluous, or of another type', () => {
  type Values = Parameters<typeof byIdAndName>[1]
  expectTypeOf<Values>().toEqualTypeOf<PurposeValues>()
  expectTypeOf<{ id: number }>().not.toExtend<Values>()
  expectTypeOf<{ id: number; nmae: string }>().not.toExtend<Values>()
  expectTypeOf<{ id: string; name: string }>().not.toExtend<Values>()
  expectTypeOf<Parameters<typeof byIds>>().toEqualTypeOf<[Db, { ids: readonly number[] }, 'asc' | 'desc']>()
})

test('gives rows the types of their columns', () => {
  type Row = Awaited<ReturnType<ReturnType<typeof byIdAndName>['one']>>
  expectTypeOf<Row>().toEqualTypeOf<{ id: number; name: string }>()
})
