import { expect, test } from 'vitest'
import { conditionsInWords, type Kind, stepInWords, urgencyInWords } from '#approvals/policy-words.ts'

const names: Record<Kind, Record<number, string>> = {
  person: { 31: 'Denise Carver', 33: 'Manuel Ortiz' },
  title: { 2: 'Controller', 3: 'General manager' },
  dealership: { 4: 'Lakeside Toyota', 5: 'Lakeside Ford' },
  department: { 7: 'Service' },
  purpose: { 9: 'Payoff' },
}
const nameOf = (kind: Kind, id: number) => names[kind][id] ?? '?'

const anything = {
  amount_from: null,
  amount_to: null,
  dealership_ids: [],
  department_ids: [],
  purpose_ids: [],
  payee_type: null,
  priority_levels: [],
}

test.each([
  [{}, 'Every request.'],
  [{ amount_from: 10_000.01 }, 'Requests of $10,000.01 or more.'],
  [{ amount_to: 500 }, 'Requests of up to $500.00.'],
  [
    { amount_from: 500.01, amount_to: 9000, dealership_ids: [4, 5], department_ids: [7] },
    'Requests of $500.01 to $9,000.00 at Lakeside Toyota or Lakeside Ford in the department “Service”.',
  ],
  [
    { purpose_ids: [9], payee_type: 'individual' as const, priority_levels: ['urgent' as const, 'critical' as const] },
    'Urgent or critical requests for “Payoff” to an individual.',
  ],
  [{ new_payee: true }, 'Requests to a new or changed payee.'],
  [{ document_agrees: true }, 'Requests with a document that has their amount and payee.'],
  [{ document_agrees: false }, 'Requests without a document that has their amount and payee.'],
  [{ payee_type: 'business' as const, new_payee: true }, 'Requests to a new or changed business.'],
])('describes a rule with the conditions %j as “%s”', (conditions, sentence) => {
  expect(conditionsInWords({ ...anything, ...conditions }, nameOf)).toBe(sentence)
})

const nobody = { user_ids: [], approval_title_ids: [], anyone_in_scope: false }

test.each([
  [{ approvers: { ...nobody, approval_title_ids: [2] }, needed: 1 }, 'anyone with the Controller title'],
  [
    { approvers: { ...nobody, approval_title_ids: [2, 3], user_ids: [31] }, needed: 2 },
    'anyone with the Controller title, anyone with the General manager title, or Denise Carver (two of them)',
  ],
  [{ approvers: { ...nobody, anyone_in_scope: true, user_ids: [31] }, needed: 1 }, 'any approver in scope'],
  [
    { approvers: { ...nobody, user_ids: [31, 33] }, needed: 'all' as const },
    'Denise Carver or Manuel Ortiz (all of them)',
  ],
])('describes the approvers of the step %j as “%s”', (step, sentence) => {
  expect(stepInWords(step, nameOf)).toBe(sentence)
})

const never = {
  remind_after: null,
  escalate_after: null,
  critical_remind_after: null,
  critical_escalate_after: null,
  escalate_to: null,
}

test.each([
  [{ remind_after: 1 }, 'Approvers are reminded after 1 business hour.'],
  [
    { escalate_after: 8, escalate_to: 3 },
    'The step is also offered to anyone with the General manager title after 8 business hours.',
  ],
  [
    { remind_after: 4, escalate_after: 8, critical_remind_after: 2, escalate_to: 3 },
    'Approvers are reminded after 4 business hours, and the step is also offered to anyone with the General manager title after 8 business hours. For critical requests, approvers are reminded after 2 business hours.',
  ],
])('describes a step with the hours %j as “%s”', (hurry, sentence) => {
  expect(urgencyInWords({ ...never, ...hurry }, nameOf)).toBe(sentence)
})
