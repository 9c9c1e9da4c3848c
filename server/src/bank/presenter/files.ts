import type { ExceptionKind, RegisterCheck } from '@check-requests/domain/bank/clearing/findings.ts'
import { type ClearedLine, type OtherAccount, signedCents } from '@check-requests/domain/bank/clearing/lines.ts'
import { refusalToLetStand } from '@check-requests/domain/bank/clearing/match.ts'
import { type ClearingLook, type ReadClearing, stillLeftOut } from '@check-requests/domain/bank/clearing/read-file.ts'
import { reconciledThrough } from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type {
  BankFilesReply,
  ClearingPreview,
  ClearingReply,
  ExceptionReply,
  PositivePayList,
  PositivePayReply,
} from '@check-requests/domain/bank/files/fields.ts'
import type { Destination, DestinationReply } from '@check-requests/domain/bank/positive-pay/destination.ts'
import { positivePayTemplate } from '@check-requests/domain/bank/positive-pay/template.ts'
import { daysOut, isStale, type Sum } from '@check-requests/domain/bank/reconciliation.ts'
import type { ReconciliationReply } from '@check-requests/domain/bank/reports/endpoints.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { present } from '../../platform/errors.ts'
import { knownPayments, type ShownAccount } from '../queries/accounts.ts'
import { askedToUndo, type ShownException } from '../queries/clearing.ts'
import { type ClearingToUndo, paymentOf, type WrittenFile } from '../queries/clearing-state.ts'
import { otherAccountsOf, type PositivePayFileRow, type WaitingRows } from '../queries/positive-pay.ts'
import type { AccountAtDay, OutstandingCheck } from '../queries/reconciliation.ts'
import { maskedName, profileIn } from '../queries/stored-account.ts'

/** The formats of files sent to and received from the bank. */
export function presentForms(
  account: ShownAccount,
  bankNames: readonly string[],
  destination: Destination | null,
  allowsFolder: boolean,
): BankFilesReply {
  const { positive_pay_template: template, version } = account
  const profile = profileIn(account)
  return {
    positive_pay_template: template === null ? null : positivePayTemplate.parse(JSON.parse(template)),
    clearing_columns: profile.csv,
    clearing_profile: profile,
    destination: destination && presentDestination(destination),
    allows_folder: allowsFolder,
    bank_names: bankNames.map(maskedName),
    version,
  }
}

function presentDestination(stored: Destination): DestinationReply {
  const { kind, host, port, user, folder, answers_folder, host_key, when, hour, with_companions } = stored
  return { kind, host, port, user, folder, answers_folder, host_key, when, hour, with_companions }
}

/** The files of an account, and the checks that haven't been reported to the bank. */
export function presentFiles(
  { positive_pay_template }: ShownAccount,
  { unsent: { issues, voids }, rule, held, problems: ofTheFile, companions }: WaitingRows,
  files: readonly PositivePayFileRow[],
  destination: Destination | null,
): PositivePayList {
  return {
    waiting: issues.count + (rule === 'not told' ? 0 : voids.count),
    issues: counted(issues),
    voids: counted(voids),
    has_template: positive_pay_template !== null,
    sends: destination !== null,
    reads_answers: typeof destination?.answers_folder === 'string',
    void_rule: rule,
    problems: [...ofTheFile],
    held: held.map(({ row: { id, number, payee }, problems }) => ({
      id,
      number,
      payee_name: payee,
      problems: [...problems],
    })),
    companions: companions.map(({ id, name, unsent }) => {
      return { id, name, issues: counted(unsent.issues), voids: counted(unsent.voids) }
    }),
    items: files.map(presentFile),
  }
}

function counted({ count, cents }: Sum) {
  return { count, total: centsToDollars(cents) }
}

