import { type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest, HistoryEntry, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'

const sentInAt = '2026-11-20T15:00:00.000Z'

const listed: Omit<ListedRequest, 'status_id' | 'status_name'> = {
  id: 127,
  version: 5,
  request_number: 'LAG-TOY-SVC-000127',
  amount: 1796.24,
  requester_id: 2,
  requester_name: 'Sam Okafor',
  payee_name_1: 'Harbor Glass Works',
  dealer_group_name: 'Lakeside Auto Group',
  dealership_name: 'Lakeside Toyota',
  department_name: 'Service',
  purpose_name: 'parts',
  purpose_other: null,
  delivery_method_name: 'Pickup',
  priority_level: 'normal',
  request_date: sentInAt,
  due_date: '2030-11-27',
  status_changed_at: sentInAt,
  cleared_date: null,
  check_number: null,
  invoice_number: null,
  good_through: null,
  created_by_id: 2,
  last_editor_id: null,
  hands: [],
  separation_of_duties: true,
  hold: null,
}

type Changes<Row> = Partial<Omit<Row, 'status_id'>>

/** A request of Sam Okafor, number 2, as a row of a list. */
export function listedRequest(changes: Changes<ListedRequest> = {}): ListedRequest {
  const { status_name = 'request' } = changes
  return { ...listed, ...changes, ...statusAt(status_name) }
}

/** The same request with all its fields. */
export function detailedRequest(changes: Changes<DetailedRequest> = {}): DetailedRequest {
  const { status_name = 'request' } = changes
  return {
    ...listed,
    created_at: sentInAt,
    dealer_group_id: 1,
    dealership_id: 11,
    department_id: 111,
    purpose_id: 4,
    delivery_method_id: 2,
    delivery_method_kind: 'pickup',
    payee_type: 'business',
    payee_sub_type: 'vendor',
    payee_name_2: null,
    memo_line: null,
    vin_last_digits: null,
    po_purchase_no: 'PO-1',
    mailing_method: null,
    tracking_number: null,
    delivery_method_other: null,
    mailing_address: null,
    notes: null,
    status_history: [historyEntry({ action: 'created' })],
    ...changes,
    ...statusAt(status_name),
  }
}

/** An entry of a request's history, made by the requester unless said otherwise. */
export function historyEntry(changes: Changes<HistoryEntry> = {}): HistoryEntry {
  const { status_name = 'request' } = changes
  return {
    id: 1,
    action: 'status',
    note: null,
    user_id: 2,
    user_name: 'Sam Okafor',
    role: 'requester',
    timestamp: sentInAt,
    changes: [],
    ...changes,
    ...statusAt(status_name),
  }
}

function statusAt(status_name: StatusName) {
  return { status_name, status_id: statusNamed(status_name).id }
}
