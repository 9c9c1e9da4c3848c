import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { Approver } from '@check-requests/domain/approvals/authority.ts'
import { titlesNamedBy } from '@check-requests/domain/approvals/policy.ts'
import { listActing } from '../../access/pending-accounts/queries/acting.ts'
import { moment } from '../../platform/clock.ts'
import type { Unit } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { findUnheld, storeUnheld } from '../queries/queue-check.ts'
import type { OnItsWay } from '../queries/routes.ts'
import { listTitles } from '../queries/titles.ts'

const system = { userId: null, name: 'System' }

/** Notifies group admins, once for each step, when a request's pending step has too few approvers. */
export async function tellOfShortage(unit: Unit, { route, authority }: OnItsWay): Promise<void> {
  if (!authority.onFallback && !authority.isStuck) return
  const { check_request_id: requestId, dealer_group_id: dealerGroupId, round } = route
  await unit.tell(await adminsOf(unit, dealerGroupId), {
    event: 'short-of-people',
    key: `short/${requestId}/${round}/${authority.current}`,
    actor: system,
    dealerGroupId,
    requestId,
    text: authority.steps[authority.current ?? 0]?.name,
  })
}

/** Notifies group admins of titles in the policy that no user has. */
export async function tellOfUnheldTitles(
  unit: Unit,
  dealerGroupId: number,
  people: readonly Approver[],
): Promise<void> {
  const { trx, now } = unit
  const unheld = await unheldTitles(trx, dealerGroupId, people)
  const before = await findUnheld(trx, dealerGroupId)
  const lost = unheld.filter(({ id }) => !before.includes(id))
  const admins = lost.length > 0 ? await adminsOf(unit, dealerGroupId) : []
  for (const { id, name } of lost)
    await unit.tell(admins, {
      event: 'title-unheld',
      key: `title/${id}/${moment(now)}`,
      actor: system,
      dealerGroupId,
      text: name,
    })
  await storeUnheld(
    trx,
    dealerGroupId,
    unheld.map(({ id }) => id),
  )
}

async function unheldTitles(trx: Tx, dealerGroupId: number, people: readonly Approver[]) {
  const inForce = await findPolicyInForce(trx, dealerGroupId)
  const named = inForce ? titlesNamedBy(policyIn(inForce)) : []
  const held = new Set(people.flatMap(({ titles }) => titles.map(({ titleId }) => titleId)))
  return (await listTitles(trx, dealerGroupId)).filter(({ id }) => named.includes(id) && !held.has(id))
}

/** The admins who can fix a shortage of approvers: admins of the whole group, or super admins if there are none. */
async function adminsOf({ trx, now }: Unit, dealerGroupId: number): Promise<number[]> {
  const admins = await listActing(trx, { roleId: roleNamed('admin').id, dealerGroupId, now: moment(now) })
  const ids = (level: number) => admins.filter(({ scope }) => scope.level === level).map(({ userId }) => userId)
  const ofGroup = ids(accessLevels.group)
  return ofGroup.length > 0 ? ofGroup : ids(accessLevels.superAdmin)
}
