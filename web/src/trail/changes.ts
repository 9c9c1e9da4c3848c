import type { AuditEntry } from '@check-requests/domain/trail/fields.ts'
import type { Records } from '#trail/records.ts'
import { valueInWords } from '#trail/value-words.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'

/** One field of an entry in words. Only an update has both sides; a creation or deletion has one. */
export interface Change {
  readonly field: string
  readonly from: string | undefined
  readonly to: string | undefined
}

type Values = Record<string, unknown>

const labels: Record<string, string> = {
  status_id: 'Status',
  amount_cents: fieldLabels.amount,
  priority_rank: 'Priority',
  check_number: 'Check Number',
  note: 'Note',
  cleared_at: 'Completed Date',
  ...fieldLabels,
  created_by_id: 'Raised By',
  email: 'Email',
  username: 'Username',
  title: 'Title',
  first_name: 'First Name',
  last_name: 'Last Name',
  role: 'Role',
  role_ids: 'Role',
  primary_role: 'Primary Role',
  access_level: 'Access Level',
  dealership_ids: 'Dealerships',
  department_ids: 'Departments',
  active: 'Status',
  is_active: 'Status',
  name: 'Name',
  code: 'Code',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP Code',
  phone: 'Phone',
  separation_of_duties: 'Separation of Duties',
  custody: 'Custody of Checks',
  account_confirmation: 'Second Person Confirms Accounts',
  idle_hours: 'Idle Limit',
  reminder_days: 'Reminder to Approvers',
  discreet_mails: 'No Amount or Payee in Mails',
  time_zone: 'Time Zone',
  business_weekdays: 'Business Days',
  business_hours: 'Business Hours',
  holidays: 'Holidays',
  mail_text: 'Text in Mails',
  changes: 'Changes',
  records: 'Records',
  key: 'Key',
  waiting_role_ids: 'Roles Not in Force',
  effective_at: 'Takes Effect',
  in_effect: 'In Effect',
  description: 'Description',
  payment_for: 'Payment for',
  kind: 'Kind',
  ended: 'Sessions Ended',
  agent: 'Program',
  network: 'Network',
  people: 'Users',
  requests: 'Check Requests',
  journal_begins_on: 'Journal Begins',
  journal_template: 'Files of the Journal',
  unclaimed_property: 'Unclaimed Property',
  journal_closed_through: 'Closed Through',
  up_to: 'Up To',
  lines: 'Lines',
  issued_cents: 'Issued',
  voided_cents: 'Void',
  sha256: 'SHA-256',
}

// A long list shows only its beginning, so what matters most comes first.
const foremost = ['status_id', 'payee_name_1', 'amount_cents', 'check_number']
const inOrder = [...foremost, ...Object.keys(labels)]

// Internal fields: kept in the trail and its export, hidden on the screen.
const machinery = new Set(['id', 'version', 'created_at', 'updated_at', 'status_changed_at', 'deleted_at'])

/** What an entry changed in its record, in the words of the screens. */
export function changesOf(entry: AuditEntry, records: Records): Change[] {
  const before = (entry.before ?? {}) as Values
  const after = (entry.after ?? {}) as Values
  const isDeleted = entry.after === null
  const isNew = Object.keys(before).length === 0
  const fields = Object.keys(isDeleted ? before : after).filter((field) => !machinery.has(field))
  return fields
    .filter((field) => !isSame(before[field], after[field]))
    .sort((one, other) => positionOf(one) - positionOf(other))
    .map((field) => ({
      field: labels[field] ?? field,
      from: isNew ? undefined : valueInWords(field, before[field], records),
      to: isDeleted ? undefined : valueInWords(field, after[field], records),
    }))
}

function positionOf(field: string): number {
  const position = inOrder.indexOf(field)
  return position < 0 ? inOrder.length : position
}

/** The order of ids in a list has no meaning. */
function isSame(one: unknown, other: unknown): boolean {
  return comparable(one) === comparable(other)
}

function comparable(value: unknown): string {
  if (value === undefined || value === '') return 'null'
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length === 0 ? 'null' : JSON.stringify(value.toSorted())
}
