import type { UndoClearingInput } from '@check-requests/domain/bank/files/fields.ts'
import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars, whoDid } from '@check-requests/domain/checks/duties.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { askToUndo, publishRestored, publishUnpaid } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { portions } from '../../platform/database/sql-helpers.ts'
import { Failure, notFound, present } from '../../platform/errors.ts'
import { inTurns, together } from '../../platform/threads/promises.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import { type ClearingReader, clearingThreads } from '../documents/read-clearing.ts'
import { findAccount, type ShownAccount } from '../queries/accounts.ts'
import {
  askedToUndo,
  type ClearingFileRow,
  findClearingFile,
  updateClearingFile,
  updateException,
} from '../queries/clearing.ts'
import {
  listClearedBy,
  listClearingsToUndo,
  listFilesToUndo,
  listOpenOf,
  listTouchedBy,
  undoLines,
  type WrittenFile,
} from '../queries/clearing-state.ts'
import { filesTouchedBy, type Touched, touchedBy } from '../queries/touched-checks.ts'
import { noteBankFile, refusalToReconcile, requireReconciler, whoElse } from './account.ts'
import { applyRepeated, stillCleared } from './apply-lines.ts'

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
  return withReader(services, repeatable, at, async (unit, reader) => {
    const { file, account } = await loadWritten(unit, caller, at, version)
    const asked = askedToUndo(file)
    if (asked)
      throw new Failure('CONFLICT', `${asked.by.name} already asked to undo this file. A second person must confirm.`)
    const checks = await checksToUndo(unit, caller, file)
    const by = { id: caller.userId, name: caller.name }
    const still_cleared = await stillCleared(unit, reader, { account, file }, idsOf(checks))
    const request = { by, reason, at: moment(unit.now), still_cleared } satisfies ReturnType<typeof askedToUndo>
    await updateClearingFile(unit.trx, file.id, { undo_asked: JSON.stringify(request) })
    noteUndo(unit, caller, file, 'ask-undo', { reason, still_cleared: still_cleared.checks })
    return file.id
  })
}

/** Runs a command with a thread that compares the lines of other files. */
async function withReader(
  services: Services,
  repeatable: Command['repeatable'],
  { id }: FileOfAccount,
  work: (unit: Unit, reader: ClearingReader) => Promise<number>,
): Promise<number> {
  const account = await findAccount(services.database.read, id)
  if (!account) throw notFound('file')
  return clearingThreads.use(account.dealer_group_id, tooSlow, (reader) =>
    commit(services, repeatable, (unit) => work(unit, reader)),
  )
}

function tooSlow(): Failure {
  return new Failure('BAD_REQUEST', 'Comparing the account’s other files takes too long. Try again in a minute.')
}

function idsOf(checks: readonly { readonly id: number }[]): ReadonlySet<number> {
  return new Set(checks.map(({ id }) => id))
}

/**
 * Undoes everything that a bank file did: its checks become outstanding again, those whose payments it took back are
 * cleared again, and its exceptions are resolved. Payments that later files repeat then count as theirs. The others can
 * be read again. Returns the file id.
 */
export function confirmUndoFile(
  services: Services,
  { caller, repeatable }: Command,
  at: FileOfAccount,
  version?: number,
): Promise<number> {
  return withReader(services, repeatable, at, async (unit, reader) => {
    const { file, account } = await loadWritten(unit, caller, at, version)
    const asked = requireAsked(file)
    const { reason } = asked
    const checks = await checksToUndo(unit, caller, file)
    await publishRestored(unit, caller, file)
    await publishUnpaid(unit, caller, file.dealer_group_id, checks, reason)
    await resolveAll(unit, caller, file)
    await undoLines(unit.trx, file)
    const undone = { undone_by_id: caller.userId, undone_by_name: caller.name, undone_at: moment(unit.now) }
    await updateClearingFile(unit.trx, file.id, { state: 'undone', ...undone })
    const still_cleared = await applyRepeated(unit, caller, reader, { account, file })
    await updateClearingFile(unit.trx, file.id, { undo_asked: JSON.stringify({ ...asked, still_cleared }) })
    noteUndo(unit, caller, file, 'undo', { state: 'undone', reason, still_cleared: still_cleared.checks })
    await refreshUndoRequests(unit, reader, account)
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
    const { file } = await loadWritten(unit, caller, at, version)
    const { reason } = requireAsked(file)
    await updateClearingFile(unit.trx, file.id, { undo_asked: null })
    noteUndo(unit, caller, file, 'refuse-undo', { reason })
    return file.id
  })
}

