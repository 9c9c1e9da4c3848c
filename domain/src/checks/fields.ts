import { z } from 'zod'
import { notACursor } from '../api/endpoint.ts'
import { listFilters, refuseEmptyRanges, wordsField } from '../check-requests/list/filters.ts'
import { addDays, isCalendarDate } from '../values/calendar-date.ts'
import { calendarDateField, idField, versionField } from '../values/fields.ts'
import { nameField, optionalLine, optionalNote } from '../values/text.ts'
import { checkStates, takesBack } from './lifecycle.ts'

/** Maximum number of checks printed, signed, or mailed at once. */
const mostAtOnce = 500

/** The ways a check can be delivered. */
export const handOverKinds = ['picked up', 'mailed', 'given to requester'] as const

/** The forms of identification for a person who takes a check. */
export const identificationKinds = [
  "Driver's license",
  'State ID',
  'Passport',
  'Military ID',
  'Known personally',
] as const

/** The maximum numbers of strokes and of points per stroke, and the size of the signature field in its own units. */
export const mostStrokes = 200
export const mostPoints = 2000
export const signatureField = { width: 1000, height: 300 } as const

const checkNumber = z.int().min(1).max(9_999_999_999)

const onlyOnce = 'List each one only once.'

function hasTwice(list: readonly number[]): boolean {
  return new Set(list).size < list.length
}

const ids = (missing: string) =>
  z
    .array(idField(missing))
    .min(1, { error: missing })
    .max(mostAtOnce, { error: `Choose at most ${mostAtOnce} checks.` })
    .refine((list) => !hasTwice(list), { error: onlyOnce })

const requestsMissing = 'Choose the requests whose checks to print.'

const wrongPosition = { error: 'Choose the first free position on the sheet, from 1 to 3.' }

/**
 * Body of a call that creates a print run. `combine`: lists of requests that share a check. They need not be repeated in
 * `check_request_ids`. `first_number`: the number of the top sheet of prenumbered paper. `first_position`: the first
 * free check on a top sheet with three checks, from 1, the default, to 3.
 */
export const createRunBody = z
  .strictObject({
    bank_account_id: idField('Choose a bank account.'),
    check_request_ids: z.array(idField(requestsMissing)).default([]),
    combine: z
      .array(z.array(idField(requestsMissing)).min(2, { error: 'Choose at least two requests for one check.' }))
      .default([]),
    first_number: checkNumber.optional(),
    check_date: calendarDateField.optional(),
    first_position: z.int(wrongPosition).min(1, wrongPosition).max(3, wrongPosition).optional(),
  })
  .superRefine(({ check_request_ids, combine }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const combined = combine.flat()
    const all = new Set([...check_request_ids, ...combined])
    if (all.size === 0) refuse('check_request_ids', requestsMissing)
    if (all.size > mostAtOnce) refuse('check_request_ids', `Choose at most ${mostAtOnce} requests.`)
    if (hasTwice(check_request_ids)) refuse('check_request_ids', onlyOnce)
    if (hasTwice(combined)) refuse('combine', onlyOnce)
  })
export type CreateRunInput = z.output<typeof createRunBody>

/** Body of a call that settles a print run: all sheets except those reported as spoiled printed correctly. */
export const confirmRunBody = z.strictObject({
  spoiled: z
    .array(z.strictObject({ number: checkNumber, reason: nameField('Enter what is wrong with this sheet.', 200) }))
    .max(mostAtOnce)
    .default([]),
  version: versionField,
})
export type ConfirmRunInput = z.output<typeof confirmRunBody>

/** Body of a call that releases the numbers of a print run whose file was never requested. */
export const releaseRunBody = z.strictObject({ version: versionField })

/** Body of a call that confirms the caller's own signatures. */
export const signChecksBody = z.strictObject({ check_ids: ids('Choose the checks that you have signed.') })

