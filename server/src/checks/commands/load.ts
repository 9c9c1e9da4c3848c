import { type AccountRight, refusalByAccount } from '@check-requests/domain/checks/rules.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { worksWith } from '../../bank/queries/access.ts'
import { findAccount, listAccounts, peopleIn, type ShownAccount } from '../../bank/queries/accounts.ts'
import { type FoundRequest, findAllVisible, stateOf } from '../../check-requests/queries/detail/find.ts'
import { listAttachments, ofRequest } from '../../documents/attachments/queries/attachments.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, isDatabaseUnavailable, isDiskFull, notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db, Tx } from '../../tables.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import { type CheckRow, type CombinedRequestRow, combinedIn, findCheck } from '../queries/checks.ts'
import { findRun, type RunRow } from '../queries/runs.ts'

/** The account, if the caller works with it. Otherwise throws NOT_FOUND, as if `what` didn't exist (A2). */
export async function requireAccountOf(
  db: Db,
  caller: Caller,
  id: number,
  what = 'bank account',
): Promise<ShownAccount> {
  const account = await findAccount(db, id)
  if (!account || !worksWith(caller, account)) throw notFound(what)
  return account
}

/** The requested account or, without one, all accounts that the caller works with. */
export async function accountsAsked(
  db: Db,
  caller: Caller,
  { bank_account_id }: { readonly bank_account_id?: number | undefined },
): Promise<ShownAccount[]> {
  if (bank_account_id !== undefined) return [await requireAccountOf(db, caller, bank_account_id)]
  return (await listAccounts(db, caller.scope.dealerGroupId)).filter((account) => worksWith(caller, account))
}

/** Throws if the account doesn't give the caller this right. */
export function requireRight(caller: Caller, account: ShownAccount, right: AccountRight): void {
  const refusal = refusalByAccount(right, caller, { name: account.name, people: peopleIn(account) })
  if (refusal) throw new Failure('FORBIDDEN', refusal)
}

/** A print run with its account, if the caller works with it. */
export interface RunOfAccount {
  readonly run: RunRow
  readonly account: ShownAccount
}

export async function requireRun(db: Db, caller: Caller, id: number): Promise<RunOfAccount> {
  const run = await findRun(db, id)
  if (!run) throw notFound('print run')
  return { run, account: await requireAccountOf(db, caller, run.bank_account_id, 'print run') }
}

/** Loads and locks a run for a change, after checking that the caller can print and saw this version. */
export async function loadRun(unit: Unit, caller: Caller, id: number, version?: number): Promise<RunOfAccount> {
  await requireInForce(unit, caller)
  const { account } = await requireRun(unit.trx, caller, id)
  requireRight(caller, account, 'print')
  await requireVersion(unit.trx, 'print-run', id, version)
  return requireRun(unit.trx, caller, id)
}

/** A check with its account and its request, if the caller can see both. */
export interface CheckOfAccount {
  readonly check: CheckRow
  readonly account: ShownAccount
}

/** A locked check with the requests that it pays; none for a check from before the account was set up. */
export interface LoadedCheck extends CheckOfAccount {
  readonly paid: readonly PaidRequest[]
}

export async function requireCheck(db: Db, caller: Caller, id: number): Promise<CheckOfAccount> {
  const check = await findCheck(db, id)
  if (!check) throw notFound('check')
  return { check, account: await requireAccountOf(db, caller, check.bank_account_id, 'check') }
}

/** Loads and locks a check for a change, after checking that the caller saw this version and sees its requests. */
export async function loadCheck(unit: Unit, caller: Caller, id: number, version?: number): Promise<LoadedCheck> {
  await requireInForce(unit, caller)
  await requireCheck(unit.trx, caller, id)
  await requireVersion(unit.trx, 'check', id, version)
  const { check, account } = await requireCheck(unit.trx, caller, id)
  const isOfRequest = check.check_request_id !== null
  return { check, account, paid: isOfRequest ? await requireRequestsOf(unit.trx, caller, check) : [] }
}

/** A check that an act on several leaves out, with the reason. The message names the check if the caller can see it. */
export interface LeftOut {
  readonly check_id: number
  readonly message: string
}

/**
 * Acts on checks, each in its own transaction: a refused one doesn't affect the others, and is returned with the reason.
 * Throws if every check is refused. `log` receives unexpected errors. A repeated call continues where it stopped.
 */
