import { z } from 'zod'
import { dealershipsPaid, handOverException, handOverKinds, paidRequests } from './fields.ts'
import { checkStates, takesBack } from './lifecycle.ts'
import { redFlagKinds } from './red-flags.ts'

const text = z.string()
const moment = z.iso.datetime()
const day = z.iso.date()
const named = z.object({ id: z.int(), name: text })

/** A check as shown in the register. Amounts in dollars. */
export const checkReply = z
  .object({
    id: z.int(),
    version: z.int(),
    bank_account_id: z.int(),
    bank_account_name: text,
    number: z.int(),
    state: z.enum(checkStates),
    kind: z.enum(['run', 'manual', 'opening']),
    print_run_id: z.int().nullable(),
    check_request_id: z.int().nullable(),
    check_request_ids: z
      .array(z.int())
      .describe('The requests that the check pays: several if they were combined; `check_request_id` is the first'),
    request_number: text.nullable(),
    dealership_names: dealershipsPaid,
    check_date: day,
    amount: z.number(),
    payee_name: text,
    issued_on: day.nullable(),
    bank_paid_on: day.nullable(),
    ended_on: day.nullable().describe('The day the check was spoiled, voided, or stopped'),
    reason: text.nullable(),
    replaces: z.object({ id: z.int(), number: z.int() }).nullable(),
    replaced_by: z.object({ id: z.int(), number: z.int() }).nullable(),
    entered_by: named
      .nullable()
      .describe(
        'The user who entered the check by hand; a reserved check still has to be confirmed by a second person',
      ),
    raised_by: z
      .array(z.int())
      .describe(
        'While a handwritten check is awaiting confirmation: the users who raised its request and can’t confirm it',
      ),
    signed_by: z.array(named),
    void_asked: z
      .object({ by: named, reason: text, request_status: z.enum(takesBack.to), attachment_id: z.int() })
      .nullable()
      .describe(
        'A pending request to void the check; a second person has to agree. `attachment_id`: the picture of the defaced paper',
      ),
    exception: handOverException
      .nullable()
      .describe('A request to hand over the check despite a rule; another person has to allow it'),
    stop_number: text.nullable(),
    stop_fee: z.number().nullable().describe('The bank’s fees for the stop payment and its renewals, in dollars'),
    stop_lapses_on: day.nullable(),
    stop_lapsed_at: moment
      .nullable()
      .describe('When the stop payment was found to have expired; from then on the bank can pay the check'),
  })
  .meta({ id: 'Check' })
export type CheckReply = z.output<typeof checkReply>

/** The number of checks in a state, and their total in dollars. */
const stateTotal = z.object({ state: z.enum(checkStates), count: z.int(), amount: z.number() })
export type StateTotal = z.output<typeof stateTotal>

export const checkPage = z.object({
  items: z.array(checkReply),
  next_cursor: text.nullable(),
  totals: z
    .array(stateTotal)
    .nullable()
    .describe(
      'On the first page: totals of the matching checks by state; null on later pages, or if a text search finds too many checks to total',
    ),
})

/** All numbers ever taken from a bank account, each with its row. */
export const takenNumbersReply = z
  .object({
    bank_account_id: z.int(),
    bank_account_name: text,
    first: z.int().nullable().describe('The first number used; null if no number was used'),
    next: z.int(),
    taken: z.int(),
    rows: z.int(),
    gaps: z.int().describe('The number of used check numbers without a row; any value but 0 is an error'),
  })
  .meta({ id: 'TakenNumbers' })
export type TakenNumbersReply = z.output<typeof takenNumbersReply>

/** An outstanding check older than its account allows. Amounts in dollars. Banks might still pay it. */
export const staleCheckReply = z
  .object({
    id: z.int(),
    bank_account_id: z.int(),
    bank_account_name: text,
    number: z.int(),
    check_date: day,
    issued_on: day,
    days_outstanding: z.int(),
    check_request_id: z.int().nullable(),
    request_number: text.nullable(),
    requests: paidRequests,
    payee_name: text,
    amount: z.number(),
    address: z.array(text).describe('The lines of the payee’s mailing address; empty if no address is known'),
    kind: text.nullable().describe('The purpose of the request: the kind of payment in the unclaimed-property table'),
    due: z
      .object({
        state: text,
        because: z.enum(['payee', 'holder']).describe('Whether the state is the payee’s or the holder’s'),
        dormant_on: day,
        letter_by: day,
        report_on: day,
      })
      .nullable()
      .describe('When the money is due as unclaimed property, even if the check is voided'),
    missing: text.nullable().describe('The information that is missing to determine the due date'),
  })
  .meta({ id: 'StaleCheck' })
export type StaleCheckReply = z.output<typeof staleCheckReply>

export const staleChecksReply = z.object({
  items: z.array(staleCheckReply).describe('The oldest 500'),
  count: z.int(),
  amount: z.number(),
})

