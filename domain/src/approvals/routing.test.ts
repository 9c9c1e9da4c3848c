import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedIdsOf } from './conditions.ts'
import { type Policy, policyBody } from './policy.ts'
import { misfits, type RoutedRequest, routeOf } from './routing.ts'

const anyone = { anyone_in_scope: true }
const controller = { name: 'Controller', approvers: { approval_title_ids: [1] } }
const manager = { name: 'General manager', approvers: { approval_title_ids: [2] } }
const two = { name: 'Two approvers', approvers: anyone, needed: 2 }
const one = { name: 'One approver', approvers: anyone }
const owner = { name: 'Owner', approvers: { user_ids: [9] } }

// Dealerships 1 and 2; department 11 of 1, 21 of 2. Purposes: 5 payoff, 6 refund, 7 parts.
const policy = policyBody.parse({
  rules: [
    { name: 'Store 2', conditions: { dealership_ids: [2], amount_from: 50000 }, steps: [controller, manager, owner] },
    { name: 'Large', conditions: { amount_from: 10000.01 }, steps: [controller, manager] },
    { name: 'Payoffs', conditions: { purpose_ids: [5] }, steps: [two] },
    { name: 'Small parts', conditions: { department_ids: [11], purpose_ids: [7], amount_to: 500 }, steps: [one] },
    { name: 'Refunds to people', conditions: { purpose_ids: [6], payee_type: 'individual' }, steps: [controller] },
    { name: 'Critical', conditions: { priority_levels: ['critical'] }, steps: [owner] },
    {
      name: 'Urgent requests',
      conditions: { priority_levels: ['urgent', 'critical'], amount_from: 20000 },
      steps: [two],
    },
  ],
  otherwise: { steps: [one] },
})

type Row = readonly [
  dollars: number,
  dealership: number | null,
  department: number | null,
  purpose: number,
  payee: RoutedRequest['payeeType'],
  priority: RoutedRequest['priority'],
  rule: string | null,
  steps: string,
]

// Fifty handwritten requests. Steps: C controller, M manager, O owner, 2 two approvers, 1 one approver.
// biome-ignore format: a table, one row each
const routed: readonly Row[] = [
  [100, 1, 11, 7, 'business', 'normal', 'Small parts', '1'],
  [500, 1, 11, 7, 'business', 'normal', 'Small parts', '1'],
  [500.01, 1, 11, 7, 'business', 'normal', null, '1'],
  [100, 1, 12, 7, 'business', 'normal', null, '1'],
  [100, 1, null, 7, 'business', 'normal', null, '1'],
  [100, null, null, 7, 'business', 'normal', null, '1'],
  [100, 2, 21, 7, 'business', 'normal', null, '1'],
  [100, 1, 11, 8, 'business', 'normal', null, '1'],
  [10_000, 1, 11, 8, 'business', 'normal', null, '1'],
  [10_000.01, 1, 11, 8, 'business', 'normal', 'Large', 'C M'],
  [10_000.01, 1, 11, 7, 'business', 'normal', 'Large', 'C M'],
  [10_000.01, 1, 11, 5, 'business', 'normal', 'Large', 'C M'],
  [10_000.01, 2, 21, 8, 'business', 'normal', 'Large', 'C M'],
  [10_000.01, null, null, 8, 'individual', 'normal', 'Large', 'C M'],
  [49_999.99, 2, 21, 8, 'business', 'normal', 'Large', 'C M'],
  [50_000, 2, 21, 8, 'business', 'normal', 'Store 2', 'C M O'],
  [50_000, 2, null, 8, 'business', 'normal', 'Store 2', 'C M O'],
  [50_000, 1, 11, 8, 'business', 'normal', 'Large', 'C M'],
  [50_000, null, null, 8, 'business', 'normal', 'Large', 'C M'],
  [99_999_999.99, 2, 21, 5, 'individual', 'normal', 'Store 2', 'C M O'],
  [9_000, 1, 11, 5, 'business', 'normal', 'Payoffs', '2'],
  [9_000, 2, 21, 5, 'individual', 'normal', 'Payoffs', '2'],
  [9_000, null, null, 5, 'individual', 'normal', 'Payoffs', '2'],
  [0.01, 1, 11, 5, 'business', 'normal', 'Payoffs', '2'],
  [10_000, 1, 11, 5, 'business', 'normal', 'Payoffs', '2'],
  [200, 1, 11, 6, 'individual', 'normal', 'Refunds to people', 'C'],
  [200, 1, 11, 6, 'business', 'normal', null, '1'],
  [200, 2, 21, 6, 'individual', 'normal', 'Refunds to people', 'C'],
  [10_000, 2, 21, 6, 'individual', 'normal', 'Refunds to people', 'C'],
  [10_001, 2, 21, 6, 'individual', 'normal', 'Large', 'C M'],
  [100, 1, 11, 7, 'business', 'medium', 'Small parts', '1'],
  [100, 1, 11, 7, 'business', 'urgent', 'Small parts', '1'],
  [100, 1, 11, 7, 'business', 'critical', 'Small parts', '1 O'],
  [100, 2, 21, 8, 'business', 'critical', null, '1 O'],
  [100, null, null, 8, 'business', 'critical', null, '1 O'],
  [9_000, 1, 11, 5, 'business', 'critical', 'Payoffs', '2 O'],
  [9_000, 1, 11, 5, 'business', 'urgent', 'Payoffs', '2'],
  [200, 1, 11, 6, 'individual', 'critical', 'Refunds to people', 'C O'],
  [10_001, 1, 11, 8, 'business', 'critical', 'Large', 'C M O'],
  [10_001, 1, 11, 8, 'business', 'urgent', 'Large', 'C M'],
  [19_999.99, 1, 11, 8, 'business', 'urgent', 'Large', 'C M'],
  [20_000, 1, 11, 8, 'business', 'urgent', 'Large', 'C M 2'],
  [20_000, 1, 11, 8, 'business', 'medium', 'Large', 'C M'],
  [20_000, 1, 11, 8, 'business', 'critical', 'Large', 'C M O 2'],
  [20_000, 2, 21, 8, 'business', 'critical', 'Large', 'C M O 2'],
  [50_000, 2, 21, 8, 'business', 'urgent', 'Store 2', 'C M O 2'],
  [50_000, 2, 21, 8, 'business', 'critical', 'Store 2', 'C M O O 2'],
  [50_000, 2, 21, 5, 'individual', 'medium', 'Store 2', 'C M O'],
  [10_000, 1, 11, 6, 'individual', 'urgent', 'Refunds to people', 'C'],
  [10_000, 1, 12, 7, 'individual', 'urgent', null, '1'],
]

