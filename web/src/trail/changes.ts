import { findRole } from '@check-requests/domain/access/roles.ts'
import type { UnclaimedProperty } from '@check-requests/domain/bank/unclaimed.ts'
import { linesInWords } from '@check-requests/domain/books/accounting/lines.ts'
import { dateInWords, fieldFormats } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { reminderInWords } from '@check-requests/domain/notices/inbox/reminders.ts'
import { holidaysInWords, hoursInWords, weekdaysInWords } from '@check-requests/domain/organization/calendar.ts'
import { confirmedChanges } from '@check-requests/domain/people/confirmations/rules.ts'
import type { AuditEntry } from '@check-requests/domain/trail/endpoints.ts'
import { templateInWords } from '#books/journal/template-words.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { fullName, type Records } from '#trail/api.ts'

type Words = (value: unknown, records: Records) => string | undefined

const levels = ['Super Admin', 'Dealer Group', 'Dealership', 'Department']
const kinds: Record<string, string> = {
  web: 'Browser',
  api: 'API client',
  carrier: 'Carrier',
  pickup: 'Pickup',
  other: 'Other',
}

const role: Words = (id) => findRole(Number(id))?.label
const person: Words = (id, { users }) => {
  const user = users.get(Number(id))
  return user && fullName(user)
}
const activity: Words = (value) => (value ? 'Active' : 'Inactive')

/** Fields whose stored values differ from their display text. Items of a list are formatted separately. */
const words: Record<string, Words> = {
  ...fieldFormats,
  accounting: (lines) => linesInWords(String(lines)),
  role,
  role_ids: role,
  primary_role: role,
  access_level: (level) => levels[Number(level)],
  active: activity,
  is_active: activity,
  separation_of_duties: (value) => (value ? 'On' : 'Off'),
  custody: (value) => (value ? 'On' : 'Off'),
  discreet_mails: (value) => (value ? 'On' : 'Off'),
  account_confirmation: (value) => (value ? 'On' : 'Off'),
  changes: (name) => confirmedChanges.find((row) => row.name === name)?.label,
  waiting_role_ids: role,
  idle_hours: (hours) => (hours === 1 ? '1 hour' : `${hours} hours`),
  reminder_days: (days) => reminderInWords(Number(days)),
  business_weekdays: (days) => weekdaysInWords([...String(days)].map(Number)),
  business_hours: (days) => hoursInWords(JSON.parse(String(days))),
  holidays: (days) => holidaysInWords(JSON.parse(String(days))),
  mail_decisions_cents: fieldFormats.amount_cents,
  issued_cents: fieldFormats.amount_cents,
  voided_cents: fieldFormats.amount_cents,
  journal_template: (template) => templateInWords(JSON.parse(String(template))),
  unclaimed_property: (table) => unclaimedInWords(JSON.parse(String(table))),
  kind: (kind) => kinds[String(kind)],
  requester_id: person,
  created_by_id: person,
  people: person,
  dealer_group_id: (id, { groups }) => groups.get(Number(id))?.name,
  dealership_id: (id, { dealerships }) => dealerships.get(Number(id))?.name,
  dealership_ids: (id, { dealerships }) => dealerships.get(Number(id))?.name,
  department_id: (id, { departments }) => departments.get(Number(id))?.name,
  department_ids: (id, { departments }) => departments.get(Number(id))?.name,
  purpose_id: (id, { purposes }) => purposes.get(Number(id))?.name,
  delivery_method_id: (id, { deliveryMethods }) => deliveryMethods.get(Number(id))?.name,
}

/** A stored value as displayed, such as dollars, a name, a date, or a badge text. A missing value is a dash. */
function valueInWords(field: string, value: unknown, records: Records): string {
  if (Array.isArray(value)) return value.map((one) => valueInWords(field, one, records)).join(', ') || '–'
  if (value === null || value === undefined || value === '') return '–'
  const wording = words[field]
  if (wording) return wording(value, records) ?? `#${value}`
  return plainWords(value)
}

function unclaimedInWords({ holder_state, rules }: UnclaimedProperty): string {
  const listed = rules.map(
    ({ state, kind, dormancy_months }) => `${state} ${kind ?? 'all others'} ${dormancy_months} months`,
  )
  return [`Holder: ${holder_state ?? 'not set'}`, ...listed].join('; ')
}

const momentShape = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return momentShape.test(text) ? formatMoment(text) : dateInWords(text)
}

/** A changed field in words. Only an update has both an old and a new value. */
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
  custody: 'Check Custody',
  account_confirmation: 'Second Person Confirms Accounts',
  idle_hours: 'Idle Limit',
  reminder_days: 'Approver Reminder',
  discreet_mails: 'No Amount or Payee in Emails',
  mail_decisions_cents: 'Decide by Email up to',
  time_zone: 'Time Zone',
  business_weekdays: 'Business Days',
  business_hours: 'Business Hours',
  holidays: 'Holidays',
  mail_text: 'Email Footer',
  changes: 'Changes',
  records: 'Records',
  key: 'Key',
  waiting_role_ids: 'Pending Roles',
  effective_at: 'Takes Effect',
  in_effect: 'In Effect',
  description: 'Description',
  payment_for: 'Payment For',
  kind: 'Kind',
  ended: 'Sessions Ended',
  agent: 'Program',
  network: 'Network',
  people: 'Users',
  requests: 'Check Requests',
  journal_begins_on: 'Journal Begins',
  journal_template: 'Journal File Format',
  unclaimed_property: 'Unclaimed Property',
  journal_closed_through: 'Closed Through',
  up_to: 'Up To',
  lines: 'Lines',
  issued_cents: 'Issued',
  voided_cents: 'Void',
  sha256: 'SHA-256',
}

// A long list shows only its beginning, so the most important fields come first.
const foremost = ['status_id', 'payee_name_1', 'amount_cents', 'check_number']
const inOrder = [...foremost, ...Object.keys(labels)]

// Internal fields: recorded in the audit trail and its export, hidden on the screen.
const machinery = new Set(['id', 'version', 'created_at', 'updated_at', 'status_changed_at', 'deleted_at'])

/** The changes of an entry in the words of the screens. */
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