/** The details of a handover except the signature. `attachment_id`: the signed slip, a document of the request. */
export const handOverFields = {
  kind: z.enum(handOverKinds, { error: 'Choose how the check is delivered.' }),
  receiver: optionalLine(100),
  receiver_user_id: z.int().positive().optional(),
  relation: optionalLine(100),
  identification: z.enum(identificationKinds).optional(),
  identification_last4: optionalLine(4),
  witness: optionalLine(100),
  tracking_number: optionalLine(100),
  attachment_id: z.int().positive().optional(),
  note: optionalNote(),
  version: versionField,
}

/**
 * Body of a call that requests an exception. `receiver_user_id`: the person who will take the check, if separation of
 * duties bars that person.
 */
export const askExceptionBody = z.strictObject({
  reason: nameField('Enter the reason for the exception.', 500),
  receiver_user_id: z.int().positive().optional(),
  version: versionField,
})
export type AskExceptionInput = z.output<typeof askExceptionBody>

/** Body of a call that refuses an exception requested by another person. */
export const refuseExceptionBody = z.strictObject({
  reason: nameField('Enter the reason for refusing the exception.', 500),
  version: versionField,
})
export type RefuseExceptionInput = z.output<typeof refuseExceptionBody>

/** Body of a call that voids a check. `attachment_id`: a document of its request that shows the defaced paper. */
export const voidCheckBody = z.strictObject({
  reason: nameField('Enter the reason for voiding this check.', 500),
  request_status: z.enum(takesBack.to, { error: 'Choose whether to reissue the check or reject the request.' }),
  attachment_id: z.int().positive().optional(),
  version: versionField,
})
export type VoidCheckInput = z.output<typeof voidCheckBody>

/** Body of a call that approves a void, by a person who didn't print, sign, or void the check. */
export const agreeToVoidBody = z.strictObject({ version: versionField })

/**
 * Body of a call that stops a lost check. `confirmation_number`: the bank's number for the stop payment, which can be
 * added later.
 */
export const stopCheckBody = z.strictObject({
  reason: nameField('Enter what happened to the paper check.', 500),
  request_status: z.enum(takesBack.to, { error: 'Choose whether to reissue the check or reject the request.' }),
  confirmation_number: optionalLine(50),
  fee: z.union([z.number().min(0).max(1000), z.null()]).default(null),
  version: versionField,
})
export type StopCheckInput = z.output<typeof stopCheckBody>

/** Body of the bank's confirmation of a stop. */
export const confirmStopBody = z.strictObject({
  confirmation_number: nameField('Enter the bank’s confirmation number for the stop.', 50),
  fee: z.union([z.number().min(0).max(1000), z.null()]).default(null),
  version: versionField,
})
export type ConfirmStopInput = z.output<typeof confirmStopBody>

/** Body of a call that renews a confirmed stop payment for another six months, with its new number. */
export const renewStopBody = z.strictObject({
  confirmation_number: nameField('Enter the bank’s confirmation number for the renewal.', 50),
  fee: z.union([z.number().min(0).max(1000), z.null()]).default(null),
  version: versionField,
})
export type RenewStopInput = z.output<typeof renewStopBody>

const point = z.tuple([z.int().min(0).max(signatureField.width), z.int().min(0).max(signatureField.height)])

/** Body of a call that records the recipient of a check. */
export const handOverBody = z.strictObject({
  ...handOverFields,
  signature: z.array(z.array(point).min(1).max(mostPoints)).max(mostStrokes).optional(),
})
export type HandOverInput = z.output<typeof handOverBody>

const named = z.object({ id: z.int(), name: z.string() })

