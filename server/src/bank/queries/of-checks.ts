import type { Db } from '../../tables.ts'

/** What the bank was told of these checks of a dealer group, oldest first. */
export function listToldOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  return db
    .selectFrom('positive_pay_rows')
    .innerJoin('positive_pay_files', (join) =>
      join
        .onRef('positive_pay_files.dealer_group_id', '=', 'positive_pay_rows.dealer_group_id')
        .onRef('positive_pay_files.id', '=', 'positive_pay_rows.positive_pay_file_id'),
    )
    .select(['positive_pay_rows.check_id', 'positive_pay_rows.kind', 'positive_pay_files.number', 'made_at'])
    .select(['made_by_name', 'answer', 'answered_by_name', 'answered_at', 'reason'])
    .where('positive_pay_rows.dealer_group_id', '=', dealerGroupId)
    .where('check_id', 'in', checkIds)
    .orderBy('positive_pay_files.id')
    .orderBy('positive_pay_rows.kind')
    .execute()
}

/** What the bank says it paid with these checks, as far as it cleared them, oldest first. */
export function listPaidOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  return db
    .selectFrom('clearing_lines')
    .innerJoin('clearing_files', (join) =>
      join
        .onRef('clearing_files.dealer_group_id', '=', 'clearing_lines.dealer_group_id')
        .onRef('clearing_files.id', '=', 'clearing_lines.clearing_file_id'),
    )
    .select(['clearing_lines.check_id', 'clearing_files.name as file_name', 'line', 'amount_cents', 'paid_on'])
    .where('clearing_lines.dealer_group_id', '=', dealerGroupId)
    .where('clearing_lines.check_id', 'in', checkIds)
    .orderBy('clearing_lines.id')
    .execute()
}

/** What somebody had or has to look into about these checks, oldest first. */
export function listExceptionsOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  return db
    .selectFrom('check_exceptions')
    .innerJoin('clearing_lines', (join) =>
      join
        .onRef('clearing_lines.dealer_group_id', '=', 'check_exceptions.dealer_group_id')
        .onRef('clearing_lines.id', '=', 'check_exceptions.clearing_line_id'),
    )
    .select(['check_exceptions.check_id', 'kind', 'sentence', 'owner_name', 'resolution', 'resolved_by_name'])
    .select(['resolved_at', 'clearing_lines.paid_on', 'clearing_lines.amount_cents'])
    .where('check_exceptions.dealer_group_id', '=', dealerGroupId)
    .where('check_exceptions.check_id', 'in', checkIds)
    .orderBy('check_exceptions.id')
    .execute()
}

export type ToldRow = Awaited<ReturnType<typeof listToldOf>>[number]
export type PaidRow = Awaited<ReturnType<typeof listPaidOf>>[number]
export type ExceptionRow = Awaited<ReturnType<typeof listExceptionsOf>>[number]
