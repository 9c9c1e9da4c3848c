import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { WaitingMailTable } from '../tables.ts'

/** A request that waits, of which those for whom it does are to be mailed. */
export type WaitingMail = Selectable<WaitingMailTable>

const insert = prepare((db: Db, param: Params<{ row: Insertable<WaitingMailTable> }>) =>
  db.insertInto('waiting_mails').values(param.row('row')),
)

/** Notes that everybody is to be mailed for whom a request waits from now on: one row, however many they are. */
export async function insertWaitingMail(trx: Tx, row: WaitingMail): Promise<void> {
  await insert(trx, { row }).affectedRows()
}

/** Some of these notes, oldest requests first. */
export function listWaitingMails(db: Db, limit: number): Promise<WaitingMail[]> {
  return db
    .selectFrom('waiting_mails')
    .selectAll()
    .orderBy('check_request_id')
    .orderBy('version')
    .limit(limit)
    .execute()
}

/** Removes such a note; returns whether it was still there. Of several instances one does. */
export async function removeWaitingMail(trx: Tx, { check_request_id, version }: WaitingMail): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('waiting_mails')
    .where('check_request_id', '=', check_request_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