export function presentFile(file: PositivePayFileRow): PositivePayReply {
  const { id, version, bank_account_id, number, kind, count, made_at, fetched_at, answer, answered_at, reason } = file
  const { answered_by_id, answered_by_name, transmission, transmission_problem, transmission_at } = file
  const { acknowledgment, acknowledgment_text, acknowledged_at } = file
  return {
    id,
    version,
    bank_account_id,
    number,
    kind: kind ?? 'all',
    other_account_ids: otherAccountsOf(file),
    count,
    made_at,
    fetched_at,
    answer,
    answered_at,
    reason,
    transmission,
    transmission_problem,
    transmission_at,
    acknowledgment:
      acknowledgment === null || acknowledged_at === null
        ? null
        : { says: acknowledgment, text: acknowledgment_text ?? '', read_at: acknowledged_at },
    total: centsToDollars(file.total_cents),
    made_by: { id: file.made_by_id, name: file.made_by_name },
    answered_by: answered_by_id === null ? null : { id: answered_by_id, name: answered_by_name ?? 'Someone' },
  }
}

/** A bank file that was compared with the register. `id` identifies the file to confirm; null if there is none. */
export interface LookedAt
  extends Pick<ReadClearing, 'format' | 'isMisfit' | 'problems' | 'notes' | 'skipped' | 'leftOut' | 'sample'> {
  readonly id: number | null
  /** Other accounts in the file, with the names of those that the caller can reconcile. */
  readonly others: readonly (OtherAccount & { readonly name: string | null })[]
  readonly look: ClearingLook
  /** The open exceptions about the matched checks that are shown, by check id. */
  readonly open: ReadonlyMap<number, ExceptionKind>
  /** The reason why the caller can't confirm the file. */
  readonly refusal: string | undefined
}

/** The contents of a bank file, compared with the register. */
export function presentLook({
  id,
  format,
  problems,
  notes,
  skipped: left,
  look,
  refusal,
  ...file
}: LookedAt): ClearingPreview {
  const { matched, repeated, notOurs, doubtful, unknown, found } = look
  const skipped = left - found.length
  return {
    id,
    format,
    skipped,
    fits_profile: !file.isMisfit,
    problems: [...problems],
    notes: [...notes],
    left_out: { count: skipped, lines: stillLeftOut(file.leftOut, found) },
    other_accounts: file.others.map(({ id: account, name, last4, lines }) => ({
      last4,
      lines,
      bank_account: account === null || name === null ? null : { id: account, name },
    })),
    sample: file.sample.map(({ line, text, check }) => ({ line, text, check: check && presentPaid(check) })),
    not_ours: counted(notOurs),
    not_ours_lines: notOurs.shown.map(presentLine),
    matched: counted(matched),
    matched_lines: matched.shown.map(({ line, check }) => {
      const open_exception = file.open.get(check.id) ?? null
      return { ...presentLine(line), check: { ...presentCompared(check), open_exception } }
    }),
    repeated: repeated.count,
    repeated_total: centsToDollars(repeated.cents),
    repeated_lines: repeated.shown.map(presentLine),
    doubtful: counted(doubtful),
    unknown: counted(unknown),
    exceptions: [...doubtful.shown, ...unknown.shown].map(({ line, check, kind, sentence }) => {
      return { ...presentLine(line), kind, sentence, check: check && presentCompared(check) }
    }),
    refusal: refusal ?? null,
  }
}

function presentLine(line: ClearedLine) {
  return { line: line.line, ...presentPaid(line) }
}

function presentPaid({ number, date, payee, ...line }: ClearedLine) {
  return { number, amount: centsToDollars(signedCents({ ...line })), paid_on: date, payee }
}

function presentCompared({ id, number, payee, amountCents }: RegisterCheck & { readonly id: number }) {
  return { id, number, payee_name: payee, amount: centsToDollars(amountCents) }
}

/** An exception in API form. `refusal` is the reason why the caller can't resolve it. */
export function presentException(row: ShownException, refusal: string | undefined, now: number): ExceptionReply {
  const { id, version, bank_account_id, line, number, paid_on, payee, kind, sentence, resolution } = row
  const { resolved_at, created_at, check_id, owner_id, owner_name } = row
  return {
    id,
    version,
    bank_account_id,
    line,
    number,
    paid_on,
    payee,
    kind,
    sentence,
    resolution,
    resolved_at,
    created_at,
    amount: centsToDollars(row.amount_cents),
    check: check_id === null ? null : presentNamed(row, check_id),
    refusal: refusal ?? null,
    may_stand: resolved_at === null && refusalToLetStand(paymentOf(row, now)) === undefined,
    stands: row.paid_check_id !== null,
    owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? 'Someone' },
    resolved_by:
      row.resolved_by_id === null ? null : { id: row.resolved_by_id, name: row.resolved_by_name ?? 'Someone' },
  }
}

