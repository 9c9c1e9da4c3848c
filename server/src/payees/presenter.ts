import { isOpen, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { payeesInWords } from '@check-requests/domain/check-requests/payee-names.ts'
import { isPaid } from '@check-requests/domain/check-requests/payees.ts'
import type {
  PayeeDocument,
  PayeeReply,
  PayeeSettings,
  PaymentsReply,
  TaxFormReply,
} from '@check-requests/domain/payees/replies.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { AttachmentRow } from '../documents/attachments/queries/attachments.ts'
import { areBest, decodeCursor, isId } from '../platform/database/list.ts'
import { present } from '../platform/errors.ts'
import { needsIn, type PaymentRow } from './queries/of-requests.ts'
import { editorsOf, type Position, type ShownPayee } from './queries/payees.ts'
import type { TaxFormRow } from './queries/tax-forms.ts'

export function presentPayee(row: ShownPayee): PayeeReply {
  const { tax_form_of, verified_by_id, verified_by_name, edited_by, name_key, former_keys, searched, ...stored } = row
  const { merged_into_id, merged_into_name, merged_by_name: merged_by, ...unmerged } = stored
  const { counts_as_id, counts_as_name, ...payee } = unmerged
  return {
    ...payee,
    counts_as: counts_as_id === null ? null : { id: counts_as_id, name: counts_as_name ?? '' },
    merged_into: merged_into_id === null ? null : { id: merged_into_id, name: merged_into_name ?? '' },
    merged_by,
    edited_by: editorsOf(row),
    verified_by: verified_by_id === null ? null : { id: verified_by_id, name: verified_by_name ?? 'A user' },
    has_tax_form: tax_form_of !== null,
    has_tax_form_document: Boolean(payee.has_tax_form_document),
  }
}

/** Converts SQLite's numbers to booleans. */
export function presentName<Row extends { readonly has_tax_form_document: boolean | number }>(row: Row) {
  return { ...row, has_tax_form_document: Boolean(row.has_tax_form_document) }
}

export function presentTaxForm(row: TaxFormRow): TaxFormReply {
  const { payee_id, dealer_group_id, backup_withholding, ...form } = row
  return { ...form, backup_withholding: backup_withholding === 1 }
}

interface GroupWithPayees {
  readonly id: number
  readonly version: number
  readonly payee_list: number
  readonly payee_needs: string
}

export function presentSettings({ id, version, payee_list, payee_needs }: GroupWithPayees): PayeeSettings {
  return { id, version, payee_list: payee_list === 1 ? 'on' : 'off', purposes: needsIn(payee_needs) }
}

/** The requests to a payee that the user can see. */
export function presentPayments(rows: readonly PaymentRow[], isCut: boolean): PaymentsReply {
  return {
    paid: sumOf(rows.filter(isPaid)),
    under_way: sumOf(rows.filter(({ status_id }) => isOpen(statusOf(status_id).name))),
    is_lower_bound: isCut,
    items: rows.map((row) => ({
      id: row.id,
      request_number: row.request_number,
      payee_name: payeesInWords(row),
      amount: centsToDollars(row.amount_cents),
      status_name: statusOf(row.status_id).name,
      requester_name: `${row.first_name} ${row.last_name}`,
      dealership_name: row.dealership_name,
      check_number: row.check_number,
      ...(row.good_through !== null && { good_through: row.good_through }),
      raised_at: row.created_at,
      paid_at: row.cleared_at,
    })),
  }
}

/** The documents on requests to a payee, each with its request. */
export function presentDocuments(rows: readonly AttachmentRow[], requests: readonly PaymentRow[]): PayeeDocument[] {
  const numbers = new Map(requests.map(({ id, request_number }) => [id, request_number]))
  return rows.map(({ id, name, size, type, sha256, kind, created_at, created_by_id, created_by_name, ...row }) => ({
    id,
    name,
    size,
    type,
    sha256,
    kind,
    created_at,
    created_by: { id: created_by_id, name: created_by_name },
    request: namedIn(numbers, present(row.check_request_id, 'the request of a document')),
  }))
}

function namedIn(numbers: ReadonlyMap<number, string>, id: number) {
  return { id, request_number: present(numbers.get(id), `the number of request ${id}`) }
}

function sumOf(rows: readonly PaymentRow[]) {
  const cents = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return { count: rows.length, amount: centsToDollars(cents) }
}

/** The end of an earlier page, and the best matches shown before. Throws unless the text is that page's cursor. */
export function positionOf(cursor: string): { readonly position: Position; readonly shownBefore: readonly number[] } {
  const [key, id, shownBefore] = decodeCursor<[string, number, number[]]>(cursor, [isKey, isId, areBest])
  return { position: { key, id }, shownBefore }
}

function isKey(part: unknown): part is string {
  return typeof part === 'string' && part !== '' && part.isWellFormed() && !part.includes('\0')
}
