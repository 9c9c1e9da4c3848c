import { describe, expect, test } from 'vitest'
import type { Approver } from './authority.ts'
import { listedIdsOf } from './conditions.ts'
import { historyTrial, type TriedRequest } from './history-trial.ts'
import { policyBody } from './policy.ts'

const group = { level: 1, dealerGroupId: 1, dealershipIds: [], departmentIds: [] } as const
const person = (userId: number, ...titleIds: number[]): Approver => ({
  userId,
  name: `Person ${userId}`,
  scope: group,
  titles: titleIds.map((titleId) => ({ titleId, dealershipId: null })),
})
const people = [person(1, 7), person(2), person(3)]
const anyone = { anyone_in_scope: true }
const policy = policyBody.parse({
  rules: [
    {
      name: 'Large',
      conditions: { amount_from: 1000 },
      steps: [
        { name: 'Controller', approvers: { approval_title_ids: [7] } },
        { name: 'Another', approvers: anyone },
      ],
    },
  ],
  otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
})

const request = (changes: Partial<TriedRequest>): TriedRequest => ({
  cents: 5000,
  place: { dealerGroupId: 1, dealershipId: 10, departmentId: 100 },
  ids: listedIdsOf({ dealership_id: 10, department_id: 100, purpose_id: 1 }),
  payeeType: 'business',
  priority: 'normal',
  went: { rule: undefined, approvals: 1 },
  barredIds: [],
  ...changes,
})

describe('policy trial on past requests', () => {
  const tried = (changes: Partial<TriedRequest>) => historyTrial(policy, people)(request(changes))

  test.each([
    ['unchanged', {}, { rule: null, approvals: 1, because: [] }],
    [
      'with more approvals than without a policy',
      { cents: 100_000 },
      { rule: 'Large', approvals: 2, because: ['more-approvals'] },
    ],
    [
      'by another rule with the same number of approvals',
      { cents: 100_000, went: { rule: 'Old', approvals: 2 } },
      { rule: 'Large', approvals: 2, because: ['other-rule'] },
    ],
    [
      'by “everything else” with fewer approvals',
      { went: { rule: 'Old', approvals: 3 } },
      { rule: null, approvals: 1, because: ['other-rule', 'fewer-approvals'] },
    ],
    [
      'with too few people if the only controller created it',
      { cents: 100_000, barredIds: [1], went: { rule: 'Large', approvals: 2 } },
      { rule: 'Large', approvals: 2, because: ['too-few-people'] },
    ],
    [
      'with enough people if another user created it',
      { cents: 100_000, barredIds: [2], went: { rule: 'Large', approvals: 2 } },
      { rule: 'Large', approvals: 2, because: [] },
    ],
  ] as const)('simulates a past request under the new policy (%s)', (_how, changes, expected) => {
    expect(tried(changes)).toEqual(expected)
  })

  test('doesn’t apply an exclusion found for one request to the next', () => {
    const trial = historyTrial(policy, people)
    const large = { cents: 100_000, went: { rule: 'Large', approvals: 2 } }
    expect(trial(request({ ...large, barredIds: [1] })).because).toEqual(['too-few-people'])
    expect(trial(request(large)).because).toEqual([])
  })
})
