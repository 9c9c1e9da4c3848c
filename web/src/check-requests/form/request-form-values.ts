import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import type { AccountingLine } from '@check-requests/domain/books/accounting/lines.ts'
import {
  type CreateInput,
  createBody,
  defaultDueInDays,
  mailingMethods,
  type payeeSubTypes,
  type payeeTypes,
} from '@check-requests/domain/check-requests/fields.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import type { PayeeJoin } from '@check-requests/domain/check-requests/payee-names.ts'
import type { Priority } from '@check-requests/domain/check-requests/priorities.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { missingPlace } from '@check-requests/domain/check-requests/required-fields.ts'
import { referenceFields, type TextField, textFieldNames } from '@check-requests/domain/check-requests/text-fields.ts'
import type { DeliveryMethod, Purpose } from '@check-requests/domain/organization/fields.ts'
import { addDays, type CalendarDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { ofFields } from '@check-requests/domain/values/lists.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { z } from 'zod'
import type { ChosenPlace } from '#check-requests/form/place-choices.ts'

/** An accounting line as typed. */
export interface LineValues {
  account: string
  control_number: string
  amount: string
}

/** The values of the form: typed texts, selected values, or null. */
export interface RequestFormValues extends ChosenPlace, Record<TextField, string> {
  requester_id: number | null
  request_number: string
  amount: string
  purpose_id: number | null
  purpose_other: string
  priority_level: Priority | null
  due_date: string
  payee_type: (typeof payeeTypes)[number] | null
  payee_sub_type: (typeof payeeSubTypes)[number] | null
  payee_name_1: string
  payee_name_2: string
  payee_join?: PayeeJoin | undefined
  good_through: string
  per_diem: string
  accounting: LineValues[]
  delivery_method_id: number | null
  mailing_method: (typeof mailingMethods)[number] | null
  mailing_address: string
  delivery_method_other: string
  notes: string
}

const noReferences = {
  ...ofFields(referenceFields, () => ''),
  good_through: '',
  per_diem: '',
  accounting: [],
}

/** An empty form, due a week from today (R166). */
export function blankValues(today: CalendarDate): RequestFormValues {
  return {
    requester_id: null,
    dealer_group_id: null,
    dealership_id: null,
    department_id: null,
    request_number: '',
    amount: '',
    purpose_id: null,
    purpose_other: '',
    priority_level: 'normal',
    due_date: addDays(today, defaultDueInDays),
    payee_type: null,
    payee_sub_type: null,
    payee_name_1: '',
    payee_name_2: '',
    ...ofFields(textFieldNames, () => ''),
    ...noReferences,
    delivery_method_id: null,
    mailing_method: null,
    mailing_address: '',
    delivery_method_other: '',
    notes: '',
  }
}

/** The form for an existing request, to be edited and resubmitted. */
export function valuesOf(request: DetailedRequest): RequestFormValues {
  return {
    requester_id: request.requester_id,
    dealer_group_id: request.dealer_group_id,
    dealership_id: request.dealership_id,
    department_id: request.department_id,
    request_number: request.request_number,
    amount: request.amount.toFixed(2),
    purpose_id: request.purpose_id,
    purpose_other: request.purpose_other ?? '',
    priority_level: request.priority_level,
    due_date: request.due_date,
    payee_type: request.payee_type,
    payee_sub_type: request.payee_sub_type,
    payee_name_1: request.payee_name_1,
    payee_name_2: request.payee_name_2 ?? '',
    payee_join: request.payee_join,
    ...ofFields(textFieldNames, (field) => request[field] ?? ''),
    ...referencesOf(request),
    delivery_method_id: request.delivery_method_id,
    mailing_method: mailingMethods.find((name) => name === request.mailing_method) ?? null,
    mailing_address: request.mailing_address ?? '',
    delivery_method_other: request.delivery_method_other ?? '',
    notes: request.notes ?? '',
  }
}

function referencesOf(request: DetailedRequest) {
  return {
    good_through: request.good_through ?? '',
    per_diem: request.payoff?.per_diem ? request.payoff.per_diem.toFixed(2) : '',
    accounting: (request.accounting ?? []).map(({ account, control_number, amount }) => ({
      account,
      control_number: control_number ?? '',
      amount: amount.toFixed(2),
    })),
  }
}

/**
 * A new form based on an earlier request. Fields that identify a payment stay blank, so that nothing is paid twice by
 * mistake.
 */
export function valuesLike(request: DetailedRequest, today: CalendarDate): RequestFormValues {
  const { amount, due_date, request_number } = blankValues(today)
  return { ...valuesOf(request), ...noReferences, amount, due_date, request_number }
}

interface Rules {
  /** The access level of the user who fills in the form. */
  ownLevel: AccessLevel
  /** The access level of the requester, which decides the required levels of the location (R170). */
  levelOf(requesterId: number | null): AccessLevel
  earliestDue: CalendarDate
  choices: {
    readonly purposes: readonly Purpose[]
    readonly deliveryMethods: readonly DeliveryMethod[]
  }
}

/**
 * The API's schema plus the form's own rules: a due date not in the past, a location (R158, R161, R170), and a text for
 * “other” choices (F16).
 */
export function requestFormSchema({ ownLevel, levelOf, earliestDue, choices }: Rules) {
  const { dealer_group_id: groupMissing = 'Dealer Group is required' } = missingPlace(ownLevel, {})
  return createBody
    .safeExtend({
      dealer_group_id: z.int({ error: groupMissing }),
      request_number: z.string(),
      due_date: z
        .string()
        .min(1, { error: 'Due date is required' })
        .refine((text) => text === '' || isCalendarDate(text), { error: 'Type a date, such as 12/3, +5, or fri.' })
        .refine((text) => !isCalendarDate(text) || text >= earliestDue, {
          error: 'The due date can’t be in the past.',
        }),
    })
    .superRefine(
      (values, context) => {
        const missing = {
          ...missingPlace(levelOf(values.requester_id ?? null), values),
          ...missingOther(chosenOf(values, choices), values),
          ...(!values.request_number && { request_number: 'Request number required' }),
        }
        for (const [field, message] of Object.entries(missing))
          context.addIssue({ code: 'custom', path: [field], message })
      },
      { when: () => true },
    )
}

function chosenOf(values: Pick<CreateInput, 'purpose_id' | 'delivery_method_id'>, choices: Rules['choices']) {
  return {
    purpose: choices.purposes.find(({ id }) => id === values.purpose_id)?.name,
    delivery: choices.deliveryMethods.find(({ id }) => id === values.delivery_method_id)?.kind,
  }
}

/** The body of the call: the amount in dollars, and the previewed number (A7). A submitted request has status 1. */
export function bodyOf(values: CreateInput) {
  const { request_number, accounting, ...rest } = values
  return {
    ...rest,
    ...(request_number && { request_number }),
    ...(accounting.length > 0 && { accounting: accounting.map(lineOf) }),
    amount: centsToDollars(values.amount),
    per_diem: values.per_diem === null ? null : centsToDollars(values.per_diem),
    status_id: 1 as const,
  }
}

function lineOf({ account, controlNumber, cents }: CreateInput['accounting'][number]) {
  return { account, control_number: controlNumber, amount: centsToDollars(cents) }
}

type Field = keyof RequestFormValues

/** Required fields in form order; either the VIN or the PO number is enough. */
const required: readonly Field[] = [
  'requester_id',
  'dealer_group_id',
  'dealership_id',
  'department_id',
  'payee_name_1',
  'payee_type',
  'payee_sub_type',
  'amount',
  'purpose_id',
  'due_date',
  'priority_level',
  'vin_last_digits',
  'delivery_method_id',
]

/** The first required field without a value. `places`: the required levels of the location. */
export function firstEmpty(values: RequestFormValues, places: object): Field | undefined {
  return required.find((field) => {
    if ((field === 'dealership_id' || field === 'department_id') && !(field in places)) return false
    if (field === 'vin_last_digits' && values.po_purchase_no.trim() !== '') return false
    return values[field] === null || values[field] === ''
  })
}

/** The cents of a typed amount; 0 while it is invalid. */
export function centsIn(text: string): Cents {
  const cents = parseAmount(text)
  return typeof cents === 'number' ? cents : 0
}

/** A typed line in the form that the rules expect. */
export function typedLine({ account, control_number, amount }: LineValues): AccountingLine {
  return { account, controlNumber: control_number.trim() || null, cents: centsIn(amount) }
}
