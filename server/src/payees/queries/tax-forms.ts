import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { PayeeTaxFormTable } from '../tables.ts'

export type TaxFormRow = Selectable<PayeeTaxFormTable>

export function findTaxForm(db: Db, payeeId: number): Promise<TaxFormRow | undefined> {
  return db.selectFrom('payee_tax_forms').selectAll().where('payee_id', '=', payeeId).executeTakeFirst()
}

/** Keeps what a tax form says, in place of an earlier one. */
export async function storeTaxForm(trx: Tx, form: Insertable<PayeeTaxFormTable>): Promise<void> {
  const { payee_id: _, dealer_group_id: __, ...values } = form
  await trx
    .insertInto('payee_tax_forms')
    .values(form)
    .onConflict((conflict) => conflict.column('payee_id').doUpdateSet(values))
    .execute()
}

/** What the tax forms of a dealer group's payees say, by payee. */
export async function listTaxForms(db: Db, dealerGroupId: number): Promise<Map<number, TaxFormRow>> {
  const forms = db.selectFrom('payee_tax_forms').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return new Map((await forms.execute()).map((form) => [form.payee_id, form]))
}
