import { describe, expect, test } from 'vitest'
import { areWeaker, factorRuleOf, unmetRequirement } from './rules.ts'

const [admin, requester, approver] = [1, 2, 3]

describe('second-factor requirement', () => {
  const rules = { roleIds: [admin, approver], from: '2026-12-01' }
  test.each([
    ['before the deadline, for one of the roles', [requester, approver], '2026-11-30', { isDue: false }],
    ['on the deadline', [admin], '2026-12-01', { isDue: true }],
    ['after the deadline', [admin], '2027-01-01', { isDue: true }],
  ] as const)('reports the second-factor requirement %s', (_, held, today, { isDue }) => {
    expect(factorRuleOf(rules, held, today)).toEqual({ from: '2026-12-01', isDue })
  })

  test('requires no second factor for other roles, or for anyone while no date is set', () => {
    expect(factorRuleOf(rules, [requester], '2027-01-01')).toBeUndefined()
    expect(factorRuleOf({ roleIds: [], from: null }, [admin], '2027-01-01')).toBeUndefined()
  })
})

test('accepts a user’s second factor, or a sign-in provider with its own', () => {
  const factorRule = { from: '2026-12-01', isDue: true }
  expect(unmetRequirement({ factorRule, proofWays: [], byProvider: false })).toBe(factorRule)
  expect(unmetRequirement({ factorRule, proofWays: ['code'], byProvider: false })).toBeUndefined()
  expect(unmetRequirement({ factorRule, proofWays: [], byProvider: true })).toBeUndefined()
  expect(unmetRequirement({ factorRule: undefined, proofWays: [], byProvider: false })).toBeUndefined()
})

test.each([
  ['no change', {}, false],
  ['an earlier day', { from: '2026-11-30' }, false],
  ['a later day', { from: '2026-12-02' }, true],
  ['no day', { roleIds: [], from: null }, true],
  ['one more role', { roleIds: [admin, requester, approver] }, false],
  ['one fewer role', { roleIds: [admin] }, true],
  ['another role', { roleIds: [admin, requester] }, true],
  ['a lower limit', { approveAbove: 1 }, false],
  ['a higher limit', { approveAbove: 1_000_001 }, true],
  ['no limit', { approveAbove: null }, true],
] as const)('recognizes a weaker second-factor requirement after a change (%s)', (_, change, expected) => {
  const before = { roleIds: [admin, approver], from: '2026-12-01', approveAbove: 1_000_000 }
  expect(areWeaker({ ...before, ...change }, before)).toBe(expected)
  const nothing = { roleIds: [], from: null, approveAbove: null }
  expect(areWeaker({ ...before, ...change }, nothing)).toBe(false)
})
