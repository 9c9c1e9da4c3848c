import { findRole } from '@check-requests/domain/access/roles.ts'
import type { Approvers } from '@check-requests/domain/approvals/policy.ts'
import type { UnclaimedProperty } from '@check-requests/domain/bank/unclaimed.ts'
import { linesInWords } from '@check-requests/domain/books/accounting/lines.ts'
import { capitalized, dateInWords, fieldFormats } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { reminderInWords } from '@check-requests/domain/notices/inbox/reminders.ts'
import { holidaysInWords, hoursInWords, weekdaysInWords } from '@check-requests/domain/organization/calendar.ts'
import { confirmedChanges } from '@check-requests/domain/people/confirmations/rules.ts'
import type { AuditEntry } from '@check-requests/domain/trail/fields.ts'
import { approversInWords, type NameOf, type StoredRule, storedRuleInWords } from '#approvals/policy-words.ts'
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
const account: Words = (id, { accounts }) => accounts.get(Number(id))?.name
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
  changes: (name) => confirmedChanges.find((row) => row.name === name)?.label,
  waiting_role_ids: role,
  idle_hours: (hours) => (hours === 1 ? '1 hour' : `${hours} hours`),
  reminder_days: (days) => reminderInWords(Number(days)),
  business_weekdays: (days) => weekdaysInWords([...String(days)].map(Number)),
  business_hours: (days) => hoursInWords(JSON.parse(String(days))),
  holidays: (days) => holidaysInWords(JSON.parse(String(days))),
  journal_template: (template) => templateInWords(JSON.parse(String(template))),
  unclaimed_property: (table) => unclaimedInWords(JSON.parse(String(table))),
  kind: (kind) => kinds[String(kind)],
  people: (one, records) =>
    typeof one === 'string' && one.startsWith('[') ? ofText(one, 'people', records) : person(one, records),
  bank_account_id: account,
  request_status: (name) => statuses.find((status) => status.name === name)?.badge,
  state: (state) => (/^[a-z -]+$/.test(String(state)) ? capitalized(String(state)) : String(state)),
  dealer_group_id: (id, { groups }) => groups.get(Number(id))?.name,
  dealership_id: (id, { dealerships }) => dealerships.get(Number(id))?.name,
  dealership_ids: (id, { dealerships }) => dealerships.get(Number(id))?.name,
  department_id: (id, { departments }) => departments.get(Number(id))?.name,
  department_ids: (id, { departments }) => departments.get(Number(id))?.name,
  purpose_id: (id, { purposes }) => purposes.get(Number(id))?.name,
  delivery_method_id: (id, { deliveryMethods }) => deliveryMethods.get(Number(id))?.name,
}

/** Fields that are on or off. Other numbers of 0 and 1 are amounts or counts. */
const switches = new Set([
  ...['separation_of_duties', 'custody', 'discreet_mails', 'account_confirmation', 'passwords_off', 'payee_list'],
  ...['reads_documents', 'micr', 'trusts_email', 'closes', 'submits', 'new_secret'],
])

// Ends of field names that tell what kind of value they have.
const isPerson = /^(user|to|from|by|owner|author|receiver)_id$|_by_id$|_user_id$|^requester_id$|^mentions$|^user_ids$/
const isMoney = /(_cents|^cents|^most_to_sign|^limit)$/

