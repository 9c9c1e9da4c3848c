import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { type Approver, authority } from '@check-requests/domain/approvals/authority.ts'
import { type Policy, policyBody } from '@check-requests/domain/approvals/policy.ts'
import { type RoutedRequest, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { listedIdsOf } from '../domain/src/approvals/conditions.ts'
import { Dice } from '../server/src/demo/dice.ts'
import { table } from './report.ts'
import { median } from './rounds.ts'

const rules = 200
const people = 2000
const dealerships = 100
const titles = 20
const requests = 2000
const warmUp = 500
const dice = new Dice(20_261_125)

/**
 * Measures the processor time that a policy needs to determine a request's rule and current approvers, for the pure
 * functions alone.
 */
export function routing(): string {
  const policy = largePolicy()
  const crowd = Array.from({ length: people }, (_, index) => approver(index + 1))
  for (let index = 0; index < warmUp; index += 1) timeOf(policy, crowd, randomRequest())
  const times = Array.from({ length: requests }, () => timeOf(policy, crowd, randomRequest()))
  const worst = timeOf(policy, crowd, { ...randomRequest(), ids: listedIdsOf({ purpose_id: rules + 1 }) })
  const sorted = times.toSorted((one, other) => one - other)
  const rows = [
    ['median', median(times).toFixed(2)],
    ['p99', (sorted[Math.floor(requests * 0.99)] ?? 0).toFixed(2)],
    ['a request that matches no rule', worst.toFixed(2)],
  ]
  return `A policy of ${rules} rules with three steps each, ${people} approvers, ${requests} requests:\n\n${table(['processor, ms', 'rule and approvers'], rows)}`
}

/** Milliseconds of processor time, which other work on the machine doesn't affect. */
function timeOf(policy: Policy, crowd: readonly Approver[], request: RoutedRequest): number {
  const begin = process.cpuUsage()
  const { steps } = routeOf(policy, request)
  const { place } = request
  const state = { isPending: true, barredIds: [1, 2], delegations: [], given: [] }
  authority({ ...state, place, steps, fallback: policy.fallback, people: crowd }).whyNot(3)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}

function largePolicy(): Policy {
  const step = (title: number) => ({ name: `Title ${title}`, approvers: { approval_title_ids: [title] } })
  return policyBody.parse({
    rules: Array.from({ length: rules }, (_, index) => ({
      name: `Rule ${index + 1}`,
      conditions: {
        amount_from: 100,
        purpose_ids: [index + 1],
        dealership_ids: Array.from({ length: dealerships }, (_, place) => place + 1),
      },
      steps: [step((index % titles) + 1), step(((index + 1) % titles) + 1), { name: 'Any', approvers: anyone }],
    })),
    otherwise: { steps: [{ name: 'Approval', approvers: anyone, needed: 2 }] },
  })
}

const anyone = { anyone_in_scope: true }

function approver(userId: number): Approver {
  const dealershipId = 1 + dice.below(dealerships)
  const everywhere = { level: accessLevels.group, dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
  const scope =
    userId % 2 === 0 ? everywhere : { ...everywhere, level: accessLevels.dealership, dealershipIds: [dealershipId] }
  return { userId, name: `Person ${userId}`, scope, titles: [{ titleId: 1 + dice.below(titles), dealershipId: null }] }
}

function randomRequest(): RoutedRequest {
  const dealershipId = 1 + dice.below(dealerships)
  return {
    cents: 1 + dice.below(5_000_000),
    place: { dealerGroupId: 1, dealershipId, departmentId: dealershipId * 10 },
    ids: listedIdsOf({ dealership_id: dealershipId, purpose_id: 1 + dice.below(rules) }),
    payeeType: 'business',
    priority: 'normal',
  }
}
