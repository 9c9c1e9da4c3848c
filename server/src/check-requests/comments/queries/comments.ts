import type { MentionedPerson } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { CommentTable } from '../tables.ts'

export type CommentRow = Selectable<CommentTable>

const byRequest = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('comments').selectAll().where('check_request_id', '=', param('requestId')).orderBy('id'),
)

/** The comments on a request, oldest first, including deleted ones. */
export function listComments(db: Db, requestId: number): Promise<CommentRow[]> {
  return byRequest(db, { requestId }).all()
}

export function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countComments(db: Db, requestId: number): Promise<number> {
  const counted = db.selectFrom('comments').select(({ fn }) => fn.countAll<number>().as('amount'))
  return Number((await counted.where('check_request_id', '=', requestId).executeTakeFirstOrThrow()).amount)
}

export function insertComment(trx: Tx, row: Insertable<CommentTable>): Promise<CommentRow> {
  return trx.insertInto('comments').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Replaces or deletes the text of a comment. */
export function updateComment(
  trx: Tx,
  id: number,
  values: Partial<Pick<CommentRow, 'text' | 'mentions' | 'edited_at' | 'deleted_at'>>,
): Promise<CommentRow> {
  return trx.updateTable('comments').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Deletes all comments on a request. */
export async function deleteCommentsOn(trx: Tx, requestId: number): Promise<void> {
  await trx.deleteFrom('comments').where('check_request_id', '=', requestId).execute()
}

/** The users whom a comment mentions, with the names they had then. */
export function mentionsOf({ mentions }: Pick<CommentRow, 'mentions'>): MentionedPerson[] {
  return JSON.parse(mentions)
}

/** The key that identifies a comment in notices. */
export function keyOfComment(id: number): string {
  return `comment/${id}`
}
