import { z } from 'zod'
import { idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { exceptionKinds } from '../clearing/findings.ts'
import { clearingCsvMapping, clearingFormats, clearingProfile } from '../clearing/profile.ts'
import { mostLines } from '../clearing/read-file.ts'
import { reconciledThroughField } from '../clearing/reconciled-through.ts'
import { bankAnswers } from '../positive-pay/answer.ts'
import {
  acknowledgmentReply,
  destinationBody,
  destinationReply,
  transmissionStates,
} from '../positive-pay/destination.ts'
import { positivePayTemplate, voidRules } from '../positive-pay/template.ts'
import { fileKinds } from '../positive-pay/write-file.ts'

const text = z.string()
const moment = z.iso.datetime()
const named = z.object({ id: z.int(), name: text })

/** Other names of the account in its bank's files, such as its number with a suffix. */
const bankNames = z
  .array(z.string().trim().min(4, { error: 'Enter at least 4 characters.' }).max(60))
  .max(10)
  .describe('Other names for the account in bank files; a second person confirms a new name')

/** Body of a call that sets the file formats for an account's bank. */
export const bankFilesBody = z.strictObject({
  positive_pay_template: positivePayTemplate.nullable().optional(),
  clearing_columns: clearingCsvMapping.nullable().optional(),
  bank_names: bankNames.optional(),
  destination: destinationBody.nullable().optional().describe('A second person confirms a new or changed destination'),
  version: versionField,
})
export type BankFilesInput = z.output<typeof bankFilesBody>

/** Body of a call that maps the columns of the bank's CSV files. */
export const clearingColumnsBody = z.strictObject({ columns: clearingCsvMapping, version: versionField })

/** Body of a call that describes how the bank's files are read; null to recognize everything in each file. */
export const clearingProfileBody = z.strictObject({ profile: clearingProfile.nullable(), version: versionField })

/** The file formats for an account's bank; null until they are set. */
export const bankFilesReply = z
  .object({
    positive_pay_template: positivePayTemplate.nullable(),
    clearing_columns: clearingCsvMapping.nullable(),
    clearing_profile: clearingProfile,
    destination: destinationReply.nullable().describe('Where the bank takes the files, without the secret'),
    allows_folder: z.boolean().describe('Whether files can go into a folder of this server'),
    bank_names: z.array(text).describe('Names for the account in bank files, without most digits of its number'),
    version: z.int().describe('Version of the account'),
  })
  .meta({ id: 'BankFiles' })
export type BankFilesReply = z.output<typeof bankFilesReply>

/** Body of a call that confirms a bank file, or confirms or refuses to undo a clearing. */
export const decisionBody = z.strictObject({ version: versionField })
export const sendFileBody = z.strictObject({
  version: versionField,
  bank_has_file: z
    .boolean()
    .optional()
    .describe('Required while nobody knows whether the bank has the file: true ends the sending, false sends it again'),
})
export type SendFileInput = z.output<typeof sendFileBody>
export const makePositivePayBody = z.strictObject({
  with_account_ids: z
    .array(idField('Choose an account.'))
    .max(50)
    .optional()
    .describe('Other accounts whose checks go into the same file; they need the same bank and template'),
  version: versionField,
})

/** The fields that accompany a bank file in a form; there are none. */
export const clearingFormBody = z.strictObject({})

/** Query for the list of exceptions, newest first. */
export const exceptionQuery = z.strictObject({
  bank_account_id: z.coerce.number().int().positive(),
  state: z.enum(['open', 'resolved']).default('open'),
})

/** Body of a call that resolves or assigns an exception. */
export const resolveExceptionBody = z
  .strictObject({
    note: nameField('Enter the resolution.', 500).optional(),
    bank_stands: z.boolean().describe('Whether to accept the payment for the check, which clears the check').optional(),
    owner_id: idField('Choose a user.').optional(),
    version: versionField,
  })
  .refine(({ note, owner_id }) => note !== undefined || owner_id !== undefined, {
    path: ['note'],
    error: 'Enter the resolution or the person to assign.',
  })
  .refine(({ note, bank_stands }) => !bank_stands || note !== undefined, {
    path: ['note'],
    error: 'Enter the resolution.',
  })
export type ResolveExceptionInput = z.output<typeof resolveExceptionBody>

/** A file that reports issued and voided checks to the bank. Amounts in dollars. */
export const positivePayReply = z
  .object({
    id: z.int(),
    version: z.int(),
    bank_account_id: z.int(),
    number: z.int(),
    kind: z.enum(fileKinds).describe('The rows in the file: all, or only issues or voids'),
    other_account_ids: z.array(z.int()).describe('The other accounts whose checks are in the file'),
    count: z.int(),
    total: z.number(),
    made_by: named,
    made_at: moment,
    fetched_at: moment.nullable(),
    answer: z.enum(bankAnswers).nullable(),
    answered_by: named.nullable(),
    answered_at: moment.nullable(),
    reason: text.nullable(),
    transmission: z.enum(transmissionStates).nullable().describe('Null for files that aren’t sent from here'),
    transmission_problem: text.nullable().describe('The reason the last attempt failed'),
    transmission_at: moment.nullable().describe('The time of the next attempt, or of the last change'),
    acknowledgment: acknowledgmentReply.nullable(),
  })
  .meta({ id: 'PositivePayFile' })
export type PositivePayReply = z.output<typeof positivePayReply>

const counted = z.object({ count: z.int(), total: z.number() })

/** An account's files, newest first, and the checks not yet reported to the bank. Totals in dollars. */
export const positivePayListReply = z
  .object({
    waiting: z.int(),
    issues: counted.describe('Issued checks not in a file yet'),
    voids: counted.describe('Voided checks, reported to the bank as issued, whose voids aren’t in a file yet'),
    has_template: z.boolean().describe('Whether the account has a file template'),
    sends: z.boolean().describe('Whether files are sent to the bank from here'),
    reads_answers: z.boolean().describe('Whether the bank’s answers to files are read'),
    void_rule: z
      .enum(voidRules)
      .describe('How voids are reported to the bank; if they aren’t, the bank needs a stop payment for each'),
    problems: z.array(text).describe('The problems that prevent the next file, such as a column too short for a total'),
    held: z
      .array(z.object({ id: z.int(), number: z.int(), payee_name: text, problems: z.array(text) }))
      .describe('The first checks that can’t be written to a file, with the reasons; the other checks can'),
    companions: z
      .array(z.object({ id: z.int(), name: text, issues: counted, voids: counted }))
      .describe('The accounts of the same bank and template whose checks can go into the same file'),
    items: z.array(positivePayReply),
  })
  .meta({ id: 'PositivePayFiles' })
export type PositivePayList = z.output<typeof positivePayListReply>

const checkOfLine = z.object({
  id: z.int(),
  number: z.int(),
  payee_name: text,
  amount: z.number().describe('According to the register'),
})

const line = z.object({
  line: z.int(),
  number: z.int().nullable(),
  amount: z.number(),
  paid_on: z.iso.date(),
  payee: text.nullable(),
})
const lineNote = z.object({ line: z.int(), message: text })
const stillCleared = z.object({ checks: z.int(), files: z.array(text).describe('Files that keep them cleared') })
const sampleLine = z.object({ line: z.int(), text, check: line.omit({ line: true }).nullable() })
const otherAccount = z.object({
  last4: text,
  lines: z.int(),
  bank_account: named.nullable().describe('The account in this system, if the caller can reconcile it'),
})

/** A bank file compared with the register; nothing is saved yet. */
export const clearingPreviewReply = z
  .object({
    id: z.int().nullable().describe('Null if the file has problems and can’t be confirmed'),
    format: z.enum(clearingFormats).nullable().describe('Null if the format wasn’t recognized'),
    fits_profile: z
      .boolean()
      .describe('False if the file doesn’t fit the saved profile and was read with a detected one'),
    problems: z.array(lineNote),
    notes: z.array(lineNote),
    skipped: z.int().describe('Lines of this account that aren’t paid checks'),
    left_out: z
      .object({ count: z.int(), lines: z.array(lineNote) })
      .describe('Lines of this account that aren’t paid checks, with the reasons for the first of them'),
    other_accounts: z.array(otherAccount).describe('Other accounts in the file, whose lines aren’t read'),
    sample: z.array(sampleLine).describe('The first checks as they are in the file, or else the first lines'),
    matched: counted,
    matched_lines: z
      .array(
        line.extend({
          check: checkOfLine.extend({
            open_exception: z.enum(exceptionKinds).nullable().describe('The open exception about this check'),
          }),
        }),
      )
      .max(mostLines),
    repeated: z.int().describe('Lines already included in an earlier file'),
    repeated_total: z.number(),
    repeated_lines: z.array(line).max(mostLines),
    not_ours: counted.describe('Lines that the bank doesn’t call checks and whose numbers aren’t in the register'),
    not_ours_lines: z.array(line).max(mostLines),
    doubtful: counted.describe('Lines that differ from their check in the register'),
    unknown: counted.describe('Lines whose check isn’t in the register'),
    exceptions: z
      .array(line.extend({ kind: z.enum(exceptionKinds), sentence: text, check: checkOfLine.nullable() }))
      .max(2 * mostLines)
      .describe('The first exceptions for known checks, followed by the first for unknown checks'),
    refusal: text
      .nullable()
      .describe('The reason the caller can’t confirm this file, although another user can; null if the caller can'),
  })
  .meta({ id: 'ClearingPreview' })
export type ClearingPreview = z.output<typeof clearingPreviewReply>

export const clearedReply = z.object({ cleared: z.int(), exceptions: z.int(), repeated: z.int() })
export type ClearedReply = z.output<typeof clearedReply>

/** A bank line under review. */
export const exceptionReply = line
  .extend({
    id: z.int(),
    version: z.int(),
    bank_account_id: z.int(),
    kind: z.enum(exceptionKinds),
    sentence: text,
    check: checkOfLine.nullable(),
    refusal: text.nullable().describe('The reason the caller can’t resolve the exception; null if the caller can'),
    may_stand: z.boolean().describe('Whether the payment can be accepted for the check, which would clear the check'),
    stands: z.boolean().describe('Whether the exception was resolved by accepting the payment'),
    owner: named.nullable(),
    resolution: text.nullable(),
    resolved_by: named.nullable(),
    resolved_at: moment.nullable(),
    created_at: moment,
  })
  .meta({ id: 'CheckException' })
export type ExceptionReply = z.output<typeof exceptionReply>

/** Body of a call that asks to undo a clearing. A second person has to confirm. */
export const undoClearingBody = z.strictObject({
  reason: nameField('Enter what is wrong with the clearing.', 500),
  version: versionField,
})
export type UndoClearingInput = z.output<typeof undoClearingBody>

/** A bank file that was saved to the register. */
export const writtenFile = z.object({
  id: z.int(),
  name: text,
  format: z.enum(clearingFormats),
  notes: z.array(lineNote),
  written_by: named,
  written_at: moment,
  cleared: z.int(),
  exceptions: z.int(),
  version: z.int(),
  undo_asked: z
    .object({ by: named, reason: text, still_cleared: stillCleared })
    .nullable()
    .describe('A pending request to undo the file; a second person has to confirm'),
  undo_refusal: text
    .nullable()
    .describe('Why the caller can’t ask to undo the file, or confirm a pending request, and who can; null if they can'),
  undone: z.object({ by: named, at: moment, still_cleared: stillCleared }).nullable(),
})

/** A pending request to undo the clearing of one check. */
const askedUndo = z.object({
  check: checkOfLine,
  by: named,
  reason: text,
  at: moment,
  refusal: text.nullable().describe('Why the caller can’t confirm the request, and who can; null if the caller can'),
})

/** How far an account's checks are reconciled with the bank's payments. */
export const clearingReply = z
  .object({
    days_without: z
      .int()
      .nullable()
      .describe('Days since the last file or, if there is no file, since the first check; null before the first check'),
    is_overdue: z.boolean().describe('True after thirty days without a file'),
    reconciled_through: reconciledThroughField,
    refusal: text.nullable().describe('The reason the caller can’t reconcile this account; null if the caller can'),
    open_exceptions: z.int(),
    owners: z.array(named).describe('The users who can be assigned exceptions on this account'),
    undos: z.array(askedUndo).describe('The pending requests to undo the clearing of a check, oldest first'),
    files: z.array(writtenFile).describe('The newest confirmed files, after those with a pending request to undo them'),
  })
  .meta({ id: 'Clearing' })
export type ClearingReply = z.output<typeof clearingReply>
