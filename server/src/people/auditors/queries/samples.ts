import { mostSampled, type SampleInput } from '@check-requests/domain/people/auditors/fields.ts'
import type { Db } from '../../../tables.ts'

/**
 * Lists the checks in a period with the columns that sampling needs. Returns one more than the limit if there are too
 * many.
 */
export function listSampled(db: Db, dealerGroupId: number, { from, to }: Pick<SampleInput, 'from' | 'to'>) {
  return (
    db
      .selectFrom('checks')
      .select(['id', 'bank_account_id', 'number'])
      .where('dealer_group_id', '=', dealerGroupId)
      // The index on dates begins with the account.
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

/** Lists these checks with their account names, ordered by account and number. */
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
