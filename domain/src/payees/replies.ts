import { z } from 'zod'
import { payeeSubTypes, payeeTypes } from '../check-requests/fields.ts'
import { statuses } from '../check-requests/lifecycle.ts'
import { attachmentReply } from '../documents/attachments/fields.ts'
import { boxes1099, taxClasses, taxNumberKinds } from './fields.ts'
import { payeeStates } from './lifecycle.ts'
import { verifiedNeeds } from './rules.ts'

const text = z.string()
const named = z.object({ id: z.int(), name: text })

/** A payee of a dealer group. */
export const payeeReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    dealer_group_name: text,
    name: text,
    payee_type: z.enum(payeeTypes),
    payee_sub_type: z.enum(payeeSubTypes),
    address: text.nullable(),
    email: text.nullable(),
    phone: text.nullable(),
    default_purpose_id: z.int().nullable(),
    note: text.nullable(),
    state: z.enum(payeeStates),
    edited_by: z
      .array(named)
      .describe(
        'The users who added or changed the payee since its last verification; these users can’t verify the payee',
      ),
    verified_by: named.nullable().describe('The user who last verified the payee'),
    verified_at: z.iso.datetime().nullable(),
    verified_how: text.nullable(),
    blocked_reason: text.nullable(),
    has_tax_form: z.boolean().describe('True if the payee’s W-9 data is stored'),
    has_tax_form_document: z.boolean().describe('True if the payee’s W-9 document is stored'),
    counts_as: named
      .nullable()
      .describe('Another payee with an equivalent name (F9), until two people confirm that the payees are different'),
    merged_into: named.nullable().describe('The payee that this payee was merged into; this payee stays unchanged'),
    merged_at: z.iso.datetime().nullable(),
    merged_by: text.nullable(),
    merged_from: z
      .array(named)
      .optional()
      .describe('Payees that were merged into this payee; only in the response about one payee'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Payee' })
export type PayeeReply = z.output<typeof payeeReply>

export const payeePage = z.object({ items: z.array(payeeReply), next_cursor: text.nullable() })

/** A payee as offered on the request form. */
export const payeeName = z
  .object({
    id: z.int(),
    name: text,
    payee_type: z.enum(payeeTypes),
    payee_sub_type: z.enum(payeeSubTypes),
    default_purpose_id: z.int().nullable(),
    state: z.enum(payeeStates),
    has_tax_form_document: z
      .boolean()
      .describe('True if the payee has a W-9, which meets a requirement for a tax form'),
  })
  .meta({ id: 'PayeeName' })

/** The data of a payee's W-9. */
export const taxFormReply = z
  .object({
    received_on: z.iso.date(),
    legal_name: text,
    number_kind: z.enum(taxNumberKinds),
    tax_class: z.enum(taxClasses),
    box_1099: z.enum(boxes1099),
    backup_withholding: z.boolean(),
  })
  .meta({ id: 'TaxForm' })
export type TaxFormReply = z.output<typeof taxFormReply>

/** A dealer group's payee settings: whether it uses its payee list, and which purposes need verified payees. */
export const payeeSettingsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    payee_list: z.enum(['off', 'on']),
    purposes: z.array(z.object({ purpose_id: z.int(), verified_needed: z.enum(verifiedNeeds) })),
  })
  .meta({ id: 'PayeeSettings' })
export type PayeeSettings = z.output<typeof payeeSettingsReply>

/** The payee of a request, and why it blocks approval or printing. */
export const requestPayeeReply = z
  .object({
    id: z.int().nullable().describe('Null if the name isn’t on the payee list'),
    name: text,
    state: z.enum(payeeStates).nullable(),
    is_changed: z.boolean().describe('True if the name or address on the request differs from the payee list'),
    verified_needed: z.enum(verifiedNeeds),
    refusal_to_approve: text.nullable(),
    refusal_to_print: text.nullable(),
  })
  .meta({ id: 'RequestPayee' })
export type RequestPayee = z.output<typeof requestPayeeReply>

/** An employee or another payee that is similar to a payee. */
export const likePayee = z
  .object({
    kind: z.enum(['employee', 'payee']),
    id: z.int(),
    name: text,
    state: z.enum(payeeStates).nullable().describe('Null for employees'),
    alike: z.enum(['name', 'address']).describe('Whether the name or the address is similar'),
  })
  .meta({ id: 'LikePayee' })
export type LikePayee = z.output<typeof likePayee>

/** An employee or another payee that is similar to a payee of a request, which can have two. */
export const likePayeeOfRequest = likePayee
  .extend({ of: z.enum(['payee', 'second payee']).describe('The payee in the request that this payee is similar to') })
  .meta({ id: 'LikePayeeOfRequest' })
export type LikePayeeOfRequest = z.output<typeof likePayeeOfRequest>

/** The requests to a payee that the caller can see, newest first; amounts in dollars. */
export const paymentsReply = z
  .object({
    paid: z.object({ count: z.int(), amount: z.number() }),
    under_way: z.object({ count: z.int(), amount: z.number() }),
    is_lower_bound: z.boolean().describe('True if only the newest requests were counted'),
    items: z.array(
      z.object({
        id: z.int(),
        request_number: text,
        payee_name: text.describe('The payee name on the request; both names if the check is payable to two payees'),
        amount: z.number(),
        status_name: z.enum(statuses.map(({ name }) => name)),
        requester_name: text,
        dealership_name: text.nullable(),
        check_number: text.nullable(),
        good_through: z.iso.date().optional().describe('Only for payoffs'),
        raised_at: z.iso.datetime(),
        paid_at: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: 'PaymentsOfPayee' })
export type PaymentsReply = z.output<typeof paymentsReply>

/** A document of a request to a payee. */
export const payeeDocument = attachmentReply
  .extend({ request: z.object({ id: z.int(), request_number: text }) })
  .meta({ id: 'DocumentOfPayee' })
export type PayeeDocument = z.output<typeof payeeDocument>
