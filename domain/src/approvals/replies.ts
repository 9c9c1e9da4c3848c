import { z } from 'zod'
import { payeeTypes } from '../check-requests/fields.ts'
import { priorities } from '../check-requests/priorities.ts'
import { ofFields } from '../values/lists.ts'
import { conditionNames, listedFields } from './conditions.ts'
import { differences } from './history-trial.ts'

const ids = z.array(z.int())

const approvers = z.object({ user_ids: ids, approval_title_ids: ids, anyone_in_scope: z.boolean() })

const step = z.object({
  name: z.string(),
  approvers,
  needed: z.union([z.literal('all'), z.int()]).describe('The number of approvals needed'),
})

const hours = z.int().nullable()

const hurry = z
  .object({
    remind_after: hours,
    escalate_after: hours,
    critical_remind_after: hours,
    critical_escalate_after: hours,
    escalate_to: z.int().nullable(),
  })
  .optional()
  .describe('The business hours before approvers are reminded and a step is escalated; absent if neither happens')

const rule = z.object({
  name: z.string(),
  conditions: z.object({
    amount_from: z.number().nullable(),
    amount_to: z.number().nullable(),
    ...ofFields(listedFields, () => ids),
    payee_type: z.enum(payeeTypes).nullable(),
    priority_levels: z.array(z.enum(priorities.map(({ name }) => name))),
    new_payee: z.boolean().optional().describe('Absent if the rule applies whether or not the payee is new'),
    document_agrees: z.boolean().optional().describe('Absent if the rule applies whether or not a document agrees'),
  }),
  steps: z.array(step),
  hurry,
})

/** A policy as the API shows it: amounts in dollars. */
export const policyReply = z
  .object({ rules: z.array(rule), otherwise: z.object({ steps: z.array(step), hurry }), fallback: approvers })
  .meta({ id: 'ApprovalPolicy' })
export type PolicyReply = z.output<typeof policyReply>

const named = z.object({ id: z.int(), name: z.string() })

/** The draft of a dealer group's policy: the version in force until an admin edits it. */
export const draftReply = z
  .object({
    dealer_group_id: z.int(),
    version: z.int().describe('0 until an admin edits the draft'),
    in_force: z.int().nullable().describe('The number of the version in force; null while there is no policy'),
    policy: policyReply,
    edited_by: z.array(named),
    edited_at: z.string().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ApprovalPolicyDraft' })
export type DraftReply = z.output<typeof draftReply>

/** A published version. */
export const versionReply = z
  .object({
    number: z.int(),
    note: z.string(),
    edited_by: z.array(named),
    published_by: named,
    published_at: z.string(),
    is_in_force: z.boolean(),
    policy: policyReply,
  })
  .meta({ id: 'ApprovalPolicyVersion' })
export type VersionReply = z.output<typeof versionReply>

const hurried = {
  remind_after: hours.optional().describe('Business hours until approvers are reminded'),
  escalate_after: hours.optional().describe('Business hours until others can also approve the step'),
  offered_to: z.array(named).optional(),
}

/** The result of a policy trial: the approvals that the policy would require. */
export const trialReply = z
  .object({
    rule: z.string().nullable().describe('Null if “everything else” applies'),
    added: z.array(z.string()).describe('The names of the priority rules that add steps'),
    counts: z
      .number()
      .optional()
      .describe(
        'The amount that decides the route, if that amount includes other payments to the payee within seven days',
      ),
    steps: z.array(
      z.object({
        name: z.string(),
        needed: z.int(),
        people: z.array(named),
        has_enough: z
          .boolean()
          .describe('False if the step has too few approvers, so the fallback approvers can also approve'),
        ...hurried,
      }),
    ),
    others: z.array(z.object({ rule: z.string(), because_of: z.array(z.enum(conditionNames)) })),
  })
  .meta({ id: 'ApprovalTrial' })
export type TrialReply = z.output<typeof trialReply>

const went = z.object({ rule: z.string().nullable(), approvals: z.int() })

/** A page of past requests, newest first, with the approvals that a policy would have required. */
export const historyTrialReply = z
  .object({
    looked_at: z.int(),
    by_rule: z.array(z.object({ rule: z.string().nullable(), requests: z.int() })),
    otherwise: z.int().describe('The number of requests that would have taken a different route'),
    because_of: z.object({
      'other-rule': z.int(),
      'more-approvals': z.int(),
      'fewer-approvals': z.int(),
      'too-few-people': z.int(),
    } satisfies Record<(typeof differences)[number], z.ZodInt>),
    examples: z.array(
      z.object({
        id: z.int(),
        request_number: z.string(),
        payee_name_1: z.string(),
        amount: z.number(),
        went: went.nullable().describe('Null if the request was routed without a policy'),
        would: went,
        because_of: z.array(z.enum(differences)),
      }),
    ),
    next: z.int().nullable().describe('The start of the next page; null on the last page'),
  })
  .meta({ id: 'ApprovalHistoryTrial' })
export type HistoryTrialReply = z.output<typeof historyTrialReply>

/** The route that a request would take, shown before it is submitted. */
export const previewReply = z
  .object({
    rule: z.string().nullable().describe('Null if “everything else” applies'),
    added: z.array(z.string()).describe('The names of the priority rules that add steps'),
    steps: z.array(z.object({ name: z.string(), needed: z.int(), people: z.array(named), ...hurried })),
  })
  .meta({ id: 'ApprovalPreview' })
export type PreviewReply = z.output<typeof previewReply>

const titleHolder = z.object({
  user_id: z.int(),
  name: z.string(),
  dealership_id: z.int().nullable(),
  dealership_name: z.string().nullable(),
})

/** An approval title and its holders. */
export const titleReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    name: z.string(),
    is_active: z.boolean(),
    holders: z.array(
      titleHolder.extend({
        waits: z.boolean().optional().describe('True until a second person confirms that the user holds the title'),
      }),
    ),
    still_count: z
      .array(titleHolder)
      .optional()
      .describe('Former holders who still count until a second person confirms the removal'),
  })
  .meta({ id: 'ApprovalTitle' })
export type TitleReply = z.output<typeof titleReply>

const approval = z.object({
  user_id: z.int(),
  name: z.string(),
  for: named.nullable().describe('The absent approver for whom a delegate approved'),
  at: z.string(),
})

/** The approvals of a request so far, its current approvers, and its next steps. */
export const approvalReply = z
  .object({
    policy_number: z.int(),
    rule: z.string().nullable(),
    added: z.array(z.string()),
    current: z
      .int()
      .nullable()
      .describe('The pending step, counted from 0; null if all steps are approved or the approval has ended'),
    since: z.string(),
    on_fallback: z.boolean(),
    is_stuck: z.boolean(),
    offered_since: z
      .string()
      .optional()
      .describe('When the holders of another title became able to approve the overdue step; absent if none can'),
    refusal: z.string().nullable().describe('Why the caller, an approver, can’t decide on the request now'),
    steps: z.array(
      z.object({
        name: z.string(),
        needed: z.int(),
        approved_by: z.array(approval),
        can_act: z.array(named),
        since: z
          .string()
          .optional()
          .describe(
            'When the step became current; absent for later steps, and for the first step once the step is approved',
          ),
      }),
    ),
  })
  .meta({ id: 'Approval' })
export type ApprovalReply = z.output<typeof approvalReply>
