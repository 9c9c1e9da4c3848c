import { bankAnswers } from '@check-requests/domain/banking/files/fields.ts'
import { type Counted, differenceOfCounts } from '@check-requests/domain/banking/positive-pay/answer.ts'
import { z } from 'zod'

const typed = z.object({
  answer: z.enum(bankAnswers, { error: 'Say whether the bank has accepted the file' }),
  count: z.string().trim(),
  total: z.string().trim(),
  reason: z.string().trim().max(500),
})
type Typed = z.output<typeof typed>

export const noAnswer = { count: '', total: '', reason: '' }

/** What the bank said to this file, as it is typed; what is sent has only what belongs to the answer. */
export function answerForm(file: Counted) {
  return typed
    .superRefine((values, context) => {
      for (const [path, message] of problemsOf(values, file))
        context.addIssue({ code: 'custom', path: [path], message })
    })
    .transform(({ answer, count, total, reason }) =>
      answer === 'accepted' ? { answer, count: Number(count), total: Number(total) } : { answer, reason },
    )
}

type Problem = readonly [field: keyof Typed, message: string]

function problemsOf({ answer, count, total, reason }: Typed, file: Counted): Problem[] {
  if (answer === 'refused') return reason === '' ? [['reason', 'Say what the bank has refused']] : []
  const missing: Problem[] = [
    ...(/^\d{1,9}$/.test(count) ? [] : [['count', 'Enter how many rows the bank has counted'] as const]),
    ...(total === '' ? [['total', 'Enter the total that the bank has counted'] as const] : []),
  ]
  if (missing.length > 0) return missing
  const difference = differenceOfCounts(file, { count: Number(count), total: Number(total) })
  return difference ? [['count', difference]] : []
}
