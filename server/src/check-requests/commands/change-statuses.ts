import type { BulkStatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { isApproved, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { BulkResult } from '@check-requests/domain/check-requests/replies.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, failureStatus } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { changeStatus } from './change-status.ts'
import { demandProofToApprove } from './demand-proof.ts'

/**
 * Makes one transition on several requests, each with the command and transaction of a single change: a refusal undoes
 * nothing. A repeated call returns the results of those already done and continues with the others.
 */
export async function changeStatuses(
  services: Services,
  { caller, repeatable }: Command,
  { items, ...shared }: BulkStatusInput,
): Promise<BulkResult[]> {
  // Asked before anything is done: whoever would rather not prove anything has approved none of them.
  if (isApproved(statusOf(shared.status_id).name))
    await demandProofToApprove(
      services.database.read,
      services,
      caller,
      items.map(({ id }) => id),
    )
  // Binds the key to this body before anything is done; the result for each request is stored under its own key.
  await commit(services, repeatable, async () => null)
  const results: BulkResult[] = []
  for (const { id, ...item } of items) {
    const command = { caller, repeatable: repeatable && { ...repeatable, key: `${repeatable.key}#${id}` } }
    const change = changeStatus(services, command, id, { ...shared, ...item })
    results.push(await change.then((entry) => ({ id, done: true, entry }), refusedBy(id)))
  }
  return results
}

function refusedBy(id: number) {
  return (error: unknown): BulkResult => {
    if (!(error instanceof Failure)) throw error
    const { code, message, fields } = error
    return { id, done: false, status: failureStatus[code], message, error: { code, ...(fields && { fields }) } }
  }
}
