import type { UndoClearingInput } from '@check-requests/domain/bank/files/fields.ts'
import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { askToUndo, publishRestored, publishUnpaid } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, notFound, present } from '../../platform/errors.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Services, Unit } from '../../services.ts'
import { beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import {
  askedToUndo,
  type ClearingFileRow,
  findClearingFile,
  updateClearingFile,
  updateException,
} from '../queries/clearing.ts'
import { listClearedBy, listOpenOf, listTouchedBy, undoLines } from '../queries/clearing-state.ts'
import { touchedBy } from '../queries/touched-checks.ts'
import { noteBankFile } from './account.ts'
import { requireReconciler } from './positive-pay.ts'

interface FileOfAccount {
  readonly id: number
  readonly file: number
}

/** Asks to undo a bank file, which takes a second person (decision 168). Returns the file id. */
export function askToUndoFile(
  services: Services,
  { caller, repeatable }: Command,
  at: FileOfAccount,
  { reason, version }: UndoClearingInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const file = await loadWritten(unit, caller, at, version)
    const asked = askedToUndo(file)
    if (asked)
      throw new Failure('CONFLICT', `${asked.by.name} already asked to undo this file. A second person must confirm.`)
    await checksToUndo(unit, caller, file)
    const by = { id: caller.userId, name: caller.name }
    await updateClearingFile(unit.trx, file.id, { undo_asked: JSON.stringify({ by, reason }) })
    noteUndo(unit, caller, file, 'ask-undo', { reason })
    return file.id
  })
}

/**
 * Undoes everything that a bank file did: its checks become outstanding again, those whose payments it took back are
 * cleared again, and its exceptions are resolved. The same lines can be read again. Returns the file id.
 */
export function confirmUndoFile(
  services: Services,
  { caller, repeatable }: Command,
  at: FileOfAccount,
  version?: number,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const file = await loadWritten(unit, caller, at, version)
    const { by, reason } = requireAsked(file)
    if (by.id === caller.userId)
      throw new Failure('FORBIDDEN', 'You asked to undo this file, so someone else has to confirm it.')
    const checks = await checksToUndo(unit, caller, file)
    await publishRestored(unit, caller, file)
    await publishUnpaid(unit, caller, file.dealer_group_id, checks, reason)
    await resolveAll(unit, caller, file)
    await undoLines(unit.trx, file)
    const undone = { undone_by_id: caller.userId, undone_by_name: caller.name, undone_at: moment(unit.now) }
    await updateClearingFile(unit.trx, file.id, { state: 'undone', ...undone })
    noteUndo(unit, caller, file, 'undo', { state: 'undone', reason })
    return file.id
  })
}

/** Refuses to undo a bank file, or takes back the caller's own request. Returns the file id. */
export function refuseUndoFile(
  services: Services,
  { caller, repeatable }: Command,
  at: FileOfAccount,
  version?: number,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const file = await loadWritten(unit, caller, at, version)
    const { reason } = requireAsked(file)
    await updateClearingFile(unit.trx, file.id, { undo_asked: null })
    noteUndo(unit, caller, file, 'refuse-undo', { reason })
    return file.id
  })
}

function requireAsked(file: ClearingFileRow) {
  const asked = askedToUndo(file)
  if (!asked) throw new Failure('CONFLICT', 'No request to undo this file is pending.')
  return asked
}

async function loadWritten(unit: Unit, caller: Caller, { id, file: fileId }: FileOfAccount, version?: number) {
  await requireInForce(unit, caller)
  await requireReconciler(unit.trx, caller, id)
  // Waits for other confirmations of the account's files.
  await beforeChange(unit.trx, 'bank-account', id)
  const found = await findClearingFile(unit.trx, fileId)
  if (!found || found.bank_account_id !== id || found.state === 'read') throw notFound('file')
  await requireVersion(unit.trx, 'clearing-file', fileId, version)
  const file = present(await findClearingFile(unit.trx, fileId), 'the file')
  if (file.state === 'undone')
    throw new Failure('CONFLICT', `${file.undone_by_name} has already undone this file. Reload the page.`)
  return file
}

/**
 * The checks that a file cleared. Throws if the file can't be undone, or not by this user, who must not have handled
 * any check that the file touched.
 */
async function checksToUndo(unit: Unit, { userId }: Caller, file: ClearingFileRow) {
  const { trx } = unit
  const checks = await listClearedBy(trx, file)
  const touched = await touchedBy(trx, file.dealer_group_id, userId, await listTouchedBy(trx, file))
  const [first] = [...touched.values()].toSorted((one, other) => one.number - other.number)
  const refusal = first && refusalByDuty(checkBars['undo file'], userId, first.did, first)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
  const moved = checks.find((check) => check.is_taken_back)
  if (moved)
    throw new Failure(
      'CONFLICT',
      `The payment of check ${moved.number} in this file was taken back later. Undo the file with the reversal first.`,
    )
  await askToUndo(unit, file, checks)
  return checks
}

async function resolveAll({ trx, now }: Unit, { userId, name }: Caller, file: ClearingFileRow): Promise<void> {
  const ids = (await listOpenOf(trx, file)).map(({ id }) => id)
  await beforeChange(trx, 'check-exception', ...ids)
  const resolved = { resolved_by_id: userId, resolved_by_name: name, resolved_at: moment(now) }
  await inTurns(ids, (id) => updateException(trx, id, { resolution: 'The bank file was undone.', ...resolved }))
}

type UndoVerb = 'ask-undo' | 'undo' | 'refuse-undo'

function noteUndo(unit: Unit, caller: Caller, file: ClearingFileRow, verb: UndoVerb, after: object): void {
  const { id, dealer_group_id: dealerGroupId } = file
  noteBankFile(unit, caller, { entity: 'clearing-file', verb, id, dealerGroupId, after })
}
