import { isClosedAccount } from '@check-requests/domain/bank/accounts.ts'
import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import { type LineNote, type OtherAccount, signedCents } from '@check-requests/domain/bank/clearing/lines.ts'
import { type ClearingLook, isHundredfold } from '@check-requests/domain/bank/clearing/read-file.ts'
import type { ClearedReply } from '@check-requests/domain/bank/files/fields.ts'
import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { publishPaid } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, notFound, present } from '../../platform/errors.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import {
  contentOf,
  type JudgedLine,
  type Judgment,
  type Keys,
  type Known,
  type PackedRegister,
  type Portion,
} from '../documents/clearing-lines.ts'
import type { PackedClearing } from '../documents/clearing-thread.ts'
import { clearingThreads } from '../documents/read-clearing.ts'
import { worksWith } from '../queries/access.ts'
import { findAccount, listAccounts, type ShownAccount } from '../queries/accounts.ts'
import {
  type ClearingFileRow,
  findClearingFile,
  firstNumber,
  forgetRead,
  insertClearingFile,
  insertExceptions,
  insertLines,
  knownFingerprints,
  listCompared,
  statedInOtherFormats,
  updateClearingFile,
} from '../queries/clearing.ts'
import { openExceptionsOf } from '../queries/clearing-state.ts'
import { openBankNames, openNumber, profileIn } from '../queries/stored-account.ts'
import { touchedBy } from '../queries/touched-checks.ts'
import { noteBankFile, refusalToReconcile, requireReconciler, whoElse } from './account.ts'
import { tellOfExceptions } from './exceptions.ts'

/** How long a preview is kept without being confirmed, in milliseconds. */
const keptMilliseconds = 86_400_000

/** The contents of a bank file. `id` identifies the file to confirm; null if nothing can be confirmed. */
type Looked = Omit<PackedClearing, 'content' | 'keys' | 'count' | 'others'> & {
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
  const { file, look } = await clearingThreads.use(account.dealer_group_id, tooSlow, async (reader) => {
    const compare = async (otherAmounts: boolean) => {
      const file = await reader.read(bytes, { ...options, otherAmounts })
      const register = await registerOf(read, account, { ...file, now: services.clock() })
      return { file, look: await reader.look(file.content, register) }
    }
    const guessed = await compare(false)
    const other = isHundredfold(guessed.look) ? await compare(true) : guessed
    return other.look.matched.count > 0 ? other : guessed
  })
  const { content, keys, count, ...found } = file
  const { format, problems } = file
  const refusal = await refusalByHands(read, caller, account, look.checkIds)
  const offered = new Map(others.filter((other) => canReconcile(caller, other)).map(({ id, name }) => [id, name]))
  const named = file.others.map((other) => ({ ...other, name: offered.get(other.id ?? 0) ?? null }))
  const open = await openExceptionsOf(
    read,
    account,
    look.matched.shown.map(({ check }) => check.id),
  )
  const looked = { ...found, others: named, look, open, refusal }
  if (problems.length > 0 || count === 0 || format === null) return { ...looked, id: null }
  const id = await commit(services, undefined, async ({ trx, now }) => {
    await forgetRead(trx, account, moment(now - keptMilliseconds))
    return insertClearingFile(trx, {
      dealer_group_id: account.dealer_group_id,
      bank_account_id: accountId,
      name: name.slice(0, 200),
      format,
      content,
      state: 'read',
      read_by_id: caller.userId,
      read_at: moment(now),
      written_by_id: null,
      written_by_name: null,
      written_at: null,
      notes: JSON.stringify(notesOf(found, look)),
    })
  })
  return { ...looked, id }
}

