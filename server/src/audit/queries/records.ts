import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/json-sql.ts'
import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import { contentOf } from './row-content.ts'

/** The id of a record: a number, or a text for sessions. */
export type RecordId = number | string

/** Rows of another table that belong to a record. */
interface Part {
  readonly table: string
  /** SQL that joins a row `p` of the part to the row `r` of the record. */
  readonly on: string
  readonly order: string
  /** Columns that nothing depends on. */
  readonly ignored?: readonly string[]
}

/** What makes up a record of one kind: all columns of its row, and all of the rows that belong to it. */
interface Shape {
  readonly table: string
  /** SQL for what identifies the row `r`. */
  readonly id: string
  /** SQL for which rows there are records. */
  readonly where: string
  /** SQL for the chain of the dealer group that the row `r` belongs to. */
  readonly chain: string
  readonly parts: readonly Part[]
  readonly ignored: readonly string[]
  /** SQL for all that the record holds, where that is not its rows. */
  readonly content?: string
}

const shared = '0'
const ofGroup = 'r.dealer_group_id'
const ofRequest = 'p.check_request_id = r.id'

/** The records that the trail vouches for, by their kind, which is their name in the trail. */
const shapes = {
  'check-request': shape('check_requests', ofGroup, [
    { table: 'status_history', on: ofRequest, order: 'p.id' },
    { table: 'handled_requests', on: ofRequest, order: 'p.user_id' },
    { table: 'request_hands', on: ofRequest, order: 'p.user_id, p.part' },
    { table: 'match_keys', on: 'p.id = r.id', order: 'p.id' },
    { table: 'check_request_search', on: 'p.id = r.id', order: 'p.id', ignored: ['requester'] },
    { table: 'step_times', on: ofRequest, order: 'p.check_request_id' },
  ]),
  user: shape('users', 'coalesce(r.dealer_group_id, 0)', [
    { table: 'user_roles', on: 'p.user_id = r.id', order: 'p.role_id' },
    { table: 'user_dealerships', on: 'p.user_id = r.id', order: 'p.dealership_id' },
    { table: 'user_departments', on: 'p.user_id = r.id', order: 'p.department_id' },
  ]),
  'dealer-group': shape('dealer_groups', 'r.id'),
  'request-numbers': {
    ...shape('dealer_groups', 'r.id'),
    id: 'r.code',
    where: 'r.deleted_at is null',
    content: 'cast(coalesce((select last_number from request_number_counters where group_code = r.code), 0) as text)',
  },
  dealership: shape('dealerships', ofGroup),
  department: shape('departments', ofGroup),
  purpose: shape('purposes', shared),
  'delivery-method': shape('delivery_methods', shared),
  session: shape(
    'sessions',
    'coalesce((select u.dealer_group_id from users u where u.id = r.user_id), 0)',
    [],
    ['last_human_at'],
  ),
} satisfies Record<string, Shape>

export type RecordKind = keyof typeof shapes

export const recordKinds = Object.keys(shapes) as RecordKind[]

function shape(table: string, chain: string, parts: readonly Part[] = [], ignored: readonly string[] = []): Shape {
  return { table, id: 'r.id', where: 'true', chain, parts, ignored }
}

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(shapes, kind)
}

/** The tables and columns that make up the records, with the columns that are left out. */
export function vouchedTables(): { table: string; ignored: readonly string[] }[] {
  const counters = { table: 'request_number_counters', ignored: [] }
  const ofRecords = Object.values<Shape>(shapes).filter(({ content }) => content === undefined)
  const rows = ofRecords.flatMap(({ table, ignored, parts }) => [
    { table, ignored },
    ...parts.map((part) => ({ table: part.table, ignored: part.ignored ?? [] })),
  ])
  return [...rows, counters]
}

/** A record as it is stored now: the chain it belongs to, and all that it holds as one text. */
export interface LiveRecord {
  readonly id: RecordId
  readonly chain: number
  readonly content: string
}

/** These records, without those that do not exist, in the order of their ids. */
export function readRecords(db: Db, kind: RecordKind, ids: readonly RecordId[]): Promise<LiveRecord[]> {
  if (ids.length === 0) return Promise.resolve([])
  const { content }: Shape = shapes[kind]
  if (content !== undefined) return valuesOf(db, { ids }, kind, content).all()
  return speaksPostgres(db) ? readOnPostgres(db, kind, ids) : readOnSqlite(db, kind, ids)
}

const valuesOf = prepare((_db: Db, param: Params<{ ids: readonly RecordId[] }>, kind: RecordKind, content: string) => {
  const { table, id, where, chain }: Shape = shapes[kind]
  return sql<LiveRecord>`select ${sql.raw(id)} as id, ${sql.raw(chain)} as chain, ${sql.raw(content)} as content
    from ${sql.table(table)} r
    where ${sql.raw(where)} and ${sql.raw(id)} in (${sql.join(param.list('ids'))}) order by 1`
})

