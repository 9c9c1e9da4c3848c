import {
  type Bar,
  type Did,
  type DutyCircumstances,
  didIn,
  refusalByDuty,
} from '@check-requests/domain/check-requests/duties.ts'
import { idIn, printedBy, whoDid } from '@check-requests/domain/checks/duties.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { type FoundRequest, stateOf } from '../../check-requests/queries/detail/find.ts'
import { Failure } from '../../platform/errors.ts'
import type { Db } from '../../tables.ts'
import { type CheckRow, findFirstActor, signaturesOf } from '../queries/checks.ts'
import { findRun } from '../queries/runs.ts'

/**
 * The actions of each user on a check and its requests. A check from before the account was set up has no requests.
 */
export async function didFor(db: Db, check: CheckRow, requests: readonly FoundRequest[]): Promise<Did[]> {
  const run = check.print_run_id === null ? undefined : await findRun(db, check.print_run_id)
  const signatures = (await signaturesOf(db, [check.id])).get(check.id) ?? []
  const signers = signatures.map(({ user_id }) => user_id)
  return [
    ...requests.flatMap(didInRequest),
    ...printedBy({ ...check, made_by_id: run?.made_by_id, settled_by_id: run?.settled_by_id }),
    ...whoDid('signed', signers),
    ...whoDid('asked', [idIn(check.void_asked)]),
    ...whoDid('stopped', [await findFirstActor(db, check, 'stop')]),
  ]
}

/**
 * The participants in a request: the users who created, edited, approved, and diverted it, and the one for whom it was
 * created.
 */
export function didInRequest(request: FoundRequest): Did[] {
  return [
    ...whoDid('raised', [request.requester_id]),
    ...didIn(stateOf(request).hands),
    ...whoDid('diverted', [request.diverted_by_id]),
  ]
}

/** Throws if the caller is barred from an action on a check because of an earlier action. */
export function requireDuty(
  bars: readonly Bar[],
  { userId }: Caller,
  did: readonly Did[],
  circumstances: DutyCircumstances,
): void {
  const refusal = refusalByDuty(bars, userId, did, circumstances)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
}