export async function actOnEach<Result>(
  services: Services,
  { caller, repeatable }: Command,
  ids: readonly number[],
  { act, log }: { act(unit: Unit, loaded: LoadedCheck): Promise<Result>; log(error: unknown): void },
): Promise<{ done: Result[]; refused: LeftOut[] }> {
  // Binds the key to this request body before any change is made. Each result is stored under a key of its own.
  if (ids.length > 1) await commit(services, repeatable, async () => null)
  const done: Result[] = []
  const failures: { id: number; failure: Failure }[] = []
  // In a fixed order, so that two users who choose the same checks never wait for each other.
  for (const id of ids.toSorted((one, other) => one - other)) {
    const own = repeatable && ids.length > 1 ? { ...repeatable, key: `${repeatable.key}#${id}` } : repeatable
    try {
      done.push(await commit(services, own, async (unit) => act(unit, await loadCheck(unit, caller, id))))
    } catch (error) {
      failures.push({ id, failure: refusalIn(error, log) })
    }
  }
  const [first] = failures
  if (first && done.length === 0 && ids.length === 1) throw first.failure
  const refused: LeftOut[] = []
  for (const { id, failure } of failures)
    refused.push({ check_id: id, message: await named(services.database.read, caller, id, failure.message) })
  if (first && done.length === 0) throw new Failure(first.failure.code, refusedInWords(refused))
  return { done, refused }
}

// A full disk or an unreachable database stops all of them, and a repeated call continues.
function refusalIn(error: unknown, log: (error: unknown) => void): Failure {
  if (error instanceof Failure) return error
  if (isDatabaseUnavailable(error) || isDiskFull(error)) throw error
  log(error)
  return new Failure('CONFLICT', 'Something went wrong with this check. Look at its state before you try again.')
}

async function named(db: Db, caller: Caller, id: number, message: string): Promise<string> {
  const check = await findCheck(db, id)
  const account = check && (await findAccount(db, check.bank_account_id))
  if (!check || !account || !worksWith(caller, account)) return message
  const name = `check ${check.number}`
  return message.toLowerCase().includes(name) ? message : `Check ${check.number}: ${message}`
}

const mostInWords = 10

/** The reasons of several refusals as one text. */
export function refusedInWords(refused: readonly { readonly message: string }[]): string {
  const more = refused.length - mostInWords
  const shown = refused.slice(0, mostInWords).map(({ message }) => message)
  return [...shown, ...(more > 0 ? [`${more} more were refused.`] : [])].join(' ')
}

/** Throws if a request is on hold. */
export function refuseOnHold(request: FoundRequest): void {
  const { hold } = stateOf(request)
  if (hold)
    throw new Failure(
      'CONFLICT',
      `${hold.byName} has put ${request.request_number} on hold. Someone else has to lift the hold first.`,
    )
}

/** What a check pays for a request, in cents. */
export interface PaidRequest {
  readonly request: FoundRequest
  readonly amount: Cents
}

/** The requests that each of these checks pays, by check; undefined for a check if the caller can't see all of them. */
export async function findRequestsOfAll(
  db: Db,
  caller: Caller,
  checks: readonly CheckRow[],
): Promise<(check: CheckRow) => PaidRequest[] | undefined> {
  const combined = await combinedIn(
    db,
    checks.map(({ id }) => id),
  )
  const sharesOf = ({ id, check_request_id, amount_cents }: CheckRow) =>
    combined.get(id) ?? [{ check_request_id: check_request_id ?? 0, amount_cents }]
  const ids = checks.flatMap(sharesOf).map(({ check_request_id }) => check_request_id)
  const visible = await findAllVisible(db, caller, ids)
  return (check) => {
    const paid = sharesOf(check).map(({ check_request_id, amount_cents }) => {
      return { request: visible.get(check_request_id), amount: amount_cents }
    })
    const seen = paid.flatMap(({ request, amount }) => (request ? [{ request, amount }] : []))
    // Requests always change in the same order, so that two users never wait for each other.
    return seen.length < paid.length ? undefined : seen.sort((one, other) => one.request.id - other.request.id)
  }
}

/** Those requests of a check of several that the caller sees, by id. */
export function findVisibleOf(db: Db, caller: Caller, combined: readonly CombinedRequestRow[] = []) {
  const ids = combined.map(({ check_request_id }) => check_request_id)
  return findAllVisible(db, caller, ids)
}

/** The requests that a check pays. Throws NOT_FOUND, as if the check didn't exist, if the caller can't see them all. */
export async function requireRequestsOf(db: Db, caller: Caller, check: CheckRow): Promise<PaidRequest[]> {
  return required((await findRequestsOfAll(db, caller, [check]))(check))
}

function required(paid: PaidRequest[] | undefined): PaidRequest[] {
  if (!paid) throw notFound('check')
  return paid
}

/**
 * Throws unless this is a document of one of the requests that hasn't been removed. `missing` tells the user what to
 * do.
 */
export async function requireDocument(
  trx: Tx,
  requestIds: readonly number[],
  { id, missing }: { readonly id: number | undefined; readonly missing: string },
): Promise<void> {
  if (id === undefined) throw invalidFields({ attachment_id: missing })
  for (const requestId of requestIds) {
    const documents = await listAttachments(trx, ofRequest(requestId))
    if (documents.some((document) => document.id === id && document.removed_at === null)) return
  }
  throw invalidFields({ attachment_id: missing })
}
