import { covers, type Place, placeOf } from '@check-requests/domain/access/scope.ts'
import { authority } from '@check-requests/domain/approvals/authority.ts'
import type { PreviewInput } from '@check-requests/domain/approvals/fields.ts'
import type { RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import type { PreviewReply } from '@check-requests/domain/approvals/replies.ts'
import { routeOf } from '@check-requests/domain/approvals/routing.ts'
import { largestDrawn, payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { findPlaceCodes } from '../../check-requests/queries/write/choices.ts'
import { listInForce } from '../delegations/queries/delegations.ts'
import { findPurpose } from '../../organization/queries/choices.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { listApprovers } from '../queries/people.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { hurriedBy } from './hurried.ts'
import { isNewPayee } from './new-payees.ts'
import { othersToPayees } from './split-payments.ts'

/** The steps that a request would take if it were sent in now, and who would approve them; null without a policy. */
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
    purposeId: input.purpose_id,
    payeeType: input.payee_type,
    priority: input.priority_level,
    payeeIsNew: await isNewPayee(read, policy, {
      dealerGroupId,
      name: input.payee_name_1,
      secondName: input.payee_name_2,
      address: input.mailing_address ?? null,
    }),
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

/** The amount of it that counts: that of a payoff grows by the day. */
async function ownAmount(db: Db, { amount, per_diem = null, purpose_id }: PreviewInput): Promise<Cents> {
  const isPayoff = per_diem !== null && (await findPurpose(db, purpose_id))?.name === payoffPurpose
  return largestDrawn({ amount_cents: amount, per_diem_cents: isPayoff ? per_diem : null, approved_cents: null })
}

async function admit(db: Db, caller: Caller, place: Place): Promise<void> {
  if (covers(caller.scope, place) && (await findPlaceCodes(db, place))) return
  throw new Failure('FORBIDDEN', 'Requests cannot be raised for this dealer group, dealership or department.')
}

/** Whoever raises a request, and for whom, approves no step of it (D1). */
async function barredFrom(db: Db, { userId }: Caller, { dealer_group_id, requester_id }: PreviewInput) {
  const group = await findGroup(db, dealer_group_id)
  return group?.separation_of_duties === 1 ? [userId, requester_id ?? userId] : []
}