function presentNamed({ check_number, check_payee, check_amount_cents }: ShownException, id: number) {
  return {
    id,
    number: present(check_number, 'the check number'),
    payee_name: present(check_payee, 'the check payee'),
    amount: centsToDollars(present(check_amount_cents, 'the check amount')),
  }
}

/** A bank file that was applied to the register. `refusal` is the reason why the caller can't undo it. */
export function presentWritten(file: WrittenFile, refusal: string | undefined): ClearingReply['files'][number] {
  const { id, version, name, format, notes, written_by_id, written_by_name, written_at, cleared, lines } = file
  const { undone_by_id, undone_by_name, undone_at } = file
  const asked = askedToUndo(file)
  const still_cleared = asked?.still_cleared ?? { checks: 0, files: [] }
  const undoneBy = { id: undone_by_id ?? 0, name: undone_by_name ?? 'Someone' }
  return {
    id,
    version,
    name,
    format,
    notes: notes === null ? [] : JSON.parse(notes),
    written_by: { id: written_by_id ?? 0, name: written_by_name ?? 'Someone' },
    written_at: written_at ?? '',
    cleared: cleared ?? 0,
    exceptions: undone_at === null ? (lines ?? 0) - (cleared ?? 0) : 0,
    undo_asked: asked && undone_at === null ? { by: asked.by, reason: asked.reason, still_cleared } : null,
    undo_refusal: refusal ?? null,
    undone: undone_at === null ? null : { by: undoneBy, at: undone_at, still_cleared },
  }
}

/** A pending request to undo the clearing of a check. `refusal` is the reason why the caller can't confirm it. */
export function presentUndo({ asked, refusal }: { asked: ClearingToUndo; refusal: string | undefined }) {
  const { check_id: id, number, payee_name, amount_cents, asked_by_id, asked_by_name, asked_at: at, reason } = asked
  const check = { id, number, payee_name, amount: centsToDollars(amount_cents) }
  return { check, by: { id: asked_by_id, name: asked_by_name }, reason, at, refusal: refusal ?? null }
}

/** The reconciliation of an account at the end of a day, in dollars. */
export function presentReconciliation(
  { account, asOf, balance, stale, paid, differences, unmatched, unresolved }: AccountAtDay,
  outstanding: readonly OutstandingCheck[],
): ReconciliationReply {
  const { issued, voided, stopped, book, cleared } = balance
  return {
    bank_account_id: account.id,
    bank_account_name: account.name,
    as_of: asOf,
    reconciled_through: reconciledThrough(knownPayments(account)),
    files_through: account.paid_through,
    open_since: account.open_since,
    issued: inDollars(issued),
    voided: inDollars(voided),
    stopped: inDollars(stopped),
    book: inDollars(book),
    cleared: inDollars(cleared),
    outstanding: inDollars(balance.outstanding),
    stale: inDollars(stale),
    paid: inDollars(paid),
    difference: centsToDollars(paid.cents - cleared.cents),
    differences: differences.map(({ id, number, payee_name, amount_cents, paid_cents, paid_on }) => ({
      id,
      number,
      payee_name,
      paid_on,
      amount: centsToDollars(amount_cents),
      paid: centsToDollars(paid_cents),
    })),
    unmatched: inDollars(unmatched),
    unresolved: inDollars(unresolved),
    outstanding_checks: outstanding.map(({ id, number, check_date, issued_on, payee_name, amount_cents }) => ({
      id,
      number,
      check_date,
      issued_on,
      payee_name,
      amount: centsToDollars(amount_cents),
      days: daysOut(issued_on, asOf),
      is_stale: isStale(check_date, asOf, account.stale_after_days),
    })),
  }
}

function inDollars({ count, cents }: Sum) {
  return { count, amount: centsToDollars(cents) }
}
