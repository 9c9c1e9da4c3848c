import { z } from 'zod'
import { idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'

/** Where a box of checks is in its life. A box that is put away is counted, and can be in use again. */
export const boxStates = ['received', 'counted', 'in use', 'ended'] as const
export type BoxState = (typeof boxStates)[number]

/** At most so many checks are in a box. */
const mostInBox = 100_000

const checkNumber = (missing: string) => z.int({ error: missing }).min(1, { error: missing }).max(9_999_999_999)

const numbers = {
  first_number: checkNumber('Enter the number of the first check'),
  last_number: checkNumber('Enter the number of the last check'),
}

/** Body of a call that receives a box. `holder_id`: whoever keeps it. */
export const receiveBoxBody = z
  .strictObject({
    place: nameField('Say where the box is kept.', 100),
    ...numbers,
    holder_id: idField('Choose who keeps the box').nullable().default(null),
  })
  .superRefine(({ first_number, last_number }, context) => {
    if (last_number < first_number)
      context.addIssue({ code: 'custom', path: ['last_number'], message: 'The last number is not before the first.' })
    if (last_number - first_number >= mostInBox)
      context.addIssue({ code: 'custom', path: ['last_number'], message: 'A box has at most 100,000 checks.' })
  })
export type ReceiveBoxInput = z.output<typeof receiveBoxBody>

/** Body of a call that counts a box: the numbers that whoever counts it has seen, without looking at its receipt. */
export const countBoxBody = z.strictObject({ ...numbers, version: versionField })
export type CountBoxInput = z.output<typeof countBoxBody>

/** Body of a call that puts a box in use, or ends one that was received by mistake. */
export const boxVersionBody = z.strictObject({ version: versionField })

const named = z.object({ id: z.int(), name: z.string() })

/** A box of checks of an account. */
export const stockBoxReply = z
  .object({
    id: z.int(),
    version: z.int(),
    bank_account_id: z.int(),
    place: z.string(),
    first_number: z.int(),
    last_number: z.int().nullable().describe('null for the box with which an account begins, which nobody counts'),
    next_number: z.int(),
    left: z.int().nullable().describe('Checks that were not taken so far; null where nobody counts them'),
    holder: named.nullable(),
    state: z.enum(boxStates),
    received_by: named.nullable(),
    received_at: z.iso.datetime(),
    counted_by: named.nullable(),
    counted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'StockBox' })
export type StockBoxReply = z.output<typeof stockBoxReply>
