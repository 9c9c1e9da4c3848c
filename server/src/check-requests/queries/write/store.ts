import type { Insertable, Updateable } from 'kysely'
import { compiled, compiledChange, hole } from '../../../platform/compiled.ts'
import type { Tables, Tx } from '../../../tables.ts'
import type { CheckRequestSearchTable, CheckRequestTable } from '../../tables.ts'

export type NewRequest = Omit<Insertable<CheckRequestTable>, 'id' | 'version'>
export type SearchTexts = Omit<CheckRequestSearchTable, 'id'>

const insert = compiled<Tables, (keyof NewRequest)[], { id: number; version: number }>((db, columns) =>
  db
    .insertInto('check_requests')
    .values(Object.fromEntries(columns.map((column) => [column, hole(column)])) as unknown as NewRequest)
    .returning(['id', 'version']),
)

export async function insertRequest(trx: Tx, request: NewRequest): Promise<{ id: number; version: number }> {
  const [row] = await insert(trx, Object.keys(request) as (keyof NewRequest)[], { ...request })
  return row as { id: number; version: number }
}

const insertTexts = compiledChange<Tables, 'insert'>((db) =>
  db.insertInto('check_request_search').values({
    id: hole('id'),
    request_number: hole('request_number'),
    payee: hole('payee'),
    requester: hole('requester'),
    purpose: hole('purpose'),
    check_number: hole('check_number'),
  }),
)

/** Makes a request findable. Texts are folded to small letters here, so that every search folds the same way. */
export async function insertSearchTexts(trx: Tx, id: number, texts: SearchTexts): Promise<void> {
  await insertTexts(trx, 'insert', { id, ...folded(texts) })
}

const updateTexts = compiledChange<Tables, string[]>((db, columns) =>
  db
    .updateTable('check_request_search')
    .set(Object.fromEntries(columns.map((column) => [column, hole(column)])))
    .where('id', '=', hole('id')),
)

export async function updateSearchTexts(trx: Tx, id: number, texts: Partial<SearchTexts>): Promise<void> {
  await updateTexts(trx, Object.keys(texts), { id, ...folded(texts) })
}

/** What a changed request must still look like at the moment of the change. */
export interface Expected {
  readonly id: number
  readonly statusId: number
  readonly version: number
  /** Set where separation of duties binds: nobody with a hand in the request may make this change (D1). */
  readonly notBy?: number | undefined
}

const update = compiledChange<Tables, { columns: string[]; separated: boolean }>((db, shape) => {
  const values = Object.fromEntries(
    shape.columns.map((column) => [column, hole(column)]),
  ) as Updateable<CheckRequestTable>
  const query = db
    .updateTable('check_requests')
    .set({ ...values, version: hole('nextVersion') })
    .where('id', '=', hole('id'))
    .where('status_id', '=', hole('expectedStatus'))
    .where('version', '=', hole('expectedVersion'))
  if (!shape.separated) return query
  return query
    .where('requester_id', '<>', hole('actor'))
    .where('created_by_id', '<>', hole('actor'))
    .where((eb) => eb.or([eb('last_editor_id', 'is', null), eb('last_editor_id', '<>', hole('actor'))]))
})

/** Changes a request in one statement, if it still is what the caller saw. False when somebody was first. */
export async function updateRequest(
  trx: Tx,
  expected: Expected,
  values: Omit<Updateable<CheckRequestTable>, 'id' | 'version'>,
): Promise<boolean> {
  const shape = { columns: Object.keys(values), separated: expected.notBy !== undefined }
  const changed = await update(trx, shape, {
    ...values,
    nextVersion: expected.version + 1,
    id: expected.id,
    expectedStatus: expected.statusId,
    expectedVersion: expected.version,
    actor: expected.notBy,
  })
  return changed === 1
}

/** Removes a request with all that hangs on it, if it still is what the caller saw. */
export async function deleteRequest(trx: Tx, expected: Expected): Promise<boolean> {
  const { id, statusId, version } = expected
  const locked = await updateRequest(trx, expected, { status_id: statusId })
  if (!locked) return false
  await trx.deleteFrom('handled_requests').where('check_request_id', '=', id).execute()
  await trx.deleteFrom('status_history').where('check_request_id', '=', id).execute()
  await trx.deleteFrom('check_request_search').where('id', '=', id).execute()
  await trx.deleteFrom('likeness_keys').where('id', '=', id).execute()
  await trx
    .deleteFrom('check_requests')
    .where('id', '=', id)
    .where('version', '=', version + 1)
    .execute()
  return true
}

const nextNumber = compiled<Tables, 'next', { last_number: number }>((db) =>
  db
    .insertInto('request_number_counters')
    .values({ group_code: hole('code'), last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('group_code').doUpdateSet((row) => ({
        last_number: row('request_number_counters.last_number', '+', 1),
      })),
    )
    .returning('last_number'),
)

/** Takes the next number of a dealer group. Counted by the group's code, so that no number is ever used again (A7). */
export async function takeNextNumber(trx: Tx, groupCode: string): Promise<number> {
  const [row] = await nextNumber(trx, 'next', { code: groupCode })
  return row?.last_number as number
}

function folded<Texts extends Partial<SearchTexts>>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fold(text)])) as Texts
}

/** How searched texts and search words are compared. */
export function fold(text: string): string {
  return text.toLowerCase()
}
