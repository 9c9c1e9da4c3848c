import { mostDocuments } from '@check-requests/domain/documents/readings/coding.ts'
import type { KeptValues } from '@check-requests/domain/documents/readings/kept-values.ts'
import type { KnownNames } from '@check-requests/domain/documents/readings/payees.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { type Selectable, sql } from 'kysely'
import type { Coded } from '../../../check-requests/queries/detail/payees.ts'
import type { CheckRequestTable } from '../../../check-requests/tables.ts'
import type { Moment } from '../../../platform/clock.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { DocumentPhraseTable, DocumentReadingTable } from '../tables.ts'

export type ReadingRow = Selectable<DocumentReadingTable>

/** True unless the dealer group switched reading off. */
async function readsDocuments(db: Db, groupId: number | null): Promise<boolean> {
  if (groupId === null) return true
  const group = await db
    .selectFrom('dealer_groups')
    .select('reads_documents')
    .where('id', '=', groupId)
    .executeTakeFirst()
  return group?.reads_documents === 1
}

/** Puts a document in the queue, from the start if it was read before. Returns false if the group reads none. */
export async function queueReading(
  trx: Tx,
  document: { readonly id: number; readonly dealer_group_id: number | null },
  at: Moment,
): Promise<boolean> {
  if (!(await readsDocuments(trx, document.dealer_group_id))) return false
  await deleteReading(trx, document.id)
  const { id: attachment_id, dealer_group_id } = document
  const row = { attachment_id, dealer_group_id, state: 'waiting', changed_at: at } as const
  await trx.insertInto('document_readings').values(row).execute()
  return true
}

export async function deleteReading(trx: Tx, attachmentId: number): Promise<void> {
  await trx.deleteFrom('document_readings').where('attachment_id', '=', attachmentId).execute()
}

/** Deletes everything that was read for dealer groups that switched reading off. */
export async function deleteUnwanted(trx: Tx): Promise<void> {
  await trx
    .deleteFrom('document_readings')
    .where('dealer_group_id', 'in', trx.selectFrom('dealer_groups').select('id').where('reads_documents', '=', 0))
    .execute()
}

/** Gives the readings of a draft's documents to the dealer group of the request that the draft becomes. */
export async function giveReadings(
  trx: Tx,
  draftId: number,
  { dealer_group_id }: { readonly dealer_group_id: number },
): Promise<void> {
  await trx
    .updateTable('document_readings')
    .set({ dealer_group_id })
    .where('attachment_id', 'in', trx.selectFrom('attachments').select('id').where('draft_id', '=', draftId))
    .where('dealer_group_id', 'is', null)
    .execute()
}

/** The readings of the documents of a request or draft, in the order the documents were added. */
export function listReadings(
  db: Db,
  owner: { readonly check_request_id: number } | { readonly draft_id: number },
): Promise<ReadingRow[]> {
  const query = db
    .selectFrom('document_readings')
    .innerJoin('attachments', 'attachments.id', 'document_readings.attachment_id')
    .selectAll('document_readings')
    .where('attachments.removed_at', 'is', null)
    .orderBy('document_readings.attachment_id')
  return 'draft_id' in owner
    ? query.where('attachments.draft_id', '=', owner.draft_id).execute()
    : query.where('attachments.check_request_id', '=', owner.check_request_id).execute()
}

export function findReading(db: Db, attachmentId: number): Promise<ReadingRow | undefined> {
  return db.selectFrom('document_readings').selectAll().where('attachment_id', '=', attachmentId).executeTakeFirst()
}

interface Claim {
  readonly now: Moment
  readonly until: Moment
}

