import { roleOf } from '@check-requests/domain/access/roles.ts'
import type {
  CheckReply,
  PrintRunReply,
  TakenNumbersReply,
  WholeCheckReply,
} from '@check-requests/domain/checks/replies.ts'
import { whereIsPaper } from '@check-requests/domain/checks/words.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import {
  type CheckEventRow,
  type CheckRow,
  type CombinedRequestRow,
  exceptionOf,
  type HandOverRow,
  type SignatureRow,
  type UndoneClearingRow,
} from '../queries/checks.ts'
import { requestsOf } from '../queries/of-request.ts'
import type { LinkedCheck, RegisterRows } from '../queries/register-page.ts'
import type { RunRow, TakenNumbers } from '../queries/runs.ts'

/**
 * Data about a check from other rows: the name of its account, its signers, and the checks that it replaces or that
 * replace it.
 */
export interface CheckContext {
  readonly accountName: string
  readonly signatures: readonly SignatureRow[]
  readonly linked: readonly LinkedCheck[]
  readonly raisers: readonly number[]
  /** The check's requests if it pays several. */
  readonly combined: readonly CombinedRequestRow[] | undefined
  /** The names of the dealerships of its requests, by request. */
  readonly dealerships: ReadonlyMap<number, string>
}

function presentCheck(row: CheckRow, { accountName, signatures, linked, raisers, ...paid }: CheckContext): CheckReply {
  const { id, version, bank_account_id, number, state, kind, print_run_id, check_request_id, request_number } = row
  const { check_date, payee_name, issued_on, bank_paid_on, ended_on, reason } = row
  const { stop_number, stop_lapses_on, stop_lapsed_at } = row
  const replaces = linked.find((other) => other.id === row.replaces_id)
  const replacedBy = linked.find((other) => other.replaces_id === id)
  return {
    id,
    version,
    bank_account_id,
    number,
    state,
    kind,
    print_run_id,
    check_request_id,
    check_request_ids: requestsOf(row, paid.combined),
    request_number,
    dealership_names: namesOf(requestsOf(row, paid.combined), paid.dealerships),
    check_date,
    payee_name,
    issued_on,
    bank_paid_on,
    ended_on,
    reason,
    stop_number,
    stop_lapses_on,
    stop_lapsed_at,
    bank_account_name: accountName,
    stop_fee: row.stop_fee_cents === null ? null : centsToDollars(row.stop_fee_cents),
    amount: centsToDollars(row.amount_cents),
    replaces: replaces ? { id: replaces.id, number: replaces.number } : null,
    replaced_by: replacedBy ? { id: replacedBy.id, number: replacedBy.number } : null,
    entered_by: row.entered_by === null ? null : JSON.parse(row.entered_by),
    raised_by: [...raisers],
    signed_by: signatures.map(({ user_id, user_name }) => ({ id: user_id, name: user_name })),
    void_asked: presentAsked(row),
    exception: exceptionOf(row) ?? null,
  }
}

/** The data about one of these checks from other rows. */
export function contextOf(
  { signatures, linked, raisers, combined, dealerships }: RegisterRows,
  id: number,
  accountName: string,
): CheckContext {
  const of = { signatures: signatures.get(id) ?? [], raisers: raisers.get(id) ?? [] }
  return { accountName, linked, combined: combined.get(id), dealerships, ...of }
}

/** Register rows in API form. `accountNames` contains the names of their accounts, by id. */
export function presentRows(page: RegisterRows, accountNames: ReadonlyMap<number, string>): CheckReply[] {
  return page.rows.map((row) => presentCheck(row, contextOf(page, row.id, accountNames.get(row.bank_account_id) ?? '')))
}

/** The names of these requests' dealerships, each once. */
export function namesOf(requestIds: readonly number[], dealerships: ReadonlyMap<number, string>): string[] {
  return [...new Set(requestIds.flatMap((id) => dealerships.get(id) ?? []))]
}

function presentAsked({ void_asked }: CheckRow): CheckReply['void_asked'] {
  if (void_asked === null) return null
  const { by, reason, request_status, attachment_id }: NonNullable<CheckReply['void_asked']> = JSON.parse(void_asked)
  return { by, reason, request_status, attachment_id }
}

