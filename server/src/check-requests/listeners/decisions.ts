import type { Unit } from '../../services.ts'
import { markHandled } from '../queries/detail/history.ts'
import type { RequestEvent } from './request-event.ts'

/** Remembers who has decided on the request (B3). */
export async function rememberDecision({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'deleted' && event.decides) await markHandled(trx, event.actor.userId, event.request.id)
}
