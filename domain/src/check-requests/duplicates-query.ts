import { z } from 'zod'
import { amountField } from '../values/fields.ts'
import { optionalLine } from '../values/text.ts'
import { longestVin } from './fields.ts'

/**
 * Search terms for possible duplicates: what a form holds so far, or else the values of a stored request.
 * `of`: the request being edited or decided on; it is not its own duplicate, and its day counts instead of today.
 * `draft`: the draft of a new request, whose documents are compared as well.
 * `before`: `printing` for what keeps the check of `of` from being printed until an approver gives a reason.
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
