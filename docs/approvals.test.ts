import { readFileSync } from 'node:fs'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { type Approval, type Approver, authority } from '@check-requests/domain/approvals/authority.ts'
import { type Policy, policyBody } from '@check-requests/domain/approvals/policy.ts'
import { type RoutedRequest, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { businessHoursAfter, usualWeekdays } from '@check-requests/domain/values/business-time.ts'
import { expect, test } from 'vitest'
import { listedIdsOf } from '../domain/src/approvals/conditions.ts'

const page = readFileSync(new URL('approvals.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')

const [payoff, parts] = [5, 7]
const [toyota, honda] = [1, 2]
const names = ['Cora, controller', 'Gene, general manager', 'Ann', 'Ben']
const everywhere = { level: accessLevels.group, dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
const people: Approver[] = names.map((name, index) => {
  const titles = index < 2 ? [{ titleId: index + 1, dealershipId: null }] : []
  return { userId: index + 1, name, scope: everywhere, titles }
})

const anyone = { anyone_in_scope: true }
const large = {
  name: 'Over $10,000',
  conditions: { amount_from: 10_000.01 },
  steps: [
    { name: 'Controller', approvers: { approval_title_ids: [1] } },
    { name: 'General manager', approvers: { approval_title_ids: [2] } },
  ],
}
const payoffs = {
  name: 'Payoffs',
  conditions: { purpose_ids: [payoff] },
  steps: [{ name: 'Two approvers', approvers: anyone, needed: 2 }],
}
const policyOf = (...rules: object[]) =>
  policyBody.parse({ rules, otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })

function requestOf(dollars: number, purposeId = parts, dealershipId = honda): RoutedRequest {
  const place = { dealerGroupId: 1, dealershipId, departmentId: null }
  const ids = listedIdsOf({ dealership_id: dealershipId, purpose_id: purposeId })
  return { cents: dollars * 100, place, ids, payeeType: 'business', priority: 'normal' }
}

/** The users who can approve a request at each step, if the first of them approves each time. */
function wayOf(policy: Policy, request: RoutedRequest) {
  const { rule, steps } = routeOf(policy, request)
  const given: Approval[] = []
  const waitedFor: string[][] = []
  for (;;) {
    const state = { isPending: true, place: request.place, barredIds: [], delegations: [], people, given }
    const { current, canAct, steps: states } = authority({ ...state, steps, fallback: policy.fallback })
    if (current === null) return { rule, waitedFor }
    waitedFor.push(canAct.map(({ name }) => name))
    const completes = given.filter(({ step }) => step === current).length + 1 === states[current]?.needed
    given.push({ step: current, userId: canAct[0]?.userId ?? 0, forId: null, completes })
  }
}

const [controller = '', manager = '', ...others] = names
const byTitles = [[controller], [manager]]

test('requires the controller and then the general manager over $10,000', () => {
  expect(page).toContain('Add a rule “Over $10,000” for amounts from $10,000.01, with one step for each title.')
  expect(page).toContain('A request of $12,000 first waits for a controller.')
  const policy = policyOf(large)
  expect(wayOf(policy, requestOf(12_000))).toEqual({ rule: 'Over $10,000', waitedFor: byTitles })
  expect(wayOf(policy, requestOf(10_000))).toEqual({ rule: null, waitedFor: [names] })
})

test('requires any two approvers for payoffs, unless a rule above applies to them', () => {
  expect(page).toContain(
    'Place this rule below “Over $10,000” so that a payoff of $30,000 still needs the controller and the general manager.',
  )
  expect(page).toContain('If you place it above, two approvers are enough for every payoff.')
  const two = { rule: 'Payoffs', waitedFor: [names, [manager, ...others]] }
  const below = policyOf(large, payoffs)
  expect(wayOf(below, requestOf(30_000, payoff))).toEqual({ rule: 'Over $10,000', waitedFor: byTitles })
  expect(wayOf(below, requestOf(9000, payoff))).toEqual(two)
  const above = policyOf(payoffs, large)
  for (const dollars of [1, 9000, 30_000]) expect(wayOf(above, requestOf(dollars, payoff))).toEqual(two)
  expect(wayOf(above, requestOf(30_000))).toEqual({ rule: 'Over $10,000', waitedFor: byTitles })
})

test('applies a stricter rule to one store, and the rules below to the others', () => {
  expect(page).toContain('Add a rule for this dealership with the steps it needs, and place it first.')
  const stricter = { name: 'Toyota', conditions: { dealership_ids: [toyota] }, steps: large.steps }
  const policy = policyOf(stricter, payoffs)
  expect(wayOf(policy, requestOf(50, parts, toyota))).toEqual({ rule: 'Toyota', waitedFor: byTitles })
  expect(wayOf(policy, requestOf(50, payoff, honda)).rule).toBe('Payoffs')
  expect(wayOf(policy, requestOf(50, parts, honda)).rule).toBeNull()
})

test('calls a step of Friday at 5 PM overdue on Monday at noon, four business hours later', () => {
  expect(page).toContain('a step with a limit of four hours that began on Friday at 5 PM is overdue on Monday at noon')
  const hours = { zone: 'UTC', weekdays: usualWeekdays, holidays: new Set<string>(), hours: new Map() }
  const friday = Date.parse('2026-11-20T17:00:00Z')
  expect(new Date(businessHoursAfter(friday, 4, hours)).toISOString()).toBe('2026-11-23T12:00:00.000Z')
})
