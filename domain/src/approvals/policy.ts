import { z } from 'zod'
import { refusalToAct } from '../access/permissions.ts'
import { type Bar, refusalByHand, requestBars } from '../check-requests/duties.ts'
import { payeeTypes } from '../check-requests/fields.ts'
import type { Actor, Refusal, RequestState } from '../check-requests/lifecycle.ts'
import { priorities } from '../check-requests/priorities.ts'
import { amountField } from '../values/fields.ts'
import { listWithAnd, ofFields } from '../values/lists.ts'
import { nameField } from '../values/text.ts'
import { listedFields } from './conditions.ts'

const mostHours = 200
const wrongHours = { error: `Enter business hours from 1 to ${mostHours}, or leave it blank.` }
const hours = z.int(wrongHours).min(1, wrongHours).max(mostHours, wrongHours).nullable().default(null)

/** The deadlines of a rule's steps, in business hours since each step began. Null disables a deadline. */
const urgencyFields = z.strictObject({
  remind_after: hours,
  escalate_after: hours,
  critical_remind_after: hours.describe('Used for critical requests instead of `remind_after`'),
  critical_escalate_after: hours.describe('Used for critical requests instead of `escalate_after`'),
  escalate_to: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('The approval title whose holders can also approve an overdue step'),
})

export const urgencyBody = urgencyFields
  .refine(({ escalate_to, ...all }) => escalate_to !== null || !escalates(all), {
    error: 'Choose the title whose holders can approve overdue steps.',
    path: ['escalate_to'],
  })
  .refine(({ escalate_to, ...all }) => escalate_to === null || escalates(all), {
    error: 'Enter the business hours after which a step is overdue.',
    path: ['escalate_after'],
  })
  .transform((urgency) => (Object.values(urgency).every((value) => value === null) ? undefined : urgency))
  .optional()

/** The reminders and escalations of a rule's steps. */
export type Urgency = z.output<typeof urgencyFields>

/** The deadlines of a step, in business hours since it began; null for never. */
export interface StepHours {
  readonly remindAfter: number | null
  readonly escalateAfter: number | null
}

function escalates(urgency: Pick<Urgency, 'escalate_after' | 'critical_escalate_after'>): boolean {
  return urgency.escalate_after !== null || urgency.critical_escalate_after !== null
}

/** The deadlines for a request of this priority. Critical requests have their own deadlines if the rule sets them. */
export function stepHours(urgency: Urgency, isCritical: boolean): StepHours {
  const own = isCritical ? urgency : undefined
  return {
    remindAfter: own?.critical_remind_after ?? urgency.remind_after,
    escalateAfter: own?.critical_escalate_after ?? urgency.escalate_after,
  }
}

const mostRules = 200
const mostSteps = 10
const mostNeeded = 20
const mostListed = 500
const longestPolicyName = 80

const ids = z
  .array(z.int().positive())
  .max(mostListed, { error: `Choose at most ${mostListed} items.` })
  .transform((listed) => [...new Set(listed)].toSorted((one, other) => one - other))
  .default([])

const approversBody = z
  .strictObject({ user_ids: ids, approval_title_ids: ids, anyone_in_scope: z.boolean().default(false) })
  .refine(({ user_ids, approval_title_ids, anyone_in_scope }) => {
    return anyone_in_scope || user_ids.length > 0 || approval_title_ids.length > 0
  }, 'Choose who can approve this step.')

const neededBody = z
  .union([z.literal('all'), z.int().min(1).max(mostNeeded)], {
    error: `Enter the number of required approvals: 1 to ${mostNeeded}, or all.`,
  })
  .default(1)

const stepBody = z.strictObject({
  name: nameField('Name this step.', longestPolicyName),
  approvers: approversBody,
  needed: neededBody,
})

const stepsBody = z
  .array(stepBody, { error: 'Add a step.' })
  .min(1, { error: 'Add at least one step for approvals.' })
  .max(mostSteps, { error: `Add at most ${mostSteps} steps.` })

