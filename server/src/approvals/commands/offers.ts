import { tell } from '../../inbox/commands/tell.ts'
import type { Unit } from '../../services.ts'
import type { OnItsWay } from '../queries/routes.ts'

const system = { userId: null, name: 'System' }

/** Tells those to whom a step is offered because it has waited too long, each once, however it became known. */
export async function tellOfOffer(unit: Unit, { route, authority }: OnItsWay): Promise<void> {
  const { check_request_id: requestId, dealer_group_id: dealerGroupId, round } = route
  const people = authority.byEscalation.map(({ userId }) => userId)
  const key = `escalated/${requestId}/${round}/${authority.current}`
  if (people.length > 0) await tell(unit, people, { event: 'escalated', key, actor: system, dealerGroupId, requestId })
}
