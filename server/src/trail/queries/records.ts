import { sql } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { portions, speaksPostgres } from '../../platform/database/sql-helpers.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import { layoutOf } from './record-layout.ts'
import {
  type LiveRecord,
  type RecordId,
  type RecordKind,
  recordKinds,
  shapeOf,
  vouchedSince,
  vouchedTables,
} from './record-shapes.ts'

/** Reads the records with these ids that exist, ordered by id. */
export async function readRecords(db: Db, kind: RecordKind, ids: readonly RecordId[]): Promise<LiveRecord[]> {
  if (ids.length === 0) return []
  const layout = await layoutOf(db)
  if (ids.length === 1) return layout.statementOf(kind)(db, { ids }).all()
  const records: LiveRecord[] = []
  await inTurns(portions(ids.toSorted(byId)), async (some) => {
    records.push(...(await layout.statementOf(kind)(db, { ids: some }).all()))
  })
  return records
}

/** Reads one record of each of these kinds in one statement. Leaves out records that don't exist. */
export async function readOneOfEach(
  db: Db,
  ids: ReadonlyMap<RecordKind, RecordId>,
): Promise<Map<RecordKind, LiveRecord>> {
  const kinds = [...ids.keys()]
  if (kinds.length === 0) return new Map()
  const rows = await (await layoutOf(db))
    .eachOf(kinds)(db, { ids: [...ids.values()] })
    .all()
  return new Map(
    rows.map(({ place, ...record }) => {
      const kind = kinds[place] as RecordKind
      return [kind, { ...record, id: ids.get(kind) as RecordId }]
    }),
  )
}

function byId(one: RecordId, other: RecordId): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** A record with a growing part: its content, and the pieces that need not be read again. */
export interface GrowingRecord extends LiveRecord {
  readonly grown: string | null
  readonly last: number
}

const beforeTheFirst = Number.MIN_SAFE_INTEGER

/** Reads a record's current state. Of the part that grows, reads only rows added since `known`. */
export async function readGrowing(
  db: Db,
  kind: RecordKind,
  id: RecordId,
  known: Pick<GrowingRecord, 'grown' | 'last'> = { grown: null, last: beforeTheFirst },
): Promise<GrowingRecord | undefined> {
  const layout = await layoutOf(db)
  const row = await layout.growthOf(kind)(db, { id, last: known.last }).first()
  if (!row) return undefined
  const rows = [known.grown, row.grown].filter((list) => list !== null)
  const grown = rows.length > 0 ? rows.join(';') : null
  const content = `${row.start}${grown === null ? '' : `${shapeOf(kind).parts[0]?.table}${grown}`}${row.rest}`
  return { id, chain: row.chain, content, grown, last: Number(row.last ?? beforeTheFirst) }
}

/** Returns the tables that have rows without the record they should belong to. */
export async function ownerlessParts(db: Db): Promise<string[]> {
  const ownerless: string[] = []
  for (const { table: root, parts } of recordKinds.map(shapeOf))
    for (const { table, on, apart = 'false' } of parts) {
      const query = sql`select 1 from ${sql.table(table)} p
        where not (${sql.raw(apart)})
          and not exists (select 1 from ${sql.table(root)} r where ${sql.raw(on)}) limit 1`
      if ((await query.execute(db)).rows.length > 0) ownerless.push(table)
    }
  return ownerless
}

/** Reads a chain's records after the given one, ordered by id, or the chain's first records if none is given. */
export async function readNext(
  db: Db,
  kind: RecordKind,
  { chain, after, limit }: { chain: number; after: RecordId | undefined; limit: number },
): Promise<LiveRecord[]> {
  const layout = await layoutOf(db)
  if (!layout.has(kind)) return []
  return after === undefined
    ? layout.firstOf(kind)(db, { chain, limit }).all()
    : layout.nextOf(kind)(db, { chain, after, limit }).all()
}

// A request change requires the current version anyway, so that only one of two simultaneous changes succeeds.
const withoutLock: readonly RecordKind[] = ['check-request']

/** On PostgreSQL, makes other writers of these records wait until this transaction ends. */
export async function lockRecords(trx: Tx, kind: RecordKind, ids: readonly RecordId[]): Promise<void> {
  if (!speaksPostgres(trx) || withoutLock.includes(kind)) return
  for (const some of portions(ids.toSorted(byId))) await lock(trx, { ids: some }, kind).all()
}

const lock = prepare((_db: Db, param: Params<{ ids: readonly RecordId[] }>, kind: RecordKind) => {
  const { table, id } = shapeOf(kind)
  return sql`select ${sql.raw(id)} from ${sql.table(table)} r
      where ${sql.raw(id)} in ${param.oneOf('ids')} order by 1 for no key update`
})

const names: Partial<Record<RecordKind, { readonly table: string; readonly column: string }>> = {
  'check-request': { table: 'check_requests', column: 'request_number' },
  attachment: { table: 'attachments', column: 'name' },
  user: { table: 'users', column: 'email' },
  'dealer-group': { table: 'dealer_groups', column: 'name' },
  dealership: { table: 'dealerships', column: 'name' },
  department: { table: 'departments', column: 'name' },
  'approval-title': { table: 'approval_titles', column: 'name' },
  'bank-account': { table: 'bank_accounts', column: 'name' },
  check: { table: 'checks', column: 'number' },
  payee: { table: 'payees', column: 'name' },
  'ledger-account': { table: 'ledger_accounts', column: 'number' },
  purpose: { table: 'purposes', column: 'name' },
  'delivery-method': { table: 'delivery_methods', column: 'name' },
}

/** The name that users know a record by, or its id if it has no name or no longer exists. */
export async function labelOf(db: Db, kind: RecordKind, id: RecordId): Promise<string> {
  const named = names[kind]
  if (!named) return String(id)
  const query = sql<{
    name: string
  }>`select ${sql.ref(named.column)} as name from ${sql.table(named.table)} where id = ${id}`
  return (await query.execute(db)).rows[0]?.name ?? String(id)
}

const tables = () => sql.join([...new Set(vouchedTables().map(({ table }) => table))].map((table) => sql.lit(table)))

/**
 * The columns of all tables that records consist of, and their covering indexes, as one text. Undefined on SQLite,
 * where this isn't needed.
 */
export async function columnsOfRecords(db: Db): Promise<string | undefined> {
  if (!speaksPostgres(db)) return undefined
  const { rows } = await sql<{ columns: string | null }>`select
    string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable), ',' order by table_name, ordinal_position)
      || (select coalesce(string_agg(indexname, ',' order by indexname), '') from pg_indexes
        where schemaname = 'public' and indexname in (${sql.join(vouchedSince().map((name) => sql.lit(name)))})) as columns
    from information_schema.columns where table_schema = 'public' and table_name in (${tables()})`.execute(db)
  return rows[0]?.columns ?? ''
}

/**
 * Returns true if this transaction might have changed the content of records: their tables have other columns than
 * `before`, or it has written to one of them. Always true on SQLite, which can't detect such changes.
 */
export async function haveChanged(trx: Tx, before: string | undefined): Promise<boolean> {
  if (before === undefined || before !== (await columnsOfRecords(trx))) return true
  const { rows } = await sql<{ isTouched: boolean }>`select current_setting('track_counts') = 'off' or exists (
    select from pg_stat_xact_user_tables where schemaname = 'public' and relname in (${tables()})
      and n_tup_ins + n_tup_upd + n_tup_del > 0) as "isTouched"`.execute(trx)
  return rows[0]?.isTouched ?? true
}
