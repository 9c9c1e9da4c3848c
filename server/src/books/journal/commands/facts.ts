import type { ChartAccount } from '@check-requests/domain/books/accounting/lines.ts'
import { readLines } from '@check-requests/domain/books/accounting/stored-lines.ts'
import { joinOf } from '@check-requests/domain/check-requests/payee-join.ts'
import { purposeText } from '@check-requests/domain/check-requests/purpose-text.ts'
import type { JournalFacts } from '@check-requests/domain/books/journal/template.ts'
import { findChart } from '../../accounting/queries/accounts.ts'
import type { NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import type { Tx } from '../../../tables.ts'

/** The accounts of the lines of requests of one dealer group; no lines cost no statement. */
export function findCharged(trx: Tx, groupId: number, rows: readonly NamedRequest[]) {
  const accounts = rows.flatMap(({ accounting }) => readLines(accounting).map(({ account }) => account))
  return findChart(trx, groupId, [...new Set(accounts)])
}

/** What a line of the journal tells of its request, as it is now. */
export function factsOf(row: NamedRequest, chart: ReadonlyMap<string, ChartAccount>): JournalFacts {
  return {
    request_number: row.request_number,
    payee: row.payee_name_1,
    second_payee: row.payee_name_2,
    payee_join: row.payee_name_2 === null ? null : joinOf(row).toUpperCase(),
    memo: row.memo_line,
    purpose: purposeText(row),
    dealership: row.dealership_name,
    department: row.department_name,
    requester: `${row.requester_first_name} ${row.requester_last_name}`,
    invoice_number: row.invoice_number,
    purchase_order: row.po_purchase_no,
    vin: row.vin_last_digits,
    stock_number: row.stock_number,
    deal_number: row.deal_number,
    repair_order: row.repair_order,
    accounting: readLines(row.accounting).map(({ account, controlNumber, cents }) => {
      return { account, account_name: chart.get(account)?.name ?? '', control_number: controlNumber, cents }
    }),
  }
}
