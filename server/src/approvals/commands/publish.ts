import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PublishInput } from '@check-requests/domain/approvals/fields.ts'
import { refusalToPublish } from '@check-requests/domain/approvals/policy.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { findDraft, findPolicyInForce, insertPolicy, peopleIn, policyIn, takeDraft } from '../queries/policies.ts'
import { enqueuePortion } from '../queries/queue.ts'
import { rememberCheck } from '../queries/queue-check.ts'
import { changedMeanwhile, requireKnown } from './draft.ts'
import { notePolicy, requireGroup } from './policy.ts'
import { filledUnder } from './requeue.ts'

/**
 * Puts a dealer group's draft in force. Requests already submitted keep the version under which they were submitted.
 */
export function publishPolicy(
  services: Services,
  { caller, repeatable }: Command,
  dealerGroupId: number,
  { note, version }: PublishInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await requireInForce(unit, caller)
    const group = await requireGroup(trx, caller, dealerGroupId)
    const draft = await findDraft(trx, dealerGroupId)
    if (draft?.version !== version) throw changedMeanwhile(draft)
    const refusal = refusalToPublish(caller.userId, peopleIn(draft.edited_by), group.separation_of_duties === 1)
    if (refusal) throw new Failure('FORBIDDEN', refusal)
    await requireKnown(trx, dealerGroupId, policyIn(draft), moment(now))
    await beforeChange(trx, 'approval-policy-draft', dealerGroupId)
    if (!(await takeDraft(trx, dealerGroupId, version))) throw changedMeanwhile(undefined)
    const before = await findPolicyInForce(trx, dealerGroupId)
    const row = await insertPolicy(trx, {
      dealer_group_id: dealerGroupId,
      number: (before?.number ?? 0) + 1,
      content: draft.content,
      note,
      edited_by: draft.edited_by,
      published_by_id: caller.userId,
      published_by_name: caller.name,
      published_at: moment(now),
    })
    afterCreate(trx, 'approval-policy', row.id)
    if (!before) await fillQueue(trx, group)
    notePolicy(unit, caller, dealerGroupId, {
      verb: 'publish',
      id: row.id,
      ...(before && { before: { number: before.number, policy: policyIn(before) } }),
      after: { number: row.number, note, policy: policyIn(row) },
    })
    return row.number
  })
}

/**
 * Queues all pending requests, so that later queue checks need to look only at users who have changed. Yields the event
 * loop between portions, because a large group can have a hundred thousand pending requests.
 */
async function fillQueue(
  trx: Tx,
  { id, separation_of_duties }: Awaited<ReturnType<typeof requireGroup>>,
): Promise<void> {
  for (let after: number | null = 0; after !== null; await nextTurn()) after = await enqueuePortion(trx, id, after)
  await rememberCheck(trx, id, filledUnder(separation_of_duties))
}
