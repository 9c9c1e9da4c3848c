import type { SaveTaxFormInput } from '@check-requests/domain/payees/fields.ts'
import type { TaxFormReply } from '@check-requests/domain/payees/replies.ts'
import { reportedOf } from '@check-requests/domain/payees/reported.ts'
import { startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../organization/commands/record.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import type { SheetCell, SheetColumn, Spreadsheets } from '../../platform/text/exports.ts'
import type { Services } from '../../services.ts'
import { presentTaxForm } from '../presenter.ts'
import { updatePayee } from '../queries/payees.ts'
import {
  findTaxForm,
  listPaidByStore,
  listTaxForms,
  type PaidByStore,
  storeTaxForm,
  type TaxFormRow,
} from '../queries/tax-forms.ts'
import { loadPayee, notePayee, requirePayee } from './payee.ts'

const columns: readonly SheetColumn[] = [
  { header: 'Payee', width: 32, kind: 'text' },
  { header: 'To Report', width: 14, kind: 'text' },
  { header: 'Total for Year', width: 16, kind: 'money' },
  { header: 'Dealership', width: 24, kind: 'text' },
  { header: 'Payments', width: 10, kind: 'text' },
  { header: 'Amount', width: 14, kind: 'money' },
  { header: 'Legal Name', width: 32, kind: 'text' },
  { header: 'Number Type', width: 14, kind: 'text' },
  { header: 'Tax Classification', width: 28, kind: 'text' },
  { header: '1099 Box', width: 32, kind: 'text' },
  { header: 'Backup Withholding', width: 18, kind: 'text' },
  { header: 'W-9 Received', width: 14, kind: 'date' },
]

/** The payments to report: all payments in a calendar year in the dealer group's time zone. */
interface Asked {
  readonly dealer_group_id: number
  readonly year: number
}

/**
 * Exports each payee's payments in a year by dealership, with its W-9 data, as a spreadsheet. Records the export in the
 * audit trail.
 */
export async function exportReported(
  services: Services,
  spreadsheets: Spreadsheets,
  caller: Caller,
  { dealer_group_id, year }: Asked,
): Promise<Uint8Array> {
  const rows = await commit(services, undefined, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const { id, time_zone: zone } = await requireGroup(trx, caller, dealer_group_id)
    const span = { from: beginning(year, zone), to: beginning(year + 1, zone) }
    const paid = await listPaidByStore(trx, id, span)
    const forms = await listTaxForms(trx, id)
    const subject = { chain: id, entity: 'dealer-group', entityId: id }
    unit.audit({ actor: caller, ...subject, action: 'dealer-group.export-tax-list', after: { year } })
    return rowsOf(year, paid, forms)
  })
  return spreadsheets.make({ name: `Payees ${year}`, columns }, inOnePart(rows), caller.scope.dealerGroupId)
}

function beginning(year: number, zone: string): string {
  return moment(startOfDay(`${year}-01-01`, zone))
}

function rowsOf(year: number, paid: readonly PaidByStore[], forms: ReadonlyMap<number, TaxFormRow>): SheetCell[][] {
  const byPayee = Map.groupBy(paid, ({ payee_id }) => payee_id)
  return [...byPayee].flatMap(([payeeId, stores]) => {
    const total = stores.reduce((sum, { cents }) => sum + cents, 0)
    const form = forms.get(payeeId)
    const withheld = form?.backup_withholding === 1
    const reported = reportedOf(year, total, form && { ...form, backup_withholding: withheld })
    return stores.map(({ name, dealership_name, payments, cents }) => [
      name,
      reported,
      centsToDollars(total),
      dealership_name,
      String(payments),
      centsToDollars(cents),
      ...(form
        ? [form.legal_name, form.number_kind, form.tax_class, form.box_1099, withheld ? 'Yes' : 'No', form.received_on]
        : [null, null, null, null, null, null]),
    ])
  })
}

async function* inOnePart(rows: readonly SheetCell[][]) {
  yield rows
}

/** Returns a payee's W-9 data, or null if there is none. Records the access in the audit trail. */
export function seeTaxForm(services: Services, caller: Caller, id: number): Promise<TaxFormReply | null> {
  return commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    const { name, dealer_group_id: dealerGroupId } = await requirePayee(unit.trx, caller, id)
    const form = await findTaxForm(unit.trx, id)
    if (!form) return null
    notePayee(unit, caller, { verb: 'see-tax-form', id, dealerGroupId, after: { name } })
    return presentTaxForm(form)
  })
}

/** Stores a payee's W-9 data. Returns the payee's id. */
export function saveTaxForm(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...form }: SaveTaxFormInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const { name, dealer_group_id } = await loadPayee(unit, caller, id, version)
    const before = await findTaxForm(trx, id)
    const backup_withholding = Number(form.backup_withholding)
    await storeTaxForm(trx, { ...form, backup_withholding, payee_id: id, dealer_group_id })
    await updatePayee(trx, id, {})
    const noted = { verb: 'save-tax-form', id, dealerGroupId: dealer_group_id } as const
    notePayee(unit, caller, {
      ...noted,
      ...(before && { before: { name, ...presentTaxForm(before) } }),
      after: { name, ...form },
    })
    return id
  })
}
