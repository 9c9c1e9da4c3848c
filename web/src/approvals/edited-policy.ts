import { listedFields } from '@check-requests/domain/approvals/conditions.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { policyBody, type Urgency } from '@check-requests/domain/approvals/policy.ts'
import type { DraftReply, PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { ofFields } from '@check-requests/domain/values/lists.ts'
import { useMemo, useState } from 'react'
import { draftNotices, usePolicyDraft } from '#approvals/api.ts'
import { randomHex } from '#platform/browser-features.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'

type ReadRule = PolicyReply['rules'][number]
type ReadStep = ReadRule['steps'][number]

/** A step in the editor; `key` identifies the step after it moves. */
export interface EditedStep extends ReadStep {
  readonly key: string
}

/** Conditions in the editor. Amounts are the entered text: dollars, or empty for any amount. */
export interface EditedConditions extends Omit<ReadRule['conditions'], 'amount_from' | 'amount_to'> {
  readonly amount_from: string
  readonly amount_to: string
}

/** A rule in the editor. */
export interface EditedRule {
  readonly key: string
  readonly name: string
  readonly conditions: EditedConditions
  readonly steps: readonly EditedStep[]
  readonly hurry: EditedUrgency
}

/** A whole policy in the editor. */
interface EditedPolicy {
  readonly rules: readonly EditedRule[]
  readonly otherwise: readonly EditedStep[]
  readonly otherwiseUrgency: EditedUrgency
  readonly fallback: PolicyReply['fallback']
}

export function edited({ rules, otherwise, fallback }: PolicyReply): EditedPolicy {
  return {
    rules: rules.map(editedRule),
    otherwise: otherwise.steps.map(editedStep),
    otherwiseUrgency: editedUrgency(otherwise.hurry),
    fallback,
  }
}

function editedRule({ conditions, steps, hurry, name }: ReadRule): EditedRule {
  const amounts = { amount_from: typed(conditions.amount_from), amount_to: typed(conditions.amount_to) }
  return {
    key: randomHex(8),
    name,
    conditions: { ...conditions, ...amounts },
    steps: steps.map(editedStep),
    hurry: editedUrgency(hurry),
  }
}

function editedStep(step: ReadStep): EditedStep {
  return { ...step, key: randomHex(8) }
}

function typed(dollars: number | null): string {
  return dollars === null ? '' : dollars.toFixed(2)
}

/** The policy as sent to the API. */
export function bodyOf({ rules, otherwise, otherwiseUrgency, fallback }: EditedPolicy) {
  const last = { steps: otherwise.map(withoutKey), ...urgencyBodyOf(otherwiseUrgency) }
  return { rules: rules.map(ruleBodyOf), otherwise: last, fallback }
}

function ruleBodyOf({ name, conditions, steps, hurry }: EditedRule) {
  const { amount_from, amount_to, new_payee = false, document_agrees, ...others } = conditions
  return {
    name,
    conditions: {
      ...others,
      amount_from: amount_from || null,
      amount_to: amount_to || null,
      ...(new_payee && { new_payee }),
      ...(document_agrees !== undefined && { document_agrees }),
    },
    steps: steps.map(withoutKey),
    ...urgencyBodyOf(hurry),
  }
}

function withoutKey({ key: _, ...step }: EditedStep) {
  return step
}

/** A rule for the summary next to its fields; an invalid amount counts as any amount. */
export function readable({ name, conditions, steps, hurry }: EditedRule): ReadRule {
  const amounts = { amount_from: dollarsOf(conditions.amount_from), amount_to: dollarsOf(conditions.amount_to) }
  return { name, conditions: { ...conditions, ...amounts }, steps: [...steps], ...urgencyBodyOf(hurry) }
}

function dollarsOf(text: string): number | null {
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}

const nobody = { user_ids: [], approval_title_ids: [], anyone_in_scope: false }

export function newStep(): EditedStep {
  return { key: randomHex(8), name: '', approvers: nobody, needed: 1 }
}

export function newRule(): EditedRule {
  const anything = {
    amount_from: '',
    amount_to: '',
    ...ofFields(listedFields, (): number[] => []),
    payee_type: null,
    priority_levels: [],
  }
  return { key: randomHex(8), name: '', conditions: anything, steps: [newStep()], hurry: editedUrgency(undefined) }
}

/** The list with one row moved up or down; the same list if the row can't move. */
export function moved<Row>(rows: readonly Row[], index: number, by: -1 | 1): readonly Row[] {
  const row = rows[index]
  const target = index + by
  if (row === undefined || target < 0 || target >= rows.length) return rows
  return rows.toSpliced(index, 1).toSpliced(target, 0, row)
}

/** Numbers of hours as entered text; empty for never. */
export type EditedUrgency = { readonly [Field in HoursField]: string } & Pick<Urgency, 'escalate_to'>

export const hoursFields = [
  'remind_after',
  'escalate_after',
  'critical_remind_after',
  'critical_escalate_after',
] as const
export type HoursField = (typeof hoursFields)[number]

function editedUrgency(urgency: Urgency | undefined): EditedUrgency {
  const typed = hoursFields.map((field) => [field, urgency?.[field]?.toString() ?? ''])
  return { ...(Object.fromEntries(typed) as Record<HoursField, string>), escalate_to: urgency?.escalate_to ?? null }
}

/** The hours as sent to the API; omitted if all are empty. Invalid numbers are sent unchanged and refused. */
function urgencyBodyOf({ escalate_to, ...typed }: EditedUrgency): { hurry?: Urgency } {
  const hours = hoursFields.map((field) => [field, typed[field].trim() === '' ? null : Number(typed[field])])
  const hurry: Urgency = { ...(Object.fromEntries(hours) as Record<HoursField, number | null>), escalate_to }
  return Object.values(hurry).every((value) => value === null) ? {} : { hurry }
}

/** Error messages by field path, such as `rules.0.name`. */
export type Messages = Readonly<Record<string, string>>

const parts = ['rules', 'otherwise', 'fallback'] as const

/** The number of steps in which a policy is edited: its rules, everything else, and the fallback. */
export const editingSteps = parts.length

/** The first step with a mistake, from 0, or -1 if there is none. */
function stepOfMistake(mistakes: Messages): number {
  const wrong = new Set(Object.keys(mistakes).map((path) => path.split('.')[0]))
  return parts.findIndex((part) => wrong.has(part))
}

/**
 * The editor's state: the opened draft, the edits, and the errors. Errors in a step first appear when the user leaves it
 * forward or saves, and then update with every change.
 */
export function usePolicyEditor(opened: DraftReply, onSaved: () => void, onInvalid: (step: number) => void) {
  const [base, setBase] = useState(opened)
  const [policy, setPolicy] = useState(() => edited(opened.policy))
  const [checkedSteps, setCheckedSteps] = useState(0)
  const [refused, setRefused] = useState<Messages>({})
  const [theirs, setTheirs] = useState<DraftReply>()
  const stored = usePolicyDraft(opened.dealer_group_id)
  const body = useMemo(() => bodyOf(policy), [policy])
  const before = useMemo(() => JSON.stringify(bodyOf(edited(base.policy))), [base])
  const wrong = useMemo(() => mistakesIn(body, checkedSteps), [checkedSteps, body])
  const save = useWriteWithNotices(approvalEndpoints.saveDraft, draftNotices, {
    onSuccess: onSaved,
    onError({ status, fields }) {
      setRefused(fields ?? {})
      if (fields) onInvalid(stepOfMistake(fields))
      if (status === 409) void stored.refetch().then(({ data }) => setTheirs(data))
    },
  })
  return {
    policy,
    messages: { ...refused, ...wrong },
    isDirty: !save.isSuccess && JSON.stringify(body) !== before,
    isSaving: save.isPending,
    failure: save.error,
    /** The draft that another user has saved in the meantime. */
    theirs,
    base,
    change(next: EditedPolicy) {
      setPolicy(next)
      setRefused({})
    },
    /** Shows the mistakes in this many steps. Returns true if there are none. */
    check(steps: number): boolean {
      setCheckedSteps(Math.max(steps, checkedSteps))
      const first = stepOfMistake(mistakesIn(body, steps))
      if (first >= 0) onInvalid(first)
      return first < 0
    },
    save() {
      const version = base.version || undefined
      save.mutate({ params: { id: opened.dealer_group_id }, body: { ...body, ...(version && { version }) } })
    },
    /** Continues with the other user's draft, or overwrites that draft with this one. */
    settle(keepsOwn: boolean) {
      if (!theirs) return
      setBase(theirs)
      if (!keepsOwn) setPolicy(edited(theirs.policy))
      setTheirs(undefined)
      save.reset()
    },
  }
}

export type PolicyEditing = ReturnType<typeof usePolicyEditor>

function mistakesIn(body: ReturnType<typeof bodyOf>, steps: number): Messages {
  const checked: readonly unknown[] = parts.slice(0, steps)
  const issues = policyBody.safeParse(body).error?.issues ?? []
  return Object.fromEntries(
    issues.filter(({ path }) => checked.includes(path[0])).map(({ path, message }) => [path.join('.'), message]),
  )
}
