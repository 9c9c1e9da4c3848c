import { setImmediate as nextTurn } from 'node:timers/promises'
import { placeOf } from '@check-requests/domain/access/scope.ts'
import { isNamed } from '@check-requests/domain/approvals/authority.ts'
import { listedIdsOf } from '@check-requests/domain/approvals/conditions.ts'
import { daysOfTrial, type TryHistoryInput, type TryInput } from '@check-requests/domain/approvals/fields.ts'
import {
  differences,
  historyTrial,
  type Tried,
  type TriedRequest,
} from '@check-requests/domain/approvals/history-trial.ts'
import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import type { HistoryTrialReply, TrialReply } from '@check-requests/domain/approvals/replies.ts'
import { daysOfSplitPayments, misfits, type RoutedRequest, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { approvalsOf } from '@check-requests/domain/approvals/warnings.ts'
import { payeeKeys } from '@check-requests/domain/check-requests/payee-names.ts'
import { largestDrawn } from '@check-requests/domain/check-requests/payoff.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { differs } from '@check-requests/domain/payees/rules.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { listApprovers } from '../../access/pending-accounts/queries/approvers.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { sumToPayeesBefore } from '../../check-requests/queries/detail/payee-sums.ts'
import { moment } from '../../platform/clock.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { listPast, type PastRequest } from '../queries/routes.ts'
import { agreesWithDocument, hurriedBy, isNewPayee, othersToPayees } from './approval-route.ts'
import { readDraft, requireGroup } from './policy.ts'

/** Reports which rule a request would match, why other rules don't match, and who would approve each step. */
export async function tryPolicy(
  { database: { read }, clock }: Services,
  caller: Caller,
  dealerGroupId: number,
  input: TryInput,
): Promise<TrialReply> {
  await requireGroup(read, caller, dealerGroupId)
  const policy = await policyToTry(read, dealerGroupId, input.policy)
  const now = clock()
  const request = await requestOf(read, policy, { dealerGroupId, input, now })
  const { rule, added, steps } = routeOf(policy, request)
  const people = await listApprovers(read, dealerGroupId, moment(now))
  const decides = (name: string) => name === rule || added.includes(name)
  return {
    rule,
    added: [...added],
    ...(request.cents > input.amount && { counts: centsToDollars(request.cents) }),
    steps: steps.map((step) => {
      const { name, approvers, needed } = step
      const named = people.filter((person) => isNamed(approvers, person, request.place))
      const amount = needed === 'all' ? Math.max(1, named.length) : needed
      const shown = named.map(({ userId, name }) => ({ id: userId, name }))
      return {
        name,
        needed: amount,
        people: shown,
        has_enough: named.length >= amount,
        ...hurriedBy(step, request, people),
      }
    }),
    others: policy.rules
      .filter(({ name }) => !decides(name))
      .map((other) => ({ rule: other.name, because_of: misfits(other, request) })),
  }
}

/** The policy to try: the draft, or the policy in force if there is one. */
async function policyToTry(db: Db, dealerGroupId: number, policy: TryInput['policy']): Promise<Policy> {
  if (policy === 'draft') return (await readDraft(db, dealerGroupId)).policy
  const inForce = await findPolicyInForce(db, dealerGroupId)
  if (!inForce) throw invalidFields({ policy: 'No policy is in force yet.' })
  return policyIn(inForce)
}

async function requestOf(
  db: Db,
  policy: Policy,
  { dealerGroupId, input, now }: { readonly dealerGroupId: number; readonly input: TryInput; readonly now: number },
): Promise<RoutedRequest> {
  const name = input.payee_name_1.trim()
  const names = { payee_name_1: name, payee_name_2: null }
  const paying = { dealerGroupId, name, secondName: null, address: null }
  return {
    cents: input.amount + (await othersToPayees(db, { dealerGroupId, names, of: 0 }, now)),
    place: { dealerGroupId, dealershipId: input.dealership_id, departmentId: input.department_id },
    ids: listedIdsOf(input),
    payeeType: input.payee_type,
    priority: input.priority_level,
    payeeIsNew: input.new_payee || (name !== '' && (await isNewPayee(db, policy, paying))),
    documentAgrees: input.document_agrees,
  }
}

const day = 86_400_000
const atOnce = 25
const pagesOf = 1000
const mostExamples = 20

/**
 * Simulates a policy for a page of requests from the last 90 days, with the current users. Yields to other work between
 * requests.
 */
export async function tryHistory(
  { database: { read }, clock }: Services,
  caller: Caller,
  dealerGroupId: number,
  { policy, before = Number.MAX_SAFE_INTEGER }: TryHistoryInput,
): Promise<HistoryTrialReply> {
  const group = await requireGroup(read, caller, dealerGroupId)
  const now = clock()
  const since = moment(now - daysOfTrial * day)
  const tried = await policyToTry(read, dealerGroupId, policy)
  const trial = historyTrial(tried, await listApprovers(read, dealerGroupId, moment(now)))
  const tally = newTally()
  let next: number | null = before
  while (next !== null && tally.looked_at < pagesOf) {
    const rows: PastRequest[] = await listPast(read, { groupId: dealerGroupId, before: next, limit: atOnce })
    const recent = rows.filter(({ created_at }) => created_at > since)
    for (const row of recent) {
      count(tally, row, trial(await triedOf(read, tried, row, group.separation_of_duties === 1)))
      // For a payee with many payments, adding up the amounts takes up to a millisecond.
      await nextTurn()
    }
    next = recent.length < atOnce ? null : (recent.at(-1)?.id ?? null)
  }
  return { ...tally, next }
}

async function triedOf(db: Db, policy: Policy, row: PastRequest, separationOfDuties: boolean): Promise<TriedRequest> {
  const others = await sumToPayeesBefore(db, {
    dealerGroupId: row.dealer_group_id,
    payees: payeeKeys(row),
    since: moment(Date.parse(row.created_at) - daysOfSplitPayments * day),
    before: row.id,
  })
  return {
    // Treats the request as it was when submitted, whether or not it was approved later.
    cents: largestDrawn({ ...row, approved_cents: null }) + others,
    place: placeOf(row),
    ids: listedIdsOf(row),
    payeeType: row.payee_type,
    priority: priorityOf(row.priority_rank),
    payeeIsNew: wasNew(row),
    documentAgrees: await agreesWithDocument(db, policy, { requestId: row.id }, row),
    went: row.steps === null ? { rule: undefined, approvals: 1 } : wentBy(row.rule, row.steps),
    barredIds: separationOfDuties ? [row.requester_id, row.created_by_id, row.last_editor_id ?? row.requester_id] : [],
  }
}

/**
 * Returns true if a payee of the request was verified after the request was created or never, or if the first payee's
 * name or address now differs from that on the request.
 */
function wasNew(row: PastRequest): boolean {
  const { payee, address, created_at, payee_name_1, mailing_address } = row
  if (payee === null) return false
  const isLate = (verifiedAt: string | null) => verifiedAt === null || verifiedAt > created_at
  if (isLate(row.verified_at) || (row.second_payee !== null && isLate(row.second_verified_at))) return true
  return differs({ name: payee, address }, { name: payee_name_1, address: mailing_address })
}

function wentBy(rule: string | null, steps: string) {
  return { rule, approvals: approvalsOf(JSON.parse(steps)) }
}

function newTally(): Omit<HistoryTrialReply, 'next'> {
  const none = Object.fromEntries(differences.map((name) => [name, 0]))
  return { looked_at: 0, by_rule: [], otherwise: 0, because_of: none as HistoryTrialReply['because_of'], examples: [] }
}

function count(tally: Omit<HistoryTrialReply, 'next'>, row: PastRequest, { rule, approvals, because }: Tried): void {
  tally.looked_at += 1
  const counted = tally.by_rule.find((one) => one.rule === rule)
  if (counted) counted.requests += 1
  else tally.by_rule.push({ rule, requests: 1 })
  for (const name of because) tally.because_of[name] += 1
  if (because.length === 0) return
  tally.otherwise += 1
  if (tally.examples.length === mostExamples) return
  tally.examples.push({
    id: row.id,
    request_number: row.request_number,
    payee_name_1: row.payee_name_1,
    amount: centsToDollars(row.amount_cents),
    went: row.steps === null ? null : wentBy(row.rule, row.steps),
    would: { rule, approvals },
    because_of: [...because],
  })
}
