import type { UndoClearingInput } from '@check-requests/domain/bank/files/fields.ts'
import { refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { refusalToReconcile } from '../../bank/commands/account.ts'
import { reopenPayment } from '../../bank/commands/exceptions.ts'
import { refusalToUnclear } from '../../bank/commands/undo-file.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { findPaymentOf } from '../../bank/queries/clearing-state.ts'
import { publishUnpaid } from '../../events.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, present } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { type CheckRow, findAskedUndo, insertUndone, type UndoneClearingRow, updateUndone } from '../queries/checks.ts'
import { loadCheck, requireCheck } from './load.ts'
import { askedBy, decidedBy, noteCheck, rememberEvents, requireOpenDays } from './record.ts'

/** Asks to undo the clearing of a check, which takes a second person (decision 168). Returns the check id. */
export function askToUnclear(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: UndoClearingInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { check, account } = await loadCleared(unit, caller, id, version)
    const { dealer_group_id, bank_account_id, number } = check
    const asked = await findAskedUndo(unit.trx, check)
    if (asked)
      throw new Failure(
        'CONFLICT',
        `${asked.asked_by_name} already asked to undo the clearing of check ${number}. A second person must confirm.`,
      )
    await requireDuty(unit.trx, caller, account, check, undefined)
    await requireOpenDays(unit, dealer_group_id, [check])
    const payment = present(await findPaymentOf(unit.trx, check), `the payment of check ${number}`)
    const undone = await insertUndone(unit.trx, {
      dealer_group_id,
      bank_account_id,
      check_id: id,
      clearing_line_id: payment.id,
      state: 'asked',
      reason,
      ...askedBy(unit, caller),
    })
    afterCreate(unit.trx, 'undone-clearing', undone)
    await rememberEvents(unit, caller, dealer_group_id, [{ checkId: id, act: 'ask-un-clear', note: reason }])
    noteCheck(unit, caller, check, { verb: 'ask-un-clear', after: { reason } })
    return id
  })
}

/** Undoes the clearing of a check. Its payment becomes an open exception. Returns the check id. */
export function confirmUnclear(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check, account } = await loadCleared(unit, caller, id, version)
    const asked = await requireAsked(unit, check)
    await requireDuty(unit.trx, caller, account, check, asked)
    const { reason } = asked
    await reopenPayment(unit, caller, check, reason)
    await updateUndone(unit.trx, asked.id, { state: 'done', ...decidedBy(unit, caller) })
    await publishUnpaid(unit, caller, check.dealer_group_id, [check], reason)
    noteCheck(unit, caller, check, {
      verb: 'un-clear',
      before: { state: check.state, bank_paid_on: check.bank_paid_on },
      after: { state: stateAfter('un-clear'), reason },
    })
    return id
  })
}

/** Refuses to undo the clearing of a check, or takes back the caller's own request. Returns the check id. */
export function refuseUnclear(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCleared(unit, caller, id, version)
    const asked = await requireAsked(unit, check)
    await updateUndone(unit.trx, asked.id, { state: 'refused', ...decidedBy(unit, caller) })
    await rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: id, act: 'refuse-un-clear' }])
    noteCheck(unit, caller, check, { verb: 'refuse-un-clear', after: { reason: asked.reason } })
    return id
  })
}

/** The pending request to undo the clearing of a check, and why the caller can't act on it; undefined if unpaid. */
export async function findClearingOf(db: Db, caller: Caller, id: number) {
  const { check, account } = await requireCheck(db, caller, id)
  if (refusalAt('un-clear', check) !== undefined) return undefined
  const asked = await findAskedUndo(db, check)
  const refusal = refusalToReconcile(caller, account) ?? (await byHands(db, caller, account, check, asked))
  return { asked, refusal }
}

async function loadCleared(unit: Unit, caller: Caller, id: number, version?: number) {
  const { check, account } = await loadCheck(unit, caller, id, version)
  const refusal = refusalToReconcile(caller, account)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
  const wrongState = refusalAt('un-clear', check)
  if (wrongState) throw new Failure('CONFLICT', wrongState)
  return { check, account }
}

/** The pending request, which the caller is about to decide on. */
async function requireAsked({ trx }: Unit, check: CheckRow): Promise<UndoneClearingRow> {
  const asked = await findAskedUndo(trx, check)
  if (!asked) throw new Failure('CONFLICT', `No request to undo the clearing of check ${check.number} is pending.`)
  await beforeChange(trx, 'undone-clearing', asked.id)
  return asked
}

async function requireDuty(...about: Parameters<typeof byHands>): Promise<void> {
  const refusal = await byHands(...about)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
}

function byHands(
  db: Db,
  { userId }: Caller,
  account: ShownAccount,
  check: CheckRow,
  asked: UndoneClearingRow | undefined,
) {
  return refusalToUnclear(db, account, userId, check, asked?.asked_by_id)
}
