import { z } from 'zod'
import { notACursor } from '../api/endpoint.ts'
import { payeeSubTypes, payeeTypes } from '../check-requests/fields.ts'
import { wordsField } from '../check-requests/list/filters.ts'
import { calendarDateField, emailAddress, idField, versionField } from '../values/fields.ts'
import { nameField, optionalLine, optionalLines, optionalNote } from '../values/text.ts'
import { payeeStates } from './lifecycle.ts'
import { verifiedNeeds } from './rules.ts'

const longestAddress = 500
const mostPurposes = 200

/** The type of the number on a W-9; the number itself isn't stored. */
export const taxNumberKinds = ['SSN', 'EIN', 'ITIN', 'ATIN'] as const

/** The federal tax classifications on a W-9. */
export const taxClasses = [
  'Individual or sole proprietor',
  'C corporation',
  'S corporation',
  'Partnership',
  'Trust or estate',
  'LLC taxed as C corporation',
  'LLC taxed as S corporation',
  'LLC taxed as partnership',
  'Other',
] as const

/** The form on which payments are reported. */
export const boxes1099 = [
  'None',
  'NEC 1 Nonemployee compensation',
  'MISC 1 Rents',
  'MISC 2 Royalties',
  'MISC 3 Other income',
  'MISC 6 Medical and health care',
  'MISC 10 Gross proceeds paid to an attorney',
] as const

const optionalEmail = optionalLine(254)
  .refine((text) => text === null || emailAddress.safeParse(text).success, { error: 'Enter an email address.' })
  .transform((text) => text?.toLowerCase() ?? null)

const optionalPhone = optionalLine(30).refine((text) => text === null || /^[0-9+()./ x-]+$/i.test(text), {
  error: 'Enter a phone number.',
})

const payeeShape = {
  name: nameField('Payee name is required'),
  payee_type: z.enum(payeeTypes, { error: 'Payee type is required' }),
  payee_sub_type: z.enum(payeeSubTypes, { error: 'Payee sub type is required' }),
  address: optionalLines(longestAddress),
  email: optionalEmail,
  phone: optionalPhone,
  default_purpose_id: z
    .int()
    .positive()
    .nullish()
    .transform((id) => id ?? null),
  note: optionalNote(),
  is_separate: z
    .boolean()
    .optional()
    .describe(
      'True to add a separate payee whose name differs only in its legal form (F9); another user must verify the payee',
    ),
}

/** Body of a call that adds a payee. */
export const createPayeeBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  ...payeeShape,
})
export type CreatePayeeInput = z.output<typeof createPayeeBody>

/** Body of a change of a payee: any subset. */
export const updatePayeeBody = z.strictObject(payeeShape).partial().extend({ version: versionField })
export type UpdatePayeeInput = z.output<typeof updatePayeeBody>

/** Body of a verification. */
export const verifyPayeeBody = z.strictObject({
  how: nameField('Enter how you verified this payee, such as by calling the number on their website.', 500),
  version: versionField,
})
export type VerifyPayeeInput = z.output<typeof verifyPayeeBody>

/** Body of a block; users whose requests it stops see the reason. */
export const blockPayeeBody = z.strictObject({
  reason: nameField('Enter the reason for blocking this payee.', 500),
  version: versionField,
})
export type BlockPayeeInput = z.output<typeof blockPayeeBody>

/** Body that lifts a block. */
export const unblockPayeeBody = blockPayeeBody
  .extend({ reason: nameField('Enter the reason for unblocking this payee.', 500) })
  .describe('The payee has to be verified again')
export type UnblockPayeeInput = z.output<typeof unblockPayeeBody>

/**
 * Body of a call that merges a payee into another payee, whose name is kept. `address_of`: the payee whose address is
 * kept.
 */
export const mergePayeeBody = z.strictObject({
  into_id: idField('Choose the payee whose name to keep.'),
  address_of: idField('Choose the payee whose address to keep.'),
  version: versionField,
  into_version: versionField,
})
export type MergePayeeInput = z.output<typeof mergePayeeBody>

/** Body of a call that stores a payee's W-9 data, without its number. */
export const saveTaxFormBody = z.strictObject({
  received_on: calendarDateField,
  legal_name: nameField('Legal name is required'),
  number_kind: z.enum(taxNumberKinds, { error: 'Number type is required' }),
  tax_class: z.enum(taxClasses, { error: 'Tax classification is required' }),
  box_1099: z.enum(boxes1099, { error: '1099 box is required' }),
  backup_withholding: z.boolean().default(false),
  version: versionField,
})
export type SaveTaxFormInput = z.output<typeof saveTaxFormBody>

/** Query of the payee list, by name. `cursor` comes from the previous response. */
export const payeeListQuery = z.strictObject({
  dealer_group_id: z.coerce.number().int().positive().optional(),
  search: wordsField.default('').describe('Words that must all appear in the name, address, email, phone, or note'),
  state: z.enum(payeeStates).optional(),
  cursor: z.string().max(2000, { error: notACursor }).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type PayeeListQuery = z.output<typeof payeeListQuery>

/** Query for names of a dealer group's payees that contain the words. */
export const payeeNamesQuery = z.strictObject({
  dealer_group_id: z.coerce.number().int().positive(),
  search: wordsField.default(''),
})

/** Query of the payments per payee in a calendar year, in the dealer group's time zone. */
export const taxListQuery = z.strictObject({
  dealer_group_id: z.coerce.number().int().positive(),
  year: z.coerce.number().int().min(2000).max(2100),
})

const verifiedNeededOf = z.strictObject({
  purpose_id: idField('Purpose is required'),
  verified_needed: z.enum(verifiedNeeds),
})

/** Body of a change of a dealer group's payee settings: any subset. Purposes left out need no verified payee. */
export const payeeSettingsBody = z.strictObject({
  payee_list: z.enum(['off', 'on']).optional(),
  purposes: z
    .array(verifiedNeededOf)
    .max(mostPurposes)
    .refine((list) => new Set(list.map(({ purpose_id }) => purpose_id)).size === list.length, {
      error: 'List each purpose only once.',
    })
    .optional(),
  version: versionField,
})
export type PayeeSettingsInput = z.output<typeof payeeSettingsBody>
