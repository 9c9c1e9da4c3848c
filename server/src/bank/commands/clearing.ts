import { isClosedAccount } from '@check-requests/domain/bank/accounts.ts'
import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import type { LineNote, OtherAccount } from '@check-requests/domain/bank/clearing/lines.ts'
import type { ClearingGuess, ClearingLook } from '@check-requests/domain/bank/clearing/read-file.ts'
import type { ClearedReply } from '@check-requests/domain/bank/files/fields.ts'
import { type SampleFormat, sampleFile, sampleFileName } from '@check-requests/domain/bank/files/sample-files.ts'
import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { publishPaid } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { type Judgment, splitGuess, withGuess } from '../documents/clearing-lines.ts'
import type { PackedClearing } from '../documents/clearing-thread.ts'
import { clearingThreads } from '../documents/read-clearing.ts'
import { worksWith } from '../queries/access.ts'
import { findAccount, listAccounts, type ShownAccount } from '../queries/accounts.ts'
import {
  type ClearingFileRow,
  findClearingFile,
  forgetRead,
  insertClearingFile,
  listForSample,
  updateClearingFile,
} from '../queries/clearing.ts'
import { openExceptionsOf } from '../queries/clearing-state.ts'
import { openBankNames, openNumber, profileIn } from '../queries/stored-account.ts'
import { touchedBy } from '../queries/touched-checks.ts'
import { noteBankFile, refusalToReconcile, requireReconciler, whoElse } from './account.ts'
import { keepLines, registerOf } from './apply-lines.ts'
import { compareFile, refuseReported } from './compare-file.ts'
import { tellOfExceptions } from './exceptions.ts'
import { saveForms } from './positive-pay.ts'
import { refreshUndoRequests } from './undo-file.ts'

/** How long a preview is kept without being confirmed, in milliseconds. */
const keptMilliseconds = 86_400_000

/** The contents of a bank file. `id` identifies the file to confirm; null if nothing can be confirmed. */
type Looked = Omit<PackedClearing, 'content' | 'keys' | 'count' | 'others' | 'guess'> & {
  readonly id: number | null
  readonly others: readonly (OtherAccount & { readonly name: string | null })[]
  readonly look: ClearingLook
  /** The open exceptions about the matched checks that are shown, by check id. */
  readonly open: ReadonlyMap<number, ExceptionKind>
  /** The reason why the caller can't confirm the file. */
  readonly refusal: string | undefined
}

/** Reads a bank file for an account and compares it with the register without changing it. */
export async function lookAtClearing(
  services: Services,
  caller: Caller,
  accountId: number,
  { bytes, name }: { readonly bytes: Uint8Array; readonly name: string },
): Promise<Looked> {
  const { read } = services.database
  const account = await requireReconciler(read, caller, accountId)
  const ours = await listAccounts(read, account.dealer_group_id)
  const others = ours.filter((other) => other.id !== accountId && !isClosedAccount(other.state))
  const options = {
    ...namesInFiles(services, account),
    others: others.map((other) => ({ id: other.id, ...namesInFiles(services, other) })),
    profile: profileIn(account),
    timeZone: account.time_zone,
  }
  const { file, look } = await clearingThreads.use(account.dealer_group_id, tooSlow, (reader) =>
    compareFile(services, reader, account, { bytes, options }),
  )
  const { content, keys, count, guess, ...found } = file
  const { format, problems } = file
  await refuseReported(services, account, bytes, look)
  const refusal = await refusalByHands(read, caller, account, look.checkIds)
  const offered = new Map(others.filter((other) => canReconcile(caller, other)).map(({ id, name }) => [id, name]))
  const named = file.others.map((other) => ({ ...other, name: offered.get(other.id ?? 0) ?? null }))
  const open = await openExceptionsOf(
    read,
    account,
    look.matched.shown.map(({ check }) => check.id),
  )
  const looked = { ...found, others: named, look, open, refusal }
  const isEmpty = count + look.found.length === 0
  if (problems.length > 0 || isEmpty || format === null) return { ...looked, id: null }
  const id = await commit(services, undefined, async ({ trx, now }) => {
    await forgetRead(trx, account, moment(now - keptMilliseconds))
    return insertClearingFile(trx, {
      dealer_group_id: account.dealer_group_id,
      bank_account_id: accountId,
      name: name.slice(0, 200),
      format,
      content: withGuess(content, guess),
      state: 'read',
      read_by_id: caller.userId,
      read_at: moment(now),
      written_by_id: null,
      written_by_name: null,
      written_at: null,
      repeated: null,
      notes: JSON.stringify(notesOf(found, look)),
    })
  })
  return { ...looked, id }
}

/** The notes of a file, which stay with it after it is confirmed. */
function notesOf({ notes, skipped }: Pick<Looked, 'notes' | 'skipped'>, { notOurs, found }: ClearingLook): LineNote[] {
  const count = skipped - found.length
  const left = [
    ...(count > 0 ? [`Lines left out because they aren’t paid checks: ${count}.`] : []),
    ...(notOurs.count > 0 ? [`Payments whose numbers aren’t in the register: ${notOurs.count}.`] : []),
  ]
  return [...notes, ...left.map((message) => ({ line: 1, message }))]
}

function tooSlow(): Failure {
  return new Failure('BAD_REQUEST', 'This file takes too long to read. Ask the bank for a file that covers fewer days.')
}

function namesInFiles({ secrets }: Services, account: ShownAccount) {
  return { accountNumber: openNumber(secrets, account), bankNames: openBankNames(secrets, account) }
}

function canReconcile(caller: Caller, account: ShownAccount): boolean {
  return worksWith(caller, account) && refusalToReconcile(caller, account) === undefined
}