const conditionsBody = z
  .strictObject({
    amount_from: amountField.nullable().default(null).describe('In dollars, inclusive'),
    amount_to: amountField.nullable().default(null).describe('In dollars, inclusive'),
    ...ofFields(listedFields, () => ids),
    payee_type: z.enum(payeeTypes).nullable().default(null),
    priority_levels: z
      .array(z.enum(priorities.map(({ name }) => name)))
      .max(priorities.length)
      .default([]),
    new_payee: z
      .boolean()
      .transform((asks): boolean | undefined => asks || undefined)
      .optional()
      .describe('The payee isn’t verified, or the name or address on the request differs from the payee list'),
    document_agrees: z
      .boolean()
      .optional()
      .describe('Whether a document surely has the request’s amount and payee; absent to match both'),
  })
  .refine(({ amount_from, amount_to }) => amount_from === null || amount_to === null || amount_from <= amount_to, {
    error: 'The upper amount must be at least the lower amount.',
    path: ['amount_to'],
  })

const ruleBody = z.strictObject({
  name: nameField('Name this rule.', longestPolicyName),
  conditions: conditionsBody.prefault({}),
  steps: stepsBody,
  hurry: urgencyBody,
})

/** A whole policy as edited by an admin. Amounts are parsed from dollars into integer cents. */
export const policyBody = z.strictObject({
  rules: z
    .array(ruleBody)
    .max(mostRules, { error: `Add at most ${mostRules} rules.` })
    .default([]),
  otherwise: z.strictObject({ steps: stepsBody, hurry: urgencyBody }),
  fallback: approversBody
    .prefault({ anyone_in_scope: true })
    .describe('The approvers who can also approve a step that has too few approvers'),
})

/** Who can approve a step: named people, holders of titles, or any approver whose scope covers the request. */
export type Approvers = z.output<typeof approversBody>
/** A group of approvals that must be complete before the next step. `needed`: the number of approvals required. */
export type Step = z.output<typeof stepBody>
/** A step of a request's route, with the deadlines of the rule that added it. */
export interface RoutedStep extends Step {
  readonly hurry?: Urgency | undefined
}
/** The conditions of a rule. Empty lists and nulls match every request. */
export type Conditions = z.output<typeof conditionsBody>
export type Rule = z.output<typeof ruleBody>
/**
 * Who must approve what, and in which order. The first matching rule decides. Rules about priorities only add steps,
 * because requesters choose the priority.
 */
export type Policy = z.output<typeof policyBody>

/** A list without approvers. */
export const nobody: Approvers = { user_ids: [], approval_title_ids: [], anyone_in_scope: false }

/** All approvers whose scope covers the request: the approvers if there is no policy (A4). */
export const anyApprover: Approvers = { user_ids: [], approval_title_ids: [], anyone_in_scope: true }

/** The ids of all approval titles in a policy: in steps, in the fallback, and for escalation. */
export function titlesNamedBy({ rules, otherwise, fallback }: Policy): number[] {
  const ids = [...rules, otherwise].flatMap(({ steps, hurry }) => [
    ...steps.flatMap(({ approvers }) => approvers.approval_title_ids),
    ...(hurry?.escalate_to ? [hurry.escalate_to] : []),
  ])
  return [...new Set([...ids, ...fallback.approval_title_ids])]
}

/** The past actions that bar a user from rerouting a request (D1). */
export const routeAgainBars = requestBars.decide.map((bar) => ({
  ...bar,
  sentence: bar.sentence.replace('someone else has to decide on it', 'another admin has to route it again'),
})) satisfies readonly Bar[]

/**
 * Why this user can't reroute this request; undefined when they can. Users who created the request or edited its
 * payment details have no say in who approves it (D1).
 */
export function refusalToRouteAgain(actor: Actor, request: RequestState): Refusal | undefined {
  const refusal = refusalToAct('check-requests.route-anew', actor, request)
  if (refusal) return refusal
  const byHand = refusalByHand(routeAgainBars, actor.userId, request)
  return byHand === undefined ? undefined : { kind: 'forbidden', sentence: byHand }
}

/** Why this user can't publish a draft: editors can't publish their own draft unless separation of duties is off. */
export function refusalToPublish(
  userId: number,
  editors: readonly { readonly id: number; readonly name: string }[],
  separationOfDuties: boolean,
): string | undefined {
  if (!separationOfDuties || !editors.some(({ id }) => id === userId)) return undefined
  const names = listWithAnd(editors.map(({ name }) => name))
  return `${names} edited this policy, so another admin has to publish it (separation of duties).`
}
