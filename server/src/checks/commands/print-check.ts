import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { checkActs, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { followCheck } from '../../check-requests/commands/follow-check.ts'
import { amountChange } from '../../check-requests/commands/payoff.ts'
import { findVisible, stateOf } from '../../check-requests/queries/detail/find.ts'
import { refusePayee } from '../../payees/commands/refuse-payee.ts'
import { Failure } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { type CheckRow, updateCheck } from '../queries/checks.ts'
import { demandDuty, didInRequest } from './did.ts'

/** Who put a check on paper, and what else helps where its request is on hold. */
export interface Printing {
  readonly printedById: number
  readonly instead: string
}

/** The check of a request is on paper: the request is Printed, with its number and what it pays. */
export async function printCheck(
  unit: Unit,
  caller: Caller,
  check: CheckRow,
  { printedById, instead }: Printing,
): Promise<void> {
  const request =
    check.check_request_id === null ? undefined : await findVisible(unit.trx, caller, check.check_request_id)
  if (!request)
    throw new Failure(
      'CONFLICT',
      `You do not see the request of check ${check.number}. Somebody who does has to settle this run.`,
    )
  const { hold, separationOfDuties: separation } = stateOf(request)
  // Who confirms a check that was written by hand was asked before.
  if (check.kind === 'run')
    demandDuty(checkBars.settle, caller, didInRequest(request), { number: check.number, separation })
  if (hold)
    throw new Failure(
      'CONFLICT',
      `${hold.byName} has put ${request.request_number} on hold. Lift the hold, or ${instead}. The reason: ${hold.reason}`,
    )
  await refusePayee(unit.trx, request, 'settle', ` Until then, ${instead}.`)
  await changeCheck(unit, check, { state: stateAfter('print'), printed_by_id: printedById, reason: null })
  const [from, to] = checkActs.print.request
  const { values, changes } = amountChange(request, check.amount_cents)
  await followCheck(unit, caller, request, {
    name: 'status',
    from: [from],
    to,
    values: { ...values, check_number: String(check.number), bank_account_id: check.bank_account_id },
    changes,
  })
}

/** Changes a check; throws when somebody was faster. */
export async function changeCheck({ trx }: Unit, check: CheckRow, values: Parameters<typeof updateCheck>[2]) {
  if (!(await updateCheck(trx, check, values)))
    throw new Failure(
      'CONFLICT',
      `Somebody changed check ${check.number} in the meantime. Look at it again before you go on.`,
    )
}