/** Takes the next document to read: one that waits, or one whose server stopped while reading it. */
export async function claimReading(trx: Tx, { now, until }: Claim): Promise<ReadingRow | undefined> {
  const next = await trx
    .selectFrom('document_readings')
    .select('attachment_id')
    .where((where) =>
      where.or([
        where('state', '=', 'waiting'),
        where.and([where('state', '=', 'reading'), where('reading_until', '<', now)]),
      ]),
    )
    .orderBy('tries')
    .orderBy('attachment_id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  return trx
    .updateTable('document_readings')
    .set((set) => ({ state: 'reading', tries: set('tries', '+', 1), reading_until: until, changed_at: now }))
    .where('attachment_id', '=', next.attachment_id)
    .where((where) => where.or([where('state', '=', 'waiting'), where('reading_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Stores the result of a claimed reading. Returns false if it isn't wanted anymore or another server took it over. */
export async function storeReading(
  trx: Tx,
  { attachment_id, tries }: ReadingRow,
  result: Pick<ReadingRow, 'state' | 'content' | 'changed_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('document_readings')
    .set({ state: result.state, content: result.content, changed_at: result.changed_at, reading_until: null })
    .where('attachment_id', '=', attachment_id)
    .where('state', '=', 'reading')
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a claimed document back, as if nobody had begun to read it. Returns false: nothing was read. */
export async function putBack(trx: Tx, { attachment_id, tries }: ReadingRow): Promise<false> {
  await trx
    .updateTable('document_readings')
    .set({ state: 'waiting', tries: tries - 1, reading_until: null })
    .where('attachment_id', '=', attachment_id)
    .where('state', '=', 'reading')
    .where('tries', '=', tries)
    .execute()
  return false
}

/** A document to read, with the place of its request or the owner of its draft. */
export function findDocumentToRead(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .leftJoin('check_requests', 'check_requests.id', 'attachments.check_request_id')
    .leftJoin('drafts', 'drafts.id', 'attachments.draft_id')
    .select([
      'attachments.id',
      'attachments.type',
      'attachments.size',
      'attachments.stored_as',
      'attachments.check_request_id',
      'attachments.dealer_group_id',
      'attachments.removed_at',
      'check_requests.requester_id',
      'check_requests.dealership_id',
      'check_requests.department_id',
      'drafts.user_id',
    ])
    .where('attachments.id', '=', id)
    .executeTakeFirst()
}

/** Stores what became of a document's values in its request. */
export async function storeKept(trx: Tx, attachmentId: number, kept: KeptValues): Promise<void> {
  await trx
    .updateTable('document_readings')
    .set({ kept: JSON.stringify(kept) })
    .where('attachment_id', '=', attachmentId)
    .execute()
}

const mostKept = 2000

/** What became of the values of a dealer group's newest documents, or of those of all groups. */
export async function listKept(db: Db, groupId: number | null): Promise<KeptValues[]> {
  const rows = await db
    .selectFrom('document_readings')
    .select('kept')
    .where('kept', 'is not', null)
    .$if(groupId !== null, (query) => query.where('dealer_group_id', '=', groupId))
    .orderBy('attachment_id', 'desc')
    .limit(mostKept)
    .execute()
  return rows.map(({ kept }): KeptValues => JSON.parse(kept ?? ''))
}

/** Stores the phrases of a request's document, whose reading is in the dealer group. */
export async function storePhrases(
  trx: Tx,
  document: Omit<DocumentPhraseTable, 'phrase'>,
  phrases: readonly string[],
): Promise<void> {
  if (phrases.length === 0) return
  await trx
    .insertInto('document_phrases')
    .values(phrases.map((phrase) => ({ ...document, phrase })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Row = Selectable<CheckRequestTable>
/** A request whose document has a phrase. */
export type WithPhrase = { readonly phrase: string } & Coded &
  Pick<Row, 'id' | 'requester_id' | 'dealer_group_id' | 'dealership_id' | 'department_id' | 'payee_name_1'>

type Asked = { dealerGroupId: number; phrases: string; except: number }

/**
 * Both databases begin with the phrases and look up the rest by keys: PostgreSQL because `offset 0` forbids any other
 * order, and SQLite because cross joins do. A limit on documents keeps common phrases cheap. With `=` instead of
 * `between`, PostgreSQL would search all documents from the newest on.
 */
const withPhrases = prepare((db: Db, param: Params<Asked>) => {
  const newest = sql`select n.attachment_id from document_phrases n
    where n.dealer_group_id = ${param('dealerGroupId')} and n.phrase between wanted.phrase and wanted.phrase
    order by n.phrase desc, n.attachment_id desc`
  const last = sql.lit(mostDocuments - 1)
  const found = speaksPostgres(db)
    ? sql`(select value as phrase from json_array_elements_text(${param('phrases')}::json) offset 0) as wanted
        cross join lateral (${newest} limit ${sql.lit(mostDocuments)}) p
        cross join lateral (select a.check_request_id from attachments a where a.id = p.attachment_id offset 0) a
        cross join lateral (select r.* from check_requests r where r.id = a.check_request_id offset 0) r where true`
    : sql`(select value as phrase from json_each(${param('phrases')})) as wanted
        cross join document_phrases p cross join attachments a cross join check_requests r
        where p.dealer_group_id = ${param('dealerGroupId')} and p.phrase = wanted.phrase
          and p.attachment_id >= coalesce((${newest} limit 1 offset ${last}), 0)
          and a.id = p.attachment_id and r.id = a.check_request_id`
  return sql<WithPhrase>`select wanted.phrase, r.id, r.requester_id, r.dealer_group_id, r.dealership_id, r.department_id,
      r.payee_name_1, r.purpose_id, r.delivery_method_id, r.priority_rank, r.accounting
    from ${found} and r.id <> ${param('except')}`
})

/** The requests whose documents are the newest with these phrases, regardless of who can see them. */
export function findWithPhrases(
  db: Db,
  of: { readonly dealerGroupId: number; readonly phrases: readonly string[]; readonly except: number },
): Promise<WithPhrase[]> {
  return withPhrases(db, { ...of, phrases: JSON.stringify(of.phrases) }).all()
}

const mostPayees = 20_000

/**
 * The names on a dealer group's payee list, the group's own, which are never payees, and where payees' documents have
 * their values.
 */
export async function namesKnownTo(db: Db, groupId: number | null): Promise<KnownNames> {
  if (groupId === null) return { payees: [], own: [] }
  const payees = db.selectFrom('payees').select('name').where('dealer_group_id', '=', groupId).limit(mostPayees)
  const group = db.selectFrom('dealer_groups').select('name').where('id', '=', groupId)
  const places = db.selectFrom('dealerships').select('name').where('dealer_group_id', '=', groupId)
  const [listed, ...own] = [await payees.execute(), await group.execute(), await places.execute()]
  // The newest document of each payee comes last, and so replaces the others.
  const kept = (await listKept(db, groupId)).toReversed()
  const layouts = Object.fromEntries(kept.map(({ payee, places }) => [payeeKey(payee), places]))
  return { payees: listed.map(({ name }) => name), own: own.flat().map(({ name }) => name), layouts }
}
