import { formatDate, isCalendarDate } from '../values/calendar-date.ts'
import { ofFields } from '../values/lists.ts'
import { centsToDollars, formatDollars } from '../values/money.ts'
import { statuses } from './lifecycle.ts'
import { priorities, priorityOfRank } from './priorities.ts'
import { textFieldNames, textFields } from './text-fields.ts'

type Format = (value: unknown) => string | undefined

/**
 * Display text of request fields stored as numbers or words. Ids are omitted because only the screens know the names.
 */
export const fieldFormats = {
  amount_cents: (cents) => formatDollars(centsToDollars(Number(cents))),
  status_id: (id) => statuses.find((status) => status.id === id)?.badge,
  priority_rank: (rank) => priorityOfRank(Number(rank))?.label,
  priority_level: (name) => priorities.find((priority) => priority.name === name)?.label,
  payee_type: (type) => capitalized(String(type)),
  payee_sub_type: (type) => capitalized(String(type)),
} as const satisfies Record<string, Format>

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A text for display: a date as 'Nov 21, 2026', anything else unchanged. */
export function dateInWords(text: string): string {
  return isCalendarDate(text) ? formatDate(text) : text
}

/** A purpose in exports and searches; the purpose 'other' includes the free text (R125, E5). */
export function purposeText({ purpose_name, purpose_other }: { purpose_name: string; purpose_other: string | null }) {
  return purpose_other ? `${purpose_name} ${purpose_other}` : purpose_name
}

/** Labels of request fields on forms, on the detail screen, and in the log, in form order. */
export const requestFieldLabels = {
  requester_id: 'Requester',
  dealer_group_id: 'Dealer Group',
  dealership_id: 'Dealership',
  department_id: 'Department',
  request_number: 'Request Number',
  payee_name_1: 'Payee Name',
  payee_name_2: 'Second Payee Name',
  payee_join: 'Payees Joined By',
  payee_type: 'Payee Type',
  payee_sub_type: 'Payee Sub Type',
  amount: 'Amount',
  purpose_id: 'Purpose',
  purpose_other: 'Other Purpose',
  due_date: 'Due Date',
  priority_level: 'Priority Level',
  ...ofFields(textFieldNames, (field) => textFields[field].label),
  good_through: 'Good Through',
  per_diem: 'Per Diem',
  approved_up_to: 'Approved Up To',
  accounting: 'Accounting',
  delivery_method_id: 'Delivery Method',
  mailing_method: 'Mailing Method',
  tracking_number: 'Tracking Number',
  received_by: 'Received By',
  approval_step: 'Step',
  approved_for: 'Approved For',
  approval_rule: 'Rule',
  document: 'Document',
  mailing_address: 'Mailing Address',
  delivery_method_other: 'Message/Details',
  notes: 'Notes',
} as const
