import { z } from 'zod'
import type { AccessLevel } from '../access/scope.ts'
import { accountingField } from '../books/accounting/lines.ts'
import { isCalendarDate } from '../values/calendar-date.ts'
import { amountField, calendarDateField, evenIfIncomplete, idField, versionField } from '../values/fields.ts'
import { listWithOr, ofFields } from '../values/lists.ts'
import { nameField, optionalLine, optionalLines, optionalNote, refuseMixed, requiredLines } from '../values/text.ts'
import { parseAmount } from '../values/typed-amount.ts'
import { mostChangedAtOnce } from './list/shared-transitions.ts'
import { payeeJoins } from './payee-names.ts'
import { priorities } from './priorities.ts'
import { missingForTransition } from './refusals.ts'
import { missingPlace } from './required-fields.ts'
import { namedStatusField, statusIdField } from './status-field.ts'
import { textFieldNames } from './text-fields.ts'

/** Payee kinds (R118). */
export const payeeTypes = ['individual', 'business'] as const
export const payeeSubTypes = ['vendor', 'customer'] as const
export type PayeeType = (typeof payeeTypes)[number]
export type PayeeSubType = (typeof payeeSubTypes)[number]

/** The mailing methods for a check (A10, R120). */
export const mailingMethods = ['USPS', 'FedEx', 'UPS', 'GSO'] as const

/** Maximum length of the stored part of a VIN (R169). */
export const longestVin = 6

/** The default number of days until a new request is due (R166, R244). */
export const defaultDueInDays = 7

const vinOrPoRequired = "Either 'VIN Last Digits' or 'PO Number' is required."

function optionalId() {
  return z
    .int()
    .positive()
    .nullish()
    .transform((value) => value ?? null)
}

function oneOf<const Values extends readonly string[]>(values: Values, missing: string) {
  return z.enum(values, { error: missing })
}

const dateOrBlank = z
  .string()
  .trim()
  .refine((text) => text === '' || isCalendarDate(text), { error: 'Enter a date as YYYY-MM-DD.' })

const checkNumberField = z
  .string()
  .trim()
  .regex(/^\d{0,12}$/, { error: 'Enter a check number of 1 to 12 digits.' })
  .regex(/^(?!0+$)/, { error: 'Enter a check number other than 0.' })
  .nullish()
  .transform((text) => text || null)

const approvedThroughField = dateOrBlank
  .transform((text) => text || undefined)
  .optional()
  .describe('For a payoff: the day whose amount is approved. A larger amount owed later needs another approval')

const receivedByField = optionalLine().describe('The person who took the check, if it is handed over')

const optionalDate = dateOrBlank.nullish().transform((text) => text || null)

const optionalAmount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value, context) => {
    const cents = value === null || value === undefined || value === '' ? null : parseAmount(value)
    if (typeof cents !== 'string') return cents
    context.addIssue({ code: 'custom', message: cents.replace('Amount', 'Per diem') })
    return z.NEVER
  })

const placeShape = {
  dealer_group_id: idField('Dealer Group is required'),
  dealership_id: optionalId(),
  department_id: optionalId(),
}

const payeeShape = {
  amount: amountField,
  payee_type: oneOf(payeeTypes, 'Payee type is required'),
  payee_sub_type: oneOf(payeeSubTypes, 'Payee sub type is required'),
  payee_name_1: nameField('Payee name is required'),
  payee_name_2: optionalLine().superRefine(refuseMixed),
  payee_join: oneOf(payeeJoins, 'Choose AND or OR.').optional(),
}

const deliveryShape = {
  delivery_method_id: idField('Delivery method is required'),
  mailing_method: oneOf(mailingMethods, `Choose ${listWithOr(mailingMethods)}.`)
    .nullish()
    .transform((value) => value ?? null),
  delivery_method_other: optionalNote(),
}

const requestShape = {
  ...placeShape,
  ...payeeShape,
  ...deliveryShape,
  purpose_id: idField('Purpose is required'),
  purpose_other: optionalLine(),
  priority_level: oneOf(
    priorities.map((priority) => priority.name),
    'Priority level is required',
  ),
  due_date: calendarDateField.optional(),
  ...ofFields(textFieldNames, () => optionalLine()),
  vin_last_digits: optionalLine(longestVin, `VIN Last Digits can have at most ${longestVin} characters`),
  good_through: optionalDate,
  per_diem: optionalAmount,
  accounting: accountingField,
  mailing_address: optionalLines(500),
  notes: optionalNote(),
  requester_id: idField('Requester is required').optional(),
  request_number: nameField('Request number required').optional(),
  status_id: z.literal(1, { error: 'Enter status 1 (Request) for a submitted request.' }).optional(),
}

type VinOrPo = { vin_last_digits?: unknown; po_purchase_no?: unknown }

