import { z } from 'zod'
import { isCalendarDate } from '../../values/calendar-date.ts'
import { amountField, idField, versionField } from '../../values/fields.ts'
import { differences } from './rules.ts'
import { intervals } from './schedule.ts'

/** `ended`: for good. */
const recurringStates = ['active', 'paused', 'ended'] as const
export type RecurringState = (typeof recurringStates)[number]

const intervalNames = intervals.map(({ name }) => name)
const named = z.object({ id: z.int(), name: z.string() })

/** A day that must be chosen. */
const dayField = z
  .string({ error: 'Choose a day.' })
  .min(1, { error: 'Choose a day.' })
  .refine((text) => text === '' || isCalendarDate(text), { error: 'Enter a date as YYYY-MM-DD.' })

const lastDay = dayField.nullable()

/**
 * Body of a new recurring request, which repeats a request of the caller. `first_on` and `until_on` are days in the
 * dealer group's time zone; `until_on`: the last possible day, null for no end. `amount`: the request's if omitted.
 */
export const createRecurringBody = z.strictObject({
  request_id: idField('Choose the request to repeat.'),
  every: z.enum(intervalNames, { error: 'Choose how often the request repeats.' }),
  first_on: dayField,
  until_on: lastDay.default(null),
  amount: amountField.optional(),
  is_automatic: z.boolean().default(false),
})
export type CreateRecurringInput = z.output<typeof createRecurringBody>

/** Body of a change. `next_on`: the next day, from which all later ones are counted. */
export const updateRecurringBody = z.strictObject({
  version: versionField,
  every: createRecurringBody.shape.every.optional(),
  next_on: dayField.optional(),
  until_on: lastDay.optional(),
  amount: amountField.optional(),
  is_automatic: z.boolean().optional(),
  state: z.enum(recurringStates).optional(),
})
export type UpdateRecurringInput = z.output<typeof updateRecurringBody>

/** The last approved payment of a recurring request. */
const formerReply = z.object({
  id: z.int(),
  request_number: z.string(),
  amount: z.number(),
  payee: z.string(),
  second: z.string().nullable().describe('The second payee with the word that joins it'),
  address: z.string().nullable(),
})

/** A recurring request with its unsent drafts. The contents of drafts are only shown to their owner. */
export const recurringReply = z
  .object({
    id: z.int(),
    version: z.int(),
    requester: named,
    payee_name: z.string(),
    purpose_name: z.string(),
    dealership_name: z.string().nullable(),
    amount: z.number(),
    every: z.enum(intervalNames),
    first_on: z.string(),
    until_on: z.string().nullable(),
    next_on: z.string().nullable().describe('Null if there are no more days'),
    is_automatic: z.boolean(),
    state: z.enum(recurringStates),
    end_reason: z.string().nullable(),
    unsent: z.array(
      z.object({
        due_on: z.string(),
        is_missed: z.boolean(),
        held_because: z.string().nullable().describe('Why the draft wasn’t submitted automatically'),
        draft: z
          .object({
            id: z.int(),
            version: z.int(),
            amount: z.string().describe('As typed'),
            payee_name: z.string(),
            differences: z.array(z.enum(differences)),
          })
          .nullable()
          .describe('Null for callers other than the requester'),
      }),
    ),
    former: formerReply.nullable().describe('The last approved payment'),
  })
  .meta({ id: 'RecurringRequest' })
export type RecurringReply = z.output<typeof recurringReply>

/** The recurring requests that the caller sees, and what the dealer group sends automatically. */
export const recurringListReply = z.object({
  limit: z
    .object({ dealer_group_id: z.int(), version: z.int(), amount: z.number().nullable() })
    .nullable()
    .describe('The largest amount that is submitted automatically; null for callers outside dealer groups'),
  items: z.array(recurringReply),
})
export type RecurringList = z.output<typeof recurringListReply>

/** How a request came from a recurring request, for its requester and its approvers. */
export const recurringMark = z.object({
  id: z.int(),
  every: z.enum(intervalNames),
  due_on: z.string(),
  was_automatic: z.boolean(),
  is_late: z.boolean(),
  missed_on: z.string().nullable().describe('The day before this one if its draft was never submitted'),
  differences: z.array(z.enum(differences)),
  former: formerReply.nullable(),
  in_words: z.object({
    origin: z.string(),
    warnings: z.array(z.string()).describe('What is unusual about the request'),
    same: z.string().nullable().describe('What the request was compared with, if nothing differs'),
  }),
})
export type RecurringMark = z.output<typeof recurringMark>
