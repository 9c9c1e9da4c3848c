import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { expect, test } from 'vitest'
import { changesBetween } from '#approvals/policy-versions.tsx'

const anyone = { user_ids: [], approval_title_ids: [], anyone_in_scope: true }
const one = { name: 'Approval', approvers: anyone, needed: 1 }

function rule(name: string, amount_from: number | null = null): PolicyReply['rules'][number] {
  const places = { dealership_ids: [], department_ids: [], purpose_ids: [] }
  const conditions = { amount_from, amount_to: null, ...places, payee_type: null, priority_levels: [] }
  return { name, conditions, steps: [one] }
}

function policy(rules: PolicyReply['rules'], changes: Partial<PolicyReply> = {}): PolicyReply {
  return { rules, otherwise: { steps: [one] }, fallback: anyone, ...changes }
}

test('finds no changes between equal policies', () => {
  expect(changesBetween(policy([rule('Large')]), policy([rule('Large')]))).toEqual([])
})

test('lists each rule that was added, changed, or removed', () => {
  const before = policy([rule('Large', 10_000), rule('Payoffs')])
  const after = policy([rule('Refunds'), rule('Large', 12_000)])
  expect(changesBetween(before, after)).toEqual([
    'Adds the rule “Refunds”.',
    'Changes the rule “Large”.',
    'Removes the rule “Payoffs”.',
  ])
})

test('reports both a changed rule order and an added rule', () => {
  const before = policy([rule('Large'), rule('Payoffs')])
  const after = policy([rule('Payoffs'), rule('Refunds'), rule('Large')])
  expect(changesBetween(before, after)).toEqual(['Adds the rule “Refunds”.', 'Changes the order of the rules.'])
})

test('also compares the "everything else" rule and the fallback', () => {
  const nobody = { ...anyone, anyone_in_scope: false, user_ids: [3] }
  const after = policy([], { otherwise: { steps: [one, one] }, fallback: nobody })
  expect(changesBetween(policy([]), after)).toEqual([
    'Changes the steps under “Everything else”.',
    'Changes the fallback approvers.',
  ])
})