/** A stored value as displayed, such as dollars, a name, a date, or a badge text. A missing value is a dash. */
function valueInWords(field: string, value: unknown, records: Records): string {
  if (Array.isArray(value)) {
    const separator = value.some((one) => typeof one === 'object') ? '; ' : ', '
    return value.map((one) => valueInWords(field, one, records)).join(separator) || '–'
  }
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'object') return objectInWords(value as Values, records)
  const wording = wordingOf(field)
  if (wording) return wording(value, records) ?? `#${value}`
  if (typeof value === 'string' && /^[[{]/.test(value)) return ofText(value, field, records)
  return plainWords(value)
}

function wordingOf(field: string): Words | undefined {
  if (Object.hasOwn(words, field)) return words[field]
  if (switches.has(field)) return (value) => (value ? 'On' : 'Off')
  if (isPerson.test(field)) return person
  return isMoney.test(field) ? fieldFormats.amount_cents : undefined
}

/** The words of a value stored as JSON text. */
function ofText(text: string, field: string, records: Records): string {
  try {
    return valueInWords(field, JSON.parse(text), records)
  } catch {
    return text
  }
}

/** Stored objects as one phrase each: the field that marks the kind of object, and its words. */
const objects: Readonly<Record<string, (value: Values, records: Records) => string>> = {
  sha256: ({ name, kind }) => `${name}${kind === 'other' ? '' : ` (${kind})`}`,
  mentions: ({ text }) => `“${text}”`,
  rights: ({ user_id, rights, most_to_sign }, records) => {
    const limit = most_to_sign ? ` up to ${valueInWords('most_to_sign', most_to_sign, records)}` : ''
    return `${valueInWords('user_id', user_id, records)}: ${(rights as string[]).join(', ')}${limit}`
  },
  anyone_in_scope: (value, records) => approversInWords(value as unknown as Approvers, nameIn(records)),
  record: layoutInWords,
  steps: (value, records) => storedRuleInWords(value as unknown as StoredRule, nameIn(records)),
}

function objectInWords(value: Values, records: Records): string {
  const kind = Object.keys(objects).find((field) => field in value)
  if (kind) return objects[kind]?.(value, records) ?? '–'
  if ('number' in value && 'reason' in value) return `Check ${value.number}: ${value.reason}`
  if ('number' in value && 'check_request_id' in value) return String(value.number)
  const parts = Object.entries(value).filter(([field, part]) => !machinery.has(field) && !isEmpty(part))
  return parts.map(([field, part]) => `${labelOf(field)}: ${valueInWords(field, part, records)}`).join('; ') || '–'
}

/** The layout of a bank file: its kind, and the values of its lines or columns. */
function layoutInWords({ kind, record }: Values): string {
  const sources = (record as { source: string; text?: string }[]).flat().map(({ source, text }) => text ?? source)
  return `${capitalized(String(kind))}: ${sources.join(', ')}`
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function nameIn({ users, dealerships, departments, purposes, deliveryMethods, titles }: Records): NameOf {
  return (kind, id) => {
    const user = kind === 'person' ? users.get(id) : undefined
    if (user) return fullName(user)
    const places = { dealership: dealerships, department: departments }
    const named = { ...places, purpose: purposes, 'delivery method': deliveryMethods, title: titles }
    return named[kind as keyof typeof named]?.get(id)?.name ?? `#${id}`
  }
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
  mail_pages: 'First Pages in Emails',
  time_zone: 'Time Zone',
  business_weekdays: 'Business Days',
  business_hours: 'Business Hours',
  mail_text: 'Email Footer',
  waiting_role_ids: 'Pending Roles',
  effective_at: 'Takes Effect',
  in_effect: 'In Effect',
  ended: 'Sessions Ended',
  agent: 'Program',
  network: 'Network',
  people: 'Users',
  requests: 'Check Requests',
  journal_begins_on: 'Journal Begins',
  journal_template: 'Journal File Format',
  journal_closed_through: 'Closed Through',
  up_to: 'Up To',
  issued_cents: 'Issued',
  voided_cents: 'Void',
  sha256: 'SHA-256',
  first_number: 'First Check Number',
  count: 'Checks',
  checks: 'Check Numbers',
  attachment_id: 'Document Number',
  from_id: 'Out of Office',
  to_id: 'Delegate',
  otherwise: 'Everything Else',
  fallback: 'If No One Can Approve',
  account_last4: 'Account Number Ends In',
  bank_place: 'Bank City and State',
  on_us: 'Right of the Routing Number',
  auxiliary_on_us: 'Left of the Routing Number',
  date_form: 'Date on Checks',
  micr: 'MICR Line',
  offset_x: 'Offset to the Right',
  offset_y: 'Offset Down',
  two_signers_above_cents: 'Two Signers Above',
  default_dealership_ids: 'Default Account For',
  payee_list: 'List of Payees',
  per_diem_cents: 'Per Diem',
  made_by_name: 'Made By',
  verified_how: 'Verified By',
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
      field: labelOf(field),
      from: isNew ? undefined : valueInWords(field, before[field], records),
      to: isDeleted ? undefined : valueInWords(field, after[field], records),
    }))
}

/** The label of a field; for one without its own, its stored name as words: `mail_task_days` as `Mail Task Days`. */
function labelOf(field: string): string {
  const words = field.replace(/_(ids?|cents)$/, '').split('_')
  return labels[field] ?? words.map(capitalized).join(' ')
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
