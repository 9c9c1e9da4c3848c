import { isClosed, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { PayeeTaxFormTable } from '../tables.ts'

export type TaxFormRow = Selectable<PayeeTaxFormTable>

export function findTaxForm(db: Db, payeeId: number): Promise<TaxFormRow | undefined> {
  return db.selectFrom('payee_tax_forms').selectAll().where('payee_id', '=', payeeId).executeTakeFirst()
}

/** Stores tax form data, replacing earlier data. */
export async function storeTaxForm(trx: Tx, form: Insertable<PayeeTaxFormTable>): Promise<void> {
  const { payee_id: _, dealer_group_id: __, ...values } = form
  await trx
    .insertInto('payee_tax_forms')
    .values(form)
    .onConflict((conflict) => conflict.column('payee_id').doUpdateSet(values))
    .execute()
}

/** Returns the tax form data of a dealer group's payees, by payee. */
export async function listTaxForms(db: Db, dealerGroupId: number): Promise<Map<number, TaxFormRow>> {
  const forms = db.selectFrom('payee_tax_forms').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return new Map((await forms.execute()).map((form) => [form.payee_id, form]))
}

/** The amount paid to a payee by one dealership, or by the dealer group itself. */
export interface PaidByStore {
  readonly payee_id: number
  readonly name: string
  readonly dealership_name: string | null
  readonly payments: number
  readonly cents: Cents
}

/** A time span that excludes its end. */
interface Span {
  readonly from: string
  readonly to: string
}

const closed = sql.lit(statuses.find(({ name }) => isClosed(name))?.id)

/**
 * Lists the amounts paid to a dealer group's payees by checks handed over during a time span, by payee and dealership.
 */
export async function listPaidByStore(db: Db, dealerGroupId: number, { from, to }: Span): Promise<PaidByStore[]> {
  const query = sql<PaidByStore>`select p.id as payee_id, p.name, d.name as dealership_name,
      count(*) as payments, cast(sum(r.amount_cents) as bigint) as cents
    from check_requests r
    left join request_payees l on l.check_request_id = r.id
    left join match_keys k on k.id = r.id
    join payees named on named.dealer_group_id = r.dealer_group_id
      and (named.id = l.payee_id or (l.payee_id is null and named.name_key = k.payee))
    join payees p on p.dealer_group_id = r.dealer_group_id and p.id = coalesce(named.merged_into_id, named.counts_as_id, named.id)
    left join dealerships d on d.id = r.dealership_id
    where r.dealer_group_id = ${dealerGroupId} and r.status_id = ${closed}
      and r.cleared_at >= ${from} and r.cleared_at < ${to}
    group by p.id, p.name, p.name_key, d.id, d.name
    order by p.name_key, d.name, d.id`
  const { rows } = await query.execute(db)
  return rows.map((row) => ({ ...row, payments: Number(row.payments), cents: Number(row.cents) }))
}
