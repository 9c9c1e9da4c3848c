import { z } from 'zod'

const outcomes = ['stands', 'outstanding'] as const
export type Outcome = (typeof outcomes)[number]

export const noOutcome = { outcome: null, note: '' }

/** What came out of an exception, as it is typed; where the payment may stand, somebody has to say whether it does. */
export function outcomeForm(mayStand: boolean) {
  return z
    .object({
      outcome: z.enum(outcomes).nullable(),
      note: z.string().trim().min(1, { error: 'Say what came out of it' }).max(500),
    })
    .superRefine(({ outcome }, context) => {
      if (mayStand && outcome === null)
        context.addIssue({ code: 'custom', path: ['outcome'], message: 'Say whether the payment stands' })
    })
    .transform(({ outcome, note }) => (outcome === 'stands' ? { note, bank_stands: true } : { note }))
}