/** `visible`: the requests of a check of several that the caller sees. */
export function presentWholeCheck(
  row: CheckRow,
  { combined, ...context }: CheckContext,
  { visible, events, handOver, clearing }: PartsOfCheck,
): WholeCheckReply {
  const shown = combined?.filter(({ check_request_id }) => visible.has(check_request_id))
  const [first = { check_request_id: null, request_number: null }] = shown ?? [row]
  const check = { ...presentCheck(row, { ...context, combined: shown }), ...pickRequest(first) }
  const hand_over = handOver ? presentHandOver(handOver) : null
  return {
    ...check,
    hidden_requests: (combined?.length ?? 0) - (shown?.length ?? 0),
    combined: (shown ?? []).map(({ check_request_id, request_number, amount_cents }) => {
      return { check_request_id, request_number, amount: centsToDollars(amount_cents) }
    }),
    paper: whereIsPaper({ ...check, hand_over, isDefaced: events.some(({ act }) => act === 'ask-void') }),
    events: events.map(({ act, user_id, user_name, role_id, note, at }) => {
      return { act, user_id, user_name, role: roleOf(role_id).label, note, at }
    }),
    hand_over,
    clearing: clearing ? presentClearing(clearing) : null,
  }
}

function pickRequest({ check_request_id, request_number }: Pick<CheckRow, 'check_request_id' | 'request_number'>) {
  return { check_request_id, request_number }
}

interface PartsOfCheck {
  readonly visible: ReadonlyMap<number, unknown>
  readonly events: readonly CheckEventRow[]
  readonly handOver: HandOverRow | undefined
  readonly clearing: KnownClearing | undefined
}

/** The pending request to undo a clearing, and why the caller can't act on it. */
interface KnownClearing {
  readonly asked: UndoneClearingRow | undefined
  readonly refusal?: string | null | undefined
}

function presentClearing({ asked, refusal = null }: KnownClearing): WholeCheckReply['clearing'] {
  if (!asked) return { undo_asked: null, refusal }
  const by = { id: asked.asked_by_id, name: asked.asked_by_name }
  return { undo_asked: { by, reason: asked.reason, at: asked.asked_at }, refusal }
}

function presentHandOver(row: HandOverRow): WholeCheckReply['hand_over'] {
  const { kind, receiver, relation, identification, identification_last4, signature, witness, tracking_number, at } =
    row
  const { attachment_id, receiver_user_id } = row
  const strokes = signature === null ? null : JSON.parse(signature)
  return {
    kind,
    receiver,
    relation,
    identification,
    identification_last4,
    signature: strokes,
    witness,
    attachment_id,
    receiver_user_id,
    tracking_number,
    at,
  }
}

export function presentRun(run: RunRow, accountName: string): Omit<PrintRunReply, 'list_pages' | 'opened' | 'checks'> {
  const { id, version, bank_account_id, first_number, count, check_date, state, made_at, fetched_at, settled_at } = run
  const { settled_by_id, settled_by_name } = run
  return {
    id,
    version,
    bank_account_id,
    first_number,
    count,
    check_date,
    state,
    made_at,
    fetched_at,
    settled_at,
    bank_account_name: accountName,
    total: centsToDollars(run.total_cents),
    made_by: { id: run.made_by_id, name: run.made_by_name },
    settled_by: settled_by_id === null ? null : { id: settled_by_id, name: settled_by_name ?? 'Someone' },
  }
}

interface WholeRun {
  readonly run: RunRow
  readonly accountName: string
  readonly checks: readonly CheckRow[]
  readonly combined: ReadonlyMap<number, readonly CombinedRequestRow[]>
  /** The audit trail entries about downloads of the run's file. */
  readonly openings: readonly { readonly actor_name: string; readonly at: string }[]
  readonly listPages: number
}

export function presentRunWithChecks({
  run,
  accountName,
  checks,
  combined,
  openings,
  listPages: list_pages,
}: WholeRun): PrintRunReply {
  return {
    ...presentRun(run, accountName),
    list_pages,
    opened: openings.map(({ actor_name, at }) => ({ name: actor_name, at })),
    checks: checks.map((row) => {
      const { id, number, state, check_request_id, request_number, payee_name } = row
      const requests = { check_request_id, check_request_ids: requestsOf(row, combined.get(id)), request_number }
      return { id, number, state, ...requests, payee_name, amount: centsToDollars(row.amount_cents) }
    }),
  }
}

export function presentNumbers({ id, name, first, next, taken, rows }: TakenNumbers): TakenNumbersReply {
  return { bank_account_id: id, bank_account_name: name, first, next, taken, rows, gaps: taken - rows }
}
