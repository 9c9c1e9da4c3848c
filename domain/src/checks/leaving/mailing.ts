import { z } from 'zod'
import { idField } from '../../values/fields.ts'
import { optionalLine } from '../../values/text.ts'
import { mostAtOnce } from '../fields.ts'

const choose = 'Choose the checks that you have mailed'

/** Body of a call that records which checks are mailed. `tracking_number`: the carrier's, as far as it gave one. */
export const mailChecksBody = z.strictObject({
  checks: z
    .array(z.strictObject({ check_id: idField(choose), tracking_number: optionalLine(100) }))
    .min(1, { error: choose })
    .max(mostAtOnce, { error: `At most ${mostAtOnce} at once` })
    .refine((list) => new Set(list.map(({ check_id }) => check_id)).size === list.length, {
      error: 'Name each one once.',
    }),
})
export type MailChecksInput = z.output<typeof mailChecksBody>

/** A check that is ready to be mailed. Amounts in dollars. */
export const checkToMail = z
  .object({
    id: z.int(),
    version: z.int(),
    number: z.int(),
    bank_account_id: z.int(),
    bank_account_name: z.string(),
    check_request_id: z.int().nullable(),
    request_number: z.string().nullable(),
    payee_name: z.string(),
    amount: z.number(),
    address: z.array(z.string()).describe('Where it is mailed to, by lines'),
    refusal: z.string().nullable().describe('Why it cannot be mailed now; null when it can'),
  })
  .meta({ id: 'CheckToMail' })
export type CheckToMailReply = z.output<typeof checkToMail>
