import { findRole } from '@check-requests/domain/access/roles.ts'
import { linesInWords } from '@check-requests/domain/books/accounting/stored-lines.ts'
import type { UnclaimedProperty } from '@check-requests/domain/bank/unclaimed.ts'
import { dateInWords, fieldFormats } from '@check-requests/domain/check-requests/field-values.ts'
import { confirmedChanges } from '@check-requests/domain/people/confirmations/rules.ts'
import { reminderInWords } from '@check-requests/domain/notices/inbox/reminders.ts'
import {
  holidaysInWords,
  hoursInWords,
  weekdaysInWords,
} from '@check-requests/domain/organization/calendar-in-words.ts'
import { fullName, type Records } from '#trail/records.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { templateInWords } from '#books/journal/template-words.ts'

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

/** Fields whose stored values differ from what people know them by. Each item of a list is worded by itself. */
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

/** A stored value as people know it: dollars, names, dates, the words of badges. No value is a dash. */
export function valueInWords(field: string, value: unknown, records: Records): string {
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
