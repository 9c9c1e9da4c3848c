import { mostSampled, type SampleInput } from '@check-requests/domain/people/auditors/fields.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { AuditorTable } from '../tables.ts'

function named(db: Db) {
  return db
    .selectFrom('auditors')
    .innerJoin('users', 'users.id', 'auditors.user_id')
    .selectAll('auditors')
    .select(['users.first_name', 'users.last_name'])
}

/** A right to audit with the name of whose it is. */
export type AuditorRow = NonNullable<Awaited<ReturnType<typeof findAuditor>>>

export function findAuditor(db: Db, id: number) {
  return named(db).where('auditors.id', '=', id).executeTakeFirst()
}

/** The rights of a dealer group, or of all, that have not ended. */
export function listAuditors(db: Db, dealerGroupId: number | null): Promise<AuditorRow[]> {
  const rows = named(db).where('auditors.state', '<>', 'ended').orderBy('auditors.id')
  return (dealerGroupId === null ? rows : rows.where('auditors.dealer_group_id', '=', dealerGroupId)).execute()
}

/** The right in force of somebody, or what they are asked to hold. */
export function findAuditorOf(db: Db, dealerGroupId: number, userId: number) {
  const rows = db.selectFrom('auditors').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return rows.where('user_id', '=', userId).where('state', '<>', 'ended').executeTakeFirst()
}

export async function insertAuditor(
  trx: Tx,
  auditor: Omit<Insertable<AuditorTable>, 'id' | 'version'>,
): Promise<number> {
  return (await trx.insertInto('auditors').values(auditor).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateAuditor(trx: Tx, id: number, values: Updateable<AuditorTable>): Promise<void> {
  await trx
    .updateTable('auditors')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The checks of a period that a sample is drawn from, as little of each as that needs; one more than it may be. */
export function listSampled(db: Db, dealerGroupId: number, { from, to }: Pick<SampleInput, 'from' | 'to'>) {
  return (
    db
      .selectFrom('checks')
      .select(['id', 'bank_account_id', 'number'])
      .where('dealer_group_id', '=', dealerGroupId)
      // Dates have an index in each account.
      .where('bank_account_id', 'in', ({ selectFrom }) =>
        selectFrom('bank_accounts')
          .select('bank_accounts.id')
          .where('bank_accounts.dealer_group_id', '=', dealerGroupId),
      )
      .where('check_date', '>=', from)
      .where('check_date', '<=', to)
      .where('state', '<>', 'released')
      .limit(mostSampled + 1)
      .execute()
  )
}

/** These checks with the names of their accounts, in the order of account and number. */
export function listDrawn(db: Db, dealerGroupId: number, ids: readonly number[]) {
  return db
    .selectFrom('checks')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'checks.bank_account_id')
    .select(['checks.id', 'checks.number', 'checks.state', 'checks.kind', 'check_date', 'payee_name', 'amount_cents'])
    .select(['check_request_id', 'request_number', 'bank_accounts.name as account_name'])
    .where('checks.dealer_group_id', '=', dealerGroupId)
    .where('checks.id', 'in', ids)
    .orderBy('bank_accounts.name')
    .orderBy('checks.number')
    .execute()
}

export type DrawnRow = Awaited<ReturnType<typeof listDrawn>>[number]
