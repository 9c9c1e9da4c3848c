import { covers, type Place, placeOf } from '@check-requests/domain/access/scope.ts'
import { type Approver, authority, isNamed } from '@check-requests/domain/approvals/authority.ts'
import { type ListedColumn, listedIdsOf } from '@check-requests/domain/approvals/conditions.ts'
import type { PreviewInput } from '@check-requests/domain/approvals/fields.ts'
import { nobody, type Policy, type RoutedStep, stepHours } from '@check-requests/domain/approvals/policy.ts'
import type { PreviewReply } from '@check-requests/domain/approvals/replies.ts'
import {
  asksForDocuments,
  asksForNewPayees,
  daysOfSplitPayments,
  type RoutedRequest,
  routeOf,
} from '@check-requests/domain/approvals/routing.ts'
import { payeeKeys } from '@check-requests/domain/check-requests/payee-names.ts'
import { type Drawable, largestDrawn, payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import { mostUrgent, priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { differs } from '@check-requests/domain/payees/rules.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { listApprovers } from '../../access/pending-accounts/queries/approvers.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { sumToPayees } from '../../check-requests/queries/detail/payee-sums.ts'
import { findPlaceCodes } from '../../check-requests/queries/write/numbers.ts'
import { type DocumentsOn, documentsAgree } from '../../documents/readings/commands/compare-documents.ts'
import { findPurpose } from '../../organization/queries/lists.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { findPayeeSettings } from '../../payees/queries/of-requests.ts'
import { findPayeeNamed } from '../../payees/queries/payees.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { listInForce } from '../delegations/queries/delegations.ts'
import { findPolicyInForce, type PolicyRow, policyIn } from '../queries/policies.ts'
import { findRoute, type RouteRow } from '../queries/routes.ts'

/** The request fields that determine the request's route through a policy. */
export type Routed = Pick<
  StoredRequest,
  | 'id'
  | 'dealer_group_id'
  | ListedColumn
  | keyof Drawable
  | 'payee_name_1'
  | 'payee_name_2'
  | 'payee_type'
  | 'priority_rank'
  | 'mailing_address'
>

/** The route of a request through the policy in force, beginning a new round at the first step. */
export async function wayOf(
  { trx, now }: Unit,
  request: Routed,
  inForce: Pick<PolicyRow, 'number' | 'content'>,
  draft?: DocumentsOn['draft'],
): Promise<RouteRow> {
  const { id, dealer_group_id } = request
  const [earlier, others] = await together(
    findRoute(trx, id),
    othersToPayees(trx, { dealerGroupId: dealer_group_id, names: request, of: id }, now),
  )
  const cents = largestDrawn(request) + others
  const policy = policyIn(inForce)
  const { rule, added, steps } = routeOf(policy, {
    cents,
    place: placeOf(request),
    ids: listedIdsOf(request),
    payeeType: request.payee_type,
    priority: priorityOf(request.priority_rank),
    payeeIsNew: await isNewPayee(trx, policy, {
      dealerGroupId: dealer_group_id,
      name: request.payee_name_1,
      secondName: request.payee_name_2,
      address: request.mailing_address,
    }),
    documentAgrees: await agreesWithDocument(trx, policy, { requestId: id, draft }, request),
  })
  return {
    check_request_id: id,
    dealer_group_id,
    policy_number: inForce.number,
    round: (earlier?.round ?? 0) + 1,
    rule,
    added: JSON.stringify(added),
    steps: JSON.stringify(steps),
    fallback: JSON.stringify(policy.fallback),
    cents,
    step_since: moment(now),
  }
}

/** When a step sends reminders, when it is offered to others, and to whom; empty if the step's rule sets no times. */
export function hurriedBy(
  { hurry }: RoutedStep,
  { place, priority }: Pick<RoutedRequest, 'place' | 'priority'>,
  people: readonly Approver[],
) {
  if (!hurry) return {}
  const { remindAfter, escalateAfter } = stepHours(hurry, priority === mostUrgent)
  const titles = { ...nobody, approval_title_ids: hurry.escalate_to === null ? [] : [hurry.escalate_to] }
  const named = people.filter((person) => isNamed(titles, person, place))
  return {
    remind_after: remindAfter,
    escalate_after: escalateAfter,
    offered_to: escalateAfter === null ? [] : named.map(({ userId, name }) => ({ id: userId, name })),
  }
}

/** The payees of a request and the destination of its check. */
interface Paying {
  readonly dealerGroupId: number
  readonly name: string
  readonly secondName: string | null
  readonly address: string | null
}

/**
 * Returns true if a payee of a request is unverified, or if the payee's name or address differs from that on the
 * request. Checked only if the policy has a rule about new payees. Without a payee list, no payee is new. A check
 * goes to one address, so the address of a second payee doesn't matter.
 */
export async function isNewPayee(db: Db, policy: Policy, paying: Paying): Promise<boolean> {
  if (!asksForNewPayees(policy)) return false
  const { dealerGroupId, name, secondName, address } = paying
  const settings = await findPayeeSettings(db, dealerGroupId)
  if (settings?.payee_list !== 1) return false
  const payee = await findPayeeNamed(db, dealerGroupId, name)
  if (payee === undefined || payee.state === 'new' || differs(payee, { name, address })) return true
  if (secondName === null) return false
  const second = await findPayeeNamed(db, dealerGroupId, secondName)
  return second === undefined || second.state === 'new'
}

/** True if a document has the amount and payee of a request. Checked only if the policy has a rule about documents. */
export async function agreesWithDocument(
  db: Db,
  policy: Policy,
  on: DocumentsOn,
  request: Parameters<typeof documentsAgree>[2],
): Promise<boolean> {
  return asksForDocuments(policy) && (await documentsAgree(db, on, request))
}

const day = 86_400_000

/** A request to whose amount other payments are added. `of` is the request's id, or 0 before it has one. */
interface Splittable {
  readonly dealerGroupId: number
  readonly names: Parameters<typeof payeeKeys>[0]
  readonly of: number
}

/**
 * The amount that the payees of a request get from other requests of the dealer group within seven days. Policies add
 * this to the request's amount, so that splitting a payment can't avoid a rule. `now` is in milliseconds.
 */
export function othersToPayees(db: Db, { dealerGroupId, names, of }: Splittable, now: number): Promise<Cents> {
  const since = moment(now - daysOfSplitPayments * day)
  return sumToPayees(db, { dealerGroupId, payees: payeeKeys(names), since, butFor: of })
}

/** The steps and approvers that a request would get if it were submitted now; null without a policy. */
export async function previewApproval(
  { database: { read }, clock }: Services,
  caller: Caller,
  input: PreviewInput,
): Promise<PreviewReply | null> {
  const place = placeOf(input)
  await admit(read, caller, place)
  const { dealerGroupId } = place
  const inForce = await findPolicyInForce(read, dealerGroupId)
  if (!inForce) return null
  const now = clock()
  const policy = policyIn(inForce)
  const others = await othersToPayees(read, { dealerGroupId, names: input, of: input.of ?? 0 }, now)
  const { rule, added, steps } = routeOf(policy, {
    cents: (await ownAmount(read, input)) + others,
    place,
    ids: listedIdsOf(input),
    payeeType: input.payee_type,
    priority: input.priority_level,
    payeeIsNew: await isNewPayee(read, policy, {
      dealerGroupId,
      name: input.payee_name_1,
      secondName: input.payee_name_2,
      address: input.mailing_address ?? null,
    }),
    documentAgrees: await agreesWithDocument(
      read,
      policy,
      { requestId: input.of, draft: input.draft_id === null ? undefined : { caller, id: input.draft_id } },
      { amount_cents: input.amount, payee_name_1: input.payee_name_1, payee_name_2: input.payee_name_2 },
    ),
  })
  const people = await listApprovers(read, dealerGroupId, moment(now))
  const delegations = await listInForce(read, dealerGroupId, now)
  const barredIds = await barredFrom(read, caller, input)
  const { fallback } = policy
  const asked = authority({ isPending: true, place, steps, fallback, barredIds, people, delegations, given: [] })
  return {
    rule,
    added: [...added],
    steps: asked.steps.map(({ name, needed, canAct }, index) => ({
      name,
      needed,
      people: canAct.map(({ userId, name }) => ({ id: userId, name })),
      ...hurriedBy(steps[index] as RoutedStep, { place, priority: input.priority_level }, people),
    })),
  }
}

/** The largest amount that this request itself can pay. A payoff's amount grows daily. */
async function ownAmount(db: Db, { amount, per_diem = null, purpose_id }: PreviewInput): Promise<Cents> {
  const isPayoff = per_diem !== null && (await findPurpose(db, purpose_id))?.name === payoffPurpose
  return largestDrawn({ amount_cents: amount, per_diem_cents: isPayoff ? per_diem : null, approved_cents: null })
}

async function admit(db: Db, caller: Caller, place: Place): Promise<void> {
  if (covers(caller.scope, place) && (await findPlaceCodes(db, place))) return
  throw new Failure('FORBIDDEN', 'You can’t raise requests for this location. Choose another one.')
}

/** The users who can't approve any step of the request: its requester and the user who enters it (D1). */
async function barredFrom(db: Db, { userId }: Caller, { dealer_group_id, requester_id }: PreviewInput) {
  const group = await findGroup(db, dealer_group_id)
  return group?.separation_of_duties === 1 ? [userId, requester_id ?? userId] : []
}