const wholeOnPostgres = prepare((_db: Db, param: Params<{ ids: readonly RecordId[] }>, kind: RecordKind) => {
  const { table, chain, parts, ignored }: Shape = shapes[kind]
  const contents = [rowOnPostgres('r', ignored), ...parts.map(partOnPostgres)]
  return sql<LiveRecord>`select r.id, ${sql.raw(chain)} as chain, concat(${sql.join(contents)}) as content
    from ${sql.table(table)} r where r.id in (${sql.join(param.list('ids'))}) order by r.id`
})

function readOnPostgres(db: Db, kind: RecordKind, ids: readonly RecordId[]): Promise<LiveRecord[]> {
  return wholeOnPostgres(db, { ids }, kind).all()
}

// PostgreSQL sorts the keys of `jsonb`; a column without a value is left out, so that adding one changes nothing.
function rowOnPostgres(alias: string, ignored: readonly string[] = []) {
  const without = ignored.map((column) => ` - '${column}'`).join('')
  return sql.raw(`jsonb_strip_nulls(to_jsonb(${alias})${without})`)
}

function partOnPostgres({ table, on, order, ignored }: Part) {
  return sql`(select ${sql.lit(table)} || jsonb_agg(${rowOnPostgres('p', ignored)} order by ${sql.raw(order)})::text
    from ${sql.table(table)} p where ${sql.raw(on)})`
}

type Row = Readonly<Record<string, unknown>>
type RootRow = Row & { readonly id: RecordId; readonly record_chain: number }
type PartRow = Row & { readonly record_id: RecordId }

const rootsOnSqlite = prepare((_db: Db, param: Params<{ ids: readonly RecordId[] }>, kind: RecordKind) => {
  const { table, chain }: Shape = shapes[kind]
  return sql<RootRow>`select r.*, ${sql.raw(chain)} as record_chain from ${sql.table(table)} r
    where r.id in (${sql.join(param.list('ids'))}) order by r.id`
})

const partsOnSqlite = prepare((_db: Db, param: Params<{ ids: readonly RecordId[] }>, kind: RecordKind, at: number) => {
  const { table: root, parts }: Shape = shapes[kind]
  const { table, on, order } = parts[at] as Part
  return sql<PartRow>`select r.id as record_id, p.* from ${sql.table(root)} r join ${sql.table(table)} p on ${sql.raw(on)}
    where r.id in (${sql.join(param.list('ids'))}) order by r.id, ${sql.raw(order)}`
})

async function readOnSqlite(db: Db, kind: RecordKind, ids: readonly RecordId[]): Promise<LiveRecord[]> {
  const { parts, ignored }: Shape = shapes[kind]
  const roots = await rootsOnSqlite(db, { ids }, kind).all()
  const contents = new Map(roots.map((row) => [row.id, contentOf(row, ['record_chain', ...ignored])]))
  for (const [at, part] of parts.entries()) {
    const without = ['record_id', ...(part.ignored ?? [])]
    for (const row of await partsOnSqlite(db, { ids }, kind, at).all())
      contents.set(row.record_id, `${contents.get(row.record_id)}\n${part.table}${contentOf(row, without)}`)
  }
  return roots.map(({ id, record_chain }) => ({ id, chain: record_chain, content: contents.get(id) ?? '' }))
}

/** Ids of the records of a chain, in their order, after this one; from the first without one. */
export async function nextIds(
  db: Db,
  kind: RecordKind,
  chain: number,
  after: RecordId | undefined,
  limit: number,
): Promise<RecordId[]> {
  const { table, id, where, chain: own }: Shape = shapes[kind]
  const beyond = after === undefined ? sql`true` : sql`${sql.raw(id)} > ${after}`
  const query = sql<{ id: RecordId }>`select ${sql.raw(id)} as id from ${sql.table(table)} r
    where ${sql.raw(where)} and ${sql.raw(own)} = cast(${chain} as bigint) and ${beyond} order by 1 limit ${limit}`
  return (await query.execute(db)).rows.map(({ id }) => id)
}

// A change of a request demands its version anyway, so that only one of two at the same time succeeds.
const withoutLock: readonly RecordKind[] = ['check-request']

/** On PostgreSQL, makes others who want to change these records wait until this transaction ends. */
export async function lockRecords(trx: Tx, kind: RecordKind, ids: readonly RecordId[]): Promise<void> {
  if (!speaksPostgres(trx) || withoutLock.includes(kind)) return
  await lock(trx, { ids }, kind).all()
}

const lock = prepare(
  (_db: Db, param: Params<{ ids: readonly RecordId[] }>, kind: RecordKind) =>
    sql`select r.id from ${sql.table(shapes[kind].table)} r
      where r.id in (${sql.join(param.list('ids'))}) order by r.id for no key update`,
)
