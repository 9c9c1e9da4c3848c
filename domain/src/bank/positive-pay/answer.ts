import { z } from 'zod'
import { versionField } from '../../values/fields.ts'
import { formatDollars } from '../../values/money.ts'

/**
 * The counts and total of a positive-pay file, or those reported by the bank. `total`: the sum of the file's issued
 * checks, in dollars.
 */
export interface Counted {
  readonly count: number
  readonly total: number
}

/** A sentence about the difference between the bank's totals and the file; undefined if they agree. */
export function differenceOfCounts(file: Counted, bank: Counted): string | undefined {
  if (file.count === bank.count && inCents(file.total) === inCents(bank.total)) return undefined
  return `The file has ${rowsInWords(file.count)} and issues totaling ${formatDollars(file.total)}, but the bank counted ${rowsInWords(bank.count)} and ${formatDollars(bank.total)}. Contact the bank about the difference. If the bank didn’t accept the whole file, record it as refused.`
}

export function rowsInWords(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** The bank's response to a positive-pay file. */
export const bankAnswers = ['accepted', 'refused'] as const

/** Body of a call that records the bank's response to a positive-pay file, with the bank's totals. */
export const answerFileBody = z
  .strictObject({
    answer: z.enum(bankAnswers, { error: 'Choose whether the bank accepted the file.' }),
    count: z.int().min(0).optional(),
    total: z.number().min(0).optional(),
    reason: z.string().trim().max(500).optional(),
    version: versionField,
  })
  .refine(({ answer, count, total }) => answer !== 'accepted' || (count !== undefined && total !== undefined), {
    path: ['count'],
    error: 'Enter the number and the total of the checks that the bank accepted.',
  })
  .refine(({ answer, reason }) => answer !== 'refused' || Boolean(reason), {
    path: ['reason'],
    error: 'Enter the reason for the refusal.',
  })
export type AnswerFileInput = z.output<typeof answerFileBody>
