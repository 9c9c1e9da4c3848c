import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiled, hole } from '../../platform/compiled.ts'
import { speaksPostgres } from '../../platform/json-sql.ts'
import type { Db, Tables } from '../../tables.ts'
import { anyField, type Found, isWalled, likePattern, type Selection, valuesOf } from './list-ids.ts'
import { fold } from './store.ts'

interface Shape {
  readonly column: Selection['bound']['column']
  readonly places: number
  readonly statuses: number
  readonly walled: boolean
  readonly cleared: boolean
  readonly oldestFirst: boolean
  readonly continued: boolean
  readonly fields: readonly SearchField[]
}

const ids = compiled<Tables, Shape, Found>((db, shape) => {
  const query = sql<Found>`select r.id, r.id as key from ${source(db, shape)} order by ${order(db, shape)} limit ${hole('limit')}`
  return { compile: () => query.compile(db) }
})

const count = compiled<Tables, Shape, { amount: number }>((db, shape) => {
  const query = sql<{ amount: number }>`select count(*) as amount
    from (select 1 as one from ${source(db, shape)} limit ${hole('limit')}) as counted`
  return { compile: () => query.compile(db) }
})

/** One page of ids whose texts hold the words, by the trigram index; newest or oldest first. */
export function searchIds(db: Db, selection: Selection, words: string, fields: SearchField[]): Promise<Found[]> {
  return ids(db, shapeOf(selection, fields), searchValues(selection, words, fields))
}

/** How many requests hold the words, counted up to a limit. */
export async function countSearch(db: Db, selection: Selection, words: string, fields: SearchField[]): Promise<number> {
  const [row] = await count(db, shapeOf(selection, fields), searchValues(selection, words, fields))
  return row?.amount ?? 0
}

function shapeOf({ bound, statusIds, clearedSince, sort, after }: Selection, fields: SearchField[]): Shape {
  return {
    column: bound.column,
    places: bound.values.length,
    statuses: statusIds?.length ?? 0,
    walled: isWalled(bound),
    cleared: clearedSince !== null,
    oldestFirst: sort === 'oldest',
    continued: after !== null,
    fields,
  }
}

function searchValues(selection: Selection, words: string, fields: SearchField[]): Record<string, unknown> {
  const phrase = fold(words).replaceAll('"', '""')
  return { ...valuesOf(selection), match: `{${fields.join(' ')}} : "${phrase}"`, pattern: likePattern(words) }
}

function source(db: Db, shape: Shape): RawBuilder<unknown> {
  const conditions = sql.join(conditionsOf(shape), sql` and `)
  if (speaksPostgres(db))
    return sql`check_request_search s join check_requests r on r.id = s.id where ${anyField(shape.fields)} and ${conditions}`
  const start = shape.continued ? sql`and f.rowid ${beyond(shape)} ${hole('afterId')}` : sql``
  return sql`check_request_fts f join check_requests r on r.id = f.rowid
    where f.check_request_fts match ${hole('match')} ${start} and ${conditions}`
}

function order(db: Db, { oldestFirst }: Shape): RawBuilder<unknown> {
  return sql`${sql.ref(speaksPostgres(db) ? 'r.id' : 'f.rowid')} ${sql.raw(oldestFirst ? 'asc' : 'desc')}`
}

function beyond({ oldestFirst }: Shape): RawBuilder<unknown> {
  return sql.raw(oldestFirst ? '>' : '<')
}

function conditionsOf(shape: Shape): RawBuilder<unknown>[] {
  return [
    sql`1 = 1`,
    ...(shape.column ? [sql`${sql.ref(`r.${shape.column}`)} in (${holes('place', shape.places)})`] : []),
    ...(shape.statuses > 0 ? [sql`r.status_id in (${holes('status', shape.statuses)})`] : []),
    ...(shape.walled ? [sql`r.dealer_group_id = ${hole('wall')}`] : []),
    ...(shape.cleared ? [sql`r.cleared_at >= ${hole('clearedSince')}`] : []),
    ...(shape.continued ? [sql`r.id ${beyond(shape)} ${hole('afterId')}`] : []),
  ]
}

function holes(name: string, length: number): RawBuilder<unknown> {
  return sql.join(Array.from({ length }, (_, index) => sql`${hole(`${name}${index}`)}`))
}