/** The notes of a file, which stay with it after it is confirmed. */
function notesOf({ notes, skipped }: Pick<Looked, 'notes' | 'skipped'>, { notOurs }: ClearingLook): LineNote[] {
  const left = [
    ...(skipped > 0 ? [`Lines left out because they aren’t paid checks: ${skipped}.`] : []),
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

/** Applies a bank file: clears checks that match, and turns other payments into exceptions. */
export async function writeClearing(
  services: Services,
  { caller, repeatable }: Command,
  accountId: number,
  fileId: number,
): Promise<ClearedReply> {
  const dealerGroupId = (await findAccount(services.database.read, accountId))?.dealer_group_id ?? 0
  return clearingThreads.use(dealerGroupId, tooSlow, (reader) =>
    commit(services, repeatable, async (unit) => {
      await requireInForce(unit, caller)
      const account = await requireReconciler(unit.trx, caller, accountId)
      // The second of two simultaneous confirmations sees the result of the first.
      await beforeChange(unit.trx, 'bank-account', accountId)
      const { content, format } = await requireRead(unit.trx, account, fileId)
      const packed = content ?? '[]'
      const keys = await reader.keysOf(packed)
      const judgment = await reader.judge(packed, await registerOf(unit.trx, account, { format, keys, now: unit.now }))
      const refusal = await refusalByHands(unit.trx, caller, account, judgment.checkIds)
      if (refusal !== undefined) throw new Failure('FORBIDDEN', refusal)
      const { paid, exceptions } = await keepLines(unit, account, fileId, judgment)
      await publishPaid(unit, caller, account.dealer_group_id, paid)
      await tellOfExceptions(unit, caller, account, exceptions)
      await finish(unit, caller, account, fileId)
      return { cleared: paid.length, exceptions: exceptions.length, repeated: judgment.repeated }
    }),
  )
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

/** The register's checks with these keys, and the fingerprints of lines that were already saved. */
async function registerOf(
  db: Db,
  account: ShownAccount,
  { format, keys, now }: Pick<PackedClearing, 'format' | 'keys'> & { readonly now: number },
): Promise<PackedRegister> {
  const known: Portion<Known>[] = []
  await inTurns(keys, async (portion) => void known.push(await knownOf(db, account, format, contentOf(portion))))
  return { known, firstNumber: await firstNumber(db, account), today: datesIn(account.time_zone)(now) }
}

async function knownOf(
  db: Db,
  account: ShownAccount,
  format: PackedClearing['format'],
  { numbers, fingerprints }: Keys,
): Promise<Portion<Known>> {
  const rows = await listCompared(db, account, numbers)
  const checks = rows.map((row) => ({
    id: row.id,
    number: row.number,
    state: row.state,
    amountCents: row.amount_cents,
    payee: row.payee_name,
    secondPayeeLine: null,
    checkDate: row.check_date,
    issuedOn: row.issued_on,
    clearedOn: row.bank_paid_on,
    stoppedUntil: row.stop_lapses_on === null ? null : addDays(row.stop_lapses_on, -1),
  }))
  const seen = await knownFingerprints(db, account, fingerprints)
  const elsewhere = await statedInOtherFormats(db, account, format, numbers)
  return JSON.stringify({ checks, seen: [...seen], elsewhere: [...elsewhere] } satisfies Known)
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

/** Saves the lines and their exceptions in portions, because all calls would wait for a large file. */
async function keepLines(unit: Unit, account: ShownAccount, fileId: number, { lines }: Judgment) {
  const paid: { readonly id: number; readonly number: number; readonly paidOn: string }[] = []
  const exceptions: { readonly id: number; readonly kind: ExceptionKind }[] = []
  await inTurns(lines, async (portion) => {
    const judged = contentOf(portion)
    const lineIds = await insertLines(
      unit.trx,
      judged.map((one) => rowOf(account, fileId, one)),
    )
    const found = judged.flatMap(({ line, exception }) => (exception ? [{ line, ...exception }] : []))
    const rows = found.map(({ line, checkId, kind, sentence }) => ({
      dealer_group_id: account.dealer_group_id,
      bank_account_id: account.id,
      clearing_line_id: present(lineIds.get(line.fingerprint), `line ${line.line}`),
      check_id: checkId,
      kind,
      sentence,
      owner_id: null,
      owner_name: null,
      resolution: null,
      resolved_by_id: null,
      resolved_by_name: null,
      resolved_at: null,
      created_at: moment(unit.now),
    }))
    const ids = await insertExceptions(unit.trx, rows)
    for (const [index, id] of ids.entries()) {
      afterCreate(unit.trx, 'check-exception', id)
      exceptions.push({ id, kind: present(found[index], 'the exception').kind })
    }
    for (const { line, clears } of judged) if (clears) paid.push({ ...clears, paidOn: line.date })
  })
  return { paid, exceptions }
}

function rowOf({ id, dealer_group_id }: ShownAccount, fileId: number, { line, clears }: JudgedLine) {
  return {
    dealer_group_id,
    bank_account_id: id,
    clearing_file_id: fileId,
    line: line.line,
    number: line.number,
    amount_cents: signedCents(line),
    paid_on: line.date,
    payee: line.payee,
    reference: line.reference,
    fingerprint: line.fingerprint,
    check_id: clears?.id ?? null,
  }
}

async function finish(unit: Unit, caller: Caller, { dealer_group_id: dealerGroupId }: ShownAccount, id: number) {
  const by = { written_by_id: caller.userId, written_by_name: caller.name, written_at: moment(unit.now) }
  await updateClearingFile(unit.trx, id, { state: 'written', content: null, ...by })
  afterCreate(unit.trx, 'clearing-file', id)
  noteBankFile(unit, caller, { entity: 'clearing-file', verb: 'write', id, dealerGroupId, after: { state: 'written' } })
}