function hasVinOrPo(value: VinOrPo): boolean {
  return isFilled(value.vin_last_digits) || isFilled(value.po_purchase_no)
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function withVinOrPo<Schema extends z.ZodType<VinOrPo>>(schema: Schema) {
  return schema
    .refine(hasVinOrPo, { path: ['vin_last_digits'], error: vinOrPoRequired, ...evenIfIncomplete })
    .refine(hasVinOrPo, { path: ['po_purchase_no'], error: vinOrPoRequired, ...evenIfIncomplete })
}

/**
 * Body of a create call (R114, R158-R169, B2): ids are numbers, and amounts are parsed from dollars into cents. The
 * call deletes the draft.
 */
export const createBody = withVinOrPo(z.strictObject({ ...requestShape, draft_id: z.int().positive().optional() }))
export type CreateInput = z.output<typeof createBody>

/** Body of a create call by a user with this access level, whose location rule is checked first (R170, F15). */
export function createBodyAt(level: AccessLevel) {
  const { dealer_group_id: groupMissing = 'Dealer Group is required' } = missingPlace(level, {})
  return createBody.safeExtend({ dealer_group_id: idField(groupMissing) }).superRefine((place, context) => {
    for (const [field, message] of Object.entries(missingPlace(level, place)))
      context.addIssue({ code: 'custom', path: [field], message })
  }, evenIfIncomplete)
}

/** Body of an edit, which resubmits the request (A14). */
export const editBody = withVinOrPo(z.strictObject({ ...requestShape, version: versionField }))
export type EditInput = z.output<typeof editBody>

/** Body of a change to delivery details in status Ready (R151, R177, R213). */
export const deliveryBody = z.strictObject({
  ...deliveryShape,
  tracking_number: optionalLine(),
  version: versionField,
})
export type DeliveryInput = z.output<typeof deliveryBody>

/** Body of a change of priority (R176, R215). `status_id`: must be the current status and is never changed. */
export const priorityBody = z.strictObject({
  message: optionalNote(),
  priority_level: requestShape.priority_level,
  status_id: statusIdField.optional(),
  version: versionField,
})
export type PriorityInput = z.output<typeof priorityBody>

/** The version shown to the user. Required for a decision, so that no one decides on an unseen version (E8). */
const decidedVersion = versionField.meta({
  description: 'The version the caller saw. A change to status 3, 8, or 9 without the current version returns 409.',
})

/** Body of a status change (R178, R216, A5). The transition table says whether a note or check number is required. */
export const statusBody = z.strictObject({
  status_id: namedStatusField('status require'),
  note: optionalNote(),
  check_number: checkNumberField,
  delivery_method_id: deliveryShape.delivery_method_id.optional(),
  received_by: receivedByField,
  approved_through: approvedThroughField,
  version: decidedVersion,
})
export type StatusInput = z.output<typeof statusBody>

const movedItem = z.strictObject({
  id: idField('Enter the ID of the check request.'),
  version: decidedVersion,
  check_number: checkNumberField,
  received_by: receivedByField,
})

/**
 * Body of a status change of several requests. For a decision, each request's version as shown to the user is required
 * (E8).
 */
export const bulkStatusBody = z.strictObject({
  status_id: statusBody.shape.status_id,
  note: optionalNote(),
  items: z
    .array(movedItem, { error: 'Choose at least one check request.' })
    .min(1, { error: 'Choose at least one check request.' })
    .max(mostChangedAtOnce, { error: `Choose at most ${mostChangedAtOnce} check requests.` })
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, {
      error: 'List each check request only once.',
    }),
})
export type BulkStatusInput = z.output<typeof bulkStatusBody>

export const holdBody = z.strictObject({
  reason: nameField('Enter the reason for the hold.'),
  version: versionField,
})
export type HoldInput = z.output<typeof holdBody>

/** The form fields for withdrawing one's own request. */
export const withdrawalBody = z.strictObject({ note: requiredLines(missingForTransition.reason, 2000) })

/** Body of a deletion: empty, or the version shown to the user. */
export const deleteBody = z.strictObject({ version: versionField }).nullish()

/** Body of a call that explains why a request is paid despite a possible duplicate. */
export const payBothBody = z.strictObject({
  reason: nameField('Explain why both are paid.'),
  version: versionField,
})
export type PayBothInput = z.output<typeof payBothBody>

/**
 * Search terms for possible duplicates: the current values of a form or, without them, those of a stored request. `of`:
 * the request being edited or decided on; that request isn't its own duplicate, and its creation date is used instead
 * of today. `draft`: the draft of a new request, whose documents are also compared. `before`: with `printing`, finds
 * the matches that block printing the check of the request `of` until an approver gives a reason.
 */
export const duplicatesQuery = z
  .strictObject({
    of: z.coerce.number().int().positive().optional(),
    draft: z.coerce.number().int().positive().optional(),
    before: z.literal('printing').optional(),
    dealer_group_id: z.coerce.number().int().positive().optional(),
    payee_name_1: optionalLine(),
    amount: amountField.optional(),
    vin_last_digits: optionalLine(longestVin, `VIN Last Digits can have at most ${longestVin} characters`),
    po_purchase_no: optionalLine(),
    invoice_number: optionalLine(),
  })
  .refine((query) => query.of !== undefined || query.dealer_group_id !== undefined, {
    path: ['dealer_group_id'],
    error: 'Dealer Group is required',
  })
export type DuplicatesQuery = z.output<typeof duplicatesQuery>
