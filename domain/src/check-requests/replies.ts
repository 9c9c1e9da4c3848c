import { z } from 'zod'
import { allAccessLevels } from '../access/scope.ts'
import { failureEnvelope } from '../api/endpoint.ts'
import { accountingLineReply } from '../books/accounting/chart-fields.ts'
import { placeReply } from '../documents/readings/fields.ts'
import { requestPayeeReply } from '../payees/replies.ts'
import { ofFields } from '../values/lists.ts'
import { similarities } from './duplicates.ts'
import { handParts } from './duties.ts'
import { historyActions } from './events.ts'
import { payeeSubTypes, payeeTypes } from './fields.ts'
import { type FindingKind, findingRows } from './findings/findings.ts'
import { statuses } from './lifecycle.ts'
import { payeeJoins } from './payee-names.ts'
import { priorities } from './priorities.ts'
import { recurringMark } from './recurring/fields.ts'
import { checkedItemReply } from './required/rules.ts'
import { statusIdField } from './status-field.ts'
import { rareFields, usualFields } from './text-fields.ts'

const [firstKind, ...otherKinds] = findingRows.map(({ kind }) => kind)

/** Something that speaks for or against paying a request. */
const findingReply = z
  .object({
    kind: z.enum([firstKind as FindingKind, ...otherKinds]).describe('Determines the severity and the order'),
    text: z.string(),
    at: z.iso.datetime().optional().describe('The last payment, if the text is about payments'),
    about: z
      .array(
        z.object({
          kind: z.enum(['request', 'payee', 'employee']),
          id: z.int(),
          name: z.string(),
          text: z.string(),
          at: z.iso.datetime().optional(),
        }),
      )
      .optional()
      .describe('The requests, payees, or employees that the text is about'),
    shown: placeReply.optional().describe('The place in a document that the text is about'),
  })
  .meta({ id: 'Finding' })
export type Finding = z.output<typeof findingReply>

const text = z.string()
const textOrNull = z.string().nullable()
const priorityName = z.enum(priorities.map((priority) => priority.name))
const statusName = z.enum(statuses.map((status) => status.name))

/** A timestamp in ISO 8601, UTC. */
const moment = z.iso.datetime()

