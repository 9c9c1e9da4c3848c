import type { ApprovalReply } from '@check-requests/domain/approvals/replies.ts'
import { expect, test } from 'vitest'
import { approvalMeans, countInWords, ruleInWords } from '#approvals/chain-words.ts'

type Step = ApprovalReply['steps'][number]

const denise = { user_id: 31, name: 'Denise Carver', for: null, at: '2026-11-20T15:00:00.000Z' }

function step(name: string, needed: number, given = 0): Step {
  return { name, needed, approved_by: Array.from({ length: given }, () => denise), can_act: [] }
}

function approval(steps: Step[], current: number | null = 0): ApprovalReply {
  return {
    policy_number: 3,
    rule: null,
    added: [],
    current,
    since: '2026-11-20T15:00:00.000Z',
    on_fallback: false,
    is_stuck: false,
    refusal: null,
    steps,
  }
}

test.each([
  [{ rule: null, added: [] }, 'Everything else'],
  [{ rule: 'Over $10,000', added: [] }, 'Rule “Over $10,000”'],
  [{ rule: 'Over $10,000', added: ['Critical'] }, 'Rule “Over $10,000”, and “Critical” for its priority'],
  [{ rule: null, added: ['Urgent', 'Critical'] }, 'Everything else, and “Urgent” and “Critical” for its priority'],
])('describes the rule of the chain %j as “%s”', (chain, text) => {
  expect(ruleInWords(chain)).toBe(text)
})

test.each([
  [step('Controller', 1, 0), undefined],
  [step('Controller', 2, 0), '0 of 2 approvals'],
  [step('Controller', 3, 2), '2 of 3 approvals'],
])('describes the approvals of the step %j as “%s”', (one, text) => {
  expect(countInWords(one)).toBe(text)
})

test.each<[string, ApprovalReply, string | undefined]>([
  ['the last approval', approval([step('Controller', 1)]), undefined],
  [
    'a step followed by another',
    approval([step('Controller', 1), step('Owner', 1)]),
    'You approve the step “Controller”; “Owner” comes next.',
  ],
  [
    'the first of two approvals',
    approval([step('Controller', 2), step('Owner', 1)]),
    'You approve the step “Controller”, which needs one more approval.',
  ],
  [
    'the first of three approvals',
    approval([step('Controller', 3)]),
    'You approve the step “Controller”, which needs 2 more approvals.',
  ],
  ['the second of two approvals at the last step', approval([step('Controller', 2, 1)]), undefined],
  ['a later step', approval([step('Controller', 1, 1), step('Owner', 1)], 1), undefined],
  ['an ended chain', approval([step('Controller', 1, 1)], null), undefined],
])('explains the effect of approving %s', (_, chain, text) => {
  expect(approvalMeans(chain)).toBe(text)
})
