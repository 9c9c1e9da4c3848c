import { refusalToAct } from '@check-requests/domain/people/confirmations/rules.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { isWaiting } from '../queries/confirmations.ts'

/** Refuses callers whose role isn't in force in this transaction. */
export async function requireInForce({ trx, now }: Pick<Unit, 'trx' | 'now'>, caller: Caller): Promise<void> {
  const acting = { userId: caller.userId, roleId: caller.roleId, now: moment(now) }
  if (await isWaiting(trx, acting)) throw notInForce(caller)
}

/** The error for an action in a role that isn't in force. */
export function notInForce({ roleId }: Pick<Caller, 'roleId'>): Failure {
  return new Failure('FORBIDDEN', refusalToAct(roleId).sentence)
}