/**
 * Updates what the pending requests to undo files of an account say after another file was confirmed or undone, so that
 * a user who has seen the old state can't confirm it.
 */
export async function refreshUndoRequests(unit: Unit, reader: ClearingReader, account: ShownAccount): Promise<void> {
  await inTurns(await listFilesToUndo(unit.trx, ofAccounts([account])), async ({ id }) => {
    const file = present(await findClearingFile(unit.trx, id), 'the file')
    const asked = requireAsked(file)
    const checkIds = idsOf(await listClearedBy(unit.trx, file))
    const still_cleared = await stillCleared(unit, reader, { account, file }, checkIds)
    if (JSON.stringify(still_cleared) === JSON.stringify(asked.still_cleared)) return
    await beforeChange(unit.trx, 'clearing-file', id)
    await updateClearingFile(unit.trx, id, { undo_asked: JSON.stringify({ ...asked, still_cleared }) })
  })
}

function requireAsked(file: ClearingFileRow) {
  const asked = askedToUndo(file)
  if (!asked) throw new Failure('CONFLICT', 'No request to undo this file is pending.')
  return asked
}

const ownRequest = 'You asked to undo this file, so someone else has to confirm it.'

async function loadWritten(unit: Unit, caller: Caller, { id, file: fileId }: FileOfAccount, version?: number) {
  await requireInForce(unit, caller)
  const account = await requireReconciler(unit.trx, caller, id)
  // Waits for other confirmations of the account's files.
  await beforeChange(unit.trx, 'bank-account', id)
  const found = await findClearingFile(unit.trx, fileId)
  if (!found || found.bank_account_id !== id || found.state === 'read') throw notFound('file')
  await requireVersion(unit.trx, 'clearing-file', fileId, version)
  const file = present(await findClearingFile(unit.trx, fileId), 'the file')
  if (file.state === 'undone')
    throw new Failure('CONFLICT', `${file.undone_by_name} has already undone this file. Reload the page.`)
  return { file, account }
}

/**
 * The checks that a file cleared. Throws if the file can't be undone, or not by this user, who must not have handled
 * any check that the file touched.
 */
async function checksToUndo(unit: Unit, { userId }: Caller, file: ClearingFileRow) {
  const { trx } = unit
  const checks = await listClearedBy(trx, file)
  const touched = await filesTouchedBy(trx, file.dealer_group_id, userId, [file.id])
  const refusal = refusalToUndo(userId, file, touched.get(file.id))
  if (refusal) throw new Failure('FORBIDDEN', `${refusal} ${await whoElseUndoes(trx, userId, file)}`)
  const moved = checks.find((check) => check.is_taken_back)
  if (moved)
    throw new Failure(
      'CONFLICT',
      `The payment of check ${moved.number} in this file was taken back later. Undo the file with the reversal first.`,
    )
  await askToUndo(unit, file, checks)
  return checks
}

/** Why a user can't ask to undo a file or, if that was asked, can't confirm it. */
function refusalToUndo(userId: number, file: Pick<ClearingFileRow, 'undo_asked'>, touched: Touched | undefined) {
  if (askedToUndo(file)?.by.id === userId) return ownRequest
  return touched && refusalByDuty(checkBars['undo file'], userId, touched.did, touched)
}

/** A sentence that names other users who can ask to undo a file or, if that was asked, can confirm it. */
async function whoElseUndoes(
  db: Db,
  userId: number,
  file: Pick<ClearingFileRow, 'id' | 'dealer_group_id' | 'bank_account_id' | 'undo_asked'>,
): Promise<string> {
  const account = present(await findAccount(db, file.bank_account_id), 'the account')
  const asked = askedToUndo(file)
  const without = asked ? [userId, asked.by.id] : [userId]
  return whoElse(db, account, await listTouchedBy(db, file), without, asked ? 'confirm it' : 'undo it')
}

/** Files with more lines aren't examined before a user asks to undo them. */
const mostLinesExamined = 5000

