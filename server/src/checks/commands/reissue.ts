import { canBeReissued } from '@check-requests/domain/checks/lifecycle.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { demandCheck } from './load.ts'
import { makeRun } from './make-run.ts'

/**
 * Prints the request of a check anew that was voided, stopped or spoiled: a run of one, with the next number, linked both
 * ways. Returns the id of the run.
 */
export async function reissueCheck(services: Services, command: Command, id: number): Promise<number> {
  const { check, account } = await demandCheck(services.database.read, command.caller, id)
  if (!canBeReissued(check.state) || check.check_request_id === null)
    throw new Failure('CONFLICT', `Check ${check.number} still counts. Void or stop it first, then reissue it.`)
  return makeRun(services, command, { bank_account_id: account.id, check_request_ids: [check.check_request_id] })
}
