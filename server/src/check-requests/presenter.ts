import { roleOf } from '@check-requests/domain/access/roles.ts'
import type { AccountingLineReply } from '@check-requests/domain/books/accounting/chart-fields.ts'
import {
  type Compared,
  type MatchKeys,
  matchesOf,
  type Similarity,
} from '@check-requests/domain/check-requests/duplicates.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { joinOf } from '@check-requests/domain/check-requests/payee-names.ts'
import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import type {
  DetailedRequest,
  Finding,
  HistoryEntry,
  PossibleDuplicates,
  WholeRequest,
} from '@check-requests/domain/check-requests/replies.ts'
import type { CheckedItem, CheckedItemReply } from '@check-requests/domain/check-requests/required/rules.ts'
import { rareFields, usualFields } from '@check-requests/domain/check-requests/text-fields.ts'
import { ofFields } from '@check-requests/domain/values/lists.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { checkOf } from './queries/detail/checks.ts'
import type { Match } from './queries/detail/duplicates.ts'
import type { FoundRequest, Marked, NamedRequest, StoredRequest } from './queries/detail/find.ts'
import type { HistoryRow } from './queries/detail/history.ts'
import type { ListedPayee } from './queries/detail/payees.ts'
import { presentMark } from './recurring/queries/marks.ts'

/** A history row in API form (A5). */
export function presentHistory(row: HistoryRow): HistoryEntry {
  return {
    id: row.id,
    action: row.action,
    status_id: row.status_id,
    status_name: statusOf(row.status_id).name,
    note: row.note,
    user_id: row.user_id,
    user_name: row.user_name,
    role: roleOf(row.role_id).label,
    timestamp: row.created_at,
    ...(row.check_number !== null && { check_number: row.check_number }),
    changes: JSON.parse(row.changes),
  }
}

/** A possible duplicate of a request with these match keys. `hasSame` is true if the two have a document in common. */
export function presentDuplicate(row: Match, keys: Compared, hasSame: boolean): PossibleDuplicates['requests'][number] {
  return presentMatch(row, [...matchesOf(row, keys), ...(hasSame ? (['document'] as const) : [])])
}

/** A possible duplicate, with what it has in common with the request. */
export function presentMatch(
  row: Omit<Match, keyof MatchKeys | 'payee'>,
  alike: readonly Similarity[],
): PossibleDuplicates['requests'][number] {
  return {
    id: row.id,
    request_number: row.request_number,
    amount: centsToDollars(row.amount_cents),
    status_id: row.status_id,
    status_name: statusOf(row.status_id).name,
    request_date: row.created_at,
    alike: [...alike],
  }
}

/** The values that are copied to a new request to the same payee. */
export function presentLastOfPayee(row: StoredRequest): KnownPayee['last'] {
  return {
    id: row.id,
    payee_type: row.payee_type,
    payee_sub_type: row.payee_sub_type,
    purpose_id: row.purpose_id,
    purpose_other: row.purpose_other,
    delivery_method_id: row.delivery_method_id,
    mailing_method: row.mailing_method,
    mailing_address: row.mailing_address,
    delivery_method_other: row.delivery_method_other,
  }
}

/** An entry of the payee list, as the form of a request offers it. */
export function presentListed(row: ListedPayee): NonNullable<KnownPayee['listed']> {
  const { id, state, address, payee_type, payee_sub_type, default_purpose_id, has_tax_form_document } = row
  return {
    id,
    state,
    address,
    payee_type,
    payee_sub_type,
    default_purpose_id,
    has_tax_form_document: Number(has_tax_form_document) === 1,
  }
}

/** The location of a request. */
export function presentPlace({ dealer_group_id, dealership_id, department_id }: PlaceColumns): PlaceColumns {
  return { dealer_group_id, dealership_id, department_id }
}

type PlaceColumns = Pick<StoredRequest, 'dealer_group_id' | 'dealership_id' | 'department_id'>

