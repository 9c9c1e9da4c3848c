import { type Authority, completesStep, type Subject } from '@check-requests/domain/approvals/authority.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { DecidedStep } from '../../check-requests/listeners/request-event.ts'
import { moment } from '../../platform/clock.ts'
import { Failure, present } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import { askAuthority, beginStep, insertApproval, type OnItsWay } from '../queries/routes.ts'

/**
 * Checks that the user can decide on the pending step of a request, and records an approval. Refuses other users with
 * the names of those who can decide. Returns undefined if the request has no policy.
 */
export async function decideStep(
  unit: Unit,
  { userId }: Caller,
  subject: Subject,
  approves: boolean,
): Promise<DecidedStep | undefined> {
  const asked = await askAuthority(unit.trx, subject, moment(unit.now))
  if (!asked) return undefined
  const { authority } = asked
  const refusal = authority.whyNot(userId)
  if (refusal !== undefined) throw new Failure('FORBIDDEN', refusal)
  const decider = authority.canAct.find((one) => one.userId === userId)
  const { name } = present(authority.steps[stepThatWaits(authority)], 'the pending step')
  const forName = decider?.forName ?? null
  if (!approves) return { name, forName, leavesMore: false }
  return { name, forName, leavesMore: await approve(unit, asked, { userId, forId: decider?.forId ?? null }) }
}

async function approve(
  { trx, now }: Unit,
  { route, authority }: OnItsWay,
  { userId, forId }: { readonly userId: number; readonly forId: number | null },
): Promise<boolean> {
  const step = stepThatWaits(authority)
  const completes = completesStep(authority)
  await insertApproval(trx, {
    dealer_group_id: route.dealer_group_id,
    check_request_id: route.check_request_id,
    round: route.round,
    step,
    user_id: userId,
    for_user_id: forId,
    completes: Number(completes),
    created_at: moment(now),
  })
  if (completes) await beginStep(trx, route.check_request_id, moment(now))
  return !completes || step + 1 < authority.steps.length
}

function stepThatWaits({ current }: Authority): number {
  return present(current, 'a pending step')
}
