import { actInto } from '@check-requests/domain/payees/rules.ts'
import type { StatusAsked } from '../../check-requests/listeners/request-event.ts'
import type { Unit } from '../../services.ts'
import { askToSubmit, refusePayee } from '../commands/refuse-payee.ts'

/** Refuses a status that the request's payee prevents. */
export async function refusePayeeAt({ trx }: Unit, { request, to }: StatusAsked): Promise<void> {
  const act = actInto(to)
  if (act) await refusePayee(trx, request, act)
}

/** Asks the payee list about a request that nobody reviews before its submission. */
export function askPayeeToSubmit({ trx }: Unit, request: StatusAsked['request']) {
  return askToSubmit(trx, request)
}