/** A request with display names and history, in API form (R116). */
export function presentWhole(row: NamedRequest, history: readonly HistoryRow[]): WholeRequest {
  return {
    id: row.id,
    version: row.version,
    request_number: row.request_number,
    status_id: row.status_id,
    status_name: statusOf(row.status_id).name,
    amount: centsToDollars(row.amount_cents),
    requester_id: row.requester_id,
    requester_name: `${row.requester_first_name} ${row.requester_last_name}`,
    payee_name_1: row.payee_name_1,
    payee_name_2: row.payee_name_2,
    ...(row.payee_name_2 !== null && { payee_join: joinOf(row) }),
    payee_type: row.payee_type,
    payee_sub_type: row.payee_sub_type,
    ...presentPlace(row),
    dealer_group_name: row.dealer_group_name,
    dealership_name: row.dealership_name,
    department_name: row.department_name,
    purpose_id: row.purpose_id,
    purpose_name: row.purpose_name,
    purpose_other: row.purpose_other,
    delivery_method_id: row.delivery_method_id,
    delivery_method_name: row.delivery_method_name,
    delivery_method_kind: row.delivery_method_kind,
    delivery_method_other: row.delivery_method_other,
    mailing_method: row.mailing_method,
    mailing_address: row.mailing_address,
    tracking_number: row.tracking_number,
    priority_level: priorityOf(row.priority_rank),
    created_at: row.created_at,
    request_date: row.created_at,
    due_date: row.due_date,
    good_through: row.good_through,
    status_changed_at: row.status_changed_at,
    cleared_date: row.cleared_at,
    check_number: row.check_number,
    ...ofFields(usualFields, (field) => row[field]),
    ...withoutNulls(ofFields(rareFields, (field) => row[field])),
    notes: row.notes,
    status_history: history.map(presentHistory),
  }
}

/** The data shown for a request in addition to its own row. */
interface Shown {
  readonly payee: DetailedRequest['payee']
  readonly demands: readonly CheckedItem[]
  readonly lines: readonly AccountingLineReply[]
  /** Undefined if the caller can't decide on the request. */
  readonly findings: readonly Finding[] | undefined
}

/** A request for the detail screen, with the data that life cycle rules use. */
export function presentRequest(
  row: NamedRequest & FoundRequest & Marked,
  history: readonly HistoryRow[],
  { payee, demands, lines, findings }: Shown,
): DetailedRequest {
  const check = checkOf(row)
  return {
    ...presentWhole(row, history),
    created_by_id: row.created_by_id,
    last_editor_id: row.last_editor_id,
    hands: JSON.parse(row.hands),
    separation_of_duties: row.separation_of_duties === 1,
    hold: holdOn(row),
    ...(row.good_through && { payoff: payoffOf(row) }),
    ...(lines.length > 0 && { accounting: [...lines] }),
    ...(check && {
      check: {
        draws: check.draws,
        exists: check.exists,
        in_run: check.isInRun,
        ...(row.diverted_by_id !== null && { diverted_by_id: row.diverted_by_id }),
      },
    }),
    ...(row.recurring !== null && { recurring: presentMark(row, row.recurring) }),
    ...(payee && { payee }),
    ...(demands.length > 0 && { demands: demands.map(presentRequirement) }),
    ...(findings && { findings: [...findings] }),
  }
}

function presentRequirement({ isMet, isByPayee, ...requirement }: CheckedItem): CheckedItemReply {
  return { ...requirement, is_met: isMet, ...(isByPayee && { by_payee: true }) }
}

function payoffOf({ per_diem_cents, approved_cents }: Pick<FoundRequest, 'per_diem_cents' | 'approved_cents'>) {
  return {
    per_diem: centsToDollars(per_diem_cents ?? 0),
    approved_up_to: approved_cents === null ? null : centsToDollars(approved_cents),
  }
}

type Texts = Readonly<Record<string, string | null>>

function withoutNulls<Given extends Texts>(texts: Given): { [Name in keyof Given]?: string } {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)) as {
    [Name in keyof Given]?: string
  }
}

function holdOn(row: Pick<FoundRequest, 'held_by_id' | 'held_by_name' | 'hold_reason' | 'held_at'>) {
  const { held_by_id, held_by_name, hold_reason, held_at } = row
  if (held_by_id === null || hold_reason === null || held_at === null) return null
  return { by_id: held_by_id, by_name: held_by_name ?? 'Someone', reason: hold_reason, at: held_at }
}

/** One of several requests that have the same check number. */
export function presentClash({ id, request_number, check_number }: StoredRequestNumbers) {
  return { id, request_number, check_number: check_number ?? '' }
}

type StoredRequestNumbers = Pick<NamedRequest, 'id' | 'request_number' | 'check_number'>
