import { policyBody } from '@check-requests/domain/approvals/policy.ts'
import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { describe, expect, test } from 'vitest'
import { bodyOf, edited, hoursFields, newRule, newStep, readable } from '#approvals/edited-policy.ts'
import { hoursInWords } from '#approvals/policy-words.ts'

const anyone = { user_ids: [], approval_title_ids: [], anyone_in_scope: true }
const step = { name: 'Approval', approvers: anyone, needed: 1 }
const hurry = {
  remind_after: 4,
  escalate_after: 8,
  critical_remind_after: null,
  critical_escalate_after: null,
  escalate_to: 3,
}
const policy: PolicyReply = { rules: [], otherwise: { steps: [step], hurry }, fallback: anyone }

describe('hours in the policy editor', () => {
  test('shows hours as text fields, blank for never', () => {
    expect(edited(policy).otherwiseUrgency).toEqual({
      remind_after: '4',
      escalate_after: '8',
      critical_remind_after: '',
      critical_escalate_after: '',
      escalate_to: 3,
    })
  })

  test('shows blank fields for a policy without hours', () => {
    const { otherwiseUrgency } = edited({ ...policy, otherwise: { steps: [step] } })
    expect(hoursFields.map((field) => otherwiseUrgency[field])).toEqual(['', '', '', ''])
    expect(otherwiseUrgency.escalate_to).toBeNull()
  })

  test('sends unedited hours unchanged', () => {
    expect(bodyOf(edited(policy)).otherwise).toEqual(policy.otherwise)
  })

  test('omits hours that were cleared', () => {
    const cleared = { ...edited(policy).otherwiseUrgency, remind_after: ' ', escalate_after: '', escalate_to: null }
    expect(bodyOf({ ...edited(policy), otherwiseUrgency: cleared }).otherwise).toEqual({ steps: [step] })
  })

  test.each(['soon', '0', '1000', '1.5'])('refuses %j as the number of hours', (remind_after) => {
    const otherwiseUrgency = { ...edited(policy).otherwiseUrgency, remind_after }
    expect(policyBody.safeParse(bodyOf({ ...edited(policy), otherwiseUrgency })).success).toBe(false)
  })
})

describe('rule in the policy editor', () => {
  const rule = newRule()

  test('starts with one blank step without approvers', () => {
    expect(rule.steps.map(({ name, needed, approvers }) => [name, needed, approvers.anyone_in_scope])).toEqual([
      ['', 1, false],
    ])
  })

  test('gives each step a unique key', () => {
    expect(newStep().key).not.toBe(newStep().key)
  })

  test.each([
    ['10000.01', 10_000.01],
    ['', null],
    ['10,000', null],
  ])('summarizes a rule with the entered amount %j as the amount %s', (amount_from, amount) => {
    expect(readable({ ...rule, conditions: { ...rule.conditions, amount_from } }).conditions.amount_from).toBe(amount)
  })

  test.each([
    [true, { new_payee: true }],
    [false, {}],
  ])('sends a new-payee condition of %s as %j', (new_payee, expected) => {
    const typed = { ...rule, conditions: { ...rule.conditions, new_payee } }
    const [sent] = bodyOf({ ...edited(policy), rules: [typed] }).rules
    const { new_payee: sentValue } = sent?.conditions ?? {}
    expect(sentValue === undefined ? {} : { new_payee: sentValue }).toEqual(expected)
  })
})

test.each([
  [1, '1 business hour'],
  [8, '8 business hours'],
])('describes %i hours as “%s”', (hours, text) => {
  expect(hoursInWords(hours)).toBe(text)
})
