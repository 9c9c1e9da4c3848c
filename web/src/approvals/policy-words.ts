import {
  type ListedName,
  listedColumns,
  listedConditions,
  listedName,
} from '@check-requests/domain/approvals/conditions.ts'
import type { Urgency } from '@check-requests/domain/approvals/policy.ts'
import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { priorityNamed } from '@check-requests/domain/check-requests/priorities.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'

export type ReadRule = PolicyReply['rules'][number]
export type ReadStep = ReadRule['steps'][number]
type Conditions = ReadRule['conditions']
type Approvers = ReadStep['approvers']

/** The kinds of objects that a policy refers to by id. */
export type Kind = 'person' | 'title' | ListedName

/** The name of an object that a policy refers to by id. */
export type NameOf = (kind: Kind, id: number) => string

export const everythingElse = 'Everything else'

/** The requests matched by a rule, as a sentence: `Requests of $10,000.01 or more at Lakeside Toyota.` */
export function conditionsInWords(conditions: Conditions, nameOf: NameOf): string {
  const { priority_levels } = conditions
  const named = (kind: Kind, ids: readonly number[]) => listWithOr(ids.map((id) => quoted(kind, nameOf(kind, id))))
  const priorities = listWithOr(priority_levels.map((name) => priorityNamed(name).label.toLowerCase()))
  const parts = [
    amountInWords(conditions),
    ...listedColumns.map((column) => {
      const { field, before } = listedConditions[column]
      return conditions[field].length > 0 && `${before} ${named(listedName(column), conditions[field])}`
    }),
    payeeInWords(conditions),
    documentInWords(conditions),
  ].filter(Boolean)
  if (parts.length === 0 && !priorities) return 'Every request.'
  return `${[priorities ? `${capitalized(priorities)} requests` : 'Requests', ...parts].join(' ')}.`
}

/** A name as it appears in a sentence. Departments and purposes are often common nouns, so they are quoted. */
function quoted(kind: Kind, name: string): string {
  return kind === 'department' || kind === 'purpose' ? `“${name}”` : name
}

function payeeInWords({ payee_type, new_payee = false }: Conditions): string | undefined {
  if (new_payee) return `to a new or changed ${payee_type ?? 'payee'}`
  return payee_type === null ? undefined : `to ${payee_type === 'business' ? 'a business' : 'an individual'}`
}

function documentInWords({ document_agrees }: Conditions): string | undefined {
  if (document_agrees === undefined) return undefined
  return `${document_agrees ? 'with' : 'without'} a document that has their amount and payee`
}

function amountInWords({ amount_from, amount_to }: Conditions): string | undefined {
  if (amount_from !== null && amount_to !== null)
    return `of ${formatDollars(amount_from)} to ${formatDollars(amount_to)}`
  if (amount_from !== null) return `of ${formatDollars(amount_from)} or more`
  return amount_to === null ? undefined : `of up to ${formatDollars(amount_to)}`
}

/** A rule in the audit trail, with amounts in cents. Without conditions, it applies to all other requests. */
export interface StoredRule {
  readonly name?: string
  readonly conditions?: Conditions
  readonly steps: readonly ReadStep[]
}

/** A stored rule: `Large: Requests of $10,000.01 or more. “Approval” by any approver in scope`. */
export function storedRuleInWords({ name, conditions, steps }: StoredRule, nameOf: NameOf): string {
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents))
  const { amount_from = null, amount_to = null } = conditions ?? {}
  const amounts = { amount_from: dollars(amount_from), amount_to: dollars(amount_to) }
  const which = conditions && conditionsInWords({ ...conditions, ...amounts }, nameOf)
  const ways = steps.map((step) => `“${step.name}” by ${stepInWords(step, nameOf)}`).join(', then ')
  return [name && `${name}:`, which, ways].filter(Boolean).join(' ')
}

const nobodyYet = 'no one yet'

/** The approvers of a step and their number: `any approver in scope (two of them)`. */
export function stepInWords({ approvers, needed }: Pick<ReadStep, 'approvers' | 'needed'>, nameOf: NameOf): string {
  const who = approversInWords(approvers, nameOf)
  if (needed === 'all') return `${who} (all of them)`
  return needed === 1 || who === nobodyYet ? who : `${who} (${countInWords(needed)} of them)`
}

/** The possible approvers: `anyone with the Controller title or Denise Carver`. */
export function approversInWords(approvers: Approvers, nameOf: NameOf): string {
  const { user_ids, approval_title_ids, anyone_in_scope } = approvers
  if (anyone_in_scope) return 'any approver in scope'
  const people = user_ids.map((id) => nameOf('person', id))
  const titles = approval_title_ids.map((id) => `anyone with the ${nameOf('title', id)} title`)
  return listWithOr([...titles, ...people]) || nobodyYet
}

/** The reminders and escalations of a rule: `Approvers are reminded after 4 business hours.` */
export function urgencyInWords(urgency: Urgency, nameOf: NameOf): string {
  const { escalate_to, ...hours } = urgency
  const who = escalate_to === null ? '' : `anyone with the ${nameOf('title', escalate_to)} title`
  const usual = clockInWords(hours.remind_after, hours.escalate_after, who)
  const critical = clockInWords(hours.critical_remind_after, hours.critical_escalate_after, who)
  const sentences = [usual && `${capitalized(usual)}.`, critical && `For critical requests, ${critical}.`]
  return sentences.filter(Boolean).join(' ')
}

function clockInWords(remind: number | null, escalate: number | null, who: string): string {
  const parts = [
    remind !== null && `approvers are reminded after ${hoursInWords(remind)}`,
    escalate !== null && `the step is also offered to ${who} after ${hoursInWords(escalate)}`,
  ]
  return parts.filter(Boolean).join(', and ')
}

export function hoursInWords(hours: number): string {
  return hours === 1 ? '1 business hour' : `${hours} business hours`
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export function countInWords(count: number): string {
  return numbers[count] ?? String(count)
}
