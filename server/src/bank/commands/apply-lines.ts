import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import { signedCents } from '@check-requests/domain/bank/clearing/lines.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { publishPaid } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { present } from '../../platform/errors.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
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
import type { ClearingReader } from '../documents/read-clearing.ts'
import type { ShownAccount } from '../queries/accounts.ts'
import {
  type askedToUndo,
  firstNumber,
  insertExceptions,
  insertLines,
  knownFingerprints,
  listCompared,
  listRepeating,
  statedInOtherFormats,
} from '../queries/clearing.ts'
import { listUncleared } from '../queries/touched-checks.ts'
import { tellOfExceptions, unresolved } from './exceptions.ts'

type StillCleared = NonNullable<NonNullable<ReturnType<typeof askedToUndo>>['still_cleared']>

/** A file as if it were undone: its lines are unknown, and the checks that it cleared are outstanding. */
interface Without {
  readonly file: number
  readonly checkIds: ReadonlySet<number>
}

interface Asked extends Pick<PackedClearing, 'format' | 'keys'> {
  readonly now: number
  readonly without?: Without | undefined
}

/** The register's checks with these keys, and the fingerprints of lines that were already saved. */
export async function registerOf(
  db: Db,
  account: ShownAccount,
  { format, keys, now, without }: Asked,
): Promise<PackedRegister> {
  const known: Portion<Known>[] = []
  await inTurns(
    keys,
    async (portion) => void known.push(await knownOf(db, account, { format, without }, contentOf(portion))),
  )
  return { known, firstNumber: await firstNumber(db, account), today: datesIn(account.time_zone)(now) }
}

async function knownOf(
  db: Db,
  account: ShownAccount,
  { format, without }: Pick<Asked, 'format' | 'without'>,
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
    paidCents: row.paid_cents,
    stoppedUntil: row.stop_lapses_on === null ? null : addDays(row.stop_lapses_on, -1),
    ...(without?.checkIds.has(row.id) && ({ state: 'issued', clearedOn: null, paidCents: null } as const)),
  }))
  const seen = await knownFingerprints(db, account, fingerprints, without?.file)
  const elsewhere = await statedInOtherFormats(db, account, { format, without: without?.file }, numbers)
  return JSON.stringify({ checks, seen: [...seen], elsewhere: [...elsewhere] } satisfies Known)
}

/** Saves the lines and their exceptions in portions, because all calls would wait for a large file. */
export async function keepLines(unit: Unit, account: ShownAccount, fileId: number, { lines }: Judgment) {
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
      ...unresolved,
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

/** Applies what standing files say that repeat payments of a file that was undone. Returns which checks they clear. */
export async function applyRepeated(
  unit: Unit,
  caller: Caller,
  reader: ClearingReader,
  { account, file }: { readonly account: ShownAccount; readonly file: Parameters<typeof listRepeating>[1] },
): Promise<StillCleared> {
  const cleared: Cleared[] = []
  await inTurns(await listRepeating(unit.trx, file), async (later) => {
    const judgment = await judgeRepeated(unit, reader, account, later)
    if (judgment.lines.length === 0) return
    await beforeChange(unit.trx, 'clearing-file', later.id)
    const { paid, exceptions } = await keepLines(unit, account, later.id, judgment)
    await publishPaid(unit, caller, account.dealer_group_id, paid)
    await tellOfExceptions(unit, caller, account, exceptions)
    cleared.push({ name: later.name, ids: paid.map(({ id }) => id) })
  })
  return sumOf(cleared)
}

/** The checks that a file cleared and that stay cleared if it is undone, because standing files repeat its payments. */
export async function stillCleared(
  unit: Unit,
  reader: ClearingReader,
  { account, file }: { readonly account: ShownAccount; readonly file: Parameters<typeof listRepeating>[1] },
  checkIds: ReadonlySet<number>,
): Promise<StillCleared> {
  const cleared: Cleared[] = []
  const found = new Set<number>()
  await inTurns(await listRepeating(unit.trx, file), async (later) => {
    const { lines } = await judgeRepeated(unit, reader, account, later, { file: file.id, checkIds })
    const clears = lines.flatMap(contentOf).flatMap((one) => one.clears ?? [])
    const ids = clears.flatMap(({ id }) => (checkIds.has(id) && !found.has(id) ? [id] : []))
    for (const id of ids) found.add(id)
    cleared.push({ name: later.name, ids })
  })
  return sumOf(cleared)
}

interface Cleared {
  readonly name: string
  readonly ids: readonly number[]
}

function sumOf(cleared: readonly Cleared[]): StillCleared {
  const files = cleared.filter(({ ids }) => ids.length > 0)
  return { checks: files.reduce((sum, { ids }) => sum + ids.length, 0), files: files.map(({ name }) => name) }
}

/** Compares the repeated payments of a file. A check whose clearing users undid isn't cleared again without a user. */
async function judgeRepeated(
  { trx, now }: Unit,
  reader: ClearingReader,
  account: ShownAccount,
  { format, repeated }: Awaited<ReturnType<typeof listRepeating>>[number],
  without?: Without,
): Promise<Judgment> {
  const keys = await reader.keysOf(repeated)
  const register = await registerOf(trx, account, { format, keys, now, without })
  const judgment = await reader.judge(repeated, register)
  const uncleared = await listUncleared(trx, account, judgment.checkIds)
  if (uncleared.size === 0) return judgment
  const withReason = ({ line, clears, exception }: JudgedLine): JudgedLine => {
    const reason = clears && uncleared.get(clears.id)
    if (reason === undefined) return { line, ...(clears && { clears }), ...(exception && { exception }) }
    const sentence = `The clearing of check ${clears?.number} was undone (“${reason}”), and a file that wasn’t undone has this payment. Find out what the bank paid.`
    return { line, exception: { kind: 'clearing undone', sentence, checkId: clears?.id ?? null } }
  }
  return { ...judgment, lines: judgment.lines.map((some) => JSON.stringify(contentOf(some).map(withReason))) }
}