/** A check with red flags, which aren't proof of fraud. */
export const flaggedCheckReply = z
  .object({
    id: z.int(),
    bank_account_id: z.int(),
    bank_account_name: text,
    number: z.int(),
    state: z.enum(checkStates),
    kind: z.enum(['run', 'manual', 'opening']),
    check_date: day,
    check_request_id: z.int().nullable(),
    request_number: text.nullable(),
    requests: paidRequests,
    payee_name: text,
    amount: z.number(),
    flags: z.array(
      z.object({
        kind: z.enum(redFlagKinds),
        sentence: text,
        about: z.object({ id: z.int(), number: z.int() }).nullable().describe('The other check involved'),
      }),
    ),
  })
  .meta({ id: 'FlaggedCheck' })
export type FlaggedCheckReply = z.output<typeof flaggedCheckReply>

export const redFlagsReply = z.object({
  items: z.array(flaggedCheckReply).describe('By account and number; the first 500'),
  flagged: z.int(),
  looked_at: z.int().describe('The number of checks in the period'),
})

/** A check with its complete history. */
export const wholeCheckReply = checkReply
  .extend({
    combined: z
      .array(z.object({ check_request_id: z.int(), request_number: text, amount: z.number() }))
      .describe('If the check pays several requests: each one that the caller can see and its share, in dollars'),
    hidden_requests: z.int().describe('The number of requests paid by the check that the caller can’t see'),
    paper: text.describe('The location of the paper, according to the recorded events'),
    clearing: z
      .object({
        undo_asked: z
          .object({ by: named, reason: text, at: moment })
          .nullable()
          .describe('A pending request to undo the clearing; a second person has to confirm'),
        refusal: text.nullable().describe('The reason the caller can’t undo the clearing; null if the caller can'),
      })
      .nullable()
      .describe('For a check that the bank has paid'),
    events: z.array(
      z.object({ act: text, user_id: z.int(), user_name: text, role: text, note: text.nullable(), at: moment }),
    ),
    hand_over: z
      .object({
        kind: z.enum(handOverKinds),
        receiver: text.nullable(),
        relation: text.nullable(),
        identification: text.nullable(),
        identification_last4: text.nullable(),
        signature: z.array(z.array(z.tuple([z.int(), z.int()]))).nullable(),
        witness: text.nullable(),
        attachment_id: z.int().nullable().describe('The slip with the signature, a document of the request'),
        receiver_user_id: z
          .int()
          .nullable()
          .describe('The user who took the check, if they belong to the dealer group'),
        tracking_number: text.nullable(),
        at: moment,
      })
      .nullable(),
  })
  .meta({ id: 'WholeCheck' })
export type WholeCheckReply = z.output<typeof wholeCheckReply>

/** A print run with its checks. */
export const printRunReply = z
  .object({
    id: z.int(),
    version: z.int(),
    bank_account_id: z.int(),
    bank_account_name: text,
    first_number: z.int(),
    count: z.int(),
    total: z.number(),
    check_date: day,
    state: z.enum(['made', 'confirmed', 'spoiled', 'released']),
    made_by: named,
    made_at: moment,
    fetched_at: moment
      .nullable()
      .describe('When the file was first downloaded; from then on the numbers can’t be released'),
    settled_by: named.nullable(),
    settled_at: moment.nullable(),
    list_pages: z
      .int()
      .describe('The pages with long stubs at the end of an unsettled run’s file, for plain paper; 0 after that'),
    opened: z
      .array(z.object({ name: text, at: moment }))
      .describe('The users who opened the file and when, latest first; each opened file can be printed'),
    checks: z.array(
      z.object({
        id: z.int(),
        number: z.int(),
        state: z.enum(checkStates),
        check_request_id: z.int().nullable(),
        check_request_ids: z.array(z.int()),
        request_number: text.nullable(),
        payee_name: text,
        amount: z.number(),
      }),
    ),
  })
  .meta({ id: 'PrintRun' })
export type PrintRunReply = z.output<typeof printRunReply>

/** The progress of a print run's file for users waiting for it. */
export const runProgressReply = z
  .object({
    count: z.int().describe('The number of checks in the run'),
    drawn: z
      .int()
      .nullable()
      .describe('The number of checks drawn so far; null if this server isn’t drawing the run’s file'),
  })
  .meta({ id: 'PrintRunProgress' })

/** The checks that an act on several left out, each with a message that names it. */
const refusedChecks = z
  .array(z.object({ check_id: z.int(), message: text }))
  .describe('The checks left out, each with the reason; if all are refused, the call fails')

/** The results for checks that a user signed. */
export const signedReply = z.object({
  signed: z.int().describe('The number of checks that now have all their signatures'),
  waiting: z.int().describe('The number of checks that need a second signer'),
  refused: refusedChecks,
})

/** A new print run, without the requests whose checks can't be printed. */
export const madeRunReply = printRunReply
  .extend({
    left_out: z
      .array(z.object({ check_request_id: z.int(), message: text }))
      .describe('The requests left out, each with the reason; if all are refused, the call fails'),
    warnings: z
      .array(z.object({ check_request_id: z.int(), message: text }))
      .describe('The requests whose payees the account’s positive-pay files can’t contain'),
  })
  .meta({ id: 'MadePrintRun' })