const letters = { Controller: 'C', 'General manager': 'M', Owner: 'O', 'Two approvers': '2', 'One approver': '1' }

function requestOf([dollars, dealershipId, departmentId, purposeId, payeeType, priority]: Row): RoutedRequest {
  const place = { dealerGroupId: 1, dealershipId, departmentId }
  const ids = listedIdsOf({ dealership_id: dealershipId, department_id: departmentId, purpose_id: purposeId })
  return { cents: Math.round(dollars * 100), place, ids, payeeType, priority }
}

describe('routes of fifty handwritten requests', () => {
  test('contains fifty handwritten requests', () => void expect(routed).toHaveLength(50))

  test.each(routed)(
    'routes a request with amount $%d, dealership %s, department %s, purpose %d, payee type %s, and priority %s',
    (...row) => {
      const route = routeOf(policy, requestOf(row))
      const [, , , , , , rule, steps] = row
      expect(route.rule).toBe(rule)
      expect(route.steps.map(({ name }) => letters[name as keyof typeof letters]).join(' ')).toBe(steps)
    },
  )
})

test('lists the conditions that a request doesn’t meet in a trial', () => {
  const request = requestOf([200, 2, 21, 6, 'business', 'normal', null, ''])
  expect(policy.rules.map((rule) => misfits(rule, request))).toEqual([
    ['amount'],
    ['amount'],
    ['purpose'],
    ['department', 'purpose'],
    ['payee type'],
    ['priority'],
    ['amount', 'priority'],
  ])
})

test('keeps every step, whichever priority is chosen', () => {
  const priority = fc.constantFrom('normal', 'medium', 'urgent', 'critical' as const)
  const row = fc.constantFrom(...routed)
  fc.assert(
    fc.property(row, priority, (chosen, other) => {
      const usual = routeOf(policy, { ...requestOf(chosen), priority: 'normal' }).steps
      const steps = routeOf(policy, { ...requestOf(chosen), priority: other }).steps
      expect(steps.slice(0, usual.length)).toEqual(usual)
    }),
  )
})

// Takes 0.3 ms on an idle machine.
test('routes a request under 200 rules in under 50 ms', () => {
  const rules = Array.from({ length: 200 }, (_, index) => ({
    name: `Rule ${index}`,
    conditions: { purpose_ids: [1000 + index], dealership_ids: Array.from({ length: 100 }, (_unused, id) => id + 1) },
    steps: [controller, manager],
  }))
  const large: Policy = policyBody.parse({ rules, otherwise: { steps: [one] } })
  const request = requestOf([1, 100, null, 5, 'business', 'critical', null, ''])
  const rounds = Array.from({ length: 20 }, () => {
    const start = performance.now()
    routeOf(large, request)
    return performance.now() - start
  })
  expect(Math.min(...rounds)).toBeLessThan(50)
})

describe('rules about new payees', () => {
  const asking = policyBody.parse({
    rules: [{ name: 'New', conditions: { new_payee: true, purpose_ids: [5] }, steps: [two] }],
    otherwise: { steps: [one] },
  })
  const payoff: RoutedRequest = {
    cents: 100,
    place: { dealerGroupId: 1, dealershipId: 1, departmentId: 11 },
    ids: listedIdsOf({ purpose_id: 5 }),
    payeeType: 'business',
    priority: 'normal',
  }

  test('matches a request only if its payee is new or changed', () => {
    expect(routeOf(asking, { ...payoff, payeeIsNew: true }).rule).toBe('New')
    expect(routeOf(asking, { ...payoff, payeeIsNew: false }).rule).toBeNull()
    expect(routeOf(asking, payoff).rule).toBeNull()
    expect(asking.rules.map((rule) => misfits(rule, payoff))).toEqual([['payee']])
  })

  test('ignores the condition if it is false', () => {
    const silent = policyBody.parse({
      rules: [{ name: 'All', conditions: { new_payee: false }, steps: [two] }],
      otherwise: { steps: [one] },
    })
    expect(silent.rules[0]?.conditions.new_payee).toBeUndefined()
    expect(routeOf(silent, payoff).rule).toBe('All')
  })
})