/** Why the caller can't ask to undo each of these files, or confirm a pending request, and who can, by file id. */
export async function refusalsToUndo(
  db: Db,
  caller: Caller,
  account: ShownAccount,
  files: readonly WrittenFile[],
): Promise<ReadonlyMap<number, string>> {
  const refusals = new Map<number, string>()
  if (refusalToReconcile(caller, account) !== undefined) return refusals
  const open = files.filter(
    (file) => file.undone_at === null && (askedToUndo(file) !== undefined || (file.lines ?? 0) <= mostLinesExamined),
  )
  const { id: bank_account_id, dealer_group_id } = account
  const ids = open.map(({ id }) => id)
  const touched = await filesTouchedBy(db, dealer_group_id, caller.userId, ids)
  await inTurns(open, async (file) => {
    const refusal = refusalToUndo(caller.userId, file, touched.get(file.id))
    if (refusal === undefined) return
    const way = await whoElseUndoes(db, caller.userId, { ...file, dealer_group_id, bank_account_id })
    refusals.set(file.id, `${refusal} ${way}`)
  })
  return refusals
}

/** Why a user can't confirm a request to undo the clearing of a check, and who can; undefined if the user can. */
export async function refusalToUnclear(
  db: Db,
  account: ShownAccount,
  userId: number,
  check: { readonly id: number; readonly number: number },
  askedBy: number | undefined,
): Promise<string | undefined> {
  const touched = await touchedBy(db, account.dealer_group_id, userId, [check.id])
  const did = [...(touched.get(check.id)?.did ?? []), ...whoDid('undoes', [askedBy])]
  const refusal = refusalByDuty(checkBars['un-clear'], userId, did, check)
  if (refusal === undefined) return undefined
  const [without, act] = askedBy === undefined ? [[userId], 'undo it'] : [[userId, askedBy], 'confirm it']
  return `${refusal} ${await whoElse(db, account, [check.id], without, act)}`
}

/** The pending requests to undo the clearing of a check on an account, each with why the caller can't confirm it. */
export async function offerUndos(db: Db, caller: Caller, account: ShownAccount) {
  const asked = await listClearingsToUndo(db, ofAccounts([account]))
  const byAccount = refusalToReconcile(caller, account)
  return together(
    ...asked.map(async (one) => {
      const check = { id: one.check_id, number: one.number }
      const byHand = () => refusalToUnclear(db, account, caller.userId, check, one.asked_by_id)
      return { asked: one, refusal: byAccount ?? (await byHand()) }
    }),
  )
}

/** The pending requests on these accounts that a user can confirm, each with when it was asked. */
export async function listUndosToConfirm(db: Db, userId: number, accounts: readonly ShownAccount[]) {
  const files = await listFilesToUndo(db, ofAccounts(accounts))
  const checks = await listClearingsToUndo(db, ofAccounts(accounts))
  const found: { readonly accountId: number; readonly at: string | null }[] = []
  await inTurns(files, async (file) => {
    const touched = await filesTouchedBy(db, file.dealer_group_id, userId, [file.id])
    if (refusalToUndo(userId, file, touched.get(file.id)) === undefined)
      found.push({ accountId: file.bank_account_id, at: askedToUndo(file)?.at ?? null })
  })
  await inTurns(checks, async ({ check_id, dealer_group_id, bank_account_id, asked_by_id, asked_at }) => {
    const touched = await touchedBy(db, dealer_group_id, userId, [check_id])
    if (asked_by_id !== userId && !touched.has(check_id)) found.push({ accountId: bank_account_id, at: asked_at })
  })
  return found
}

function ofAccounts(accounts: readonly ShownAccount[]) {
  const dealerGroupIds = [...new Set(accounts.map(({ dealer_group_id }) => dealer_group_id))]
  return { dealerGroupIds, accountIds: accounts.map(({ id }) => id) }
}

async function resolveAll({ trx, now }: Unit, { userId, name }: Caller, file: ClearingFileRow): Promise<void> {
  const ids = (await listOpenOf(trx, file)).map(({ id }) => id)
  const resolved = { resolved_by_id: userId, resolved_by_name: name, resolved_at: moment(now) }
  await inTurns(portions(ids), async (some) => {
    await beforeChange(trx, 'check-exception', ...some)
    await inTurns(some, (id) => updateException(trx, id, { resolution: 'The bank file was undone.', ...resolved }))
  })
}

type UndoVerb = 'ask-undo' | 'undo' | 'refuse-undo'

function noteUndo(unit: Unit, caller: Caller, file: ClearingFileRow, verb: UndoVerb, after: object): void {
  const { id, dealer_group_id: dealerGroupId } = file
  noteBankFile(unit, caller, { entity: 'clearing-file', verb, id, dealerGroupId, after })
}
