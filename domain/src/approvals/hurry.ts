import { z } from 'zod'

const mostHours = 200
const wrongHours = { error: `Enter a number of business hours from 1 to ${mostHours}, or leave it blank.` }
const hours = z.int(wrongHours).min(1, wrongHours).max(mostHours, wrongHours).nullable().default(null)

/** How the steps of a rule are hurried up, in business hours since each began. What is null does not happen. */
const hurryFields = z.strictObject({
  remind_after: hours,
  escalate_after: hours,
  critical_remind_after: hours.describe('Of critical requests, instead'),
  critical_escalate_after: hours.describe('Of critical requests, instead'),
  escalate_to: z.int().positive().nullable().default(null).describe('The approval title to which a step is offered'),
})

export const hurryBody = hurryFields
  .refine(({ escalate_to, ...all }) => escalate_to !== null || !escalates(all), {
    error: 'Choose the approval title to whose holders a step is offered.',
    path: ['escalate_to'],
  })
  .refine(({ escalate_to, ...all }) => escalate_to === null || escalates(all), {
    error: 'Say after how many business hours a step is offered to them.',
    path: ['escalate_after'],
  })
  .transform((hurry) => (Object.values(hurry).every((value) => value === null) ? undefined : hurry))
  .optional()

/** How the steps of a rule are hurried up. */
export type Hurry = z.output<typeof hurryFields>

/** The clock of a step, in business hours since it began; null for never. */
export interface StepHours {
  readonly remindAfter: number | null
  readonly escalateAfter: number | null
}

function escalates(hurry: Pick<Hurry, 'escalate_after' | 'critical_escalate_after'>): boolean {
  return hurry.escalate_after !== null || hurry.critical_escalate_after !== null
}

/** The clock by which a request of this priority is hurried up: critical ones have their own where a rule says so. */
export function stepHours(hurry: Hurry, isCritical: boolean): StepHours {
  const own = isCritical ? hurry : undefined
  return {
    remindAfter: own?.critical_remind_after ?? hurry.remind_after,
    escalateAfter: own?.critical_escalate_after ?? hurry.escalate_after,
  }
}
