import { policyBody } from '@check-requests/domain/approvals/policy.ts'
import { expect, test } from 'vitest'
import { bodyOf, edited, moved, newRule } from '#approvals/edited-policy.ts'

const anyone = { user_ids: [], approval_title_ids: [], anyone_in_scope: true }
const one = { name: 'Approval', approvers: anyone, needed: 1 }
const places = { dealership_ids: [4], department_ids: [], purpose_ids: [] }
const conditions = { amount_from: 10_000.01, amount_to: null, ...places, payee_type: null, priority_levels: [] }
const policy = { rules: [{ name: 'Large', conditions, steps: [one] }], otherwise: { steps: [one] }, fallback: anyone }

test('sends an unchanged policy exactly as it was loaded', () => {
  const { rules, ...others } = bodyOf(edited(policy))
  expect(others).toEqual({ otherwise: policy.otherwise, fallback: policy.fallback })
  expect(rules).toEqual([{ ...policy.rules[0], conditions: { ...conditions, amount_from: '10000.01' } }])
  expect(policyBody.safeParse(bodyOf(edited(policy))).data?.rules[0]?.conditions.amount_from).toBe(1_000_001)
})

test('reports the missing name, step name, and approvers of a new rule at their fields', () => {
  const parsed = policyBody.safeParse(bodyOf({ ...edited(policy), rules: [newRule()] }))
  expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['rules.0.name', 'Name this rule.'],
    ['rules.0.steps.0.name', 'Name this step.'],
    ['rules.0.steps.0.approvers', 'Choose who can approve this step.'],
  ])
})

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 1, ['a', 'b', 'c']],
] as const)('moves row %i by %i positions', (index, by, order) => {
  expect(moved(['a', 'b', 'c'], index, by)).toEqual(order)
})

test.each([
  [0, -1],
  [2, 1],
] as const)('returns the same list when row %i can’t move further', (index, by) => {
  const rows = ['a', 'b', 'c']
  expect(moved(rows, index, by)).toBe(rows)
})