/** A request to hand over a check despite a rule, for another person to allow. */
export const handOverException = z.object({
  by: named,
  at: z.iso.datetime(),
  reason: z.string(),
  receiver: named.nullable().describe('The recipient, if they raised or approved the check’s request; null otherwise'),
  unknown_to_bank: z
    .boolean()
    .describe('True if the exception allows handing over a check that the bank hasn’t accepted yet'),
  allowed: z.object({ by: named, at: z.iso.datetime() }).nullable(),
  refused: z.object({ by: named, at: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type HandOverException = z.output<typeof handOverException>

const choose = 'Choose the checks that you have mailed.'

/** Body of a call that records mailed checks. `tracking_number`: the carrier's number, if there is one. */
export const mailChecksBody = z.strictObject({
  checks: z
    .array(z.strictObject({ check_id: idField(choose), tracking_number: optionalLine(100) }))
    .min(1, { error: choose })
    .max(mostAtOnce, { error: `Choose at most ${mostAtOnce} checks.` })
    .refine((list) => new Set(list.map(({ check_id }) => check_id)).size === list.length, {
      error: 'List each check only once.',
    }),
})
export type MailChecksInput = z.output<typeof mailChecksBody>

/** All requests that a check pays, in the order of its stub. */
export const paidRequests = z
  .array(z.object({ id: z.int(), request_number: z.string() }))
  .describe('All requests that the check pays')

export const dealershipsPaid = z.array(z.string()).describe('The dealerships of the requests that the check pays')

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
    requests: paidRequests,
    dealership_names: dealershipsPaid,
    payee_name: z.string(),
    amount: z.number(),
    address: z.array(z.string()).describe('The lines of the mailing address'),
    refusal: z
      .string()
      .nullable()
      .describe('The reason the check can’t be mailed now; null if the check can be mailed'),
  })
  .meta({ id: 'CheckToMail' })
export type CheckToMailReply = z.output<typeof checkToMail>

/** Query for documents about ready checks: the checks of one account, or of all the caller's accounts. */
export const papersQuery = z.strictObject({ bank_account_id: z.coerce.number().int().positive().optional() })

/** Maximum number of checks on one document. */
export const mostOnPaper = 500

export const copyRunBody = z.strictObject({ reason: nameField('Enter the reason for the copy.', 200) })

const questionShape = {
  bank_account_id: z.coerce.number().int().positive().optional(),
  print_run_id: z.coerce.number().int().positive().optional(),
  check_request_id: z.coerce.number().int().positive().optional(),
  state: z.enum(checkStates).optional(),
  entered: z.literal('true').optional().describe('Only checks entered by hand, not created by a print run'),
  search: wordsField.default('').describe('A check number, or words from the payee, request number, or memo'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  amount_from: listFilters.amount_from,
  amount_to: listFilters.amount_to,
  as_of: z.iso
    .date()
    .optional()
    .describe('The register as of the end of this day, in the time zone of the dealer group'),
}

/** Query for the register: checks of the caller's accounts, highest number first. */
export const registerQuery = z
  .strictObject({
    ...questionShape,
    cursor: z.string().max(2000, { error: notACursor }).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  })
  .superRefine(refuseEmptyRanges)
export type RegisterQuery = z.output<typeof registerQuery>

/**
 * Query for an export, which contains all pages of the register. Days outstanding are counted through today in
 * `time_zone`.
 */
export const registerExportQuery = z
  .strictObject({ ...questionShape, time_zone: listFilters.time_zone })
  .superRefine(refuseEmptyRanges)
export type RegisterExportQuery = z.output<typeof registerExportQuery>

/** Query about a whole account, or about all the caller's accounts. */
export const accountsQuery = z.strictObject({ bank_account_id: questionShape.bank_account_id })

/** Query for the letters about stale checks of one account. */
export const staleLettersQuery = z.strictObject({ bank_account_id: z.coerce.number().int().positive() })

/** The longest period that can be searched for red flags. */
const mostDaysOfFlags = 92

/** Query for red flags on the checks of a period, both days inclusive, for one account or all accounts. */
export const redFlagsQuery = z
  .strictObject({ bank_account_id: questionShape.bank_account_id, from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { error: 'The end date must be on or after the start date.', path: ['to'] })
  // Also called when `from` isn't a date.
  .refine(({ from, to }) => !isCalendarDate(from) || to <= addDays(from, mostDaysOfFlags), {
    error: `Choose at most ${mostDaysOfFlags} days.`,
    path: ['to'],
  })
export type RedFlagsQuery = z.output<typeof redFlagsQuery>

/** Query for an account's print runs, newest first. */
export const runListQuery = z.strictObject({ bank_account_id: z.coerce.number().int().positive() })
