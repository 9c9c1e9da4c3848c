import { eventInFull } from '@check-requests/domain/check-requests/events.ts'
import type { Refusal } from '@check-requests/domain/check-requests/lifecycle.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import type { Repeatable } from '../../platform/commit.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import { together } from '../../platform/together.ts'
import type { Tables, Tx } from '../../tables.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { type FoundRequest, findVisible } from '../queries/detail/find.ts'
import { latestHistory } from '../queries/detail/history.ts'

/** Loads the current request within the caller's scope; refuses when it is not the version they saw (A6). */
export async function loadForChange(
  trx: Tx,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<FoundRequest> {
  const [request] = await together(demandVisible(trx, caller, id), beforeChange(trx, 'check-request', id))
  if (version !== undefined && version !== request.version) throw await changedMeanwhile(trx, id)
  return request
}

/** The request, if the caller's scope covers it; otherwise refuses as if it did not exist. */
async function demandVisible(trx: Tx, caller: Caller, id: number): Promise<FoundRequest> {
  const request = await findVisible(trx, caller, id)
  if (!request) throw notFound('check request')
  return request
}

/** The call, whose response to a repeat is shown only while its request is in the caller's scope. */
export function whileVisible<Result>(
  { caller, repeatable }: Command,
  idOf: (result: Result) => number,
): Repeatable<Tables, Result> | undefined {
  return repeatable && { ...repeatable, demandSight: (trx, result) => demandVisible(trx, caller, idOf(result)) }
}

/** Throws the domain's refusal, if there is one, as 403 or 409. */
export function refuse(reason: Refusal): never
export function refuse(reason: Refusal | undefined): void
export function refuse(reason: Refusal | undefined): void {
  if (reason) throw new Failure(reason.kind === 'forbidden' ? 'FORBIDDEN' : 'CONFLICT', reason.sentence)
}

/** A 409 that says who changed what. */
export async function changedMeanwhile(trx: Tx, id: number): Promise<Failure> {
  const latest = await latestHistory(trx, id)
  const who = latest
    ? `${latest.user_name} ${eventInFull(latest.action, statusOf(latest.status_id).name)}`
    : 'Somebody changed this request'
  return new Failure('CONFLICT', `${who} in the meantime. Look at it again before you go on.`)
}
