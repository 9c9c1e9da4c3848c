import { fold } from '@check-requests/domain/values/searched-text.ts'
import { sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { CheckRequestSearchTable } from '../../tables.ts'
import type { StoredRequest } from '../detail/find.ts'
import { listHistory } from '../detail/history.ts'
import { groupOfRequest } from './hands.ts'

export type SearchTexts = Omit<CheckRequestSearchTable, 'id' | 'dealer_group_id'>

const insertTexts = prepare((db: Db, param: Params<{ id: number; texts: SearchTexts }>) =>
  db
    .insertInto('check_request_search')
    .values({ id: param('id'), dealer_group_id: groupOfRequest(db, param('id')), ...param.row('texts') }),
)

/** Makes a request searchable. Normalizes the texts here, so that every search compares them in the same way. */
export async function insertSearchTexts(trx: Tx, id: number, texts: SearchTexts): Promise<void> {
  await insertTexts(trx, { id, texts: folded(texts) }).write()
}

export async function updateSearchTexts(trx: Tx, id: number, texts: Partial<SearchTexts>): Promise<void> {
  await trx.updateTable('check_request_search').set(folded(texts)).where('id', '=', id).execute()
}

const appendNotes = prepare((db: Db, param: Params<{ id: number; notes: string; separated: string }>) =>
  db
    .insertInto('check_request_notes')
    .values({ id: param('id'), dealer_group_id: groupOfRequest(db, param('id')), notes: param('notes') })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ notes: sql<string>`check_request_notes.notes || ${param('separated')}` }),
    ),
)

/** Adds notes to a request's search text, and keeps the earlier notes. */
export async function addSearchedNotes(trx: Tx, id: number, notes: readonly string[]): Promise<void> {
  if (notes.length === 0) return
  const text = fold(notes.join('\n'))
  await appendNotes(trx, { id, notes: text, separated: `\n${text}` }).write()
}

/** Replaces the searchable notes of a request. */
async function replaceSearchedNotes(trx: Tx, id: number, notes: readonly string[]): Promise<void> {
  await trx.deleteFrom('check_request_notes').where('id', '=', id).execute()
  await addSearchedNotes(trx, id, notes)
}

/** Updates the requester's name in the search texts of the requester's requests. */
export async function renameRequester(trx: Tx, userId: number, name: string): Promise<void> {
  const own = trx.selectFrom('check_requests').select('id').where('requester_id', '=', userId)
  await trx
    .updateTable('check_request_search')
    .set(folded({ requester: name }))
    .where('id', 'in', own)
    .execute()
}

function folded<Texts extends Partial<SearchTexts>>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fold(text)])) as Texts
}

/** Replaces the searchable notes of a request with its own notes, those of its history, and these texts. */
export async function searchByNotes(
  trx: Tx,
  { id, notes }: Pick<StoredRequest, 'id' | 'notes'>,
  texts: readonly string[] = [],
): Promise<void> {
  const history = await listHistory(trx, id)
  await replaceSearchedNotes(trx, id, [...given(notes, ...history.map(({ note }) => note)), ...texts])
}

/** Of the given notes, those that are neither missing nor blank. */
export function given(...notes: (string | null | undefined)[]): string[] {
  return notes.filter((note) => typeof note === 'string' && note !== '') as string[]
}
