import { z } from 'zod'
import { handOverException, handOverKinds } from './fields.ts'
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
    request_number: text.nullable(),
    check_date: day,
    amount: z.number(),
    payee_name: text,
    issued_on: day.nullable(),
    bank_paid_on: day.nullable(),
    ended_on: day.nullable().describe('The day it was spoiled, voided or stopped'),
    reason: text.nullable(),
    replaces: z.object({ id: z.int(), number: z.int() }).nullable(),
    replaced_by: z.object({ id: z.int(), number: z.int() }).nullable(),
    entered_by: named
      .nullable()
      .describe('Who entered a check that no print run made; while it is reserved, a second person has to confirm it'),
    raised_by: z
      .array(z.int())
      .describe(
        'While a check written by hand waits for a second person: who raised its request, and cannot be that person',
      ),
    signed_by: z.array(named),
    void_asked: z
      .object({ by: named, reason: text, request_status: z.enum(takesBack.to), attachment_id: z.int() })
      .nullable()
      .describe(
        'Somebody asked to void it, and a second person has to agree; `attachment_id`: the picture of the defaced paper',
      ),
    exception: handOverException
      .nullable()
      .describe('Somebody asked to hand it over although a rule forbids it, and someone else has to allow it'),
    stop_number: text.nullable(),
    stop_fee: z.number().nullable().describe('What the bank charged for the stop and its renewals, in dollars'),
    stop_lapses_on: day.nullable(),
    stop_lapsed_at: moment.nullable().describe('When it was noted that the stop has lapsed; the bank may pay it again'),
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
      'On the first page: the checks that the filter finds in every state that has any; null where words find too many to add up, and on later pages',
    ),
})

/** All numbers ever taken from a bank account, each with its row. */
export const takenNumbersReply = z
  .object({
    bank_account_id: z.int(),
    bank_account_name: text,
    first: z.int().nullable().describe('The first number that was taken; null for none'),
    next: z.int(),
    taken: z.int(),
    rows: z.int(),
    gaps: z.int().describe('Numbers without a row; anything but 0 is a fault'),
  })
  .meta({ id: 'TakenNumbers' })
export type TakenNumbersReply = z.output<typeof takenNumbersReply>

/** An outstanding check older than its account allows. Amounts in dollars; banks may still pay it. */
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
    payee_name: text,
    amount: z.number(),
    address: z.array(text).describe('Where the payee is written to, by lines; empty where no address is known'),
    kind: text
      .nullable()
      .describe('The purpose of its request: the kind of payment in the table of unclaimed property'),
    due: z
      .object({
        state: text,
        because: z.enum(['payee', 'holder']).describe('Whose state it is'),
        dormant_on: day,
        letter_by: day,
        report_on: day,
      })
      .nullable()
      .describe('When its money is due as unclaimed property; voiding the check changes nothing of it'),
    missing: text.nullable().describe('What is missing to say when it is due'),
  })
  .meta({ id: 'StaleCheck' })
export type StaleCheckReply = z.output<typeof staleCheckReply>

export const staleChecksReply = z.object({
  items: z.array(staleCheckReply).describe('The oldest 500'),
  count: z.int(),
  amount: z.number(),
})

/** A check with red flags. They prove nothing. */
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
    payee_name: text,
    amount: z.number(),
    flags: z.array(
      z.object({
        kind: z.enum(redFlagKinds),
        sentence: text,
        about: z.object({ id: z.int(), number: z.int() }).nullable().describe('The other check that it is about'),
      }),
    ),
  })
  .meta({ id: 'FlaggedCheck' })
export type FlaggedCheckReply = z.output<typeof flaggedCheckReply>

export const redFlagsReply = z.object({
  items: z.array(flaggedCheckReply).describe('By account and number; the first 500'),
  flagged: z.int(),
  looked_at: z.int().describe('All checks of the period'),
})

/** A check with its complete history. */
export const wholeCheckReply = checkReply
  .extend({
    paper: text.describe('Where the paper is, as far as its events tell'),
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
        receiver_user_id: z.int().nullable().describe('Who took it, where that is somebody of the dealer group'),
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
      .describe('When its file was first asked for; from then on its numbers are not released'),
    settled_by: named.nullable(),
    settled_at: moment.nullable(),
    opened: z
      .array(z.object({ name: text, at: moment }))
      .describe('Who opened its file when, the latest first: each opening can be printed'),
    checks: z.array(
      z.object({
        id: z.int(),
        number: z.int(),
        state: z.enum(checkStates),
        check_request_id: z.int().nullable(),
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
    count: z.int().describe('The checks of the run'),
    drawn: z
      .int()
      .nullable()
      .describe('How many of them are drawn so far; null where the server that was asked draws no file of this run'),
  })
  .meta({ id: 'PrintRunProgress' })

/** A request whose check can't be printed before an approver gives a reason, with the sentence that says so. */
export const waitingPrint = z.object({ check_request_id: z.int(), sentence: text })

/** The results for checks that a user signed. */
export const signedReply = z.object({
  signed: z.int().describe('Checks that have all their signatures now'),
  waiting: z.int().describe('Checks that wait for a second signer'),
})
