import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Insertable, Selectable } from 'kysely'
import { isPaying, paysRequest } from '../../../check-requests/queries/detail/checks.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { JournalEventTable, JournalExportTable } from '../tables.ts'

export type NewEvent = Insertable<JournalEventTable>
export type EventRow = Selectable<JournalEventTable>

// SQLite limits the number of columns in one statement.
const rowsAtOnce = 500

/**
 * The time zone of a location, and the last closed day of its dealer group's journal. On PostgreSQL, this blocks
 * closing a month and exporting until the transaction ends, so that neither misses the event that is about to be
 * written.
 */
export async function findOpenClock(trx: Tx, groupId: number, dealershipId: number | null) {
  const query = trx
    .selectFrom('dealer_groups as g')
    .leftJoin('dealerships as d', (join) => join.onRef('d.dealer_group_id', '=', 'g.id').on('d.id', '=', dealershipId))
    .select(['g.journal_closed_through as closedThrough'])
    .select((eb) => eb.fn.coalesce('d.time_zone', 'g.time_zone').as('zone'))
    .where('g.id', '=', groupId)
  return await (speaksPostgres(trx) ? query.forShare('g') : query).executeTakeFirstOrThrow()
}

/** Adds events. Returns their ids. */
export async function insertEvents(trx: Tx, rows: readonly NewEvent[]): Promise<number[]> {
  const ids: number[] = []
  for (let begin = 0; begin < rows.length; begin += rowsAtOnce) {
    const insert = trx.insertInto('journal_events').values(rows.slice(begin, begin + rowsAtOnce))
    ids.push(...(await insert.returning('id').execute()).map(({ id }) => id))
  }
  return ids
}

/** The newest issue of a check for a request. */
export function findIssue(trx: Tx, requestId: number, checkNumber: string): Promise<EventRow | undefined> {
  return trx
    .selectFrom('journal_events')
    .selectAll()
    .where('check_request_id', '=', requestId)
    .where('check_number', '=', checkNumber)
    .where('kind', '=', 'issue')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The account and the date of the newest check with this number for a request; undefined if the check is in no
 * register.
 */
export function findRegistered(
  trx: Tx,
  { id, dealer_group_id }: { readonly id: number; readonly dealer_group_id: number },
  checkNumber: string,
): Promise<{ readonly check_date: string; readonly bank_account_id: number } | undefined> {
  const checks = trx
    .selectFrom('checks')
    .select(['check_date', 'bank_account_id'])
    .where('dealer_group_id', '=', dealer_group_id)
  const numbered = checks
    .where(isPaying('checks', dealer_group_id, id))
    .where(({ cast }) => cast('number', 'text'), '=', checkNumber)
  return numbered.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

interface Span {
  readonly groupId: number
  readonly beginsOn: string
  readonly upTo: string
}

const waiting = prepare((db: Db, param: Params<Span>) =>
  db
    .selectFrom('journal_events')
    .selectAll()
    .where('dealer_group_id', '=', param('groupId'))
    .where('export_id', 'is', null)
    .where('issued_on', '>=', param('beginsOn'))
    .where('day', '<=', param('upTo'))
    .orderBy('day')
    .orderBy('id'),
)

/** The events for an export up to a day, in line order. */
export function listWaiting(db: Db, span: Span): Promise<EventRow[]> {
  return waiting(db, span).all()
}

/** Assigns the events in this span to an export. Returns the number of events. */
export async function giveToExport(trx: Tx, { groupId, beginsOn, upTo }: Span, exportId: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('journal_events')
    .set({ export_id: exportId })
    .where('dealer_group_id', '=', groupId)
    .where('export_id', 'is', null)
    .where('issued_on', '>=', beginsOn)
    .where('day', '<=', upTo)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The number and amounts of unexported events by kind. */
export async function sumWaiting(db: Db, groupId: number, beginsOn: string) {
  const rows = await db
    .selectFrom('journal_events')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('events'), fn.sum<Cents>('cents').as('cents')])
    .where('dealer_group_id', '=', groupId)
    .where('export_id', 'is', null)
    .where('issued_on', '>=', beginsOn)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, events, cents }) => ({ kind, events: Number(events), cents: Number(cents) }))
}

/**
 * Outstanding checks that got their numbers since a moment and are missing from the journal, with the time and the
 * check date.
 */
export function listUnrecorded(trx: Tx, groupId: number, since: string, out: readonly StatusId[]) {
  return trx
    .selectFrom('status_history as h')
    .innerJoin('check_requests as r', 'r.id', 'h.check_request_id')
    .leftJoin('checks as c', (join) =>
      join
        .onRef('c.dealer_group_id', '=', 'r.dealer_group_id')
        .on(paysRequest('c', 'r'))
        .onRef('c.bank_account_id', '=', 'r.bank_account_id')
        .on(({ eb, cast, ref }) => eb(cast('c.number', 'text'), '=', ref('r.check_number'))),
    )
    .select(['r.id', 'h.created_at as at', 'c.check_date'])
    .where('h.dealer_group_id', '=', groupId)
    .where('h.check_number', 'is not', null)
    .where('h.created_at', '>=', since)
    .where('r.status_id', 'in', out)
    .whereRef('r.check_number', '=', 'h.check_number')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('journal_events as e').select('e.id').whereRef('e.check_request_id', '=', 'r.id'))),
    )
    .orderBy('h.id')
    .execute()
}

/** The time zones of a dealer group and its dealerships; null for a dealership that uses the group's time zone. */
export function listZones(db: Db, groupId: number) {
  return db
    .selectFrom('dealerships')
    .select(['id', 'time_zone'])
    .where('dealer_group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .execute()
}

const shown = [
  'id',
  'dealer_group_id',
  'number',
  'up_to',
  'lines',
  'issued_cents',
  'voided_cents',
  'sha256',
  'made_by_name',
  'made_at',
] as const

export type ExportRow = Pick<Selectable<JournalExportTable>, (typeof shown)[number]>

/** The newest exports of a dealer group, newest first, without their files. */
export function listExports(db: Db, groupId: number, limit: number): Promise<ExportRow[]> {
  return db
    .selectFrom('journal_exports')
    .select(shown)
    .where('dealer_group_id', '=', groupId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** The number of the newest export of a dealer group; 0 if there is none. */
export async function lastNumber(db: Db, groupId: number): Promise<number> {
  const [newest] = await listExports(db, groupId, 1)
  return newest?.number ?? 0
}

/** An export with its file. */
export function findExport(db: Db, id: number): Promise<Selectable<JournalExportTable> | undefined> {
  return db.selectFrom('journal_exports').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertExport(trx: Tx, row: Insertable<JournalExportTable>): Promise<number> {
  return (await trx.insertInto('journal_exports').values(row).returning('id').executeTakeFirstOrThrow()).id
}
