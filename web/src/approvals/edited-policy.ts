import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import type { EditedHurry } from '#approvals/edited-hurry.ts'
import { editedHurry, hurryBodyOf } from '#approvals/edited-hurry.ts'
import { randomHex } from '#platform/random-id.ts'

type ReadRule = PolicyReply['rules'][number]
type ReadStep = ReadRule['steps'][number]

/** A step in the editor; `key` stays when it moves. */
export interface EditedStep extends ReadStep {
  readonly key: string
}

/** Conditions in the editor, with amounts as typed: dollars, or empty for any. */
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
  readonly hurry: EditedHurry
}

/** A whole policy in the editor. */
export interface EditedPolicy {
  readonly rules: readonly EditedRule[]
  readonly otherwise: readonly EditedStep[]
  readonly otherwiseHurry: EditedHurry
  readonly fallback: PolicyReply['fallback']
}

export function edited({ rules, otherwise, fallback }: PolicyReply): EditedPolicy {
  return {
    rules: rules.map(editedRule),
    otherwise: otherwise.steps.map(editedStep),
    otherwiseHurry: editedHurry(otherwise.hurry),
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
    hurry: editedHurry(hurry),
  }
}

function editedStep(step: ReadStep): EditedStep {
  return { ...step, key: randomHex(8) }
}

function typed(dollars: number | null): string {
  return dollars === null ? '' : dollars.toFixed(2)
}

/** The policy as the API takes it. */
export function bodyOf({ rules, otherwise, otherwiseHurry, fallback }: EditedPolicy) {
  const last = { steps: otherwise.map(withoutKey), ...hurryBodyOf(otherwiseHurry) }
  return { rules: rules.map(ruleBodyOf), otherwise: last, fallback }
}

function ruleBodyOf({ name, conditions, steps, hurry }: EditedRule) {
  const { amount_from, amount_to, new_payee = false, ...others } = conditions
  return {
    name,
    conditions: {
      ...others,
      amount_from: amount_from || null,
      amount_to: amount_to || null,
      ...(new_payee && { new_payee }),
    },
    steps: steps.map(withoutKey),
    ...hurryBodyOf(hurry),
  }
}

function withoutKey({ key: _, ...step }: EditedStep) {
  return step
}

/** A rule as it can be read beside the fields; what is no amount yet counts as any. */
export function readable({ name, conditions, steps, hurry }: EditedRule): ReadRule {
  const amounts = { amount_from: dollarsOf(conditions.amount_from), amount_to: dollarsOf(conditions.amount_to) }
  return { name, conditions: { ...conditions, ...amounts }, steps: [...steps], ...hurryBodyOf(hurry) }
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
    dealership_ids: [],
    department_ids: [],
    purpose_ids: [],
    payee_type: null,
    priority_levels: [],
  }
  return { key: randomHex(8), name: '', conditions: anything, steps: [newStep()], hurry: editedHurry(undefined) }
}

/** The list with one row moved up or down; as it is where there is nowhere to go. */
export function moved<Row>(rows: readonly Row[], index: number, by: -1 | 1): readonly Row[] {
  const row = rows[index]
  const target = index + by
  if (row === undefined || target < 0 || target >= rows.length) return rows
  return rows.toSpliced(index, 1).toSpliced(target, 0, row)
}
