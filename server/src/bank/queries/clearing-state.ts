import type { Db } from '../../tables.ts'

interface Account {
  readonly id: number
  readonly dealer_group_id: number
}

/** When the first check number was taken from an account; undefined before that. */
export async function firstTakenAt(db: Db, { id, dealer_group_id }: Account): Promise<string | undefined> {
  const checks = db.selectFrom('checks').select('created_at').where('dealer_group_id', '=', dealer_group_id)
  return (await checks.where('bank_account_id', '=', id).orderBy('number').limit(1).executeTakeFirst())?.created_at
}

/** The newest files applied to the register, with the number of checks that each cleared. */
export function listWritten(db: Db, { id, dealer_group_id }: Account, limit: number) {
  return db
    .selectFrom('clearing_files')
    .select(['id', 'name', 'format', 'notes', 'written_by_id', 'written_by_name', 'written_at'])
    .select(({ selectFrom }) => [
      selectFrom('clearing_lines')
        .select(({ fn }) => fn.count<number>('check_id').as('cleared'))
        .whereRef('clearing_lines.dealer_group_id', '=', 'clearing_files.dealer_group_id')
        .whereRef('clearing_lines.clearing_file_id', '=', 'clearing_files.id')
        .as('cleared'),
      selectFrom('clearing_lines')
        .select(({ fn }) => fn.countAll<number>().as('lines'))
        .whereRef('clearing_lines.dealer_group_id', '=', 'clearing_files.dealer_group_id')
        .whereRef('clearing_lines.clearing_file_id', '=', 'clearing_files.id')
        .as('lines'),
    ])
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
    .where('written_at', 'is not', null)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type WrittenFile = Awaited<ReturnType<typeof listWritten>>[number]

/** The number of unresolved exceptions of an account. */
export async function countOpenExceptions(db: Db, { id, dealer_group_id }: Account): Promise<number> {
  const open = db.selectFrom('check_exceptions').select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await open
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