/** An entry of the activity log (A5). `action`: the event; `changes`: the changes besides the status. */
export const historyEntry = z
  .object({
    id: z.int(),
    action: z.enum(historyActions),
    status_id: z.int(),
    status_name: statusName,
    note: textOrNull,
    user_id: z.int(),
    user_name: text,
    role: text,
    timestamp: moment,
    check_number: text.optional(),
    changes: z.array(z.object({ field: text, from: textOrNull, to: textOrNull })),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.output<typeof historyEntry>

/** The result for one of several requests: its new history entry, or the refusal that a single call would return. */
export const bulkResult = z
  .discriminatedUnion('done', [
    z.object({ id: z.int(), done: z.literal(true), entry: historyEntry }),
    z.object({
      id: z.int(),
      done: z.literal(false),
      status: z.int(),
      message: text,
      error: failureEnvelope.shape.error,
    }),
  ])
  .meta({ id: 'BulkResult' })
export type BulkResult = z.output<typeof bulkResult>

const listedShape = {
  id: z.int(),
  version: z.int(),
  request_number: text,
  status_id: statusIdField,
  status_name: statusName,
  amount: z.number(),
  requester_id: z.int(),
  requester_name: text,
  payee_name_1: text,
  dealer_group_name: text,
  dealership_name: textOrNull,
  department_name: textOrNull,
  purpose_name: text,
  purpose_other: textOrNull,
  delivery_method_name: text,
  priority_level: priorityName,
  request_date: moment,
  due_date: text,
  status_changed_at: moment,
  cleared_date: moment.nullable(),
  check_number: textOrNull,
  invoice_number: textOrNull,
  good_through: textOrNull.describe('For a payoff: the last day on which the amount is sufficient'),
}

/** The request properties that the life cycle uses in addition to the status and the requester (D1, E9). */
const judgedShape = {
  created_by_id: z.int(),
  last_editor_id: z
    .int()
    .nullable()
    .describe('The user who last changed the payee or amount; the rules use `hands` instead'),
  hands: z.array(z.object({ user_id: z.int(), part: z.enum(handParts) })),
  separation_of_duties: z.boolean(),
  hold: z.object({ by_id: z.int(), by_name: text, reason: text, at: moment }).nullable(),
}

/**
 * Set if the request's dealership draws on a bank account or the request's check is drawn on one; see `RequestCheck`.
 */
const requestCheck = z
  .object({
    draws: z.boolean(),
    exists: z.boolean(),
    in_run: z.boolean(),
    diverted_by_id: z
      .int()
      .optional()
      .describe('In details: the approver who allowed the check to be handed over instead of mailed'),
  })
  .describe('Absent or null if check numbers are entered by hand')

/** A check request as a row of a list. Amounts are dollars. */
export const listedRequest = z
  .object({
    ...listedShape,
    ...judgedShape,
    payee_name_2: textOrNull.optional().describe('In lists, absent if there is only one payee'),
    reason: textOrNull
      .optional()
      .describe('Only in lists: why the request was sent back or rejected; null for other statuses'),
    check: requestCheck.optional(),
  })
  .meta({ id: 'ListedCheckRequest' })
export type ListedRequest = z.output<typeof listedRequest>

const rareText = text.optional().describe('Absent if the field is empty')

const fullShape = {
  ...listedShape,
  created_at: moment,
  dealer_group_id: z.int(),
  dealership_id: z.int().nullable(),
  department_id: z.int().nullable(),
  purpose_id: z.int(),
  delivery_method_id: z.int(),
  delivery_method_kind: z.enum(['carrier', 'pickup', 'other']),
  payee_type: z.enum(payeeTypes),
  payee_sub_type: z.enum(payeeSubTypes),
  payee_name_2: textOrNull,
  payee_join: z.enum(payeeJoins).optional().describe('How two payees are joined; absent if there is only one'),
  ...ofFields(usualFields, () => textOrNull),
  mailing_method: textOrNull,
  tracking_number: textOrNull,
  ...ofFields(rareFields, () => rareText),
  delivery_method_other: textOrNull,
  mailing_address: textOrNull,
  notes: textOrNull,
  status_history: z.array(historyEntry),
}

/**
 * Possible duplicates of a request. The newest that the caller can open are listed; further duplicates are only
 * counted.
 */
export const duplicatesReply = z
  .object({
    requests: z.array(
      z.object({
        id: z.int(),
        request_number: text,
        amount: z.number(),
        status_id: statusIdField,
        status_name: statusName,
        request_date: moment,
        alike: z.array(z.enum(similarities)),
      }),
    ),
    more: z.int(),
    hidden: z.int(),
    is_lower_bound: z.boolean(),
  })
  .meta({ id: 'PossibleDuplicates' })
export type PossibleDuplicates = z.output<typeof duplicatesReply>

/** A check request with its history, as `by-user` lists it (R116, R210). */
export const wholeRequest = z.object(fullShape).meta({ id: 'CheckRequest' })
export type WholeRequest = z.output<typeof wholeRequest>

/** A check request with all data that the detail screen needs to offer the right choices (R072, R116, D1). */
export const detailedRequest = z
  .object({
    ...fullShape,
    ...judgedShape,
    payoff: z
      .object({ per_diem: z.number(), approved_up_to: z.number().nullable() })
      .optional()
      .describe('If `good_through` is set: the cost of each later day, and the largest amount approved so far'),
    accounting: z.array(accountingLineReply).optional().describe('Absent if the request has no accounting lines'),
    check: requestCheck.optional(),
    demands: z.array(checkedItemReply).optional().describe('Absent if the purpose requires nothing'),
    recurring: recurringMark.optional().describe('Absent if the request didn’t come from a recurring request'),
    payee: requestPayeeReply.optional().describe('Absent if the dealer group has no payee list'),
    findings: z
      .array(findingReply)
      .optional()
      .describe('What speaks for or against the request, worst first; only for callers who can decide on it'),
  })
  .meta({ id: 'DetailedCheckRequest' })
export type DetailedRequest = z.output<typeof detailedRequest>

/** A user for whom an admin can raise a request. */
export const possibleRequester = z.object({
  id: z.int(),
  name: text,
  access_level: z.literal(allAccessLevels),
  dealer_group_id: z.int().nullable(),
  dealership_ids: z.array(z.int()),
  department_ids: z.array(z.int()),
})