/** Refuses a file that would now do something else than the caller saw in the preview. */
function requireExpected({ cleared, excepted, repeated }: Judgment, expected: ClearedReply | undefined): void {
  const now = { cleared, exceptions: excepted, repeated }
  if (!expected || inWords(now) === inWords(expected)) return
  throw new Failure(
    'CONFLICT',
    `The register changed after the preview. Confirming this file would now mean ${inWords(now)}. The preview said ${inWords(expected)}. Preview the file again.`,
  )
}

function inWords({ cleared, exceptions, repeated }: ClearedReply): string {
  return `${cleared} cleared, ${exceptions} ${exceptions === 1 ? 'exception' : 'exceptions'}, ${repeated} known before`
}

/**
 * Applies a bank file as it was read for its preview: clears checks that match, and turns other payments into
 * exceptions.
 */
export async function writeClearing(
  services: Services,
  { caller, repeatable }: Command,
  { id: accountId, file: fileId }: { readonly id: number; readonly file: number },
  expected: ClearedReply | undefined,
): Promise<ClearedReply> {
  const dealerGroupId = (await findAccount(services.database.read, accountId))?.dealer_group_id ?? 0
  return clearingThreads.use(dealerGroupId, tooSlow, (reader) =>
    commit(services, repeatable, async (unit) => {
      await requireInForce(unit, caller)
      const account = await requireReconciler(unit.trx, caller, accountId)
      // The second of two simultaneous confirmations sees the result of the first.
      await beforeChange(unit.trx, 'bank-account', accountId)
      const { content, format } = await requireRead(unit.trx, account, fileId)
      const { packed, guess } = splitGuess(content ?? '[]')
      const keys = await reader.keysOf(packed)
      const judgment = await reader.judge(packed, await registerOf(unit.trx, account, { format, keys, now: unit.now }))
      const refusal = await refusalByHands(unit.trx, caller, account, judgment.checkIds)
      if (refusal !== undefined) throw new Failure('FORBIDDEN', refusal)
      requireExpected(judgment, expected)
      const { paid, exceptions } = await keepLines(unit, account, fileId, judgment)
      await publishPaid(unit, caller, account.dealer_group_id, paid)
      await tellOfExceptions(unit, caller, account, exceptions)
      if (paid.length > 0) await keepGuess(unit, caller, account, guess)
      await finish(unit, caller, account, { id: fileId, repeated: judgment.repeatedLines })
      await refreshUndoRequests(unit, reader, account)
      return { cleared: paid.length, exceptions: exceptions.length, repeated: judgment.repeated }
    }),
  )
}

/** Keeps what the profile leaves open as this file was read, so that later files are read the same way. */
async function keepGuess(unit: Unit, caller: Caller, account: ShownAccount, guess: ClearingGuess): Promise<void> {
  const { csv: _, ...parts } = profileIn(account)
  const [bai2, ofx] = [parts.bai2 ?? guess.bai2 ?? null, parts.ofx ?? guess.ofx ?? null]
  if (bai2 === parts.bai2 && ofx === parts.ofx) return
  await saveForms(unit, caller, account, { clearing_profile: JSON.stringify({ ...parts, bai2, ofx }) })
}

async function requireRead(db: Db, account: ShownAccount, fileId: number): Promise<ClearingFileRow> {
  const file = await findClearingFile(db, fileId)
  if (!file || file.bank_account_id !== account.id) throw notFound('file')
  if (file.state === 'undone')
    throw new Failure('CONFLICT', `${file.undone_by_name} has already undone this file. Reload the page.`)
  if (file.state === 'written')
    throw new Failure('CONFLICT', `${file.written_by_name} has already confirmed this file. Reload the page.`)
  return file
}

/**
 * The error for a user who printed, signed, voided, or handed over a check in a bank file and so can't confirm that
 * file.
 */
async function refusalByHands(
  db: Db,
  caller: Caller,
  account: ShownAccount,
  checkIds: readonly number[],
): Promise<string | undefined> {
  const touched = await touchedBy(db, account.dealer_group_id, caller.userId, checkIds)
  const [first] = [...touched.values()].toSorted((one, other) => one.number - other.number)
  const refusal = first && refusalByDuty(checkBars.clear, caller.userId, first.did, first)
  return refusal && `${refusal} ${await whoElse(db, account, checkIds, [caller.userId], 'confirm this file')}`
}

async function finish(
  unit: Unit,
  caller: Caller,
  { dealer_group_id: dealerGroupId }: ShownAccount,
  { id, repeated }: { readonly id: number; readonly repeated: string | null },
) {
  const by = { written_by_id: caller.userId, written_by_name: caller.name, written_at: moment(unit.now) }
  await updateClearingFile(unit.trx, id, { state: 'written', content: null, repeated, ...by })
  afterCreate(unit.trx, 'clearing-file', id)
  noteBankFile(unit, caller, { entity: 'clearing-file', verb: 'write', id, dealerGroupId, after: { state: 'written' } })
}

/**
 * A file as the bank of the demo account would send it today: it paid the checks that are outstanding now, and takes
 * back the last one that it paid before. Throws NOT_FOUND for all other accounts.
 */
export async function drawSampleFile(
  { database: { read }, clock, secrets }: Services,
  caller: Caller,
  accountId: number,
  format: SampleFormat,
) {
  const account = await requireReconciler(read, caller, accountId)
  if (account.is_sample !== 1) throw notFound('sample file')
  const { paid, returned } = await listForSample(read, account)
  const text = sampleFile(format, {
    routingNumber: account.routing_number,
    accountNumber: openNumber(secrets, account),
    day: datesIn(account.time_zone)(clock()),
    paid,
    returned,
  })
  return { fileName: sampleFileName(format), parts: Buffer.from(text) }
}
